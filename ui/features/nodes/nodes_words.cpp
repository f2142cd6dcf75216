// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/nodes_words.h"

#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/words/layer_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestloom::ui {

namespace {

QString loopLetter(kapla::Loop loop)
{
    switch (loop) {
    case kapla::Loop::InputChannels: return QStringLiteral("C");
    case kapla::Loop::OutputChannels: return QStringLiteral("K");
    case kapla::Loop::Batch: return QStringLiteral("N");
    }
    return {};
}

/// Loops of a level with more than one iteration, outermost first. Those over registers have no order of their own.
std::vector<kapla::Loop> loopsOf(const kapla::Blocking& blocking, std::size_t level)
{
    std::vector<kapla::Loop> loops;
    for (const kapla::Loop loop : kapla::kLoops)
        if (blocking.factors[level][kapla::index(loop)] > 1)
            loops.push_back(loop);
    if (level < blocking.position.size())
        std::ranges::sort(loops, [&](kapla::Loop a, kapla::Loop b) {
            return blocking.position[level][kapla::index(a)] > blocking.position[level][kapla::index(b)];
        });
    return loops;
}

QString whereText(const kapla::NodeRegion& region, const kapla::NodeRegion& own)
{
    if (region.kind == kapla::RegionKind::Memory)
        return Words::tr("memory");
    return region == own ? Words::tr("its own nodes") : Words::tr("other nodes of the segment");
}

QString accessLine(const kapla::LayerSchedule& layer, kapla::Level level, const QString& name)
{
    QStringList parts;
    for (const TensorRole role : kTensorRoles)
        parts << QStringLiteral("%1 %2").arg(
            tensorName(role), format::si(layer.cost.counts.access[kapla::index(level)][role], Words::tr("words")));
    return Words::tr("  %1  %2").arg(name, -10).arg(parts.join(QStringLiteral(", ")));
}

} // namespace

double wordBytes(const ShownNodes& nodes)
{
    return double(nodes.question().accelerator->levels[0].elementBits[TensorRole::Weights].count) / 8;
}

QColor nodeLayerColour(const Theme& theme, std::size_t layer)
{
    static constexpr std::array<double, 6> steps{0.45, 0.95, 0.15, 0.7, 0.3, 0.82};
    return sequentialColour(theme, steps[layer % steps.size()]);
}

QString layerLetter(std::size_t inSegment)
{
    return inSegment < 26 ? QString(QChar(u'A' + char16_t(inSegment))) : QString::number(inSegment + 1);
}

QString partText(NodePart part)
{
    switch (part) {
    case NodePart::Operations: return Words::tr("MAC");
    case NodePart::Registers: return Words::tr("registers");
    case NodePart::Wires: return Words::tr("array wires");
    case NodePart::Buffer: return Words::tr("buffer");
    case NodePart::Hops: return Words::tr("hops");
    case NodePart::Dram: return Words::tr("DRAM");
    case NodePart::Static: return Words::tr("static");
    }
    return {};
}

QColor partColour(const Theme& theme, NodePart part)
{
    switch (part) {
    case NodePart::Operations: return theme.colour(BoundBy::Compute);
    case NodePart::Registers: return theme.levelColour(3);
    case NodePart::Wires: return theme.levelColour(4);
    case NodePart::Buffer: return theme.levelColour(1);
    case NodePart::Hops: return theme.colour(BoundBy::Network);
    case NodePart::Dram: return theme.levelColour(0);
    case NodePart::Static: return theme.otherTensor;
    }
    return {};
}

QString passText(kapla::Pass pass) { return qt(kapla::name(pass)); }

QString goalText(kapla::Goal goal)
{
    switch (goal) {
    case kapla::Goal::Energy: return Words::tr("energy");
    case kapla::Goal::Delay: return Words::tr("latency");
    case kapla::Goal::EnergyDelay: return Words::tr("EDP");
    }
    return {};
}

double goalFigure(kapla::Goal goal, const kapla::NetworkSchedule& schedule)
{
    switch (goal) {
    case kapla::Goal::Energy: return schedule.cost;
    case kapla::Goal::Delay: return double(schedule.cycles);
    case kapla::Goal::EnergyDelay: return schedule.cost * double(schedule.cycles);
    }
    return 0;
}

QString engineTitle(const kapla::NodeRunOptions& options)
{
    for (const kapla::NodeEngineInfo& engine : kapla::nodeEngines())
        if (engine.id == options.engine)
            return qt(engine.title);
    return qt(options.engine);
}

QString extentText(kapla::Extent extent) { return QStringLiteral("%1x%2").arg(extent.h).arg(extent.w); }

QString partitionText(const kapla::Partition& partition)
{
    QStringList parts;
    for (const kapla::Split split : partition.order) {
        const kapla::Extent extent = partition.of(split);
        if (extent.size() > 1)
            parts << QStringLiteral("%1 %2").arg(qt(letters(split)), extentText(extent));
    }
    return parts.isEmpty() ? Words::tr("whole") : parts.join(QStringLiteral(", "));
}

QString blockingText(const kapla::Blocking& blocking)
{
    QStringList levels;
    for (std::size_t level = 0; level < blocking.factors.size(); ++level) {
        QStringList loops;
        for (const kapla::Loop loop : loopsOf(blocking, level))
            loops << QStringLiteral("%1%2").arg(loopLetter(loop)).arg(blocking.factors[level][kapla::index(loop)]);
        levels << (loops.isEmpty() ? QStringLiteral("1") : loops.join(QLatin1Char(' ')));
    }
    return levels.join(QStringLiteral(" | "));
}

QString loopsText(const kapla::NodeRun& run, const SegmentChain::Layer& placed, std::int64_t batch)
{
    const kapla::NetworkLayer& layer = run.graph.network.layers[placed.layer];
    const kapla::LayerSchedule& of = *placed.schedule;
    const kapla::Layer& shape = layer.layer;
    QStringList lines{Words::tr("%1, %2: C %3, K %4, PQ %5x%6, RS %7x%8, N %9")
                          .arg(qt(layer.name), passText(run.graph.passes[placed.layer]))
                          .arg(shape.inputChannels)
                          .arg(shape.outputChannels)
                          .arg(shape.outputHeight)
                          .arg(shape.outputWidth)
                          .arg(shape.windowHeight)
                          .arg(shape.windowWidth)
                          .arg(batch)};
    lines << Words::tr("nodes      %1 of %2, inputs from %3, outputs to %4")
                 .arg(extentText(of.partition.extent()))
                 .arg(extentText(run.machine.nodes.extent))
                 .arg(whereText(placed.place->placement.source, placed.place->placement.nodes),
                      whereText(placed.place->placement.destination, placed.place->placement.nodes));
    QString indent = QStringLiteral("  ");
    for (const kapla::Split split : of.partition.order)
        if (of.partition.count(split) > 1) {
            lines << Words::tr("%1spatial %2 in %3 over nodes")
                         .arg(indent, qt(letters(split)), extentText(of.partition.of(split)));
            indent += QStringLiteral("  ");
        }
    const std::array into{Words::tr("into the buffer"), Words::tr("into registers"), Words::tr("over registers")};
    for (std::size_t level = 0; level < of.blocking.factors.size(); ++level)
        for (const kapla::Loop loop : loopsOf(of.blocking, level)) {
            lines << Words::tr("%1for %2 in %3  %4")
                         .arg(indent, loopLetter(loop))
                         .arg(of.blocking.factors[level][kapla::index(loop)])
                         .arg(into[level]);
            indent += QStringLiteral("  ");
        }
    lines << Words::tr("%1one pass of the PE array: %2").arg(indent, format::exactCycles(Cycles{of.loops.cycles}));
    lines << Words::tr("words moved, all nodes") << accessLine(of, kapla::Level::Dram, partText(NodePart::Dram))
          << accessLine(of, kapla::Level::Buffer, partText(NodePart::Buffer))
          << accessLine(of, kapla::Level::Array, partText(NodePart::Wires))
          << accessLine(of, kapla::Level::Registers, partText(NodePart::Registers));
    return lines.join(QLatin1Char('\n'));
}

QString runSentence(const ShownNodes& nodes)
{
    if (!nodes.run()) {
        if (!nodes.isBusy())
            return {};
        const Progress& progress = nodes.progress();
        QString line = progress.phase.empty() ? Words::tr("scheduling ...") : qt(progress.phase);
        if (progress.fraction)
            line += QStringLiteral(", ") + format::percent(*progress.fraction, 0);
        if (progress.incumbent)
            line += Words::tr(", best so far %1").arg(format::energy(Picojoules{*progress.incumbent}));
        return line;
    }
    const kapla::NodeRun& run = *nodes.run();
    const std::int64_t batch = nodes.question().options.batch;
    QString line =
        Words::tr("%1 in %2: %3, %4 for a batch of %5")
            .arg(counted(qint64(run.graph.network.layers.size()), Words::tr("1 layer"), Words::tr("%1 layers")),
                 counted(qint64(run.schedule->segments.size()), Words::tr("1 segment"), Words::tr("%1 segments")))
            .arg(format::energy(Picojoules{run.schedule->cost}), format::cycles(Cycles{run.schedule->cycles}))
            .arg(batch);
    if (batch > 1)
        line += Words::tr(", %1, %2 an image")
                    .arg(format::energy(Picojoules{run.schedule->cost / double(batch)}),
                         format::cycles(double(run.schedule->cycles) / double(batch)));
    line += Words::tr("; %1 of search").arg(format::milliseconds(run.cpuMs));
    if (nodes.question().options.training)
        line += Words::tr("; %1 kept for backward layers")
                    .arg(format::bytes(double(run.graph.storedWords * batch) * wordBytes(nodes)));
    line += QLatin1Char('.');
    for (const std::string& note : run.notes)
        line += QLatin1Char(' ') + qt(note);
    return line;
}

std::pair<QString, QString> emptyText(const ShownNodes& nodes)
{
    using State = ShownNodes::State;
    switch (nodes.state()) {
    case State::NoNetwork: return noLayersText(*nodes.question().network);
    case State::NoNodes:
        return {nodes.question().accelerator->name.empty()
                    ? Words::tr("No accelerator is in the editor")
                    : Words::tr("%1 has no nodes to schedule").arg(qt(nodes.question().accelerator->name)),
                nodes.reason()};
    case State::Failed: return {Words::tr("The network cannot be scheduled on these nodes"), nodes.reason()};
    case State::Cancelled:
        return {Words::tr("Cancelled"), Words::tr("No whole schedule was there yet. Press Schedule to search again.")};
    case State::Scheduling:
    case State::Scheduled: break;
    }
    return {Words::tr("Scheduling ..."),
            Words::tr("The segments appear when the whole network is scheduled; Cancel keeps the best up to then.")};
}

Provenance nodesProvenance(const ShownNodes& nodes)
{
    const kapla::NodeRunOptions& options = nodes.question().options;
    Provenance from;
    from.accelerator = qt(nodes.question().accelerator->name);
    from.network = qt(nodes.question().network->name);
    from.engine = Words::tr("%1, %2, batch %3%4")
                      .arg(engineTitle(options), goalText(options.goal))
                      .arg(options.batch)
                      .arg(options.training ? Words::tr(", training") : QString());
    from.version = QCoreApplication::applicationVersion();
    return from;
}

} // namespace nestloom::ui
