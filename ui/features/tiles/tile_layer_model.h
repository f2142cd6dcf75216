// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/flexer/tiled_summary.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// The layers of the network with what their schedules of tiles cost, against the static ones and the proven bound.
/// A row is the number of its layer.
class TileLayerModel : public ColumnTable<std::size_t> {
    Q_OBJECT
public:
    explicit TileLayerModel(ShownTiles& tiles, QObject* parent = nullptr);

protected:
    QVariant other(int row, int column, int role) const override;

private:
    using Exact = std::function<QString(const schedule::flexer::TiledSummary&)>;
    /// `get` answers with a number or none; `exact` is the tool tip instead of that of the layer.
    template <typename Get, typename Text>
    Field number(Column column, Get get, Text text, Exact exact = {}) const;
    template <typename Bound>
    Field gap(const QString& title, const QString& tip, double schedule::flexer::Headroom::*of, Bound bound,
              Exact exact) const;
    const schedule::flexer::TiledSummary* summary(std::size_t layer) const; // null = none
    bool isWithout(std::size_t layer) const;                                // a schedule, for good
    QString layerTip(std::size_t layer) const;

    ShownTiles& m_tiles;
};

} // namespace nestloom::ui
