// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_tables.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <QApplication>
#include <QPixmap>

#include <algorithm>

namespace nestloom::ui {

namespace {

QVariant chipOf(const SegmentChain::Layer& at)
{
    QPixmap chip(10, 10);
    chip.fill(nodeLayerColour(themeFor(QApplication::palette()), at.layer));
    return chip;
}

QString energyByPart(const kapla::Machine& machine, const SegmentChain::Layer& at)
{
    const NodeEnergy parts = nodeEnergy(machine.costs, *at.schedule);
    QStringList lines;
    for (const NodePart part : kNodeParts)
        lines << QStringLiteral("%1: %2").arg(partText(part), format::exactEnergy(Picojoules{parts[part]}));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

NodeLayerModel::NodeLayerModel(ShownNodes& nodes, QObject* parent) : ColumnTable(parent)
{
    using Row = SegmentChain::Layer;
    const auto loops = [&nodes](const Row& at) { return loopsText(*nodes.run(), at, nodes.question().options.batch); };
    const auto cycles = [](const Row& at) { return double(at.schedule->cost.cycles()); };
    const auto energy = [](const Row& at) { return at.schedule->cost.total(); };
    const auto dram = [&nodes](const Row& at) { return dramWords(*at.schedule) * wordBytes(nodes); };
    setFields({
        {{tr("Layer"), Kind::Text, tr("The colour is that of the charts")},
         [&nodes](const Row& at) { return nodes.run()->graph.network.layers[at.layer].name; },
         {},
         loops,
         &Row::layer, // the order of the network
         [](const Row& at, int role) { return role == Qt::DecorationRole ? chipOf(at) : QVariant(); }},
        {{tr("Segment"), Kind::Number,
          tr("Layers of one segment hand data on without DRAM, side by side or one after the other on the same nodes; "
             "the "
             "letter tells them apart")},
         [&nodes](const Row& at, int row) {
             const SegmentChain::Span& segment = nodes.chain().segments[at.segment];
             return QString::number(at.segment + 1)
                    + (segment.count > 1 ? layerLetter(std::size_t(row) - segment.first) : QString());
         },
         {},
         loops,
         inOrder},
        {{tr("Nodes"), Kind::Text, tr("Nodes that the layer runs on, rows by columns")},
         [](const Row& at) { return extentText(at.schedule->partition.extent()); },
         {},
         loops,
         [](const Row& at) { return at.schedule->partition.extent().size(); }},
        {{tr("Cycles"), Kind::Number, tr("Time of the layer for the whole batch, if it does not wait for others"),
          tr("cycles")},
         [=](const Row& at) { return format::cycles(cycles(at)); },
         cycles,
         [](const Row& at) {
             return tr("%1; runs from cycle %2 to %3")
                 .arg(format::exactCycles(Cycles{at.schedule->cost.cycles()}), format::integer(std::int64_t(at.begin)),
                      format::integer(std::int64_t(at.end)));
         }},
        {{tr("Energy"), Kind::Number,
          tr("With the static energy of the machine while the layer runs: layers side by side each have it, the total "
             "has it once"),
          tr("pJ")},
         [=](const Row& at) { return format::energy(Picojoules{energy(at)}); },
         energy,
         [&nodes](const Row& at) { return energyByPart(nodes.run()->machine, at); }},
        {{tr("DRAM"), Kind::Number, tr("Bytes read from and written to memory, whole batch"), tr("B")},
         [=](const Row& at) { return format::bytes(dram(at)); },
         dram,
         [=](const Row& at) { return format::exactBytes({std::int64_t(dram(at))}); }},
        {{tr("Partition"), Kind::Text,
          tr("What is divided among the nodes, outermost first: K output channels, C input channels, PQ pixels, N "
             "batch")},
         [](const Row& at) { return partitionText(at.schedule->partition); },
         {},
         loops},
        {{tr("Loops"), Kind::Text,
          tr("Loops that bring data from memory into the buffer | from the buffer into registers | over registers; "
             "outermost first")},
         [](const Row& at) { return blockingText(at.schedule->blocking); },
         {},
         loops},
        {{tr("Computes"), Kind::Text, tr("What the layer computes: forward, or a step of training")},
         [&nodes](const Row& at) { return passText(nodes.run()->graph.passes[at.layer]); },
         {},
         loops},
    });
    const auto take = [this, &nodes] { setRows(nodes.chain().layers); };
    connect(&nodes, &ShownNodes::runChanged, this, take);
    take();
}

namespace {

double figureOf(const ShownNodes::Kept& kept) { return goalFigure(kept.options.goal, *kept.run->schedule); }

} // namespace

NodeRunModel::NodeRunModel(ShownNodes& nodes, QObject* parent) : ColumnTable(parent)
{
    using Row = ShownNodes::Kept;
    const auto ratio = [](const Row& a, const Row& b) { return figureOf(a) / figureOf(b) - 1; };
    const auto over = [this, ratio](const Row& kept) { return ratio(kept, *best()); };
    const auto against = [this](const QString& title, const QString& toolTip, auto get, QString (*words)(double)) {
        const auto value = [this, get](const Row& kept) {
            const Row* b = exhaustive();
            return b != nullptr ? get(kept, *b) : std::optional<double>();
        };
        return Field{{title, Kind::Number, toolTip, tr("ratio")},
                     [=](const Row& kept) { return value(kept) ? words(*value(kept)) : format::kNoValue; },
                     value,
                     [=](const Row& kept) {
                         return value(kept) ? QString()
                                            : tr("Schedule with the exhaustive engine as well to compare with it");
                     },
                     [=](const Row& kept) { return value(kept).value_or(-1); }};
    };
    const auto percent = [](double value) { return format::signedPercent(value); };
    setFields({
        {{tr("Engine"), Kind::Text,
          tr("Engines that scheduled this network for this accelerator, batch and objective")},
         [](const Row& kept) { return engineTitle(kept.options); },
         {},
         [](const Row& kept) {
             return kept.options.engine.starts_with("kapla-")
                        ? tr("Searches a space of its own: what KAPLA finds outside of it may be better")
                        : QString();
         },
         inOrder},
        energyField(tr("Energy"), tr("Of the whole batch"),
                    [](const Row& kept) { return Picojoules{kept.run->schedule->cost}; }),
        figure(
            {tr("Cycles"), Kind::Number, tr("Of the whole batch"), tr("cycles")},
            [](const Row& kept) { return double(kept.run->schedule->cycles); },
            [](double cycles) { return format::cycles(cycles); },
            [](double cycles) { return format::exactCycles(cycles); }),
        {{tr("Over best"), Kind::Number, tr("How far the objective is above the best of these engines"), tr("ratio")},
         [=](const Row& kept) { return percent(over(kept)); },
         over},
        {{tr("Search"), Kind::Number, tr("Processor time of the thread that searched"), tr("ms")},
         [](const Row& kept) { return format::milliseconds(kept.run->cpuMs); },
         [](const Row& kept) { return kept.run->cpuMs; }},
        against(
            tr("Over exhaustive"),
            tr("How far the objective is above that of the exhaustive search; negative: below, in a space that "
               "B does not search"),
            [ratio](const Row& kept, const Row& b) { return std::optional(ratio(kept, b)); }, percent),
        against(
            tr("Times faster"), tr("Processor time of the exhaustive search divided by that of the engine"),
            [](const Row& kept, const Row& b) {
                return kept.run->cpuMs > 0 ? std::optional(b.run->cpuMs / kept.run->cpuMs) : std::nullopt;
            },
            format::times),
        {{tr("Counted"), Kind::Number, tr("Blockings of layers that the detailed model counted")},
         [](const Row& kept) { return format::integer(kept.run->evaluated); },
         [](const Row& kept) { return kept.run->evaluated; }},
    });
    const auto take = [this, &nodes] { setRows(nodes.compared()); };
    connect(&nodes, &ShownNodes::runChanged, this, take);
    take();
}

const ShownNodes::Kept* NodeRunModel::best() const
{
    return &*std::ranges::min_element(all(), [](const auto& a, const auto& b) { return figureOf(a) < figureOf(b); });
}

const ShownNodes::Kept* NodeRunModel::exhaustive() const
{
    const auto found =
        std::ranges::find_if(all(), [](const auto& one) { return one.options.engine == "kapla-exhaustive"; });
    return found == all().end() ? nullptr : &*found;
}

namespace {

std::vector<PrunedStage> stagesOf(const ShownNodes& nodes)
{
    const std::vector<ShownNodes::Kept> compared = nodes.compared();
    const kapla::NodeRun* run = nodes.run() && nodes.question().options.engine == "kapla" ? nodes.run().get() : nullptr;
    for (const ShownNodes::Kept& kept : compared)
        if (run == nullptr && kept.options.engine == "kapla")
            run = kept.run.get(); // lives on with the other answers
    if (run == nullptr)
        return {};
    const auto tr = [](const char* text) { return PruningModel::tr(text); };
    const kapla::KaplaEffort& effort = run->effort;
    std::vector<PrunedStage> stages{
        {tr("Segments"), tr("Runs of layers that may be one segment, single layers included"), effort.segments, 0},
        {tr("Schemes"), tr("Ways in which the layers of segments can agree on how they pass data on"), effort.schemes,
         0},
        {tr("Valid schemes"), tr("Those that the buffers may hold"), effort.valid, effort.schemes},
        {tr("Pareto schemes"), tr("Of the valid ones, those that no other is better than in every access"),
         effort.pareto, effort.valid},
        {tr("Solved segments"), tr("Segments whose layers were solved"), effort.solved, 0}};
    if (effort.layers.stacks > 0) // runs that older versions stored have none of these
        stages.insert(
            stages.end(),
            {{tr("Divisions"), tr("Divisions of layers among nodes that were cached"), effort.layers.stacks, 0},
             {tr("Hops counted"), tr("Divisions whose hops over the mesh were counted"), effort.layers.exact,
              effort.layers.stacks},
             {tr("Blockings"), tr("Blockings of layers that the detailed model counted"), effort.layers.blockings, 0}});
    return stages;
}

} // namespace

PruningModel::PruningModel(ShownNodes& nodes, QObject* parent) : ColumnTable(parent)
{
    const auto part = [](const PrunedStage& stage) {
        return stage.of > 0 ? std::optional(double(stage.left) / double(stage.of)) : std::nullopt;
    };
    setFields({
        {{tr("Stage"), Kind::Text, tr("Stages of KAPLA's search, in their order")},
         &PrunedStage::name,
         {},
         &PrunedStage::meaning},
        {{tr("Left"), Kind::Number, tr("How many there are after this stage")},
         [](const PrunedStage& stage) { return format::integer(stage.left); },
         &PrunedStage::left,
         &PrunedStage::meaning},
        {{tr("Of those before"), Kind::Number, tr("The part that the stage leaves of what came before it"),
          tr("ratio")},
         [=](const PrunedStage& stage) { return part(stage) ? format::percent(*part(stage)) : format::kNoValue; },
         part,
         &PrunedStage::meaning},
    });
    const auto take = [this, &nodes] { setRows(stagesOf(nodes)); };
    connect(&nodes, &ShownNodes::runChanged, this, take);
    take();
}

} // namespace nestloom::ui
