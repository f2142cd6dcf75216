// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The layers of the network with what their schedules of tiles cost, against the static ones and the proven bound.
class TileLayerModel : public TableModel {
    Q_OBJECT
public:
    explicit TileLayerModel(ShownTiles& tiles, QObject* parent = nullptr);

protected:
    int rows() const override { return m_rows; }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    enum : int {
        Layer,
        Latency,
        Bytes,
        SpeedUp,
        Reduction,
        PlainSpeedUp,
        PlainReduction,
        Gap,
        TransferGap,
        MetricGap,
        Operations,
        Method,
        ColumnCount
    };
    void takeAnswers();
    const schedule::flexer::TiledSummary* summary(int row) const;
    std::optional<double> number(int row, int column) const;

    ShownTiles& m_tiles;
    int m_rows = 0;
};

} // namespace nestloom::ui
