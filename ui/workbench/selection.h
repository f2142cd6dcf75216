// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::ui {

class Workbench;

/// A place in the results: a run, and perhaps one layer of it.
struct Place {
    RunId run = 0; // 0 = the shown run, which has no number yet
    std::optional<std::size_t> layer;
    friend bool operator==(const Place&, const Place&) = default;
};

/// What the user looks at, shared by every view: select a layer anywhere and all follow. Remembers the way for Back
/// and Forward.
class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Place& current() const { return m_places[m_position]; }
    std::optional<std::size_t> layer() const { return current().layer; }

    void selectLayer(std::optional<std::size_t> layer) { goTo({current().run, layer}); }
    void enterRun(RunId run, std::optional<std::size_t> layer = {}); // the one that is selected then
    /// The shown run got its number: not a step of its own.
    void nameRun(RunId run);

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_places.size(); }
    void back();
    void forward();

Q_SIGNALS:
    void changed(const nestloom::ui::Place& place);

private:
    void goTo(const Place& place);

    std::vector<Place> m_places{Place{}};
    std::size_t m_position = 0;
};

// Link a page whose layers are those of the network, but not those of the shown run, to the selection by name.

/// Selects the layer of this name in the shown run, if there is one.
void selectLayerNamed(Workbench& workbench, const QString& name);
/// Calls `follow` with the name of each layer that gets selected, as long as `page` lives.
void followSelectedLayer(Workbench& workbench, QObject* page, std::function<void(const std::string&)> follow);
/// Both, with a page whose signal layerChosen() says which name was chosen.
template <class Page>
void linkSelection(Workbench& workbench, Page* page, std::function<void(const std::string&)> follow)
{
    QObject::connect(page, &Page::layerChosen, page,
                     [&workbench](const QString& name) { selectLayerNamed(workbench, name); });
    followSelectedLayer(workbench, page, std::move(follow));
}

} // namespace nestloom::ui
