// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>

#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

namespace nestloom::ui {

/// Vertices in the layers next to that of a vertex.
struct LayerNeighbours {
    std::vector<int> above, below;
};

/// How often lines between two neighbouring layers cross, summed over all layers.
std::int64_t crossings(const std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours);

/// Orders the vertices of each layer so that lines cross seldom: sweeps by barycentres, of which the best is kept.
/// False when it was stopped; the layers are in some order then.
bool orderLayers(std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours,
                 const std::stop_token& stop);

/// The room that a layer takes.
struct LayerExtent {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    double height = 0;     // of its highest box
    std::size_t lines = 0; // boxes, and edges that pass
};

/// Cuts layers into columns side by side, so that the whole comes near to an aspect ratio: at layers where few edges
/// pass, and into columns of about the same height.
class LayerColumns {
public:
    LayerColumns(std::vector<LayerExtent> layers, double aspect); // aspect as in LayoutProblem

    std::size_t count() const { return m_columns.size(); }
    QPointF place(double x, std::size_t layer) const; // of what stands at x in that layer
    /// Where an edge goes from one column to another one: under its column, up the gap, and over the next one to x.
    /// `lane` keeps edges apart.
    void addTurn(QPolygonF& route, std::size_t fromLayer, std::size_t toLayer, double x, int lane) const;

private:
    struct Column {
        std::size_t first = 0, end = 0; // layers
        double shift = 0;               // of x
        double left = 0, right = 0, bottom = 0;
    };
    std::vector<Column> cut(std::size_t columns) const;
    double scale(const std::vector<Column>& columns, double aspect) const;
    std::size_t columnOf(std::size_t layer) const;

    std::vector<LayerExtent> m_layers;
    std::vector<double> m_middle; // y of each layer, from the top of its column
    std::vector<Column> m_columns;
};

} // namespace nestloom::ui
