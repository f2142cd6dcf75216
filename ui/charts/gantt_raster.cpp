// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gantt_raster.h"

#include "engine/base/parallel_for.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

using Cycles = std::array<double, trace::kMostKinds>;

/// Pixels of one lane. Columns are kept one after the other and written line by line at the end: an image is stored in
/// lines.
class LaneRaster {
public:
    /// `bits` are those of the image, asked for once: several threads write into it.
    LaneRaster(QRgb* bits, const QImage& image, int top, int bottom, std::vector<QRgb>& columns,
               std::vector<char>& isColumn)
        : m_bits(bits), m_stride(image.bytesPerLine() / int(sizeof(QRgb))), m_width(image.width()),
          m_top(std::clamp(top, 0, image.height())), m_bottom(std::clamp(bottom, 0, image.height())), m_rowTop(top),
          m_rowBottom(bottom), m_height(std::max(0, m_bottom - m_top)), m_columns(columns), m_isColumn(isColumn)
    {
        m_columns.resize(std::size_t(m_height) * std::size_t(m_width));
        m_isColumn.assign(std::size_t(m_width), 0);
    }

    void box(int left, int right, const GanttShade& shade)
    {
        const int from = std::max(left, 0), to = std::min(right, m_width);
        const bool hasEdge = right - left >= 4 && m_rowBottom - m_rowTop >= 5;
        for (int y = m_top; y < m_bottom; ++y) {
            QRgb* line = m_bits + std::ptrdiff_t(y) * m_stride;
            const bool isEdge = hasEdge && (y == m_rowTop || y == m_rowBottom - 1);
            std::fill(line + from, line + std::max(from, to), isEdge ? shade.edge : shade.fill);
            if (shade.isHatched)
                for (int x = from + ((kHatch - (from + y) % kHatch) % kHatch); x < to; x += kHatch)
                    line[x] = shade.edge;
            if (hasEdge && left >= 0 && left < m_width)
                line[left] = shade.edge;
            if (hasEdge && right - 1 >= 0 && right - 1 < m_width)
                line[right - 1] = shade.edge;
        }
    }

    /// Cycles of a column by kind, from the bottom of the row upwards; `perCycle` of the row's height for each.
    void column(int x, const Cycles& cycles, double perCycle, const std::vector<GanttShade>& shades)
    {
        if (x < 0 || x >= m_width || m_height == 0)
            return;
        const double height = m_rowBottom - m_rowTop;
        QRgb* pixels = m_columns.data() + std::size_t(x) * std::size_t(m_height);
        std::fill_n(pixels, m_height, 0);
        m_isColumn[std::size_t(x)] = 1;
        m_hasColumns = true;
        double sum = 0;
        int low = m_rowBottom;
        for (std::size_t kind = 0; kind < shades.size(); ++kind) {
            if (cycles[kind] <= 0)
                continue;
            sum += cycles[kind];
            int high = m_rowBottom - int(std::min(1.0, sum * perCycle) * height + 0.5);
            if (low == m_rowBottom)
                high = std::min(high, low - 1); // something happens: at least one pixel
            for (int y = std::max(high, m_top); y < std::min(low, m_bottom); ++y)
                pixels[y - m_top] = shades[kind].fill;
            low = high;
        }
    }

    void writeColumns()
    {
        for (int y = 0; m_hasColumns && y < m_height; ++y) {
            QRgb* line = m_bits + std::ptrdiff_t(m_top + y) * m_stride;
            const QRgb* from = m_columns.data() + y;
            for (int x = 0; x < m_width; ++x)
                if (m_isColumn[std::size_t(x)] != 0)
                    line[x] = from[std::size_t(x) * std::size_t(m_height)];
        }
    }

    int width() const { return m_width; }

private:
    static constexpr int kHatch = 6;
    QRgb* m_bits;
    int m_stride, m_width, m_top, m_bottom, m_rowTop, m_rowBottom, m_height;
    std::vector<QRgb>& m_columns;  // by x, then y
    std::vector<char>& m_isColumn; // by x
    bool m_hasColumns = false;
};

/// Walks one lane from left to right: a box, or a column of many events.
class LaneWalk {
public:
    LaneWalk(const trace::TraceIndex& index, std::size_t lane, LaneRaster& raster, double low, double perPixel,
             const std::vector<GanttShade>& shades)
        : m_index(index), m_lane(lane), m_items(index.lane(lane)), m_raster(raster), m_low(low), m_perPixel(perPixel),
          m_shades(shades)
    {
    }

    void run()
    {
        const double high = m_low + m_perPixel * m_raster.width();
        std::size_t at = m_index.firstEndingAfter(m_lane, m_low);
        while (at < m_items.size() && double(m_items[at].begin) < high) {
            const trace::TraceIndex::Item& item = m_items[at];
            if (double(item.end - item.begin) >= m_perPixel)
                if (const int right = pixel(double(item.end)); right > m_painted && right > pixel(double(item.begin))) {
                    m_raster.box(std::max(pixel(double(item.begin)), m_painted), right, m_shades[item.kind]);
                    m_painted = right;
                    ++at;
                    continue;
                }
            at = column(at);
        }
    }

private:
    int pixel(double cycle) const { return int(std::lround(std::clamp((cycle - m_low) / m_perPixel, -1e6, 1e6))); }

    /// Paints the column in which the event at this position begins, or the next one; returns the first event behind
    /// it.
    std::size_t column(std::size_t at)
    {
        const int x = std::max(m_painted, int(std::floor((double(m_items[at].begin) - m_low) / m_perPixel)));
        const double from = m_low + x * m_perPixel, to = from + m_perPixel;
        const bool reachesIn = at > 0 && double(m_items[at - 1].end) > from; // the one that was painted last
        Cycles cycles{};
        std::size_t next = add(reachesIn ? at - 1 : at, from, to, cycles);
        if (next <= at) { // it reaches into the next column, or has no length
            cycles[m_items[at].kind] = std::max(cycles[m_items[at].kind], 1e-6);
            next = at + 1;
        }
        m_raster.column(x, cycles, 1 / m_perPixel, m_shades);
        m_painted = x + 1;
        return next;
    }

    /// Adds up cycles by kind in [from, to); returns the first event that ends behind it.
    std::size_t add(std::size_t first, double from, double to, Cycles& cycles) const
    {
        constexpr std::size_t kFew = 32; // are added quicker than sums are looked up
        const std::int64_t last = std::int64_t(std::floor(to));
        const std::size_t few = std::min(m_items.size(), first + kFew);
        if (first + kFew < m_items.size() && m_items[first + kFew].end <= last)
            return lookUp(first, from, to, cycles);
        std::array<std::int64_t, trace::kMostKinds> whole;
        std::fill_n(whole.begin(), m_shades.size(), 0);
        std::size_t i = first;
        for (; i < few && m_items[i].end <= last; ++i)
            whole[m_items[i].kind] += m_items[i].end - m_items[i].begin;
        for (std::size_t kind = 0; kind < m_shades.size(); ++kind)
            cycles[kind] = double(whole[kind]);
        if (i > first && double(m_items[first].begin) < from)
            cycles[m_items[first].kind] -= from - double(m_items[first].begin);
        if (i < m_items.size() && double(m_items[i].begin) < to)
            cycles[m_items[i].kind] += to - std::max(double(m_items[i].begin), from);
        return i;
    }

    std::size_t lookUp(std::size_t first, double from, double to, Cycles& cycles) const
    {
        Cycles before{};
        const std::size_t next = m_index.firstEndingAfter(m_lane, to, first);
        m_index.cyclesBefore(m_lane, from, first, before);
        m_index.cyclesBefore(m_lane, to, next, cycles);
        for (std::size_t kind = 0; kind < m_shades.size(); ++kind)
            cycles[kind] -= before[kind];
        return next;
    }

    const trace::TraceIndex& m_index;
    const std::size_t m_lane;
    const std::span<const trace::TraceIndex::Item> m_items;
    LaneRaster& m_raster;
    const double m_low, m_perPixel;
    const std::vector<GanttShade>& m_shades;
    int m_painted = 0; // columns before this one are done
};

} // namespace

QImage rasterEvents(const trace::TraceIndex& index, const std::vector<GanttRow>& rows, const TimeGeometry& geometry,
                    const std::vector<GanttShade>& shades, double pixelRatio)
{
    QImage image((geometry.plot.size() * pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(pixelRatio);
    const double perPixel = (geometry.high - geometry.low) / image.width();
    QRgb* const bits = reinterpret_cast<QRgb*>(image.bits());
    const auto raster = [&](std::size_t from, std::size_t to) {
        std::vector<QRgb> columns; // of one lane after the other
        std::vector<char> isColumn;
        for (std::size_t i = from; i < to; ++i) {
            const GanttRow& row = rows[i];
            LaneRaster lane(bits, image, int(std::lround(row.top * pixelRatio)),
                            int(std::lround(row.bottom * pixelRatio)), columns, isColumn);
            LaneWalk(index, row.lane, lane, geometry.low, perPixel, shades).run();
            lane.writeColumns();
        }
    };
    constexpr std::size_t kMany = 16; // lanes: worth a second thread
    if (rows.size() < kMany) {
        raster(0, rows.size());
        return image;
    }
    const std::size_t half = rows.size() / 2;
    parallelFor(2, 2, [&](std::size_t i) {
        raster(i == 0 ? 0 : half, i == 0 ? half : rows.size());
    }); // their lanes are other pixels
    return image;
}

} // namespace nestloom::ui
