// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/features/tiles/shown_tiles.h"

#include <array>

namespace nestloom::ui {

/// Bytes of the scratchpad over time, from 0 at the lower edge.
class ScratchpadChart : public TimeChart {
protected:
    ScratchpadChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
        : TimeChart(focus.time(), parent), m_tiles(tiles)
    {
    }

    bool hasData() const override { return m_tiles.detail() != nullptr; }
    void paintEmpty(QPainter&, const Theme&) override {} // the Gantt chart above says why
    double headRoom() const override;

    void fitTop(double most); // bytes, without the capacity
    double y(double bytes) const { return geometryOf().plot.bottom() - bytes / m_top * geometryOf().plot.height(); }
    bool paintCapacity(QPainter& painter, const Theme& theme) const; // false = none in sight

    ShownTiles& m_tiles;
    double m_top = 1; // bytes at the upper edge
};

/// The scratchpad over time: addresses upwards, a box for every tile that lies there, in the colour of its data type.
/// A click selects the tile.
class AddressChart : public ScratchpadChart {
    Q_OBJECT
public:
    AddressChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent = nullptr);

    int boxAt(QPointF at) const; // into LayerDetail::occupied; -1 = none
    QRectF rectOf(int box) const;
    QString chartName() const override;
    TableValues chartValues() const override;
    QSize sizeHint() const override { return {760, 130}; }
    QSize minimumSizeHint() const override { return {320, 64}; }

protected:
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter& painter, const Theme& theme) override;
    QString hint(QPointF at) const override;
    void hover(QPointF at) override;
    void pick(QPointF at) override;

private:
    void paintBox(QPainter& painter, const Theme& theme, int box) const;
    void refresh();

    TilesFocus& m_focus;
    int m_hovered = -1;
};

/// Bytes in the scratchpad over time, stacked by data type.
class TypeOccupancyChart : public ScratchpadChart {
    Q_OBJECT
public:
    TypeOccupancyChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent = nullptr);

    struct Level {
        std::int64_t cycle = 0;              // from here on
        std::array<std::int64_t, 4> bytes{}; // by schedule::flexer::DataType
        std::int64_t total() const { return bytes[0] + bytes[1] + bytes[2] + bytes[3]; }
    };
    const std::vector<Level>& levels() const { return m_levels; }

    QString chartName() const override { return hasData() ? tr("occupancy by data type") : QString(); }
    TableValues chartValues() const override;
    QSize sizeHint() const override { return {760, 84}; }
    QSize minimumSizeHint() const override { return {320, 50}; }

protected:
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter&, const Theme&) override {}
    QString hint(QPointF at) const override;

private:
    const Level* levelAt(double cycle) const;
    void refresh();

    std::vector<Level> m_levels;
};

} // namespace nestloom::ui
