// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/impact_model.h"

#include "engine/explore/layer_changes.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/comparison.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

QString signedInteger(double value)
{
    const QString number = format::exactNumber(value, 0);
    return value > 0 ? QLatin1Char('+') + number : number;
}

} // namespace

ImpactModel::ImpactModel(const Comparison& comparison, QObject* parent) : TableModel(parent), m_comparison(comparison)
{
    makeColumns();
}

void ImpactModel::makeColumns()
{
    const auto& runs = m_comparison.runs();
    const QString first = runs.empty() ? tr("reference") : runs.front().title();
    const QString cycles = m_comparison.isPerInput() ? tr("%1 [cycles / input]") : tr("%1 [cycles]");
    m_columns = {{tr("Layer"), Kind::Text, tr("The largest difference first")},
                 {tr("Shape"), Kind::Text, tr("Filter, channels, stride and output size")},
                 {cycles.arg(first), Kind::Number, tr("Latency of the layer in the first run")}};
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const QString title = runs[i].title();
        m_columns.push_back({cycles.arg(title), Kind::Number, tr("Latency of the layer in %1").arg(title)});
        m_columns.push_back({runs.size() > 2 ? tr("\u0394 %1").arg(title) : tr("\u0394 cycles"), Kind::Number,
                             tr("Cycles of %1 minus those of %2").arg(title, first)});
        m_columns.push_back({tr("Share"), Kind::Number,
                             tr("Size of this difference / sum of the sizes of all differences of %1").arg(title)});
    }
    m_columns.push_back({tr("What changed"), Kind::Text, tr("What sets the latency, then and now")});
}

void ImpactModel::refresh()
{
    beginResetModel();
    makeColumns();
    m_lines.clear();
    m_allDifferences.assign(m_comparison.runs().size(), 0);
    for (std::size_t row = 0; row < m_comparison.rows().size(); ++row) {
        m_lines.push_back(lineOf(row));
        for (std::size_t run = 1; run < m_allDifferences.size(); ++run)
            m_allDifferences[run] += std::abs(m_lines.back().differences[run].value_or(0));
    }
    // Rows with nothing to subtract come last; equal ones stay in network order.
    std::ranges::stable_sort(m_lines, [](const Line& a, const Line& b) { return a.impact() > b.impact(); });
    endResetModel();
}

double ImpactModel::Line::impact() const
{
    double largest = -1;
    for (const auto& difference : differences)
        largest = std::max(largest, difference ? std::abs(*difference) : -1);
    return largest;
}

ImpactModel::Line ImpactModel::lineOf(std::size_t row) const
{
    Line line;
    line.row = row;
    line.cycles = m_comparison.rows()[row].cycles;
    for (std::size_t run = 0; run < line.cycles.size(); ++run)
        line.differences.push_back(run > 0 && line.cycles[0] && line.cycles[run]
                                       ? std::optional<double>(*line.cycles[run] - *line.cycles[0])
                                       : std::nullopt);
    line.reason = reasonOf(row);
    return line;
}

QString ImpactModel::reasonOf(std::size_t row) const
{
    const auto& runs = m_comparison.runs();
    QStringList present, reasons;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const records::ComparedLayer& layer = m_comparison.rows()[row];
        if (layer.layers[run] || layer.cycles[run])
            present << runs[run].title();
        const schedule::LayerResult *first = layer.results[0], *result = layer.results[run];
        if (result != nullptr && needsAttention(*result))
            reasons << tr("%1 has no mapping").arg(runs[run].title());
        if (run == 0 || first == nullptr || result == nullptr || !first->cost || !result->cost)
            continue;
        const explore::LayerChange change = explore::layerChange({runs[0].record->inputs.accelerator, *first},
                                                                 {runs[run].record->inputs.accelerator, *result});
        if (m_comparison.isPerInput() && first->cost->bottleneck.text == result->cost->bottleneck.text)
            continue; // what it says of amounts is of the whole batches
        if (!change.reason.empty())
            reasons << (runs.size() > 2 ? tr("%1: %2").arg(runs[run].title(), qt(change.reason)) : qt(change.reason));
    }
    const auto withLayers =
        std::ranges::count_if(runs, [](const ComparedRun& run) { return !run.record->inputs.memory.has_value(); });
    if (present.size() < withLayers)
        reasons.prepend(tr("only in %1").arg(present.join(tr(" and "))));
    return reasons.join(QStringLiteral("; "));
}

int ImpactModel::tableRow(std::size_t comparedRow) const
{
    const auto it = std::ranges::find_if(m_lines, [&](const Line& line) { return line.row == comparedRow; });
    return it == m_lines.end() ? -1 : int(it - m_lines.begin());
}

std::optional<ImpactModel::Cell> ImpactModel::cellOf(int column) const
{
    if (column == FirstCycles)
        return Cell{0, CycleCount};
    if (column < FixedCount || column >= reasonColumn())
        return std::nullopt;
    const int offset = column - FixedCount;
    return Cell{std::size_t(offset / PerRunCount + 1), PerRun(offset % PerRunCount)};
}

std::optional<double> ImpactModel::valueOf(const Line& line, const Cell& cell) const
{
    switch (cell.what) {
    case CycleCount: return line.cycles[cell.run];
    case Difference: return line.differences[cell.run];
    case Share:
        if (line.differences[cell.run] && m_allDifferences[cell.run] > 0)
            return std::abs(*line.differences[cell.run]) / m_allDifferences[cell.run];
        return std::nullopt;
    default: return std::nullopt;
    }
}

Delta ImpactModel::deltaOf(const Line& line, std::size_t run) const
{
    if (run == 0 || !line.differences[run])
        return {};
    const records::RunDifference& apart = m_comparison.difference(run);
    // A layer by itself is the same in another network; on nodes it shares the machine with others.
    const bool isAlone = m_comparison.runs()[run].record->summary.kind == records::RunKind::Layers;
    return unlike(delta(line.cycles[run], line.cycles[0], Better::Smaller),
                  qt(isAlone || apart.work.empty() ? apart.model : apart.work));
}

QString ImpactModel::text(int row, int column) const
{
    const Line& line = m_lines[std::size_t(row)];
    if (column == Layer)
        return qt(m_comparison.rows()[line.row].name);
    if (column == Shape)
        return qt(m_comparison.rows()[line.row].shape);
    const auto cell = cellOf(column);
    if (!cell)
        return line.reason;
    const auto value = valueOf(line, *cell);
    if (!value)
        return format::kNoValue;
    switch (cell->what) {
    case Difference: return *value == 0 ? QStringLiteral("=") : signedInteger(*value);
    case Share: return format::percent(*value);
    default: return format::exactNumber(*value, 0);
    }
}

QVariant ImpactModel::sortValue(int row, int column) const
{
    const auto cell = cellOf(column);
    if (column == Layer)
        return QVariant::fromValue(qulonglong(comparedRow(row))); // as the network lists them
    if (!cell)
        return text(row, column);
    return valueOf(m_lines[std::size_t(row)], *cell).value_or(-1e300);
}

QVariant ImpactModel::exportValue(int row, int column) const
{
    const auto cell = cellOf(column);
    if (!cell)
        return text(row, column);
    const auto value = valueOf(m_lines[std::size_t(row)], *cell);
    if (!value)
        return {};
    return cell->what == Share ? QVariant(*value) : QVariant(qlonglong(*value));
}

QString ImpactModel::toolTip(int row, int column) const
{
    const Line& line = m_lines[std::size_t(row)];
    const auto cell = cellOf(column);
    if (!cell)
        return text(row, column);
    const ComparedRun& run = m_comparison.runs()[cell->run];
    const schedule::LayerResult* result = m_comparison.rows()[line.row].results[cell->run];
    if (!m_comparison.rows()[line.row].layers[cell->run] && !line.cycles[cell->run])
        return tr("%1 has no layer of this shape").arg(run.title());
    if (!line.cycles[cell->run] && m_comparison.isPerInput() && !run.record->summary.batch)
        return tr("%1 does not state its batch, the others are of several").arg(run.title());
    if (!line.cycles[cell->run])
        return result == nullptr ? tr("%1 has no result for this layer").arg(run.title())
                                 : tr("%1: %2 %3").arg(run.title(), statusText(*result), qt(result->reason));
    QString tip = result == nullptr
                      ? tr("%1: %2 on nodes, if it does not wait for other layers")
                            .arg(run.title(), format::exactCycles(*line.cycles[cell->run]))
                      : tr("%1: %2, bound by %3\n= %4\n%5")
                            .arg(run.title(), format::exactCycles(result->cost->cycles), bottleneckText(*result),
                                 latencyFormula(*result->cost), modelText(result->cost->model));
    if (m_comparison.isPerInput())
        tip += tr("\n= %1 for each of %n input(s)", nullptr, int(run.record->summary.batch.value_or(1)))
                   .arg(format::exactCycles(*line.cycles[cell->run]));
    if (line.cycles[0] && cell->run > 0)
        tip += QLatin1Char('\n')
               + deltaSentence(deltaOf(line, cell->run), format::exactCycles(*line.cycles[0]),
                               m_comparison.runs().front().title());
    return tip;
}

QVariant ImpactModel::other(int row, int column, int role) const
{
    const auto cell = cellOf(column);
    if (role != Qt::ForegroundRole)
        return {};
    if (cell && cell->what == Difference)
        return QBrush(
            deltaColour(deltaOf(m_lines[std::size_t(row)], cell->run).verdict, themeFor(QApplication::palette())));
    return cell && cell->what == Share ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
