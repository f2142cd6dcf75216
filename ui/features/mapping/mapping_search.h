// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/mapping/draft_bar.h"
#include "ui/ports/mapping_improver.h"

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
    explicit MappingSearch(MappingImprover* improver, QObject* parent = nullptr);

    bool isAvailable() const { return m_improver != nullptr; }
    bool isRunning() const { return m_id != 0; }
    const DraftBar::Search& state() const { return m_state; }
    void begin(MappingDraft& draft, const schedule::Goal& goal, std::uint64_t seed);
    void stop();   // takes the best so far
    void forget(); // takes nothing: another draft is shown

Q_SIGNALS:
    void changed();

private:
    void hear(const ImproverState& state);
    void conclude();
    void say(const QString& words);

    MappingImprover* m_improver;
    QPointer<MappingDraft> m_draft;
    mapping::LayerMapping m_start; // the draft when the search began
    std::optional<schedule::ImprovedMapping> m_best;
    quint64 m_id = 0; // 0 = none runs
    DraftBar::Search m_state;
};

} // namespace nestloom::ui
