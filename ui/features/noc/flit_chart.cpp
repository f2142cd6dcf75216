// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/flit_chart.h"

#include "ui/features/noc/mesh_words.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"

namespace nestloom::ui {

FlitChart::FlitChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : WindowChart(shown, focus, parent)
{
    setObjectName(QStringLiteral("flitChart"));
    setAccessibleName(tr("Flits over time by class"));
    connect(&focus, &SimulationFocus::linkChanged, this, &FlitChart::refresh);
    connect(&focus, &SimulationFocus::classesChanged, this, &FlitChart::refresh);
    refresh();
}

QString FlitChart::title() const
{
    const auto link = simulationFocus().link();
    return link && shown().mesh() ? tr("flits a cycle, %1").arg(linkName(*shown().mesh(), *link))
                                  : tr("flits a cycle that enter the mesh");
}

QString FlitChart::axisText(double value) const
{
    return value <= 0 ? QStringLiteral("0") : format::exactNumber(value, value < 0.1 ? 3 : 2);
}

std::vector<WindowChart::Series> FlitChart::series() const
{
    std::vector<Series> all;
    for (const FlitClass flits : kFlitClasses)
        if (simulationFocus().isShown(flits))
            all.push_back({flitClassName(flits), [flits](const Theme& theme) { return flitClassColour(theme, flits); },
                           isHatched(flits)});
    return all;
}

std::vector<noc::LinkId> FlitChart::links() const
{
    const noc::Mesh& mesh = shown().mesh()->load.mesh;
    if (const auto link = simulationFocus().link())
        return {noc::gridLinkOf(mesh, *link)};
    const noc::Grid grid = noc::gridOf(mesh);
    std::vector<noc::LinkId> all;
    for (noc::EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        all.push_back(grid.into(endpoint));
    return all;
}

void FlitChart::prepare()
{
    m_sums.clear();
    const noc::WindowCounters* windows = shown().windows();
    if (windows == nullptr || windows->classes.empty())
        return;
    const std::size_t count = windows->links.size() / windows->windows;
    const std::vector<noc::LinkId> all = links();
    m_sums.resize(windows->windows);
    for (std::size_t window = 0; window < windows->windows; ++window)
        for (const noc::LinkId link : all)
            for (std::size_t i = 0; i < m_sums[window].size(); ++i)
                m_sums[window][i] += windows->classes[window * count + link][i];
}

std::vector<double> FlitChart::means(std::int64_t from, std::int64_t to) const
{
    std::vector<double> sums;
    std::array<std::int64_t, noc::kTrafficClasses + 1> flits{};
    const std::int64_t width = windowWidth(); // columns begin and end with windows
    for (std::size_t window = std::size_t(from / width); window < m_sums.size() && std::int64_t(window) * width < to;
         ++window)
        for (std::size_t i = 0; i < flits.size(); ++i)
            flits[i] += m_sums[window][i];
    for (const FlitClass each : kFlitClasses)
        if (simulationFocus().isShown(each))
            sums.push_back(double(flits[columnOf(each)]) / double(std::max<std::int64_t>(1, to - from)));
    return sums;
}

} // namespace nestloom::ui
