// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/selection.h"

#include "ui/workbench/workbench.h"

namespace nestloom::ui {

namespace {
constexpr std::size_t kMaxPlaces = 200;
}

void Selection::enterRun(RunId run, std::optional<std::size_t> layer)
{
    if (run != current().run || run == 0)
        goTo({run, layer});
}

void Selection::nameRun(RunId run)
{
    for (std::size_t i = m_position + 1; i-- > 0 && m_places[i].run == 0;)
        m_places[i].run = run;
}

void Selection::goTo(const Place& place)
{
    if (place == current())
        return;
    m_places.resize(m_position + 1);
    m_places.push_back(place);
    if (m_places.size() > kMaxPlaces)
        m_places.erase(m_places.begin());
    m_position = m_places.size() - 1;
    Q_EMIT changed(current());
}

void Selection::back()
{
    if (!canGoBack())
        return;
    --m_position;
    Q_EMIT changed(current());
}

void Selection::forward()
{
    if (!canGoForward())
        return;
    ++m_position;
    Q_EMIT changed(current());
}

void selectLayerNamed(Workbench& workbench, const QString& name)
{
    const auto& layers = workbench.run().network().layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (QString::fromStdString(layers[i].name) == name) {
            if (workbench.selection().layer() != i)
                workbench.selection().selectLayer(i);
            return;
        }
}

void followSelectedLayer(Workbench& workbench, QObject* page, std::function<void(const std::string&)> follow)
{
    QObject::connect(&workbench.selection(), &Selection::changed, page,
                     [&workbench, follow = std::move(follow)](const Place& place) {
                         const auto& layers = workbench.run().network().layers;
                         if (place.layer && *place.layer < layers.size())
                             follow(layers[*place.layer].name);
                     });
}

} // namespace nestloom::ui
