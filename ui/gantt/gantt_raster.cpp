// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gantt/gantt_raster.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

using Cycles = std::array<double, trace::kMostKinds>;

/// Pixels of one lane.
class LaneRaster {
public:
    LaneRaster(QImage& image, int top, int bottom)
        : m_bits(reinterpret_cast<QRgb*>(image.bits())), m_stride(image.bytesPerLine() / int(sizeof(QRgb))),
          m_width(image.width()), m_top(std::clamp(top, 0, image.height())),
          m_bottom(std::clamp(bottom, 0, image.height())), m_rowTop(top), m_rowBottom(bottom)
    {
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

    /// Shares of a column's cycles by kind, from the bottom of the row upwards.
    void column(int x, const Cycles& shares, const std::vector<GanttShade>& shades)
    {
        if (x < 0 || x >= m_width)
            return;
        const double height = m_rowBottom - m_rowTop;
        double sum = 0;
        int low = m_rowBottom;
        for (std::size_t kind = 0; kind < shades.size(); ++kind) {
            if (shares[kind] <= 0)
                continue;
            sum += shares[kind];
            int high = m_rowBottom - int(std::lround(std::min(1.0, sum) * height));
            if (low == m_rowBottom)
                high = std::min(high, low - 1); // something happens: at least one pixel
            for (int y = std::max(high, m_top); y < std::min(low, m_bottom); ++y)
                m_bits[std::ptrdiff_t(y) * m_stride + x] = shades[kind].fill;
            low = high;
        }
    }

    int width() const { return m_width; }

private:
    static constexpr int kHatch = 6;
    QRgb* m_bits;
    int m_stride, m_width, m_top, m_bottom, m_rowTop, m_rowBottom;
};

/// Cycles by kind in [from, to); the events `first` and `next` are the first to end after its edges.
Cycles cyclesIn(const trace::TraceIndex& index, std::size_t lane, double from, double to, std::size_t first,
                std::size_t next)
{
    constexpr std::size_t kFew = 24; // are added quicker than sums are looked up
    Cycles cycles{};
    if (next - first > kFew) {
        Cycles before{};
        index.cyclesBefore(lane, from, first, before);
        index.cyclesBefore(lane, to, next, cycles);
        for (std::size_t kind = 0; kind < index.trace().kinds.size(); ++kind)
            cycles[kind] -= before[kind];
        return cycles;
    }
    const auto items = index.lane(lane);
    for (std::size_t i = first; i < std::min(next + 1, items.size()); ++i)
        cycles[items[i].kind] +=
            std::max(0.0, std::min(double(items[i].end), to) - std::max(double(items[i].begin), from));
    return cycles;
}

/// Walks one lane from left to right: a box, or a column of many events.
void rasterLane(const trace::TraceIndex& index, std::size_t lane, LaneRaster raster, double low, double perPixel,
                const std::vector<GanttShade>& shades)
{
    const auto items = index.lane(lane);
    const double high = low + perPixel * raster.width();
    const auto pixel = [&](double cycle) { return int(std::lround(std::clamp((cycle - low) / perPixel, -1e6, 1e6))); };
    int painted = 0; // columns before this one are done
    std::size_t at = index.firstEndingAfter(lane, low);
    while (at < items.size() && double(items[at].begin) < high) {
        const int left = std::max(pixel(double(items[at].begin)), painted);
        const int right = pixel(double(items[at].end));
        if (right > left && double(items[at].end - items[at].begin) >= perPixel) {
            raster.box(left, right, shades[items[at].kind]);
            painted = right;
            ++at;
            continue;
        }
        const int column = std::max(painted, int(std::floor((double(items[at].begin) - low) / perPixel)));
        const double from = low + column * perPixel, to = from + perPixel;
        const bool reachesIn = at > 0 && double(items[at - 1].end) > from; // the one that was painted last
        std::size_t next = index.firstEndingAfter(lane, to, at);
        Cycles shares = cyclesIn(index, lane, from, to, reachesIn ? at - 1 : at, next);
        for (std::size_t kind = 0; kind < shades.size(); ++kind)
            shares[kind] /= perPixel;
        if (next == at) { // it reaches into the next column, or has no length
            shares[items[at].kind] = std::max(shares[items[at].kind], 1e-6);
            ++next;
        }
        raster.column(column, shares, shades);
        painted = column + 1;
        at = next;
    }
}

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
    for (const GanttRow& row : rows)
        rasterLane(index, row.lane,
                   LaneRaster(image, int(std::lround(row.top * pixelRatio)), int(std::lround(row.bottom * pixelRatio))),
                   geometry.low, perPixel, shades);
    return image;
}

} // namespace nestloom::ui
