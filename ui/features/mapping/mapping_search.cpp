// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/mapping_search.h"

#include "ui/style/format.h"
#include "ui/workbench/mapping_draft.h"

#include <utility>

namespace nestloom::ui {

MappingSearch::MappingSearch(ImprovementAsker* improver, QObject* parent)
    : QObject(parent), m_improver(improver, this, [this](const ImprovementNews& news) { hear(news); })
{
}

void MappingSearch::begin(MappingDraft& draft, const schedule::Goal& goal, std::uint64_t seed)
{
    if (!isAvailable())
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
    inputs.model = draft.model();
    m_state = {true, 0, tr("searching")};
    m_isRunning = true;
    m_improver.ask(inputs);
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
    m_improver.stop();
    conclude();
}

void MappingSearch::forget()
{
    m_improver.stop();
    m_isRunning = false;
    m_best.reset();
    say({});
}

void MappingSearch::hear(const ImprovementNews& news)
{
    if (!m_draft || m_draft->mapping() != m_start) {
        m_improver.stop();
        m_isRunning = false;
        return say(tr("search stopped by an edit"));
    }
    if (!news.problem.isEmpty()) {
        m_isRunning = false;
        return say(news.problem);
    }
    if (news.best)
        m_best = news.best;
    if (news.ended)
        return conclude();
    m_state.fraction = news.fraction;
    if (m_best)
        m_state.words = tr("best %1").arg(verdictWords(*m_draft, {{}, m_best->cost}));
    Q_EMIT changed();
}

void MappingSearch::conclude()
{
    m_isRunning = false;
    const auto best = std::exchange(m_best, std::nullopt);
    if (!best || !m_draft || best->mapping == m_start)
        return say(tr("nothing better found"));
    const QString found = tr("found %1").arg(verdictWords(*m_draft, {{}, best->cost}));
    m_draft->change(best->mapping, tr("improvement of the mapping"));
    say(found);
}

} // namespace nestloom::ui
