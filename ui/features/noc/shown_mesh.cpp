// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/shown_mesh.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/words/loop_words.h"

#include <QCoreApplication>

#include <cmath>

namespace nestloom::ui {

using noc::LinkEnds;
using traffic::Flow;
using traffic::FlowLoop;

namespace {

class MeshWords {
    Q_DECLARE_TR_FUNCTIONS(MeshWords)
};

QString levelName(const ShownMesh& mesh, std::size_t level)
{
    return QString::fromStdString(mesh.accelerator.levels[level].name);
}

BytesPerCycle linkBandwidth(const ShownMesh& mesh) { return {double(mesh.load.flit.count) / 8}; }

} // namespace

QString routerName(const ShownMesh& mesh, noc::RouterId router)
{
    return router < mesh.load.mesh.peCount() ? MeshWords::tr("PE %1").arg(router)
                                             : MeshWords::tr("router %1").arg(router);
}

QString portName(const ShownMesh& mesh, noc::PortId port)
{
    if (port == mesh.load.mesh.bufferPort())
        return levelName(mesh, mesh.load.level);
    if (port == mesh.load.mesh.outsidePort())
        return mesh.hasOutside() ? levelName(mesh, mesh.load.level - 1) : MeshWords::tr("nothing");
    return MeshWords::tr("PE %1").arg(port);
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
        return enters ? MeshWords::tr("out of %1").arg(port) : MeshWords::tr("into %1").arg(port);
    const QString router = routerName(mesh, ends->from);
    return enters ? arrow.arg(port, router) : arrow.arg(router, port);
}

QString loadText(const ShownMesh& mesh, double utilization)
{
    return MeshWords::tr("%1 of %2")
        .arg(format::percent(utilization, utilization < 0.0995 ? 2 : 1), format::bandwidth(linkBandwidth(mesh)));
}

QString shortLoad(double utilization)
{
    if (utilization <= 0)
        return format::percent(0, 0);
    if (utilization < 0.001)
        return MeshWords::tr("<%1").arg(format::percent(0.001, 1));
    return format::percent(utilization, utilization < 0.0995 ? 1 : 0);
}

QString meshText(const ShownMesh& mesh)
{
    return MeshWords::tr("%1-bit flits (%2 a link), X-Y routes, %3")
        .arg(mesh.load.flit.count)
        .arg(format::bandwidth(linkBandwidth(mesh)),
             mesh.load.trees ? MeshWords::tr("multicast") : MeshWords::tr("no multicast"));
}

QString flowName(const ShownMesh& mesh, const Flow& flow)
{
    const QString tensor = tensorName(flow.tensor);
    const QString outer = levelName(mesh, flow.outer);
    const QString buffer = levelName(mesh, mesh.load.level);
    switch (flow.kind) {
    case Flow::Kind::Deliver: return MeshWords::tr("%1 from %2 to the PEs").arg(tensor, outer);
    case Flow::Kind::Return: return MeshWords::tr("partial sums from %1 back to the PEs").arg(outer);
    case Flow::Kind::Collect: return MeshWords::tr("%1 from the PEs to %2").arg(tensor, outer);
    case Flow::Kind::Fill:
        return MeshWords::tr("%1 from %2 to %3")
            .arg(flow.tensor == TensorRole::Outputs ? MeshWords::tr("partial sums") : tensor, outer, buffer);
    case Flow::Kind::Drain: return MeshWords::tr("%1 from %2 to %3").arg(tensor, buffer, outer);
    }
    return {};
}

QString castText(const Flow& flow)
{
    switch (flow.cast) {
    case Flow::Cast::Unicast: return MeshWords::tr("one to one");
    case Flow::Cast::Multicast: return MeshWords::tr("multicast: one copy for up to %1 PEs").arg(flow.largestGroup);
    case Flow::Cast::Reduction:
        return MeshWords::tr("reduction: sums of up to %1 PEs are added on the way").arg(flow.largestGroup);
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
    case FlowLoop::Effect::Moves: return MeshWords::tr("%1: other data each step, %2").arg(title, times);
    case FlowLoop::Effect::ReadAgain:
        return (outputs ? MeshWords::tr("%1: the same sums again each step, %2")
                        : MeshWords::tr("%1: the same data again each step, %2"))
            .arg(title, times);
    case FlowLoop::Effect::Splits:
        return (ofMesh ? MeshWords::tr("%1: each PE has its own part") : MeshWords::tr("%1: own parts inside a PE"))
            .arg(title);
    case FlowLoop::Effect::Shared:
        if (outputs)
            return (ofMesh ? MeshWords::tr("%1: PEs add to the same sums") : MeshWords::tr("%1: added inside the PE"))
                .arg(title);
        return (ofMesh ? MeshWords::tr("%1: PEs share the data") : MeshWords::tr("%1: shared inside the PE"))
            .arg(title);
    }
    return title;
}

bool isOverloaded(const ShownMesh& mesh) { return mesh.load.utilization(mesh.load.hottestLink()) > 1 + 1e-9; }

QString hottestSentence(const ShownMesh& mesh)
{
    const noc::LinkId link = mesh.load.hottestLink();
    const double utilization = mesh.load.utilization(link);
    if (utilization <= 0)
        return MeshWords::tr("This layer sends nothing over the mesh.");
    if (!isOverloaded(mesh))
        return MeshWords::tr("Busiest link: %1 at %2, averaged over %3.")
            .arg(linkName(mesh, link), loadText(mesh, utilization), format::cycles(mesh.load.cycles));
    return MeshWords::tr(
               "%1 would need %2 of what it has: the mesh takes at least %3 for this layer, not %4, because the cost "
               "model gives the mesh no bandwidth.")
        .arg(linkName(mesh, link), format::percent(utilization, 0),
             format::cycles(utilization * double(mesh.load.cycles.count)), format::cycles(mesh.load.cycles));
}

} // namespace nestloom::ui
