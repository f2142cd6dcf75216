// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/mapping_draft.h"

#include "engine/cost/evaluate.h"
#include "engine/schedule/take_outcome.h"
#include "engine/traffic/mesh_load.h"

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

QString MappingDraft::reason() const
{
    return m_violations.empty() ? QString() : QString::fromStdString(m_violations.front().message);
}

void MappingDraft::change(const mapping::LayerMapping& mapping, const QString& words)
{
    if (mapping != m_mapping)
        m_history.push(new Step(*this, mapping, words));
}

void MappingDraft::reset() { change(m_start, tr("reset of the mapping")); }

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
        if (auto cost = cost::evaluate(m_accelerator, m_layer, mapping, cost::Model::Nestloom))
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

} // namespace nestloom::ui
