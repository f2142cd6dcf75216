// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// How the utilisation of a link becomes a place on the colour bar.
struct MeshScale {
    bool log = false;
    double top = 1;    // utilisation at the bright end; above 0
    double bottom = 0; // at the dark end; below the top
    /// A logarithmic bar begins at this fraction of its top, unless it has a bottom.
    static constexpr double kLogDecades = 3;

    /// 0 to 1; what lies outside is taken to the nearer end.
    double place(double utilization) const;
    struct Tick {
        double place = 0;
        QString text;
    };
    std::vector<Tick> ticks() const;
    friend bool operator==(const MeshScale&, const MeshScale&) = default;

private:
    double lowest() const; // of a logarithmic bar
};

/// A round top that just reaches the busiest link; 100 % when nothing is sent.
double roundTop(double busiest);

/// Where the parts of a mesh stand: routers as chips in their rows and columns, each PE in the chip of its router, the
/// buffer right of its router, DRAM below its own. The two directions of a link lie side by side, each on the right of
/// who travels it.
class MeshLayout {
public:
    MeshLayout() = default;
    MeshLayout(const ShownMesh& mesh, const QRectF& area);

    double cellWidth() const { return m_cell.width(); }
    double cellHeight() const { return m_cell.height(); }
    double chipSide() const { return m_chip; }
    double thickness() const { return m_thickness; } // of the bar of one direction

    QRectF chip(noc::RouterId router) const;
    QRectF portChip(noc::PortId port) const; // the buffer or DRAM
    /// The bar of a link; empty when the link is not there or has no room (the ports of PEs in small chips).
    QRectF bar(noc::LinkId link) const;
    /// The bar as an arrow that points where the bytes go.
    QPolygonF arrow(noc::LinkId link) const;

    std::optional<noc::LinkId> linkAt(QPointF point) const; // near enough to be meant
    std::optional<noc::RouterId> chipAt(QPointF point) const;
    /// The nearest link in the direction of an arrow key; the link itself when there is none.
    noc::LinkId neighbour(noc::LinkId link, Qt::Key arrowKey) const;
    const std::vector<noc::LinkId>& links() const { return m_links; } // that are drawn

private:
    QPointF centre(noc::RouterId router) const;
    QRectF barBetween(const QRectF& from, const QRectF& to) const;
    QRectF peBar(noc::PortId pe, bool enters) const;
    QRectF findBar(noc::LinkId link) const;

    noc::Mesh m_mesh;
    bool m_hasOutside = false;
    QPointF m_origin;
    QSizeF m_cell;
    double m_chip = 0;
    double m_thickness = 0;
    std::vector<noc::LinkId> m_links;
    std::vector<QRectF> m_bars; // of m_links
};

/// Where the name of a port is drawn, `text` in size: on its chip where there is room, else whole beside it, below a
/// buffer and to the right of what is outside, within `area`.
QRectF portNamePlace(const QRectF& chip, const QSizeF& text, bool isBuffer, const QRectF& area);

} // namespace nestloom::ui
