// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/features/tiles/shown_tiles.h"

#include <array>

namespace nestloom::ui {

/// The scratchpad over time: addresses upwards, a box for every tile that lies there, in the colour of its data type.
/// A click selects the tile.
class AddressChart : public TimeChart {
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
    bool hasData() const override { return m_tiles.detail() != nullptr; }
    void paintEmpty(QPainter& painter, const Theme& theme) override;
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter& painter, const Theme& theme) override;
    QString hint(QPointF at) const override;
    void hover(QPointF at) override;
    void pick(QPointF at) override;
    double headRoom() const override;

private:
    double y(double bytes) const;
    double top() const { return m_top; } // bytes at the upper edge
    void paintBox(QPainter& painter, const Theme& theme, int box) const;
    void refresh();

    ShownTiles& m_tiles;
    TilesFocus& m_focus;
    double m_top = 1;
    int m_hovered = -1;
};

/// Bytes in the scratchpad over time, stacked by data type.
class TypeOccupancyChart : public TimeChart {
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
    bool hasData() const override { return m_tiles.detail() != nullptr; }
    void paintEmpty(QPainter&, const Theme&) override {} // the Gantt chart above says why
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter&, const Theme&) override {}
    QString hint(QPointF at) const override;
    double headRoom() const override;

private:
    const Level* levelAt(double cycle) const;
    void refresh();
    double y(double bytes) const;

    ShownTiles& m_tiles;
    std::vector<Level> m_levels;
    double m_top = 1;
};

} // namespace nestloom::ui
