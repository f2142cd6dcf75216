// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/pruning_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

PruningModel::PruningModel(ShownNodes& nodes, QObject* parent) : TableModel(parent), m_nodes(nodes)
{
    connect(&m_nodes, &ShownNodes::runChanged, this, &PruningModel::take);
    take();
}

void PruningModel::take()
{
    beginResetModel();
    m_stages.clear();
    const kapla::NodeRun* run =
        m_nodes.run() && m_nodes.question().options.engine == "kapla" ? m_nodes.run().get() : nullptr;
    const std::vector<ShownNodes::Kept> compared = m_nodes.compared();
    for (const ShownNodes::Kept& kept : compared)
        if (run == nullptr && kept.options.engine == "kapla")
            run = kept.run.get(); // lives on with the other answers
    if (run != nullptr) {
        const kapla::KaplaEffort& effort = run->effort;
        m_stages = {
            {tr("Segments"), tr("Runs of layers that may be one segment, single layers included"), effort.segments, 0},
            {tr("Schemes"), tr("Ways in which the layers of segments can agree on how they pass data on"),
             effort.schemes, 0},
            {tr("Valid schemes"), tr("Those that the buffers may hold"), effort.valid, effort.schemes},
            {tr("Pareto schemes"), tr("Of the valid ones, those that no other is better than in every access"),
             effort.pareto, effort.valid},
            {tr("Solved segments"), tr("Segments whose layers were solved"), effort.solved, 0},
            {tr("Divisions"), tr("Divisions of layers among nodes that were cached"), effort.layers.stacks, 0},
            {tr("Exact hops"), tr("Divisions whose hops over the mesh were counted"), effort.layers.exact,
             effort.layers.stacks},
            {tr("Blockings"), tr("Blockings of layers that the detailed model counted"), effort.layers.blockings, 0},
        };
    }
    endResetModel();
}

const std::vector<TableModel::Column>& PruningModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Stage"), Kind::Text, tr("Stages of KAPLA's search, in their order")},
        {tr("Left"), Kind::Number, tr("How many there are after this stage")},
        {tr("Of those before"), Kind::Number, tr("The part that the stage leaves of what came before it"), tr("ratio")},
    };
    return table;
}

QString PruningModel::text(int row, int column) const
{
    const Stage& stage = m_stages[std::size_t(row)];
    switch (column) {
    case Name: return stage.name;
    case Left: return format::integer(stage.left);
    case Part: return stage.of > 0 ? format::percent(double(stage.left) / double(stage.of)) : format::kNoValue;
    default: return {};
    }
}

QVariant PruningModel::sortValue(int row, int column) const
{
    const Stage& stage = m_stages[std::size_t(row)];
    switch (column) {
    case Name: return stage.name;
    case Left: return qlonglong(stage.left);
    case Part: return stage.of > 0 ? QVariant(double(stage.left) / double(stage.of)) : QVariant();
    default: return {};
    }
}

QString PruningModel::toolTip(int row, int) const { return m_stages[std::size_t(row)].meaning; }

} // namespace nestloom::ui
