// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tile_layer_model.h"

#include "engine/schedule/flexer/headroom.h"
#include "ui/style/format.h"

namespace nestloom::ui {

namespace flexer = schedule::flexer;

TileLayerModel::TileLayerModel(ShownTiles& tiles, QObject* parent) : TableModel(parent), m_tiles(tiles)
{
    connect(&m_tiles, &ShownTiles::answersChanged, this, &TileLayerModel::takeAnswers);
    takeAnswers();
}

void TileLayerModel::takeAnswers()
{
    const int rows = int(m_tiles.layers().size());
    if (rows == m_rows && rows > 0) { // keeps the place in the table
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

const std::vector<TableModel::Column>& TileLayerModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Layer"), Kind::Text, {}},
        {tr("Latency"), Kind::Number, tr("Until the last operation or transfer of the layer ends"), tr("cycles")},
        {tr("Off chip"), Kind::Number, tr("Bytes that the DMA channel moves, loads and stores"), tr("B")},
        {tr("Speed-up"), Kind::Number, tr("Latency of the best static schedule divided by ours")},
        {tr("Transfers"), Kind::Number, tr("Bytes of the best static schedule divided by ours: above 1 we move less")},
        {tr("Over plain"), Kind::Number,
         tr("Latency of the plain static schedule (double regions, innermost loop unrolled, no prefetch) divided by "
            "ours")},
        {tr("Transfers over plain"), Kind::Number, tr("Bytes of the plain static schedule divided by ours")},
        {tr("Gap"), Kind::Number, tr("How far the latency is above the proven bound of all tilings considered")},
        {tr("Transfer gap"), Kind::Number,
         tr("How far the bytes off chip are above the proven bound, which knows the scratchpad's size; part of it may "
            "be out of reach")},
        {tr("Metric gap"), Kind::Number, tr("How far what schedules are ranked by is above its proven bound")},
        {tr("Operations"), Kind::Number, tr("Tiles of work that the layer is cut into")},
        {tr("Schedule"), Kind::Text, tr("How the chosen schedule was made")},
    };
    return table;
}

const flexer::TiledSummary* TileLayerModel::summary(int row) const
{
    const auto* answer = m_tiles.answer(std::size_t(row));
    return answer != nullptr && answer->summary ? &*answer->summary : nullptr;
}

std::optional<double> TileLayerModel::number(int row, int column) const
{
    const flexer::TiledSummary* of = summary(row);
    if (of == nullptr)
        return std::nullopt;
    switch (column) {
    case Latency: return double(of->chosen.latency.count);
    case Bytes: return double(of->chosen.traffic.total().count);
    case SpeedUp: return speedUp(*of, StaticBaseline::Best);
    case Reduction: return transferReduction(*of, StaticBaseline::Best);
    case PlainSpeedUp: return speedUp(*of, StaticBaseline::Plain);
    case PlainReduction: return transferReduction(*of, StaticBaseline::Plain);
    case Gap:
        return of->latencyBound > 0 ? std::optional(headroomOf(m_tiles.question().params, *of).latency) : std::nullopt;
    case TransferGap:
        return of->transferBound.count > 0 ? std::optional(headroomOf(m_tiles.question().params, *of).transfer)
                                           : std::nullopt;
    case MetricGap:
        return of->metricBound > 0 ? std::optional(headroomOf(m_tiles.question().params, *of).metric) : std::nullopt;
    case Operations: return double(of->operations);
    default: return std::nullopt;
    }
}

QString TileLayerModel::text(int row, int column) const
{
    if (column == Layer)
        return QString::fromStdString(m_tiles.layers()[std::size_t(row)].name);
    if (column == Method) {
        const auto* answer = m_tiles.answer(std::size_t(row));
        if (const auto* of = summary(row))
            return QString::fromStdString(flexer::describe(of->chosen.recipe));
        return answer != nullptr && answer->ended ? tr("does not fit") : format::kNoValue;
    }
    const auto value = number(row, column);
    if (!value)
        return format::kNoValue;
    switch (column) {
    case Latency: return format::cycles(*value);
    case Bytes: return format::bytes(*value);
    case Gap:
    case TransferGap:
    case MetricGap: return format::percent(*value);
    case Operations: return format::integer(std::int64_t(*value));
    default: return format::exactNumber(*value, 3) + QLatin1Char('x');
    }
}

QVariant TileLayerModel::sortValue(int row, int column) const
{
    if (column == Layer)
        return row;
    if (column == Method)
        return text(row, column);
    return number(row, column).value_or(-1);
}

QVariant TileLayerModel::exportValue(int row, int column) const
{
    if (column == Layer || column == Method)
        return text(row, column);
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant();
}

QString TileLayerModel::toolTip(int row, int column) const
{
    const auto* answer = m_tiles.answer(std::size_t(row));
    if (const flexer::TiledSummary* of = summary(row)) {
        if (column == Latency)
            return format::exactCycles(of->chosen.latency);
        if (column == Bytes)
            return format::exactBytes(of->chosen.traffic.total());
        if (column == Gap)
            return tr("Bound: %1").arg(format::exactCycles(of->latencyBound));
        if (column == TransferGap)
            return tr("Bound: %1").arg(format::exactBytes(of->transferBound));
        return tr("%1\n%2\n%3")
            .arg(QString::fromStdString(flexer::describe(of->chosen.recipe)),
                 QString::fromStdString(flexer::describe(of->chosen.recipe.tiling)),
                 QString::fromStdString(flexer::describe(of->chosen.recipe.dataflow)));
    }
    return answer != nullptr ? QString::fromStdString(answer->reason)
                             : QString::fromStdString(workload::describeShape(m_tiles.layers()[std::size_t(row)]));
}

QVariant TileLayerModel::other(int row, int column, int role) const
{
    const auto* answer = m_tiles.answer(std::size_t(row));
    if (answer != nullptr && answer->ended && !answer->summary)
        return column == Layer ? warningDecoration(role) : QVariant();
    return answer == nullptr || !answer->ended ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
