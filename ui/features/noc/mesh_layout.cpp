// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/mesh_layout.h"

#include "ui/style/format.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

/// As many decimals as a percentage needs, no more.
QString percentText(double ratio)
{
    int decimals = 0;
    for (double percent = ratio * 100; decimals < 4 && std::abs(percent - std::round(percent)) > 1e-6; percent *= 10)
        ++decimals;
    return format::percent(ratio, decimals);
}

} // namespace

double MeshScale::place(double utilization) const
{
    if (!(utilization > 0))
        return 0;
    const double low = lowest();
    return std::clamp(log ? std::log10(utilization / low) / std::log10(top / low)
                          : (utilization - bottom) / (top - bottom),
                      0.0, 1.0);
}

double MeshScale::lowest() const { return bottom > 0 ? bottom : top * std::pow(10.0, -kLogDecades); }

std::vector<MeshScale::Tick> MeshScale::ticks() const
{
    std::vector<Tick> ticks;
    if (log && bottom <= 0)
        for (int decade = int(kLogDecades); decade >= 0; --decade)
            ticks.push_back({1 - decade / kLogDecades, percentText(top * std::pow(10.0, -decade))});
    else if (log)
        for (const double value : {bottom, top})
            ticks.push_back({place(value), percentText(value)});
    else
        for (const double at : {0.0, 0.5, 1.0})
            ticks.push_back({at, percentText(bottom + (top - bottom) * at)});
    return ticks;
}

double roundTop(double busiest)
{
    if (!(busiest > 0))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(busiest)));
    for (const double factor : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (factor * power >= busiest * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

using noc::LinkEnds;
using noc::Side;

namespace {

constexpr double kMostStretch = 1.45; // of a cell, so that a mesh stays a mesh
constexpr double kChipShare = 0.46;   // of the shorter side of a cell
constexpr double kLargestCell = 190;
constexpr double kPeBarsFrom = 30; // chips of this side have room for the ports of their PE
constexpr double kReach = 5;       // pixels beside a bar that still mean it

} // namespace

MeshLayout::MeshLayout(const ShownMesh& mesh, const QRectF& area)
    : m_mesh(mesh.load.mesh), m_hasOutside(mesh.hasOutside())
{
    const double columns = double(m_mesh.columns) + 1, rows = double(m_mesh.rows) + (m_hasOutside ? 1 : 0);
    const double width = std::min(area.width() / columns, kLargestCell);
    const double height = std::min(area.height() / rows, kLargestCell);
    m_cell = {std::min(width, kMostStretch * height), std::min(height, kMostStretch * width)};
    m_chip = kChipShare * std::min(m_cell.width(), m_cell.height());
    m_thickness = std::clamp(m_chip * 0.17, 1.5, 11.0);
    m_origin = {area.center().x() - columns * m_cell.width() / 2, area.center().y() - rows * m_cell.height() / 2};
    for (noc::LinkId link = 0; link < m_mesh.linkCount(); ++link) {
        const QRectF rect = mesh.hasLink(link) ? findBar(link) : QRectF();
        if (rect.isEmpty())
            continue;
        m_links.push_back(link);
        m_bars.push_back(rect);
    }
}

QPointF MeshLayout::centre(noc::RouterId router) const
{
    return m_origin
           + QPointF((double(m_mesh.columnOf(router)) + 0.5) * m_cell.width(),
                     (double(m_mesh.rowOf(router)) + 0.5) * m_cell.height());
}

QRectF MeshLayout::chip(noc::RouterId router) const
{
    // Routers without a PE are smaller.
    const double side = router < m_mesh.peCount() ? m_chip : 0.62 * m_chip;
    const QPointF middle = centre(router);
    return {middle.x() - side / 2, middle.y() - side / 2, side, side};
}

QRectF MeshLayout::portChip(noc::PortId port) const
{
    const bool buffer = port == m_mesh.bufferPort();
    const QPointF middle =
        centre(m_mesh.routerOf(port)) + (buffer ? QPointF(m_cell.width(), 0) : QPointF(0, m_cell.height()));
    const double width = std::min(0.8 * m_cell.width(), 2.2 * m_chip), height = 0.8 * m_chip;
    return {middle.x() - width / 2, middle.y() - height / 2, width, height};
}

/// The bar of the direction from one chip to another beside it, on the right of who travels.
QRectF MeshLayout::barBetween(const QRectF& from, const QRectF& to) const
{
    const double gap = m_thickness > 2 ? 1.0 : 0.5;
    const double end = m_chip >= 12 ? 2 : 0.5;
    const QPointF a = from.center(), b = to.center();
    if (std::abs(a.x() - b.x()) > std::abs(a.y() - b.y())) {
        const bool east = b.x() > a.x();
        const double left = east ? from.right() : to.right(), right = east ? to.left() : from.left();
        return {left + end, east ? a.y() + gap : a.y() - gap - m_thickness, right - left - 2 * end, m_thickness};
    }
    const bool south = b.y() > a.y();
    const double top = south ? from.bottom() : to.bottom(), bottom = south ? to.top() : from.top();
    return {south ? a.x() - gap - m_thickness : a.x() + gap, top + end, m_thickness, bottom - top - 2 * end};
}

QRectF MeshLayout::peBar(noc::PortId pe, bool enters) const
{
    if (m_chip < kPeBarsFrom)
        return {};
    const QRectF inside = chip(pe);
    const double height = 0.34 * m_chip, middle = inside.center().x();
    const double x = enters ? middle + 0.13 * m_chip : middle - 0.13 * m_chip - m_thickness;
    return {x, inside.bottom() - height - 0.1 * m_chip, m_thickness, height};
}

QRectF MeshLayout::findBar(noc::LinkId link) const
{
    const auto ends = noc::linkEnds(m_mesh, link);
    if (!ends)
        return {};
    if (ends->kind == LinkEnds::Kind::Hop)
        return barBetween(chip(ends->from), chip(ends->to));
    const bool enters = ends->kind == LinkEnds::Kind::Entering;
    if (ends->port < m_mesh.peCount())
        return peBar(ends->port, enters);
    const QRectF router = chip(ends->from), port = portChip(ends->port);
    return enters ? barBetween(port, router) : barBetween(router, port);
}

QRectF MeshLayout::bar(noc::LinkId link) const
{
    const auto found = std::lower_bound(m_links.begin(), m_links.end(), link);
    return found != m_links.end() && *found == link ? m_bars[std::size_t(found - m_links.begin())] : QRectF();
}

QPolygonF MeshLayout::arrow(noc::LinkId link) const
{
    const QRectF r = bar(link);
    const auto ends = noc::linkEnds(m_mesh, link);
    if (!ends || r.isEmpty())
        return {};
    // Unit vectors along the way and to its left.
    QPointF along, across;
    if (r.width() >= r.height()) {
        const bool fromLeft =
            ends->kind == LinkEnds::Kind::Hop ? ends->to > ends->from : ends->kind == LinkEnds::Kind::Leaving;
        along = {fromLeft ? 1.0 : -1.0, 0};
        across = {0, 1};
    } else {
        const bool down =
            ends->kind == LinkEnds::Kind::Hop ? ends->to > ends->from : ends->kind == LinkEnds::Kind::Leaving;
        along = {0, down ? 1.0 : -1.0};
        across = {1, 0};
    }
    const double half = std::max(r.width(), r.height()) / 2, wide = m_thickness / 2;
    const double head = std::min(0.8 * m_thickness, 0.6 * half);
    const QPointF c = r.center();
    return QPolygonF{{c - half * along - wide * across, c + (half - head) * along - wide * across, c + half * along,
                      c + (half - head) * along + wide * across, c - half * along + wide * across}};
}

std::optional<noc::LinkId> MeshLayout::linkAt(QPointF point) const
{
    std::optional<noc::LinkId> nearest;
    double best = kReach;
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        const QRectF& r = m_bars[i];
        const double dx = std::max({r.left() - point.x(), 0.0, point.x() - r.right()});
        const double dy = std::max({r.top() - point.y(), 0.0, point.y() - r.bottom()});
        if (const double distance = std::hypot(dx, dy); distance < best) {
            best = distance;
            nearest = m_links[i];
        }
    }
    return nearest;
}

std::optional<noc::RouterId> MeshLayout::chipAt(QPointF point) const
{
    for (noc::RouterId router = 0; router < m_mesh.routerCount(); ++router)
        if (chip(router).contains(point))
            return router;
    return std::nullopt;
}

noc::LinkId MeshLayout::neighbour(noc::LinkId link, Qt::Key arrowKey) const
{
    const QPointF from = bar(link).center();
    noc::LinkId nearest = link;
    double best = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        const QPointF step = m_bars[i].center() - from;
        const bool sideways = arrowKey == Qt::Key_Left || arrowKey == Qt::Key_Right;
        const double sign = arrowKey == Qt::Key_Left || arrowKey == Qt::Key_Up ? -1 : 1;
        const double along = sign * (sideways ? step.x() : step.y());
        const double aside = std::abs(sideways ? step.y() : step.x());
        if (const double cost = along + 3 * aside; along > 0.5 && cost < best) {
            best = cost;
            nearest = m_links[i];
        }
    }
    return nearest;
}

QRectF portNamePlace(const QRectF& chip, const QSizeF& text, bool isBuffer, const QRectF& area)
{
    constexpr double kMargin = 3;
    if (text.width() <= chip.width() - 2 * kMargin && text.height() <= chip.height())
        return chip.adjusted(kMargin, 0, -kMargin, 0);
    const QPointF beside = isBuffer ? QPointF(chip.center().x() - text.width() / 2, chip.bottom() + kMargin)
                                    : QPointF(chip.right() + kMargin, chip.center().y() - text.height() / 2);
    const double right = area.right() - text.width(), bottom = area.bottom() - text.height();
    return {
        QPointF(std::max(area.left(), std::min(beside.x(), right)), std::max(area.top(), std::min(beside.y(), bottom))),
        text};
}

} // namespace nestloom::ui
