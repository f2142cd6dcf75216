// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_tables.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <QApplication>
#include <QPixmap>

#include <algorithm>

namespace nestloom::ui {

NodeLayerModel::NodeLayerModel(ShownNodes& nodes, QObject* parent) : TableModel(parent), m_nodes(nodes)
{
    const auto take = [this] {
        beginResetModel();
        m_rows = int(m_nodes.chain().layers.size());
        endResetModel();
    };
    connect(&m_nodes, &ShownNodes::runChanged, this, take);
    take();
}

const std::vector<TableModel::Column>& NodeLayerModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Layer"), Kind::Text, tr("The colour is that of the charts")},
        {tr("Segment"), Kind::Number,
         tr("Layers of one segment are on the machine at the same time; the letter tells them apart")},
        {tr("Nodes"), Kind::Text, tr("Nodes that the layer runs on, rows by columns")},
        {tr("Cycles"), Kind::Number, tr("Time of the layer for the whole batch, if it does not wait for others"),
         tr("cycles")},
        {tr("Energy"), Kind::Number, tr("Without static energy, which is counted for the time of the whole schedule"),
         tr("pJ")},
        {tr("DRAM [words]"), Kind::Number, tr("Words read from and written to memory, whole batch")},
        {tr("Partition"), Kind::Text,
         tr("What is divided among the nodes, outermost first: K output channels, C input channels, PQ pixels, N "
            "batch")},
        {tr("Loops"), Kind::Text,
         tr("Loops that bring data from memory into the buffer | from the buffer into registers | over registers; "
            "outermost first")},
        {tr("Computes"), Kind::Text, tr("What the layer computes: forward, or a step of training")},
    };
    return table;
}

double NodeLayerModel::number(int row, int column) const
{
    const kapla::LayerSchedule& of = *layer(row).schedule;
    switch (column) {
    case CycleCount: return double(of.cost.cycles());
    case Energy: return of.cost.total() - of.cost.idleCost;
    case Dram: return dramWords(of);
    default: return 0;
    }
}

QString NodeLayerModel::text(int row, int column) const
{
    const SegmentChain::Layer& at = layer(row);
    const kapla::NodeRun& run = *m_nodes.run();
    switch (column) {
    case Name: return QString::fromStdString(run.graph.network.layers[at.layer].name);
    case Segment: {
        const SegmentChain::Span& segment = m_nodes.chain().segments[at.segment];
        return QString::number(at.segment + 1)
               + (segment.count > 1 ? layerLetter(std::size_t(row) - segment.first) : QString());
    }
    case Nodes: return extentText(at.schedule->partition.extent());
    case Partition: return partitionText(at.schedule->partition);
    case Blocking: return blockingText(at.schedule->blocking);
    case CycleCount: return format::cycles(number(row, column));
    case Energy: return format::energy(Picojoules{number(row, column)});
    case Dram: return format::si(number(row, column), QString()).trimmed();
    case What: return passText(run.graph.passes[at.layer]);
    default: return {};
    }
}

QVariant NodeLayerModel::sortValue(int row, int column) const
{
    switch (column) {
    case Name: return qulonglong(layer(row).layer); // the order of the network
    case Segment: return row;
    case Nodes: return qlonglong(layer(row).schedule->partition.extent().size());
    case CycleCount:
    case Energy:
    case Dram: return number(row, column);
    default: return text(row, column);
    }
}

QVariant NodeLayerModel::exportValue(int row, int column) const
{
    return column == CycleCount || column == Energy || column == Dram ? QVariant(number(row, column))
                                                                      : QVariant(text(row, column));
}

QString NodeLayerModel::toolTip(int row, int column) const
{
    const SegmentChain::Layer& at = layer(row);
    switch (column) {
    case CycleCount:
        return tr("%1; runs from cycle %2 to %3")
            .arg(format::exactCycles(Cycles{at.schedule->cost.cycles()}), format::integer(std::int64_t(at.begin)),
                 format::integer(std::int64_t(at.end)));
    case Energy: {
        const NodeEnergy parts = nodeEnergy(m_nodes.run()->machine.costs, *at.schedule);
        QStringList lines;
        for (const NodePart part : kNodeParts)
            lines << QStringLiteral("%1: %2").arg(partText(part), format::exactEnergy(Picojoules{parts[part]}));
        return lines.join(QLatin1Char('\n'));
    }
    case Dram: return counted(std::int64_t(number(row, column)), tr("1 word"), tr("%1 words"));
    default: return loopsText(*m_nodes.run(), at, m_nodes.question().options.batch);
    }
}

QVariant NodeLayerModel::other(int row, int column, int role) const
{
    if (column != Name || role != Qt::DecorationRole)
        return {};
    QPixmap chip(10, 10);
    chip.fill(nodeLayerColour(themeFor(QApplication::palette()), layer(row).layer));
    return chip;
}

namespace {

double figure(const ShownNodes::Kept& kept) { return goalFigure(kept.options.goal, *kept.run->schedule); }

} // namespace

NodeRunModel::NodeRunModel(ShownNodes& nodes, QObject* parent) : TableModel(parent), m_nodes(nodes)
{
    const auto take = [this] {
        beginResetModel();
        m_runs = m_nodes.compared();
        endResetModel();
    };
    connect(&m_nodes, &ShownNodes::runChanged, this, take);
    take();
}

const std::vector<TableModel::Column>& NodeRunModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Engine"), Kind::Text, tr("Engines that scheduled this network for this accelerator, batch and objective")},
        {tr("Energy"), Kind::Number, tr("Of the whole batch"), tr("pJ")},
        {tr("Latency"), Kind::Number, tr("Of the whole batch"), tr("cycles")},
        {tr("Over best"), Kind::Number, tr("How far the objective is above the best of these engines"), tr("ratio")},
        {tr("Search"), Kind::Number, tr("Processor time of the thread that searched"), tr("ms")},
        {tr("Over B"), Kind::Number,
         tr("How far the objective is above that of the exhaustive search (B); negative: below, in a space that B does "
            "not search"),
         tr("ratio")},
        {tr("Faster"), Kind::Number, tr("Processor time of the exhaustive search (B) divided by that of the engine"),
         tr("ratio")},
        {tr("Counted"), Kind::Number, tr("Blockings of layers that the detailed model counted")},
    };
    return table;
}

std::optional<double> NodeRunModel::number(int row, int column) const
{
    const kapla::NodeRun& run = *m_runs[std::size_t(row)].run;
    switch (column) {
    case Energy: return run.schedule->cost;
    case Latency: return double(run.schedule->cycles);
    case Over: {
        const auto best = std::min_element(m_runs.begin(), m_runs.end(),
                                           [](const auto& a, const auto& b) { return figure(a) < figure(b); });
        return figure(m_runs[std::size_t(row)]) / figure(*best) - 1;
    }
    case Time: return run.cpuMs;
    case Counted: return double(run.evaluated);
    case OverB:
        return exhaustive() ? std::optional(figure(m_runs[std::size_t(row)]) / figure(*exhaustive()) - 1)
                            : std::nullopt;
    case Faster:
        return exhaustive() && run.cpuMs > 0 ? std::optional(exhaustive()->run->cpuMs / run.cpuMs) : std::nullopt;
    default: return std::nullopt;
    }
}

const ShownNodes::Kept* NodeRunModel::exhaustive() const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                    [](const auto& one) { return one.options.engine == "kapla-exhaustive"; });
    return found == m_runs.end() ? nullptr : &*found;
}

QString NodeRunModel::text(int row, int column) const
{
    if (column == Engine)
        return engineTitle(m_runs[std::size_t(row)].options);
    const auto value = number(row, column);
    if (!value)
        return format::kNoValue;
    switch (column) {
    case Energy: return format::energy(Picojoules{*value});
    case Latency: return format::cycles(*value);
    case Over:
    case OverB: return format::signedPercent(*value);
    case Faster: return format::times(*value);
    case Time: return format::milliseconds(*value);
    default: return format::integer(std::int64_t(*value));
    }
}

QVariant NodeRunModel::sortValue(int row, int column) const
{
    return column == Engine ? QVariant(row) : QVariant(number(row, column).value_or(-1));
}

QVariant NodeRunModel::exportValue(int row, int column) const
{
    if (column == Engine)
        return text(row, column);
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant();
}

QString NodeRunModel::toolTip(int row, int column) const
{
    const auto value = number(row, column);
    if (column == Energy)
        return format::exactEnergy(Picojoules{*value});
    if (column == Latency)
        return format::exactCycles(*value);
    if ((column == OverB || column == Faster) && !value)
        return tr("Schedule with the exhaustive engine as well to compare with it");
    return {};
}

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
