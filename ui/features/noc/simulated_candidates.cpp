// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulated_candidates.h"

#include "engine/mapping/constraints.h"
#include "engine/simulation/simulation_question.h"
#include "ui/style/format.h"
#include "ui/workbench/mapping_draft.h"
#include "ui/workbench/shown_run.h"
#include "ui/workbench/workbench.h"

#include <QFont>

#include <limits>

namespace nestloom::ui {

SimulatedCandidateModel::SimulatedCandidateModel(ShownSimulation& shown, QObject* parent) : ColumnTable(parent)
{
    using Row = simulation::Candidate;
    const auto isBest = [this, &shown](const Row& candidate) {
        const auto best = shown.bestCandidate();
        return best && *best < all().size() && &candidate == &all()[*best];
    };
    const auto bold = [isBest](const Row& candidate, int role) {
        if (role != Qt::FontRole || !isBest(candidate))
            return QVariant();
        QFont font;
        font.setWeight(QFont::DemiBold);
        return QVariant(font);
    };
    const auto origin = [isBest](const Row& candidate) {
        const QString text = QString::fromStdString(candidate.origin);
        return isBest(candidate) ? tr("%1 (best)").arg(text) : text;
    };
    const auto against = [this](const Row& candidate) {
        const auto& own = all().front().simulated;
        return candidate.simulated && own ? std::optional(double(candidate.simulated->count) / double(own->count))
                                          : std::nullopt;
    };
    const auto againstText = [against](const Row& candidate) {
        const auto ratio = against(candidate);
        return ratio ? format::percentChange(*ratio, 1) : format::kNoValue;
    };
    const auto stoppedLast = [](auto value) {
        return value ? cellValue(*value).toDouble() : std::numeric_limits<double>::max();
    };
    setFields({
        {{tr("Mapping"), Kind::Text, tr("Where the mapping comes from")}, origin, {}, origin, {}, bold},
        {{tr("Simulated"), Kind::Number, tr("Simulated latency"), tr("cycles")},
         [](const Row& candidate) {
             return candidate.simulated ? format::cycles(*candidate.simulated) : tr("far behind");
         },
         &Row::simulated,
         [](const Row& candidate) {
             return candidate.simulated ? format::exactCycles(*candidate.simulated)
                                        : tr("stopped: slower than three times the best one");
         },
         [=](const Row& candidate) { return stoppedLast(candidate.simulated); },
         bold},
        {{tr("Against shown"), Kind::Number, tr("Simulated latency against that of the run's own mapping"),
          tr("ratio")},
         againstText,
         against,
         againstText,
         [=](const Row& candidate) { return stoppedLast(against(candidate)); },
         bold},
        {{tr("Cost model"), Kind::Number, tr("Latency by the analytical cost model"), tr("cycles")},
         [](const Row& candidate) { return format::cycles(candidate.analytical); },
         &Row::analytical,
         [](const Row& candidate) { return format::exactCycles(candidate.analytical); },
         {},
         bold},
    });
    const auto take = [this, &shown] { setRows(shown.candidates()); };
    connect(&shown, &ShownSimulation::candidatesChanged, this, take);
    take();
}

CandidateKeeper::CandidateKeeper(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench)
{
    RunKeeper* edited = workbench.session().runKeeper();
    if (edited == nullptr)
        return;
    connect(edited, &RunKeeper::kept, this, [this](quint64 id, RunId run, const QString& why) {
        if (id != m_keeping)
            return;
        m_keeping = 0;
        if (!why.isEmpty())
            Q_EMIT problem(why);
        else
            m_workbench.openRun(run);
    });
}

QString CandidateKeeper::whyNot() const
{
    const ShownRun& run = m_workbench.run();
    const auto layer = m_workbench.selection().layer();
    if (m_workbench.session().runKeeper() == nullptr)
        return tr("Runs are not stored.");
    if (m_keeping != 0)
        return tr("A mapping is being stored already.");
    if (!layer || *layer >= run.layers().size())
        return tr("No layer is selected.");
    return whyNotKeepFrom(run);
}

void CandidateKeeper::keep(const simulation::Candidate& candidate)
{
    if (const QString reason = whyNot(); !reason.isEmpty())
        return Q_EMIT problem(tr("The mapping cannot be kept as a run. %1").arg(reason));
    const ShownRun& run = m_workbench.run();
    const std::size_t layer = *m_workbench.selection().layer();
    MappingDraft draft(mapping::withConstraints(run.acceleratorOf(layer), run.options().constraints),
                       run.network().layers[layer], run.layers()[layer],
                       run.options()); // judges it
    draft.change(candidate.mapping, tr("simulated mapping"));
    if (!draft.isValid() || !draft.cost())
        return Q_EMIT problem(tr("The mapping cannot be kept as a run. %1").arg(draft.reason()));
    const QString name = QString::fromStdString(draft.layer().name), origin = QString::fromStdString(candidate.origin);
    const QString cycles =
        candidate.simulated ? tr(", %1 cycles when simulated").arg(candidate.simulated->count) : QString();
    KeptRun kept{run.storedRequest(), layersWith(run, draft.result()),
                 run.storedRun() != 0
                     ? tr("run %1 with another mapping of %2: %3%4").arg(run.storedRun()).arg(name, origin, cycles)
                     : tr("another mapping of %1: %2%3").arg(name, origin, cycles),
                 QStringLiteral("simulated")};
    m_keeping = m_workbench.session().runKeeper()->keep(kept);
}

} // namespace nestloom::ui
