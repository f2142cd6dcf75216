// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/mapping/draft_bar.h"
#include "ui/ports/askers.h"

#include <QObject>
#include <QPointer>

namespace nestloom::ui {

class MappingDraft;

/// A search that begins with a draft's mapping and ends as one undo step of it. Edits while it runs win: what it found
/// is then dropped.
class MappingSearch : public QObject {
    Q_OBJECT
public:
    /// `improver` may be null: nothing can be searched.
    explicit MappingSearch(ImprovementAsker* improver, QObject* parent = nullptr);

    bool isAvailable() const { return m_improver.isPossible(); }
    bool isRunning() const { return m_isRunning; }
    const DraftBar::Search& state() const { return m_state; }
    void begin(MappingDraft& draft, const schedule::Goal& goal, std::uint64_t seed);
    void stop();   // takes the best so far
    void forget(); // takes nothing: another draft is shown

Q_SIGNALS:
    void changed();

private:
    void hear(const ImprovementNews& news);
    void conclude();
    void say(const QString& words);

    Asking<schedule::ImproveInputs, ImprovementNews> m_improver;
    QPointer<MappingDraft> m_draft;
    mapping::LayerMapping m_start; // the draft when the search began
    std::optional<schedule::ImprovedMapping> m_best;
    bool m_isRunning = false;
    DraftBar::Search m_state;
};

} // namespace nestloom::ui
