// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/totals_model.h"

#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/workbench/comparison.h"

#include <QApplication>

#include <array>

namespace nestloom::ui {

namespace {

struct Quantity {
    const char* title;
    const char* unit; // of the exported number
    Better better;
    bool inPoints = false;
};
constexpr std::array<Quantity, TotalsModel::RowCount> kQuantities{
    {{QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Cycles"), "cycles", Better::Smaller},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Time"), "s", Better::Smaller},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Energy"), "pJ", Better::Smaller},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "EDP"), "J\u00b7s", Better::Smaller},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Utilisation"), "", Better::Larger, true},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Above bound"), "", Better::Smaller, true},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Too much for the mesh"), "layers", Better::Smaller},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Layers mapped"), "", Better::Larger},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Objective"), "", Better::Neither},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Seed"), "", Better::Neither},
     {QT_TRANSLATE_NOOP("nestloom::ui::TotalsModel", "Version"), "", Better::Neither}}};

} // namespace

TotalsModel::TotalsModel(const Comparison& comparison, QObject* parent) : TableModel(parent), m_comparison(comparison)
{
    m_columns = {{tr("Total"), Kind::Text, {}}};
}

void TotalsModel::refresh()
{
    beginResetModel();
    m_columns = {
        {tr("Total"), Kind::Text, tr("Sums over the layers that have a mapping; compared only where all have one")}};
    m_cells.clear();
    for (std::size_t run = 0; m_comparison.isReady() && run < m_comparison.runs().size(); ++run) {
        const ComparedRun& compared = m_comparison.runs()[run];
        const QString about = tr("%1 on %2")
                                  .arg(QString::fromStdString(compared.record->summary.networkName),
                                       QString::fromStdString(compared.record->summary.acceleratorName));
        m_columns.push_back(
            {compared.title(), Kind::Number, run == 0 ? tr("%1; the others are compared with it").arg(about) : about});
        if (run > 0)
            m_columns.push_back(
                {tr("\u0394"), Kind::Number, tr("Change against %1").arg(m_comparison.runs()[0].title())});
        m_cells.push_back(cellsOf(run));
        if (run > 0)
            addDeltas(run, m_cells.back());
    }
    endResetModel();
}

std::vector<TotalsModel::Cell> TotalsModel::cellsOf(std::size_t run) const
{
    const RunRecord& record = *m_comparison.runs()[run].record;
    const schedule::Totals totals = schedule::totals(record.inputs.accelerator, record.layers);
    const double cycles = double(totals.cycles.count);
    const double seconds = cycles / record.inputs.accelerator.clock.count;
    const std::optional<double> gap = totals.gap;
    std::vector<Cell> cells(RowCount);
    if (totals.solved > 0) {
        cells[CycleCount] = {format::cycles(totals.cycles), format::exactCycles(totals.cycles), cycles, {}};
        cells[Time] = {format::si(seconds, QStringLiteral("s")),
                       tr("%1 at %2")
                           .arg(format::exactCycles(totals.cycles),
                                format::si(record.inputs.accelerator.clock.count, QStringLiteral("Hz"))),
                       seconds,
                       {}};
        cells[Energy] = {format::energy(totals.energy), format::exactEnergy(totals.energy), totals.energy.count, {}};
        const double jouleSeconds = totals.edp * 1e-12 / record.inputs.accelerator.clock.count;
        cells[Edp] = {
            format::energyDelayProduct(totals.edp, record.inputs.accelerator.clock),
            tr("%1 pJ\u00b7s").arg(format::exactNumber(totals.edp / record.inputs.accelerator.clock.count, 2)),
            jouleSeconds,
            {}};
        cells[Utilization] = {
            format::percent(totals.utilization), format::percent(totals.utilization, 3), totals.utilization, {}};
        const QString standing = QString::fromStdString(schedule::standingText(gap));
        cells[AboveBound] = {gap ? format::percent(gap, 2) : standing,
                             gap ? tr("%1: %2").arg(standing, format::percent(gap, 4)) : standing,
                             gap,
                             {}};
        cells[OverMesh] = {tr("%1 of %2 layers").arg(totals.overMesh).arg(totals.solved),
                           tr("Layers whose mesh would not carry what the cost model assumes; the worst would take %1 "
                              "times its cycles")
                               .arg(format::exactNumber(std::max(1.0, totals.worstMeshLoad), 2)),
                           double(totals.overMesh),
                           {}};
    }
    cells[Layers] = {
        tr("%1 of %2").arg(totals.solved).arg(record.inputs.network.layers.size()), {}, double(totals.solved), {}};
    cells[Objective] = {QString::fromStdString(schedule::objectiveName(record.inputs.options)), {}, {}, {}};
    cells[Seed] = {QString::number(record.inputs.options.seed), {}, {}, {}};
    cells[Version] = {QString::fromStdString(record.summary.engineVersion), {}, {}, {}};
    return cells;
}

/// Totals are compared when they stand for the same work and lack no layer.
void TotalsModel::addDeltas(std::size_t run, std::vector<Cell>& cells) const
{
    const std::vector<Cell>& first = m_cells.front();
    const auto isWhole = [this](std::size_t one) {
        const RunRecord& record = *m_comparison.runs()[one].record;
        return schedule::totals(record.inputs.accelerator, record.layers).solved == record.inputs.network.layers.size();
    };
    if (!m_comparison.isSameWork(run) || !isWhole(run) || !isWhole(0))
        return;
    const bool sameObjective =
        m_cells.front()[Objective].text == cells[Objective].text; // gaps of others say nothing of each other
    for (std::size_t row = 0; row < Layers; ++row) {
        if (row == AboveBound && !sameObjective)
            continue;
        cells[row].delta = kQuantities[row].inPoints
                               ? pointsDelta(cells[row].number, first[row].number, kQuantities[row].better)
                               : delta(cells[row].number, first[row].number, kQuantities[row].better);
    }
}

const TotalsModel::Cell* TotalsModel::cell(int row, int column) const
{
    const std::size_t run = std::size_t(column / 2); // 1 -> 0, 2 -> 1, 3 -> 1, 4 -> 2
    if (column == 0 || run >= m_cells.size())
        return nullptr;
    return &m_cells[run][std::size_t(row)];
}

QString TotalsModel::text(int row, int column) const
{
    const Cell* shown = cell(row, column);
    if (shown == nullptr)
        return tr(kQuantities[std::size_t(row)].title);
    if (!isDelta(column))
        return shown->text.isEmpty() ? format::kNoValue : shown->text;
    return shown->delta.verdict == Delta::Verdict::Same ? QStringLiteral("=") : shown->delta.text;
}

QVariant TotalsModel::exportValue(int row, int column) const
{
    const Cell* shown = cell(row, column);
    if (shown == nullptr) {
        const QString unit = QLatin1String(kQuantities[std::size_t(row)].unit);
        return unit.isEmpty() ? text(row, column) : QStringLiteral("%1 [%2]").arg(text(row, column), unit);
    }
    return isDelta(column) || !shown->number ? QVariant(text(row, column)) : QVariant(*shown->number);
}

QString TotalsModel::toolTip(int row, int column) const
{
    const Cell* shown = cell(row, column);
    if (shown == nullptr)
        return {};
    const Cell& first = m_cells.front()[std::size_t(row)];
    const QString change = deltaSentence(shown->delta, first.exact, m_comparison.runs().front().title());
    const bool isOtherWork =
        isDelta(column) && shown->delta.verdict == Delta::Verdict::None && shown->number && row < Layers;
    if (isOtherWork)
        return tr("Not compared: the runs do not map the same layers.");
    return change.isEmpty() ? shown->exact : shown->exact + QLatin1Char('\n') + change;
}

QVariant TotalsModel::other(int row, int column, int role) const
{
    if (role != Qt::ForegroundRole)
        return {};
    const Theme& theme = themeFor(QApplication::palette());
    const Cell* shown = cell(row, column);
    if (shown == nullptr)
        return QBrush(theme.mutedText);
    return isDelta(column) ? QVariant(QBrush(deltaColour(shown->delta.verdict, theme))) : QVariant();
}

} // namespace nestloom::ui
