// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/parallel_lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr std::size_t kFewLines = 5'000;                  // more are put into a quarter of the bins
constexpr int kAllBins = 512, kMoreCoarse = 2;            // of an axis; shift for more lines
constexpr std::size_t kVeryFew = 300;                     // each of which is seen well
constexpr float kFaintest = 0.16F, kFaintestOfFew = 0.5F; // of a colour, for one line

/// Exact at powers of two, a straight line between them.
float log2Of(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return float(int(bits >> 23) - 127) + float(bits & 0x7fffff) / float(1 << 23);
}

} // namespace

ParallelLines::Bin ParallelLines::binOf(double place)
{
    return std::isnan(place) ? kNoBin : Bin(std::clamp(place, 0.0, 1.0) * (kAllBins - 1) + 0.5);
}

ParallelLines::ParallelLines(QSize size, std::vector<double> xs, std::size_t lineCount)
    : m_size(size), m_xs(std::move(xs)), m_coarser(lineCount > kFewLines ? kMoreCoarse : 0),
      m_bins(kAllBins >> m_coarser), m_faintest(lineCount > kVeryFew ? kFaintest : kFaintestOfFew),
      m_density(std::size_t(size.width()) * std::size_t(size.height()))
{
    m_counts.assign(m_xs.empty() ? 0 : m_xs.size() - 1, std::vector<int>(std::size_t(m_bins) * std::size_t(m_bins)));
}

void ParallelLines::add(std::span<const Bin> bins)
{
    if (std::ranges::find(bins, kNoBin) != bins.end())
        return;
    for (std::size_t gap = 0; gap < m_counts.size(); ++gap)
        ++m_counts[gap][std::size_t((bins[gap] >> m_coarser) * m_bins + (bins[gap + 1] >> m_coarser))];
}

bool ParallelLines::paintNext()
{
    if (m_next == m_counts.size())
        return false;
    paintGap(m_next++);
    return true;
}

/// Of every column of pixels the line takes the rows that it passes, at least two of them with its share.
void ParallelLines::paintGap(std::size_t gap)
{
    const int from = int(std::lround(m_xs[gap])), to = std::min(int(std::lround(m_xs[gap + 1])), m_size.width());
    const int height = m_size.height();
    const double perBin = double(height - 1) / (m_bins - 1);
    for (int left = 0; left < m_bins; ++left)
        for (int right = 0; right < m_bins; ++right) {
            const auto count = float(m_counts[gap][std::size_t(left * m_bins + right)]);
            if (count == 0)
                continue;
            const double step = to > from ? (left - right) * perBin / (to - from) : 0;
            double y = (m_bins - 1 - left) * perBin;
            for (int x = from; x < to; ++x, y += step) {
                float* column = m_density.data() + x;
                const double low = std::min(y, y + step), high = std::max(y, y + step);
                const int first = std::clamp(int(low), 0, height - 1), last = std::clamp(int(high) + 1, 0, height - 1);
                if (high - low > 1) {
                    for (int row = first; row < last; ++row)
                        column[row * m_size.width()] += count;
                    continue;
                }
                const auto below = float(low - first);
                column[first * m_size.width()] += count * (1 - below);
                column[last * m_size.width()] += count * below;
            }
        }
}

QImage ParallelLines::picture(const QColor& colour, double most)
{
    QImage image(m_size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    while (paintNext())
        ;
    const float densest = m_density.empty() ? 0 : std::ranges::max(m_density);
    const float perDoubling = densest > 1 ? (1 - m_faintest) / log2Of(densest) : 0;
    std::array<QRgb, 256> shades; // by opacity
    for (int alpha = 0; alpha < 256; ++alpha)
        shades[std::size_t(alpha)] =
            qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(), int(std::lround(alpha * most))));
    for (int row = 0; row < m_size.height(); ++row) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(row));
        const float* lines = m_density.data() + std::size_t(row) * std::size_t(m_size.width());
        for (int x = 0; x < m_size.width(); ++x) {
            if (lines[x] == 0)
                continue;
            const float alpha =
                m_faintest * std::min(1.F, lines[x]) + (lines[x] > 1 ? perDoubling * log2Of(lines[x]) : 0);
            pixels[x] = shades[std::size_t(std::min(1.F, alpha) * 255)];
        }
    }
    return image;
}

} // namespace nestloom::ui
