// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/mapping_search.h"

#include "ui/style/format.h"
#include "ui/workbench/draft_words.h"
#include "ui/workbench/mapping_draft.h"

#include <utility>

namespace nestloom::ui {

MappingSearch::MappingSearch(MappingImprover* improver, QObject* parent) : QObject(parent), m_improver(improver)
{
    if (m_improver)
        connect(m_improver, &MappingImprover::changed, this, &MappingSearch::hear);
}

void MappingSearch::begin(MappingDraft& draft, const schedule::Goal& goal, std::uint64_t seed)
{
    if (!m_improver)
        return;
    m_draft = &draft;
    m_start = draft.mapping();
    m_best.reset();
    schedule::ImproveInputs inputs;
    inputs.accelerator = draft.accelerator();
    inputs.layer = draft.layer();
    inputs.start = draft.mapping();
    inputs.goal = goal;
    inputs.seed = seed;
    m_state = {true, 0, tr("searching")};
    m_id = m_improver->improve(inputs);
    Q_EMIT changed();
}

void MappingSearch::say(const QString& words)
{
    m_state = {false, 0, words};
    Q_EMIT changed();
}

void MappingSearch::stop()
{
    if (!isRunning())
        return;
    m_improver->cancel();
    conclude();
}

void MappingSearch::forget()
{
    if (isRunning())
        m_improver->cancel();
    m_id = 0;
    m_best.reset();
    say({});
}

void MappingSearch::hear(const ImproverState& state)
{
    if (m_id == 0 || state.id != m_id)
        return;
    if (!m_draft || m_draft->mapping() != m_start) {
        m_improver->cancel();
        m_id = 0;
        return say(tr("search stopped by an edit"));
    }
    if (!state.problem.isEmpty()) {
        m_id = 0;
        return say(state.problem);
    }
    if (state.best)
        m_best = state.best;
    if (state.ended)
        return conclude();
    m_state.fraction = state.fraction;
    if (m_best)
        m_state.words = tr("best %1").arg(verdictWords(*m_draft, {{}, m_best->cost}));
    Q_EMIT changed();
}

void MappingSearch::conclude()
{
    m_id = 0;
    const auto best = std::exchange(m_best, std::nullopt);
    if (!best || !m_draft || best->mapping == m_start)
        return say(tr("nothing better found"));
    const QString found = tr("found %1").arg(verdictWords(*m_draft, {{}, best->cost}));
    m_draft->change(best->mapping, tr("improvement of the mapping"));
    say(found);
}

} // namespace nestloom::ui
