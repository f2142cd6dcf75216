// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/shown_mesh.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"
#include "ui/words/loop_words.h"

#include <cmath>

namespace nestloom::ui {

using noc::LinkEnds;
using traffic::Flow;
using traffic::FlowLoop;

namespace {

QString levelName(const ShownMesh& mesh, std::size_t level)
{
    return QString::fromStdString(mesh.accelerator.levels[level].name);
}

BytesPerCycle linkBandwidth(const ShownMesh& mesh) { return {double(mesh.load.flit.count) / 8}; }

} // namespace

QString routerName(const ShownMesh& mesh, noc::RouterId router)
{
    return router < mesh.load.mesh.peCount() ? Words::tr("PE %1").arg(router) : Words::tr("router %1").arg(router);
}

QString portName(const ShownMesh& mesh, noc::PortId port)
{
    if (port == mesh.load.mesh.bufferPort())
        return levelName(mesh, mesh.load.level);
    if (port == mesh.load.mesh.outsidePort())
        return mesh.hasOutside() ? levelName(mesh, mesh.load.level - 1) : Words::tr("nothing");
    return Words::tr("PE %1").arg(port);
}

QString linkName(const ShownMesh& mesh, noc::LinkId link)
{
    const auto ends = noc::linkEnds(mesh.load.mesh, link);
    if (!ends)
        return {};
    const QString arrow = QStringLiteral("%1 \u2192 %2");
    if (ends->kind == LinkEnds::Kind::Hop)
        return arrow.arg(routerName(mesh, ends->from), routerName(mesh, ends->to));
    const bool enters = ends->kind == LinkEnds::Kind::Entering;
    const QString port = portName(mesh, ends->port);
    if (ends->port < mesh.load.mesh.peCount())
        return enters ? Words::tr("out of %1").arg(port) : Words::tr("into %1").arg(port);
    const QString router = routerName(mesh, ends->from);
    return enters ? arrow.arg(port, router) : arrow.arg(router, port);
}

QString loadText(const ShownMesh& mesh, double utilization)
{
    return Words::tr("%1 of %2")
        .arg(format::percent(utilization, utilization < 0.0995 ? 2 : 1), format::bandwidth(linkBandwidth(mesh)));
}

QString shortLoad(double utilization)
{
    if (utilization <= 0)
        return format::percent(0, 0);
    if (utilization < 0.001)
        return Words::tr("<%1").arg(format::percent(0.001, 1));
    return format::percent(utilization, utilization < 0.0995 ? 1 : 0);
}

QString meshText(const ShownMesh& mesh)
{
    return Words::tr("%1-bit flits (%2 a link), X-Y routes, %3")
        .arg(mesh.load.flit.count)
        .arg(format::bandwidth(linkBandwidth(mesh)), multicastText(mesh.load.multicast));
}

QString flowName(const ShownMesh& mesh, const Flow& flow)
{
    const QString tensor = tensorName(flow.tensor);
    const QString outer = levelName(mesh, flow.outer);
    const QString buffer = levelName(mesh, mesh.load.level);
    switch (flow.kind) {
    case Flow::Kind::Deliver: return Words::tr("%1 from %2 to the PEs").arg(tensor, outer);
    case Flow::Kind::Return: return Words::tr("partial sums from %1 back to the PEs").arg(outer);
    case Flow::Kind::Collect: return Words::tr("%1 from the PEs to %2").arg(tensor, outer);
    case Flow::Kind::Fill:
        return Words::tr("%1 from %2 to %3")
            .arg(flow.tensor == TensorRole::Outputs ? Words::tr("partial sums") : tensor, outer, buffer);
    case Flow::Kind::Drain: return Words::tr("%1 from %2 to %3").arg(tensor, buffer, outer);
    }
    return {};
}

QString castText(const Flow& flow)
{
    switch (flow.cast) {
    case Flow::Cast::Unicast: return Words::tr("one to one");
    case Flow::Cast::Multicast: return Words::tr("multicast: one copy for up to %1 PEs").arg(flow.largestGroup);
    case Flow::Cast::Reduction:
        return Words::tr("reduction: sums of up to %1 PEs are added on the way").arg(flow.largestGroup);
    }
    return {};
}

QString loopText(const ShownMesh& mesh, const Flow& flow, const FlowLoop& loop)
{
    const QString title = loopTitle(mesh.accelerator, mesh.mapping, {loop.level, loop.position});
    const bool outputs = flow.tensor == TensorRole::Outputs;
    const bool ofMesh = loop.level == mesh.load.level;
    const QString times =
        QStringLiteral("\u00d7%1")
            .arg(format::exactNumber(loop.factor, std::abs(loop.factor - std::round(loop.factor)) < 0.005 ? 0 : 2));
    switch (loop.effect) {
    case FlowLoop::Effect::Moves: return Words::tr("%1: other data each step, %2").arg(title, times);
    case FlowLoop::Effect::ReadAgain:
        return (outputs ? Words::tr("%1: the same sums again each step, %2")
                        : Words::tr("%1: the same data again each step, %2"))
            .arg(title, times);
    case FlowLoop::Effect::Splits:
        return (ofMesh ? Words::tr("%1: each PE has its own part") : Words::tr("%1: own parts inside a PE")).arg(title);
    case FlowLoop::Effect::Shared:
        if (outputs)
            return (ofMesh ? Words::tr("%1: PEs add to the same sums") : Words::tr("%1: added inside the PE"))
                .arg(title);
        return (ofMesh ? Words::tr("%1: PEs share the data") : Words::tr("%1: shared inside the PE")).arg(title);
    case FlowLoop::Effect::Copied:
        return (outputs ? Words::tr("%1: sums come one by one") : Words::tr("%1: a copy for each child")).arg(title);
    }
    return title;
}

bool isOverloaded(const ShownMesh& mesh) { return mesh.load.utilization(mesh.load.hottestLink()) > 1 + 1e-9; }

QString hottestSentence(const ShownMesh& mesh)
{
    const noc::LinkId link = mesh.load.hottestLink();
    const double utilization = mesh.load.utilization(link);
    if (utilization <= 0)
        return Words::tr("This layer sends nothing over the mesh.");
    if (!isOverloaded(mesh))
        return Words::tr("Busiest link: %1 at %2, averaged over %3.")
            .arg(linkName(mesh, link), loadText(mesh, utilization), format::cycles(mesh.load.cycles));
    return Words::tr(
               "%1 would need %2 of what it has: the mesh takes at least %3 for this layer, not %4, because the cost "
               "model gives the mesh no bandwidth.")
        .arg(linkName(mesh, link), format::percent(utilization, 0),
             format::cycles(utilization * double(mesh.load.cycles.count)), format::cycles(mesh.load.cycles));
}

} // namespace nestloom::ui
