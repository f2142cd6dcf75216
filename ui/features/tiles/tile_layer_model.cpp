// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tile_layer_model.h"

#include "ui/style/format.h"

#include <numeric>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

const flexer::TiledSummary* TileLayerModel::summary(std::size_t layer) const
{
    const auto* answer = m_tiles.answer(layer);
    return answer != nullptr && answer->summary ? &*answer->summary : nullptr;
}

bool TileLayerModel::isWithout(std::size_t layer) const
{
    const auto* answer = m_tiles.answer(layer);
    return answer != nullptr && answer->ended && !answer->summary;
}

QString TileLayerModel::layerTip(std::size_t layer) const
{
    if (const flexer::TiledSummary* of = summary(layer))
        return tr("%1\n%2\n%3")
            .arg(qt(flexer::describe(of->chosen.recipe)), qt(flexer::describe(of->chosen.recipe.tiling)),
                 qt(flexer::describe(of->chosen.recipe.dataflow)));
    const auto* answer = m_tiles.answer(layer);
    return qt(answer != nullptr ? answer->reason : workload::describeShape(m_tiles.layers()[layer]));
}

QVariant TileLayerModel::other(int row, int column, int role) const
{
    const auto* answer = m_tiles.answer(at(row));
    if (isWithout(at(row)))
        return column == 0 ? warningDecoration(role) : QVariant();
    return answer == nullptr || !answer->ended ? mutedDecoration(role) : QVariant();
}

template <typename Get, typename Text>
TileLayerModel::Field TileLayerModel::number(Column column, Get get, Text text, Exact exact) const
{
    const auto value = [=, this](std::size_t layer) -> std::optional<double> {
        const flexer::TiledSummary* of = summary(layer);
        return of != nullptr ? std::optional<double>(get(*of)) : std::nullopt;
    };
    return {std::move(column), [=](std::size_t layer) { return value(layer) ? text(*value(layer)) : format::kNoValue; },
            value,
            [=, this](std::size_t layer) {
                return summary(layer) != nullptr && exact ? exact(*summary(layer)) : layerTip(layer);
            },
            [=](std::size_t layer) { return value(layer).value_or(-1); }};
}

template <typename Bound>
TileLayerModel::Field TileLayerModel::gap(const QString& title, const QString& tip, double flexer::Headroom::*of,
                                          Bound bound, Exact exact) const
{
    const auto get = [=, this](const flexer::TiledSummary& summary) {
        return bound(summary) > 0 ? std::optional(headroomOf(m_tiles.question().params, summary).*of) : std::nullopt;
    };
    return number(
        {title, Kind::Number, tip}, get, [](double value) { return format::percent(value); }, exact);
}

TileLayerModel::TileLayerModel(ShownTiles& tiles, QObject* parent) : ColumnTable(parent), m_tiles(tiles)
{
    const auto times = [this](const QString& title, const QString& tip, auto ratio, StaticBaseline baseline) {
        return number(
            {title, Kind::Number, tip}, [=](const flexer::TiledSummary& of) { return ratio(of, baseline); },
            [](double value) { return format::exactNumber(value, 3) + QLatin1Char('x'); });
    };
    const auto layerTipOf = [this](std::size_t layer) { return layerTip(layer); };
    setFields({
        {{tr("Layer"), Kind::Text, {}},
         [&tiles](std::size_t layer) { return tiles.layers()[layer].name; },
         {},
         layerTipOf,
         inOrder},
        number(
            {tr("Cycles"), Kind::Number, tr("Until the last operation or transfer of the layer ends"), tr("cycles")},
            [](const flexer::TiledSummary& of) { return double(of.chosen.latency.count); },
            [](double cycles) { return format::cycles(cycles); },
            [](const flexer::TiledSummary& of) { return format::exactCycles(of.chosen.latency); }),
        number(
            {tr("Off chip"), Kind::Number, tr("Bytes that the DMA channel moves, loads and stores"), tr("B")},
            [](const flexer::TiledSummary& of) { return double(of.chosen.traffic.total().count); },
            [](double bytes) { return format::bytes(bytes); },
            [](const flexer::TiledSummary& of) { return format::exactBytes(of.chosen.traffic.total()); }),
        times(tr("Speed-up"), tr("Latency of the best static schedule divided by ours"), speedUp, StaticBaseline::Best),
        times(tr("Transfers"), tr("Bytes of the best static schedule divided by ours: above 1 we move less"),
              transferReduction, StaticBaseline::Best),
        times(tr("Over plain"),
              tr("Latency of the plain static schedule (double regions, innermost loop unrolled, no prefetch) divided "
                 "by ours"),
              speedUp, StaticBaseline::Plain),
        times(tr("Transfers over plain"), tr("Bytes of the plain static schedule divided by ours"), transferReduction,
              StaticBaseline::Plain),
        gap(
            tr("Latency gap"), tr("How far the latency is above the proven bound of all tilings considered"),
            &flexer::Headroom::latency, [](const flexer::TiledSummary& of) { return of.latencyBound; },
            [](const flexer::TiledSummary& of) { return tr("Bound: %1").arg(format::exactCycles(of.latencyBound)); }),
        gap(
            tr("Transfer gap"),
            tr("How far the bytes off chip are above the proven bound, which knows the scratchpad's size; part of it "
               "may be out of reach"),
            &flexer::Headroom::transfer, [](const flexer::TiledSummary& of) { return of.transferBound.count; },
            [](const flexer::TiledSummary& of) { return tr("Bound: %1").arg(format::exactBytes(of.transferBound)); }),
        gap(tr("Metric gap"), tr("How far what schedules are ranked by is above its proven bound"),
            &flexer::Headroom::metric, [](const flexer::TiledSummary& of) { return of.metricBound; }, {}),
        number(
            {tr("Operations"), Kind::Number, tr("Tiles of work that the layer is cut into")},
            [](const flexer::TiledSummary& of) { return double(of.operations); },
            [](double count) { return format::integer(std::int64_t(count)); }),
        {{tr("Schedule"), Kind::Text, tr("How the chosen schedule was made")},
         [this](std::size_t layer) {
             const flexer::TiledSummary* of = summary(layer);
             return of != nullptr      ? qt(flexer::describe(of->chosen.recipe))
                    : isWithout(layer) ? tr("does not fit")
                                       : format::kNoValue;
         },
         {},
         layerTipOf},
    });
    const auto take = [this, &tiles] {
        std::vector<std::size_t> layers(tiles.layers().size());
        std::iota(layers.begin(), layers.end(), std::size_t(0));
        replaceRows(std::move(layers));
    };
    connect(&tiles, &ShownTiles::answersChanged, this, take);
    take();
}

} // namespace nestloom::ui
