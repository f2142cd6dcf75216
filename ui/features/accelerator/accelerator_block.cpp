// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_block.h"

#include "engine/hardware/energy_table.h"
#include "ui/features/accelerator/accelerator_diagram_layout.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/words/layer_words.h"
#include "ui/words/loop_words.h"

#include <QRegularExpression>
#include <QStringList>

namespace nestloom::ui {

using hardware::Accelerator;
using hardware::BufferLevel;
using Kind = AcceleratorBlock::Kind;

namespace {

QString gridText(const hardware::Fanout& fanout)
{
    return QStringLiteral("%1 x %2").arg(format::integer(fanout.columns), format::integer(fanout.rows));
}

/// "4 KiB", "4 KiB x 16", "16 KiB x 8 per PE".
QString capacityNote(const BufferLevel& level, std::int64_t instances, std::int64_t perPe)
{
    const QString capacity = level.capacity ? format::bytes(*level.capacity) : AcceleratorDiagramWords::tr("unbounded");
    const std::int64_t here = perPe > 0 ? instances / perPe : instances;
    const QString many =
        here > 1 ? AcceleratorDiagramWords::tr("%1 x %2").arg(format::integer(here), capacity) : capacity;
    return perPe > 1 ? AcceleratorDiagramWords::tr("%1 (%2 in all)").arg(many, format::integer(instances)) : many;
}

QString rateLine(const QString& what, const std::optional<BytesPerCycle>& rate, double instances, Hertz clock)
{
    if (!rate)
        return AcceleratorDiagramWords::tr("%1: unlimited").arg(what);
    const QString one =
        AcceleratorDiagramWords::tr("%1: %2 (%3)")
            .arg(what, format::bandwidth(*rate), format::si(rate->count * clock.count, QStringLiteral("B/s")));
    return instances > 1 ? AcceleratorDiagramWords::tr("%1 each, %2 in all")
                               .arg(one, format::bandwidth(BytesPerCycle{rate->count * instances}))
                         : one;
}

QString keptLine(const BufferLevel& level)
{
    QStringList kept, bypassing;
    for (const TensorRole role : kTensorRoles) {
        if (level.keeps.contains(role))
            kept << AcceleratorDiagramWords::tr("%1 (%2)").arg(tensorName(role),
                                                               format::exactBits(level.elementBits[role]));
        else
            bypassing << tensorName(role);
    }
    QString line = AcceleratorDiagramWords::tr("Keeps: %1")
                       .arg(kept.isEmpty() ? AcceleratorDiagramWords::tr("nothing") : kept.join(QStringLiteral(", ")));
    if (!bypassing.isEmpty())
        line += AcceleratorDiagramWords::tr("; bypassed by %1").arg(bypassing.join(QStringLiteral(", ")));
    return line;
}

QString energyLine(const Accelerator& accelerator, std::size_t at)
{
    const auto energy = hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(at)});
    if (!energy)
        return energyOriginSentence(accelerator, at);
    const std::int64_t elements = accelerator.levels[at].accessElements;
    QString line =
        AcceleratorDiagramWords::tr("Access: %1 (%2)").arg(format::energy(*energy), energyOrigin(accelerator, at));
    if (elements > 1)
        line += AcceleratorDiagramWords::tr(" for %1 elements, %2 each")
                    .arg(format::integer(elements), format::energy({energy->count / double(elements)}));
    return line;
}

QString levelToolTip(const Accelerator& accelerator, std::size_t at)
{
    const BufferLevel& level = accelerator.levels[at];
    const std::int64_t instances = accelerator.instances(at);
    QStringList lines;
    const auto kind = hardware::name(level.kind);
    lines << AcceleratorDiagramWords::tr("%1: %2, %3 in all")
                 .arg(qt(level.name), QString::fromLatin1(kind.data(), qsizetype(kind.size())),
                      instances == 1 ? AcceleratorDiagramWords::tr("1 instance")
                                     : AcceleratorDiagramWords::tr("%1 instances").arg(format::integer(instances)));
    if (level.capacity)
        lines << AcceleratorDiagramWords::tr("Capacity: %1 each, %2 in all")
                     .arg(format::exactBytes(*level.capacity), format::bytes(*level.capacity * instances));
    else
        lines << AcceleratorDiagramWords::tr("Capacity: unbounded");
    lines << keptLine(level);
    lines << rateLine(AcceleratorDiagramWords::tr("Read"), accelerator.readRate(at), double(instances),
                      accelerator.clock);
    lines << rateLine(AcceleratorDiagramWords::tr("Write"), accelerator.writeRate(at), double(instances),
                      accelerator.clock);
    lines << energyLine(accelerator, at);
    const auto area = hardware::levelArea(accelerator, BufferLevelId{std::uint32_t(at)});
    if (level.kind != hardware::LevelKind::Dram)
        lines << (area ? AcceleratorDiagramWords::tr("Area: %1 in all").arg(format::area(*area))
                       : AcceleratorDiagramWords::tr("Area: not known"));
    return lines.join(QLatin1Char('\n'));
}

/// What the children of a level share.
QString multicastLine(const hardware::BufferLevel& level)
{
    return level.multicast == TensorSet::all()
               ? AcceleratorDiagramWords::tr("Multicast: one read reaches several children")
           : level.multicast.empty()
               ? AcceleratorDiagramWords::tr("No multicast: a read for each child, and its sums are added one by one")
               : AcceleratorDiagramWords::tr("Only %1: of the others each child has its own copy")
                     .arg(multicastText(level.multicast));
}

QString networkToolTip(const Accelerator& accelerator)
{
    const hardware::Interconnect& mesh = accelerator.interconnect;
    const auto above = accelerator.findLevel(mesh.below);
    QStringList lines;
    lines << (above ? AcceleratorDiagramWords::tr("Network-on-chip between %1 and its %2 children (%3)")
                          .arg(qt(mesh.below), format::integer(accelerator.levels[above->value].fanout.count()),
                               gridText(accelerator.levels[above->value].fanout))
                    : AcceleratorDiagramWords::tr("Network-on-chip"));
    lines << AcceleratorDiagramWords::tr("Flit: %1, so a link moves %2")
                 .arg(format::exactBits(mesh.flit), format::bandwidth(BytesPerCycle{double(mesh.flit.count) / 8}));
    if (above)
        lines << multicastLine(accelerator.levels[above->value]);
    return lines.join(QLatin1Char('\n'));
}

QString nodesToolTip(const Accelerator& accelerator)
{
    const hardware::NodeArray& nodes = *accelerator.nodes;
    QStringList lines;
    lines << AcceleratorDiagramWords::tr("Nodes on a mesh: %1").arg(gridText(accelerator.levels.front().fanout));
    lines << AcceleratorDiagramWords::tr("Energy of an element: %1 a hop, %2 in the wires of a node's array")
                 .arg(format::energy(nodes.hopEnergy), format::energy(nodes.wireEnergy));
    lines << AcceleratorDiagramWords::tr("Energy of all nodes while idle: %1 a cycle")
                 .arg(format::energy(nodes.idleEnergy));
    return lines.join(QLatin1Char('\n'));
}

QString macToolTip(const Accelerator& accelerator)
{
    const double units = double(accelerator.macUnits());
    QStringList lines;
    lines << AcceleratorDiagramWords::tr("%1 MAC units, operands of %2")
                 .arg(format::integer(accelerator.macUnits()), format::exactBits(accelerator.macBits));
    lines << AcceleratorDiagramWords::tr("Peak rate: %1")
                 .arg(format::si(units * accelerator.clock.count, QStringLiteral("MAC/s")));
    lines << AcceleratorDiagramWords::tr("Energy: %1 for each multiply-accumulate (stated)")
                 .arg(format::energy(accelerator.macEnergy));
    const auto area = hardware::macArea(accelerator);
    lines << (area ? AcceleratorDiagramWords::tr("Area: %1 in all").arg(format::area(*area))
                   : AcceleratorDiagramWords::tr("Area: not known"));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString keyOf(AcceleratorBlock block)
{
    switch (block.kind) {
    case Kind::Level: return QStringLiteral("levels[%1]").arg(block.level);
    case Kind::Network: return QStringLiteral("interconnect");
    case Kind::Nodes: return QStringLiteral("nodes");
    case Kind::Macs: return QStringLiteral("mac");
    }
    return {};
}

std::optional<AcceleratorBlock> blockOf(const QString& key)
{
    static const QRegularExpression level(QStringLiteral("^levels\\[(\\d{1,6})\\]"));
    if (const auto match = level.match(key); match.hasMatch())
        return AcceleratorBlock::ofLevel(match.captured(1).toUInt());
    const QString first = key.section(QLatin1Char('.'), 0, 0);
    for (const Kind kind : {Kind::Network, Kind::Nodes, Kind::Macs})
        if (first == keyOf({kind, 0}))
            return AcceleratorBlock{kind, 0};
    return std::nullopt;
}

QString blockTitle(const Accelerator& accelerator, AcceleratorBlock block, std::int64_t perPe)
{
    switch (block.kind) {
    case Kind::Level: return qt(accelerator.levels[block.level].name);
    case Kind::Network: return AcceleratorDiagramWords::tr("Network-on-chip");
    case Kind::Nodes: return AcceleratorDiagramWords::tr("Nodes");
    case Kind::Macs: {
        const std::int64_t units = accelerator.macUnits() / std::max<std::int64_t>(1, perPe);
        return units == 1 ? AcceleratorDiagramWords::tr("1 MAC unit")
                          : AcceleratorDiagramWords::tr("%1 MAC units").arg(format::integer(units));
    }
    }
    return {};
}

QString blockNote(const Accelerator& accelerator, AcceleratorBlock block, std::int64_t perPe)
{
    switch (block.kind) {
    case Kind::Level: return capacityNote(accelerator.levels[block.level], accelerator.instances(block.level), perPe);
    case Kind::Network: {
        const QString flit =
            AcceleratorDiagramWords::tr("%1-bit flits").arg(format::integer(accelerator.interconnect.flit.count));
        const auto above = accelerator.findLevel(accelerator.interconnect.below);
        return above ? AcceleratorDiagramWords::tr("%1, %2").arg(
                   flit, multicastText(accelerator.levels[above->value].multicast))
                     : flit;
    }
    case Kind::Nodes:
        return AcceleratorDiagramWords::tr("hop %1, wires %2")
            .arg(format::energy(accelerator.nodes->hopEnergy), format::energy(accelerator.nodes->wireEnergy));
    case Kind::Macs: {
        const QString each = AcceleratorDiagramWords::tr("%1 each, %2")
                                 .arg(format::energy(accelerator.macEnergy), format::exactBits(accelerator.macBits));
        return perPe > 1
                   ? AcceleratorDiagramWords::tr("%1 (%2 in all)").arg(each, format::integer(accelerator.macUnits()))
                   : each;
    }
    }
    return {};
}

QString blockToolTip(const Accelerator& accelerator, AcceleratorBlock block)
{
    switch (block.kind) {
    case Kind::Level: return levelToolTip(accelerator, block.level);
    case Kind::Network: return networkToolTip(accelerator);
    case Kind::Nodes: return nodesToolTip(accelerator);
    case Kind::Macs: return macToolTip(accelerator);
    }
    return {};
}

QString bandwidthWords(const BufferLevel& level)
{
    const auto& read = level.readBandwidth;
    const auto& write = level.writeBandwidth;
    if (!read && !write)
        return AcceleratorDiagramWords::tr("unlimited");
    const bool inTurns = level.ports == 1;
    if (read == write)
        return (inTurns ? AcceleratorDiagramWords::tr("%1, in turns") : AcceleratorDiagramWords::tr("%1 each way"))
            .arg(format::bandwidth(*read));
    return (inTurns ? AcceleratorDiagramWords::tr("read %1, write %2, in turns")
                    : AcceleratorDiagramWords::tr("read %1, write %2"))
        .arg(read ? format::bandwidth(*read) : AcceleratorDiagramWords::tr("unlimited"),
             write ? format::bandwidth(*write) : AcceleratorDiagramWords::tr("unlimited"));
}

} // namespace nestloom::ui
