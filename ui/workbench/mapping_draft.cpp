// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/mapping_draft.h"

#include "engine/cost/evaluate.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/take_outcome.h"
#include "engine/traffic/mesh_load.h"
#include "ui/style/delta.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QStringList>
#include <QUndoCommand>

namespace nestloom::ui {

class MappingDraft::Step : public QUndoCommand {
public:
    Step(MappingDraft& draft, mapping::LayerMapping after, const QString& words)
        : QUndoCommand(words), m_draft(draft), m_before(draft.m_mapping), m_after(std::move(after))
    {
    }
    void undo() override { m_draft.set(m_before); }
    void redo() override { m_draft.set(m_after); }

private:
    MappingDraft& m_draft;
    const mapping::LayerMapping m_before, m_after;
};

MappingDraft::MappingDraft(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const schedule::LayerResult& origin, const schedule::ScheduleOptions& options,
                           QObject* parent)
    : QObject(parent), m_accelerator(accelerator), m_layer(layer), m_origin(origin), m_options(options),
      m_start(origin.mapping && origin.mapping->levels.size() == accelerator.levels.size()
                  ? *origin.mapping
                  : mapping::outermostMapping(accelerator, layer)),
      m_mapping(m_start)
{
    judgeAll();
}

cost::Model MappingDraft::model() const { return schedule::costModelOf(m_options.engine); }

QString MappingDraft::reason() const { return m_violations.empty() ? QString() : qt(m_violations.front().message); }

void MappingDraft::change(const mapping::LayerMapping& mapping, const QString& words)
{
    if (mapping != m_mapping)
        m_history.push(new Step(*this, mapping, words));
}

bool MappingDraft::rebase(const hardware::Accelerator& accelerator, const schedule::LayerResult& origin)
{
    if (accelerator.levels.size() != m_mapping.levels.size())
        return false;
    if (accelerator == m_accelerator && origin.mapping == m_origin.mapping && origin.status == m_origin.status)
        return true;
    m_accelerator = accelerator;
    m_origin = origin;
    if (origin.mapping && origin.mapping->levels.size() == accelerator.levels.size()) {
        if (!isEdited() && m_history.count() == 0)
            m_mapping = *origin.mapping;
        m_start = *origin.mapping;
    }
    judgeAll();
    Q_EMIT changed();
    return true;
}

MappingDraft::Verdict MappingDraft::judge(const mapping::LayerMapping& mapping) const
{
    Verdict verdict{mapping::verify(m_accelerator, m_layer, mapping), {}};
    if (verdict.violations.empty())
        if (auto cost = cost::evaluate(m_accelerator, m_layer, mapping, model()))
            verdict.cost = *std::move(cost);
    return verdict;
}

void MappingDraft::set(const mapping::LayerMapping& mapping)
{
    m_mapping = mapping;
    judgeAll();
    Q_EMIT changed();
}

void MappingDraft::judgeAll()
{
    Verdict verdict = judge(m_mapping);
    m_violations = std::move(verdict.violations);
    m_relief = mapping::smallestRelief(m_accelerator, m_layer, m_mapping);
    m_result = m_origin;
    m_result.name = m_layer.name;
    m_result.mapping = m_mapping;
    m_result.tiled.reset();
    m_result.verified = m_violations.empty();
    m_result.cost = std::move(verdict.cost);
    m_result.timeloopCost.reset();
    m_result.gap.reset();
    if (m_origin.mapping != m_mapping)
        m_result.simulated.reset();
    m_result.leastEnergy.reset(); // of mappings as fast as the origin
    m_result.meshLoad.reset();
    m_result.reason = reason().toStdString();
    if (isEdited() || !m_origin.mapping)
        m_result.status = m_violations.empty() ? schedule::LayerStatus::BestFound : schedule::LayerStatus::Failed;
    if (!m_result.cost)
        return;
    if (!m_accelerator.interconnect.below.empty())
        if (const auto load = traffic::meshLoad(m_accelerator, m_layer, m_mapping, m_result.cost->cycles))
            m_result.meshLoad = load->utilization(load->hottestLink());
    if (auto timeloop = cost::evaluate(m_accelerator, m_layer, m_mapping, cost::timeloopModel(m_accelerator)))
        m_result.timeloopCost = *std::move(timeloop);
    schedule::LayerResult judged = m_result;
    schedule::setGap(judged, m_options);
    if (judged.status != schedule::LayerStatus::Failed) {
        m_result = std::move(judged);
        return;
    }
    m_result.lowerBoundCycles
        .reset(); // the bounds are of mappings in which every level keeps what it may; this one bypasses some
    m_result.objectiveBound.reset();
}

namespace {

double edp(const cost::LayerCost& cost) { return cost.energy.count * double(cost.cycles.count); }

QString html(const QString& link, const QString& value, const Delta& change, const Theme& theme)
{
    QString text =
        QStringLiteral("<a href=\"%1\" style=\"color:%2;\">%3</a>").arg(link, theme.text.name(), value.toHtmlEscaped());
    if (change.isShown())
        text += QStringLiteral("&nbsp;<span style=\"color:%1\">%2</span>")
                    .arg(deltaColour(change.verdict, theme).name(), change.text.toHtmlEscaped());
    else if (change.verdict == Delta::Verdict::Same)
        text += QStringLiteral("&nbsp;=");
    return text;
}

struct Changes {
    Delta cycles, energy, edp, utilisation;
};

Changes changes(const cost::LayerCost& now, const std::optional<cost::LayerCost>& before)
{
    if (!before)
        return {};
    return {delta(double(now.cycles.count), double(before->cycles.count), Better::Smaller),
            delta(now.energy.count, before->energy.count, Better::Smaller),
            delta(edp(now), edp(*before), Better::Smaller),
            pointsDelta(now.utilization, before->utilization, Better::Larger)};
}

QString withChange(const QString& value, const Delta& change)
{
    return change.isShown() ? QStringLiteral("%1, %2").arg(value, change.text) : value;
}

} // namespace

QString draftNumbers(const MappingDraft& draft, const Theme& theme)
{
    if (!draft.cost())
        return {};
    const cost::LayerCost& cost = *draft.cost();
    const Changes change = changes(cost, draft.origin().cost);
    QStringList parts{
        html(QStringLiteral("cycles"), format::cycles(cost.cycles), change.cycles, theme),
        html(QStringLiteral("energy"), format::energy(cost.energy), change.energy, theme),
        html(QStringLiteral("edp"),
             MappingDraft::tr("EDP %1").arg(format::energyDelayProduct(edp(cost), draft.accelerator().clock)),
             change.edp, theme),
        html(QStringLiteral("utilisation"), MappingDraft::tr("util %1").arg(format::percent(cost.utilization)),
             change.utilisation, theme),
        QStringLiteral("<span style=\"color:%1\">%2</span>")
            .arg(theme.mutedText.name(),
                 MappingDraft::tr("bound by %1").arg(qt(cost.bottleneck.text)).toHtmlEscaped())};
    return parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp; "));
}

QString draftToolTip(const MappingDraft& draft)
{
    if (!draft.cost())
        return {};
    const auto line = [](const QString& what, const cost::LayerCost& cost) {
        return MappingDraft::tr("%1: %2, %3, utilisation %4")
            .arg(what, format::exactCycles(cost.cycles), format::exactEnergy(cost.energy),
                 format::percent(cost.utilization, 3));
    };
    QString text = line(MappingDraft::tr("edited"), *draft.cost());
    if (draft.origin().cost)
        text += QLatin1Char('\n') + line(MappingDraft::tr("mapping of the run"), *draft.origin().cost);
    return text + QLatin1Char('\n') + MappingDraft::tr("nestloom cost model; click a figure to see how it comes about");
}

QString verdictWords(const MappingDraft& draft, const MappingDraft::Verdict& verdict)
{
    if (!verdict.cost)
        return verdict.violations.empty() ? QString() : qt(verdict.violations.front().message);
    const Changes change = changes(*verdict.cost, draft.cost());
    return QStringLiteral("%1; %2").arg(withChange(format::cycles(verdict.cost->cycles), change.cycles),
                                        withChange(format::energy(verdict.cost->energy), change.energy));
}

QString verdictBrief(const MappingDraft& draft, const MappingDraft::Verdict& verdict)
{
    if (!verdict.cost)
        return MappingDraft::tr("does not fit");
    if (!draft.cost())
        return MappingDraft::tr("fits, %1").arg(format::cycles(verdict.cost->cycles));
    const Changes change = changes(*verdict.cost, draft.cost());
    const QString cycles = change.cycles.isShown() ? change.cycles.text : QStringLiteral("=");
    const QString energy = change.energy.isShown() ? change.energy.text : QStringLiteral("=");
    return MappingDraft::tr("cycles %1, energy %2").arg(cycles, energy);
}

} // namespace nestloom::ui
