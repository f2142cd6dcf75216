// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/suggestions.h"

#include "ui/workbench/workbench.h"

namespace nestloom::ui {

namespace {
std::pair<Cycles, double> sumsOf(const ShownRun& run) { return {run.totals().cycles, run.totals().energy.count}; }
} // namespace

Suggestions::Suggestions(Workbench& workbench, QObject* parent)
    : QObject(parent), m_workbench(workbench),
      m_suggester(workbench.session().askers().suggestions, this, [this](const SuggestionNews& news) { take(news); })
{
    if (!m_suggester.isPossible())
        return;
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &Suggestions::begin);
    connect(&m_workbench, &Workbench::editsChanged, this, &Suggestions::rethink);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &Suggestions::rethink);
    connect(&m_workbench.run(), &ShownRun::updated, this, &Suggestions::rethink);
}

/// Complete results of the accelerator in the editor: what is suggested can be applied to it.
bool Suggestions::areFor(std::string_view engine)
{
    return engine != "random" && engine != "hybrid" && engine != "annealing";
}

bool Suggestions::canBegin() const
{
    const ShownRun& run = m_workbench.run();
    return !run.isEmpty() && areFor(run.options().engine) && !run.isRunning()
           && run.freshLayers() == run.layers().size() && run.totals().solved == run.layers().size()
           && run.accelerator() == m_workbench.document().value();
}

void Suggestions::rethink()
{
    const ShownRun& run = m_workbench.run();
    if (!canBegin()) {
        drop();
        return;
    }
    const bool same = run.accelerator() == m_inputs.accelerator && run.network() == m_inputs.network
                      && run.options() == m_inputs.options && sumsOf(run) == m_sums; // mappings may be made by hand
    if (m_phase != Phase::None && same)
        return;
    drop();
    m_rest.start();
}

void Suggestions::drop()
{
    m_rest.stop();
    if (m_phase == Phase::None)
        return;
    m_suggester.stop();
    m_phase = Phase::None;
    m_news = {};
    m_best.clear();
    Q_EMIT updated();
}

void Suggestions::begin()
{
    if (!canBegin())
        return;
    const ShownRun& run = m_workbench.run();
    m_inputs = {run.accelerator(), run.network(), run.options(), run.layers()};
    m_sums = sumsOf(run);
    m_phase = Phase::Trying;
    m_suggester.ask(m_inputs);
    Q_EMIT updated();
}

void Suggestions::take(const SuggestionNews& news)
{
    m_news = news;
    const schedule::cosa::CosaParams& asked = m_inputs.options.cosa;
    const bool isTiled = m_inputs.options.engine == "flexer"; // it minimises no objective of CoSA, but time
    m_best = explore::best(news.suggestions, isTiled ? schedule::Goal(schedule::Objective::Latency)
                                                     : schedule::Goal(asked.objective, asked.cyclePrice));
    if (news.ended)
        m_phase = news.problem.isEmpty() ? Phase::Done : Phase::Failed;
    Q_EMIT updated();
}

hardware::Accelerator Suggestions::changed(const explore::Suggestion& suggestion) const
{
    const auto changed = explore::withField(m_inputs.accelerator, suggestion.change.path, suggestion.change.to);
    return changed ? *changed : m_inputs.accelerator;
}

void Suggestions::apply(std::size_t at)
{
    if (at >= m_best.size())
        return;
    const explore::Suggestion chosen = m_best[at]; // the edit drops the list
    m_workbench.setOptions(m_inputs.options);      // of the run that it was tried with: constraints and all
    AcceleratorDocument& document = m_workbench.document();
    document.endStep();
    document.setValue(QString::fromStdString(chosen.change.path), changed(chosen));
    document.endStep();
}

} // namespace nestloom::ui
