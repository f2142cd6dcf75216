// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the chart of ParetoPage: points of the sweep and stored runs, their legend and where they come from.
#include "ui/sweep/pareto_page.h"

#include "ui/format.h"
#include "ui/panels/run_control.h"
#include "ui/sweep/shown_sweep.h"
#include "ui/workbench.h"

#include <QCheckBox>
#include <QComboBox>

#include <algorithm>
#include <cmath>
#include <set>

namespace nestloom::ui {

namespace {

using explore::PointStatus;
using Kind = Measure::Kind;
using Side = ParetoView::Side;

QString counted(int count, const QString& what) { return QStringLiteral("%1 %2").arg(count).arg(what); }

} // namespace

ParetoPoint ParetoPage::pointOf(int row) const
{
    const SweepPointModel& model = m_sweep.points();
    const explore::PointResult& result = model.points()[std::size_t(row)];
    ParetoPoint point;
    point.series = int(result.network);
    const int network = m_network->currentData().toInt();
    if (!result.cost || (network >= 0 && network != point.series))
        return point; // without a place
    point.x = model.value(row, measure(Side::X));
    point.y = model.value(row, measure(Side::Y));
    point.isUndecided = model.isUndecided(row);
    if (const int by = m_colour->currentData().toInt(); by != kByNothing) {
        const double value = model.value(row, model.measures()[std::size_t(by)]);
        point.colour =
            int(std::lower_bound(m_colourValues.begin(), m_colourValues.end(), value) - m_colourValues.begin());
    }
    return point;
}

ParetoPoint ParetoPage::pointOf(const RunSummary& run) const
{
    const auto figure = [&run](Kind kind) {
        switch (kind) {
        case Kind::Cycles: return double(run.totals->cycles.count);
        case Kind::Energy: return run.totals->energy.count;
        case Kind::Utilization: return run.totals->utilization;
        default: return std::nan("");
        }
    };
    ParetoPoint point;
    point.isRun = true;
    const auto& networks = m_sweep.points().inputs().networks;
    for (std::size_t i = 0; i < networks.size(); ++i)
        if (networks[i].name == run.networkName.toStdString())
            point.series = int(i);
    point.x = figure(measure(Side::X).kind);
    point.y = figure(measure(Side::Y).kind);
    return point;
}

std::vector<ParetoPoint> ParetoPage::runPoints()
{
    m_runIds.clear();
    std::vector<ParetoPoint> points;
    if (!m_runs->isChecked())
        return points;
    std::set<QString> networks;
    for (const workload::Network& network : m_sweep.points().inputs().networks)
        networks.insert(QString::fromStdString(network.name));
    const QString only = m_network->currentData().toInt() < 0 ? QString() : m_network->currentText();
    for (const RunSummary& run : m_workbench.session().runs()) {
        if (!run.isWhole() || !networks.contains(run.networkName) || (!only.isEmpty() && run.networkName != only))
            continue;
        m_runIds.push_back(run.id);
        points.push_back(pointOf(run));
    }
    return points;
}

void ParetoPage::refreshLegend()
{
    const SweepPointModel& model = m_sweep.points();
    ParetoLegend legend;
    for (const workload::Network& network : model.inputs().networks)
        legend.series << QString::fromStdString(network.name);
    m_colourValues.clear();
    if (const int by = m_colour->currentData().toInt(); by != kByNothing) {
        const Measure& measure = model.measures()[std::size_t(by)];
        legend.colourTitle = measure.title;
        m_colourValues = model.inputs().space.axes[measure.axis].values;
        std::sort(m_colourValues.begin(), m_colourValues.end());
        for (const double value : m_colourValues)
            legend.colours << shortText(measure, value);
    }
    for (const PointStatus status : {PointStatus::Infeasible, PointStatus::Refused, PointStatus::Failed})
        if (const int count = model.count(status); count > 0)
            legend.notes << counted(count, statusText(status));
    m_view->setLegend(legend);
}

Provenance ParetoPage::provenance() const
{
    const explore::SweepInputs& inputs = m_sweep.points().inputs();
    QStringList networks;
    for (const workload::Network& network : inputs.networks)
        networks << QString::fromStdString(network.name);
    Provenance from;
    from.accelerator = QString::fromStdString(inputs.space.base.name);
    from.network = networks.join(QStringLiteral(", "));
    from.engine = QString::fromStdString(inputs.options.engine) + QStringLiteral(", ")
                  + objectiveTitle(inputs.options.cosa.objective);
    from.seed = QString::number(inputs.options.seed);
    from.version = QStringLiteral(NESTLOOM_VERSION);
    for (const SweepSummary& stored : m_sweep.sweeps().stored())
        if (stored.id == m_sweep.id())
            from.version = stored.version;
    return from;
}

QString ParetoPage::description(int point) const
{
    if (const int row = rowOf(point); row >= 0)
        return m_sweep.points().description(row);
    const qint64 id = m_runIds[std::size_t(point)];
    for (const RunSummary& run : m_workbench.session().runs())
        if (run.id == id)
            return tr("Run %1: %2 on %3\n%4\n%5")
                .arg(id)
                .arg(run.networkName, run.acceleratorName, format::exactCycles(run.totals->cycles),
                     format::exactEnergy(run.totals->energy));
    return {};
}

} // namespace nestloom::ui
