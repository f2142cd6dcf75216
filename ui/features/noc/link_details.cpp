// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/link_details.h"

#include "engine/base/ranges.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/style/words.h"
#include "ui/widgets/rich_label.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace nestloom::ui {

namespace {

QString exactBytes(double bytes) { return Words::tr("%1 B").arg(format::exactNumber(bytes, 0)); }

QString chip(TensorRole role, const Theme& theme)
{
    const QColor colour = theme.tensor[role];
    return QStringLiteral("<span style=\"background-color:%1; color:%2\">&nbsp;%3&nbsp;</span>")
        .arg(colour.name(), textOn(colour).name(), tensorLetter(role));
}

QString heading(const QString& text) { return QStringLiteral("<p><b>%1</b></p>").arg(text.toHtmlEscaped()); }

QString flowHtml(const ShownMesh& mesh, const traffic::Flow& flow, const QString& amount, const Theme& theme)
{
    QString html = chip(flow.tensor, theme) + QLatin1Char(' ') + flowName(mesh, flow).toHtmlEscaped()
                   + QStringLiteral("<br><b>%1</b> ").arg(amount.toHtmlEscaped());
    html += mutedHtml(castText(flow), theme);
    for (const traffic::FlowLoop& loop : flow.loops)
        html += QStringLiteral("<br>") + mutedHtml(QStringLiteral("\u2022 ") + loopText(mesh, flow, loop), theme);
    return paragraphHtml(html);
}

/// Indices of the flows of the shown tensors, the largest first.
std::vector<std::size_t> byAmount(const ShownMesh& mesh, const std::vector<double>& amounts)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < amounts.size(); ++i)
        if (amounts[i] > 0 && mesh.tensors.contains(mesh.load.flows[i].tensor))
            order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return amounts[a] > amounts[b]; });
    return order;
}

} // namespace

QString linkDetails(const ShownMesh& mesh, noc::LinkId link, const Theme& theme)
{
    const double bytes = mesh.bytes(link), utilization = mesh.utilization(link);
    QString html = heading(linkName(mesh, link));
    if (bytes <= 0)
        return html + paragraphHtml(Words::tr("carries nothing of the tensors shown").toHtmlEscaped());
    const QString load = loadText(mesh, utilization).toHtmlEscaped();
    html += paragraphHtml(utilization > 1
                              ? QStringLiteral("<span style=\"color:%1\"><b>%2</b></span>")
                                    .arg(theme.warning.name(), Words::tr("%1: more than it can carry").arg(load))
                              : QStringLiteral("<b>%1</b>").arg(load));
    html += paragraphHtml(mutedHtml(Words::tr("%1 in %2, at least %3 flits")
                                        .arg(exactBytes(bytes), format::exactCycles(mesh.load.cycles),
                                             format::exactNumber(mesh.load.flitsFor(bytes), 0)),
                                    theme));
    const auto flows = mesh.load.byFlow(link);
    const std::vector<double> amounts(flows.begin(), flows.end());
    for (const std::size_t i : byAmount(mesh, amounts))
        html +=
            flowHtml(mesh, mesh.load.flows[i],
                     Words::tr("%1, %2").arg(format::percent(amounts[i] / bytes), format::bytes(amounts[i])), theme);
    return html;
}

QString meshDetails(const ShownMesh& mesh, const Theme& theme)
{
    QString html = heading(Words::tr("All links"));
    html += paragraphHtml(mutedHtml(
        Words::tr("Click a link, or walk with the arrow keys and press Enter, to see what loads it."), theme));
    const noc::Mesh& m = mesh.load.mesh;
    std::vector<noc::PortId> ports{m.bufferPort()};
    if (mesh.hasOutside())
        ports.push_back(m.outsidePort());
    for (const noc::PortId port : ports)
        html += paragraphHtml(Words::tr("<b>%1</b> sends %2, receives %3")
                                  .arg(portName(mesh, port).toHtmlEscaped(),
                                       loadText(mesh, mesh.utilization(m.entering(port))),
                                       loadText(mesh, mesh.utilization(m.leaving(port)))));
    html += paragraphHtml(
        Words::tr("mean over the links between routers: %1").arg(format::percent(mesh.load.meanHopUtilization(), 2)));
    html += heading(Words::tr("What crosses the mesh"));
    const std::vector<double> amounts =
        collect(mesh.load.flows, [&](const traffic::Flow& flow) { return std::max(flow.entered, flow.left); });
    for (const std::size_t i : byAmount(mesh, amounts)) {
        const traffic::Flow& flow = mesh.load.flows[i];
        const QString amount =
            flow.cast == traffic::Flow::Cast::Unicast
                ? format::bytes(flow.entered)
                : Words::tr("%1 in, %2 out").arg(format::bytes(flow.entered), format::bytes(flow.left));
        html += flowHtml(mesh, flow, amount, theme);
    }
    return html;
}

namespace {

QString swatch(const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">\u25a0</span> ").arg(colour.name());
}

/// "weights 12.3 %, 1,204 flits", a line for each class that is shown and there.
QString classLines(const SimulationFocus& focus, const noc::LinkRate& rate, double cycles, const Theme& theme)
{
    QString html;
    for (const FlitClass flits : kFlitClasses) {
        const double each = rate.classes[columnOf(flits)];
        if (each <= 0 || !focus.isShown(flits))
            continue;
        html += QStringLiteral("<br>") + swatch(flitClassColour(theme, flits)) + flitClassName(flits)
                + QStringLiteral(" <b>") + format::percent(each) + QStringLiteral("</b> ")
                + mutedHtml(counted(std::llround(each * cycles), Words::tr("1 flit"), Words::tr("%1 flits")), theme);
    }
    return html;
}

QString simulatedFlowHtml(const ShownMesh& mesh, const traffic::Flow& flow, double bytes, double all,
                          const Theme& theme)
{
    QString html = swatch(theme.tensor[flow.tensor]) + flowName(mesh, flow).toHtmlEscaped() + QStringLiteral("<br><b>")
                   + format::percent(bytes / all) + QStringLiteral("</b> ") + mutedHtml(format::bytes(bytes), theme);
    for (const traffic::FlowLoop& loop : flow.loops)
        html += QStringLiteral("<br>") + mutedHtml(QStringLiteral("\u2022 ") + loopText(mesh, flow, loop), theme);
    return paragraphHtml(html);
}

QString simulatedFlowsHtml(const ShownMesh& mesh, const std::vector<traffic::Flow>& flows,
                           const std::vector<double>& bytes, const Theme& theme)
{
    const double all = std::accumulate(bytes.begin(), bytes.end(), 0.0);
    std::vector<std::size_t> order(bytes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return bytes[a] > bytes[b]; });
    QString html;
    for (const std::size_t i : order)
        if (bytes[i] > 0)
            html += simulatedFlowHtml(mesh, flows[i], bytes[i], all, theme);
    return html;
}

/// Simulated flows know their loops only where the static count made them.
traffic::Flow withLoops(const ShownMesh& mesh, const traffic::Flow& flow)
{
    for (const traffic::Flow& each : mesh.load.flows)
        if (each.kind == flow.kind && each.tensor == flow.tensor && each.outer == flow.outer
            && each.inner == flow.inner)
            return each;
    return flow;
}

} // namespace

QString simulatedLinkDetails(const ShownSimulation& shown, const SimulationFocus& focus, noc::LinkId link,
                             const Theme& theme)
{
    const ShownMesh& mesh = *shown.mesh();
    const noc::LinkRate& rate = focus.rateOf(link);
    const double cycles = focus.rates().cycles;
    QString html = heading(linkName(mesh, link)) + paragraphHtml(mutedHtml(spanText(shown, focus), theme));
    html += paragraphHtml(Words::tr("in use <b>%1</b> of the cycles").arg(format::percent(focus.use(rate)))
                          + classLines(focus, rate, cycles, theme));
    html += paragraphHtml(Words::tr("a flit had to wait for room behind the link in <b>%1</b> of the cycles")
                              .arg(format::percent(rate.blocked)));
    if (shown.end() > 0)
        html += paragraphHtml(mutedHtml(Words::tr("static load: %1 of the simulated cycles, without headers")
                                            .arg(format::percent(mesh.load.flits(link) / double(shown.end()))),
                                        theme));
    if (!shown.ended())
        return html;
    const simulation::EndedSimulation& ended = *shown.ended();
    const TimeRange range = focus.cycles();
    const auto bytes = simulation::flowBytes(ended.layer.traffic, ended.layer.run, ended.users,
                                             noc::gridLinkOf(mesh.load.mesh, link), range.from, range.to);
    const std::vector<traffic::Flow> flows =
        collect(ended.layer.traffic.flows, [&](const traffic::Flow& flow) { return withLoops(mesh, flow); });
    const QString who = simulatedFlowsHtml(mesh, flows, bytes, theme);
    return html + (who.isEmpty() ? QString() : heading(Words::tr("Who loads it")) + who);
}

QString simulatedMeshDetails(const ShownSimulation& shown, const SimulationFocus& focus, const Theme& theme)
{
    const ShownMesh& mesh = *shown.mesh();
    QString html = heading(Words::tr("All links")) + paragraphHtml(mutedHtml(spanText(shown, focus), theme));
    const noc::Mesh& m = mesh.load.mesh;
    std::vector<noc::PortId> ports{m.bufferPort()};
    if (mesh.hasOutside())
        ports.push_back(m.outsidePort());
    for (const noc::PortId port : ports)
        html +=
            paragraphHtml(Words::tr("<b>%1</b> sends in %2 of the cycles, receives in %3")
                              .arg(portName(mesh, port).toHtmlEscaped(), format::percent(focus.use(m.entering(port))),
                                   format::percent(focus.use(m.leaving(port)))));
    html += paragraphHtml(
        mutedHtml(Words::tr("Click a link, or walk with the arrow keys and press Enter, to see who loads it. "
                            "Shift+drag in a chart below marks a range of cycles: every panel follows."),
                  theme));
    for (const QString& reason : differenceReasons(shown))
        html += paragraphHtml(reason.toHtmlEscaped());
    return html;
}

} // namespace nestloom::ui
