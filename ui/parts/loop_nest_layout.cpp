// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/loop_nest_layout.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kFactorPadding = 4;
}

LoopRowText::Kind LoopRowText::kindOf(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping,
                                      LoopRef loop)
{
    if (!isSpatial(mapping, loop))
        return Kind::Temporal;
    return accelerator.levels[loop.level].fanout.isPlane() ? Kind::OverAxis : Kind::Spatial;
}

QString LoopRowText::text(const mapping::Loop& loop, Kind kind)
{
    const QString along = kind != Kind::OverAxis
                              ? QString()
                              : QStringLiteral(" along %1").arg(qt(std::string(hardware::name(loop.axis))));
    return QStringLiteral("%1for %2 in 0..%3%4")
        .arg(kind != Kind::Temporal ? QStringLiteral("par ") : QString(),
             QString(QLatin1Char(workload::letter(loop.dimension))))
        .arg(loop.bound)
        .arg(along);
}

QString LoopRowText::factors(const std::vector<mapping::Loop>& loops)
{
    QStringList parts;
    for (const mapping::Loop& loop : loops)
        parts << QStringLiteral("%1 %2").arg(QLatin1Char(workload::letter(loop.dimension))).arg(loop.bound);
    return parts.isEmpty() ? QCoreApplication::translate("LoopNestView", "no spatial loop")
                           : parts.join(QStringLiteral(" \u00d7 "));
}

double LoopRowText::factorWidth(std::int64_t prime) const
{
    return std::max(kChip, m_caption.horizontalAdvance(QString::number(prime)) + 2 * kFactorPadding);
}

std::vector<std::int64_t> LoopRowText::loosePrimes(const mapping::Loop& loop) const
{
    const std::vector<std::int64_t> primes = m_editable ? primesOf(loop.bound) : std::vector<std::int64_t>{};
    return primes.size() > 1 ? primes : std::vector<std::int64_t>{};
}

double LoopRowText::width(const mapping::Loop& loop, Kind kind) const
{
    const std::vector<std::int64_t> primes = loosePrimes(loop);
    double width = textWidth(loop, kind) + (primes.empty() ? 0 : kFactorLeft);
    for (const std::int64_t prime : primes)
        width += factorWidth(prime) + kFactorGap;
    return width;
}

namespace {

constexpr double kNestMargin = 12; // around all bands
constexpr double kBandGap = 6;
constexpr double kPadding = 10;   // inside a band
constexpr double kColumnGap = 16; // between loops and tensors
constexpr double kChip = LoopRowText::kChip;
constexpr double kChipGap = 3;
constexpr double kChips = 3 * (kChip + kChipGap) + 10;
constexpr double kLeastIndent = 2, kLargestIndent = 12;
constexpr double kGridGap = 24;                      // between chips and a grid beside them
constexpr double kGridWidth = 120, kGridHeight = 72; // at most
constexpr double kLargestCell = 10;

/// Builds a layout from top to bottom.
class NestBuilder {
public:
    NestBuilder(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                const mapping::LayerMapping& mapping, const LoopNestFonts& fonts, double width, bool editable)
        : m_accelerator(accelerator), m_mapping(mapping), m_text(fonts.code, fonts.caption, editable),
          m_uses(bufferUse(accelerator, layer, mapping)), m_body(fonts.body), m_caption(fonts.caption),
          m_strong(fonts.strong), m_code(fonts.code)
    {
        m_layout.width = std::max(width, kLoopNestMinimumWidth);
        m_rowHeight = std::ceil(std::max(m_code.height(), kChip) + 5);
        const double inner = m_layout.width - 2 * kNestMargin - 2 * kPadding;
        m_tensorWidth = std::clamp(std::max(inner * 0.35, widestTensor(true)), 200.0, std::min(640.0, inner * 0.5));
        m_loopLeft = kNestMargin + kPadding;
        // Too narrow for all of it, first the shapes of tensors are cut, then the view scrolls sideways.
        const double missing = std::max(0.0, leastLoops() - (inner - kColumnGap - m_tensorWidth));
        const double taken = std::min(missing, std::max(0.0, m_tensorWidth - widestTensor(false)));
        m_tensorWidth -= taken;
        m_layout.width += missing - taken;
        m_loopWidth = inner + missing - taken - kColumnGap - m_tensorWidth;
        m_tensorLeft = m_loopLeft + m_loopWidth + kColumnGap;
        // Grids stand beside the loops where there is room, else below them, which takes more height.
        m_indent = indentStep(false);
        m_chipLeft = chipColumn();
        m_gridsBeside = widestGrid() <= m_loopLeft + m_loopWidth - gridColumn();
        if (!m_gridsBeside) {
            m_indent = indentStep(true);
            m_chipLeft = chipColumn();
        }
    }

    LoopNestLayout build()
    {
        m_y = kNestMargin;
        for (std::size_t level = 0; level < m_uses.size(); ++level)
            addBand(level);
        m_layout.height = m_y - kBandGap + kNestMargin;
        return std::move(m_layout);
    }

private:
    /// What loops need with the smallest indents and with grids below them.
    double leastLoops() const
    {
        double widest = 0;
        int depth = 0;
        for (std::size_t level = 0; level < m_uses.size(); ++level) {
            const mapping::LevelLoops& loops = m_mapping.levels[level];
            for (std::size_t i = 0; i < loops.temporal.size() + loops.spatial.size(); ++i) {
                const LoopRef ref{level, i};
                const double text =
                    m_text.width(loopAt(m_mapping, ref), LoopRowText::kindOf(m_accelerator, m_mapping, ref));
                widest = std::max(widest, kLeastIndent * depth++ + text + kChips);
            }
            widest = std::max(widest, kLeastIndent * depth + gridWidth(level));
        }
        return std::ceil(widest);
    }

    /// Indents as far as the longest row leaves room for: deep nests get smaller steps instead of clipped text.
    double indentStep(bool gridsBelow) const
    {
        double step = kLargestIndent;
        int depth = 0;
        for (std::size_t level = 0; level < m_uses.size(); ++level) {
            const mapping::LevelLoops& loops = m_mapping.levels[level];
            const auto fit = [&](double needed) {
                if (depth > 0)
                    step = std::min(step, std::max(kLeastIndent, (m_loopWidth - needed) / depth));
            };
            for (const mapping::Loop& loop : loops.temporal) {
                fit(m_text.width(loop, LoopRowText::Kind::Temporal) + kChips);
                ++depth;
            }
            if (gridsBelow)
                fit(gridWidth(level));
            for (const mapping::Loop& loop : loops.spatial) {
                fit(m_text.width(loop, m_accelerator.levels[level].fanout.isPlane() ? LoopRowText::Kind::OverAxis
                                                                                    : LoopRowText::Kind::Spatial)
                    + kChips);
                ++depth;
            }
        }
        return step;
    }

    /// All of a row but its shape.
    double tensorWords(const TensorUse& tensor) const
    {
        return kChip + 6 + m_body.horizontalAdvance(tensorName(tensor.role)) + 8 + 14
               + m_body.horizontalAdvance(shortSize(tensor.bits));
    }

    double widestTensor(bool hasShape) const
    {
        double widest = 0;
        for (const LevelUse& use : m_uses)
            for (const TensorUse& tensor : use.tensors)
                widest = std::max(widest,
                                  tensorWords(tensor) + (hasShape ? m_caption.horizontalAdvance(tensor.shape) + 2 : 0));
        return widest;
    }

    /// With its caption; 0 without a fan-out.
    double gridWidth(std::size_t level) const
    {
        if (m_accelerator.levels[level].fanout.count() <= 1)
            return 0;
        const Grid grid = gridOf(level);
        return grid.rect.width() + 12
               + std::max(m_body.horizontalAdvance(grid.caption), m_caption.horizontalAdvance(grid.count));
    }

    double widestGrid() const
    {
        double widest = 0;
        for (std::size_t level = 0; level < m_uses.size(); ++level)
            widest = std::max(widest, gridWidth(level));
        return widest;
    }

    double chipsRight() const { return m_chipLeft + 3 * kChip + 2 * kChipGap; }
    double gridColumn() const { return chipsRight() + kGridGap; }

    /// Chips stand in one column right of the longest loop, so that the eye can run down one tensor.
    double chipColumn() const
    {
        double longest = 0;
        int depth = 0;
        for (const LoopRef& ref : loopsOf(m_mapping)) {
            const double text =
                m_text.width(loopAt(m_mapping, ref), LoopRowText::kindOf(m_accelerator, m_mapping, ref));
            longest = std::max(longest, m_indent * depth++ + text);
        }
        const double rightmost = m_loopLeft + m_loopWidth - 3 * kChip - 2 * kChipGap;
        return std::min(rightmost, m_loopLeft + std::max(longest + 24, 150.0));
    }

    using Band = LoopNestLayout::Band;
    using Grid = LoopNestLayout::Grid;

    void addBand(std::size_t level)
    {
        Band band;
        const LevelUse& use = m_uses[level];
        band.level = level;
        band.name = qt(use.level);
        if (use.instances > 1)
            band.instances = LoopNestViewWords::tr("%1 of %2 used")
                                 .arg(format::integer(use.usedInstances), format::integer(use.instances));
        if (use.capacity)
            band.capacity =
                LoopNestViewWords::tr("%1 of %2 (%3)")
                    .arg(shortSize(use.total), format::bytes(*use.capacity), format::percent(use.share(), 0));
        else
            band.capacity = LoopNestViewWords::tr("%1, unbounded").arg(shortSize(use.total));
        band.overflows = use.share() > 1;
        const double top = m_y;
        const double header = std::ceil(m_strong.height()) + 6;
        band.headerRect = QRectF(m_loopLeft, top + kPadding - 4, m_layout.width - 2 * (kNestMargin + kPadding), header);
        const double contentTop = band.headerRect.bottom() + 2;
        const double loopsBottom = addLoops(band, contentTop);
        const double tensorsBottom = addTensors(band, contentTop);
        const double bottom = std::max(loopsBottom, tensorsBottom) + kPadding - 2;
        band.rect = QRectF(kNestMargin, top, m_layout.width - 2 * kNestMargin, bottom - top);
        m_y = bottom + kBandGap;
        m_layout.bands.push_back(std::move(band));
    }

    double addLoops(Band& band, double y)
    {
        const double top = y;
        const mapping::LevelLoops& loops = m_mapping.levels[band.level];
        const std::size_t count = loops.temporal.size() + loops.spatial.size();
        if (count == 0) {
            band.noLoopsRect =
                QRectF(m_loopLeft + m_indent * m_depth, y, m_loopWidth - m_indent * m_depth, m_rowHeight);
            y += m_rowHeight;
        }
        for (std::size_t position = 0; position < count; ++position) {
            band.loops.push_back(loopRow({band.level, position}, y));
            y += m_rowHeight;
            ++m_depth;
        }
        if (m_accelerator.levels[band.level].fanout.count() <= 1)
            return y;
        if (m_gridsBeside)
            return std::max(y, placeGrid(band, gridColumn(), top + 2));
        return placeGrid(band, m_loopLeft + m_indent * m_depth, y + 3);
    }

    LoopNestLayout::LoopRow loopRow(LoopRef ref, double y) const
    {
        LoopNestLayout::LoopRow row;
        row.loop = ref;
        row.spatial = isSpatial(m_mapping, ref);
        row.text = LoopRowText::text(loopAt(m_mapping, ref), LoopRowText::kindOf(m_accelerator, m_mapping, ref));
        row.axis = loopAt(m_mapping, ref).axis;
        row.effects = loopEffects(m_accelerator, m_mapping, ref);
        const double right = m_gridsBeside ? chipsRight() + 6 : m_loopLeft + m_loopWidth;
        row.rect = QRectF(m_loopLeft - 4, y, right - m_loopLeft + 4, m_rowHeight);
        row.textLeft = m_loopLeft + m_indent * m_depth;
        double x = row.textLeft + m_code.horizontalAdvance(row.text) + LoopRowText::kFactorLeft;
        for (const std::int64_t prime : m_text.loosePrimes(loopAt(m_mapping, ref))) {
            row.factors.push_back({prime, QRectF(x, y + (m_rowHeight - kChip) / 2, m_text.factorWidth(prime), kChip)});
            x += m_text.factorWidth(prime) + LoopRowText::kFactorGap;
        }
        x = m_chipLeft;
        for (const TensorRole role : kTensorRoles) {
            row.chips[role] = QRectF(x, y + (m_rowHeight - kChip) / 2, kChip, kChip);
            x += kChip + kChipGap;
        }
        return row;
    }

    static std::int64_t product(const std::vector<mapping::Loop>& loops)
    {
        std::int64_t product = 1;
        for (const mapping::Loop& loop : loops)
            product *= loop.bound;
        return product;
    }

    Grid gridOf(std::size_t level) const
    {
        const hardware::Fanout& fanout = m_accelerator.levels[level].fanout;
        const mapping::LevelLoops& loops = m_mapping.levels[level];
        Grid grid;
        grid.columns = fanout.columns;
        grid.rows = fanout.rows;
        grid.used = mapping::spatialProduct(loops);
        std::vector<mapping::Loop> overColumns, overRows;
        for (const mapping::Loop& loop : loops.spatial)
            (loop.axis == hardware::Axis::Rows ? overRows : overColumns).push_back(loop);
        grid.usedColumns = product(overColumns);
        grid.usedRows = product(overRows);
        const double cell =
            std::clamp(std::min(kGridWidth / double(grid.columns), kGridHeight / double(grid.rows)), 0.0, kLargestCell);
        grid.rect = QRectF(0, 0, std::max(6.0, cell * double(grid.columns)), std::max(6.0, cell * double(grid.rows)));
        if (fanout.isPlane() && !loops.spatial.empty())
            grid.caption = LoopNestViewWords::tr("%1 across %2 columns, %3 across %4 rows")
                               .arg(overColumns.empty() ? QStringLiteral("1") : LoopRowText::factors(overColumns))
                               .arg(grid.columns)
                               .arg(overRows.empty() ? QStringLiteral("1") : LoopRowText::factors(overRows))
                               .arg(grid.rows);
        else
            grid.caption = LoopNestViewWords::tr("%1 across %2 \u00d7 %3")
                               .arg(LoopRowText::factors(loops.spatial))
                               .arg(grid.columns)
                               .arg(grid.rows);
        const bool innermost = level + 1 == m_accelerator.levels.size();
        const QString child = innermost ? LoopNestViewWords::tr("MAC units") : qt(m_accelerator.levels[level + 1].name);
        grid.count = LoopNestViewWords::tr("%1 of %2 %3")
                         .arg(format::integer(grid.used), format::integer(fanout.count()), child);
        return grid;
    }

    /// Returns the bottom.
    double placeGrid(Band& band, double left, double y) const
    {
        band.grid = gridOf(band.level);
        const double captionHeight = m_body.height() + m_caption.height();
        const double height = std::max(band.grid.rect.height(), captionHeight);
        band.grid.rect.moveTo(left, y + (height - band.grid.rect.height()) / 2);
        const double captionLeft = band.grid.rect.right() + 12;
        band.grid.captionRect = QRectF(captionLeft, y + (height - captionHeight) / 2,
                                       m_loopLeft + m_loopWidth - captionLeft, captionHeight);
        return y + height + 2;
    }

    double addTensors(Band& band, double y) const
    {
        const LevelUse& use = m_uses[band.level];
        const double rowHeight = std::ceil(std::max(m_body.height(), kChip) + 12);
        for (const TensorUse& tensor : use.tensors) {
            LoopNestLayout::TensorRow row;
            row.use = tensor;
            row.rect = QRectF(m_tensorLeft, y, m_tensorWidth, rowHeight);
            row.bounded = use.capacity.has_value();
            if (use.capacity && use.capacity->count > 0)
                row.fraction = double(tensor.bits.count) / (8.0 * double(use.capacity->count));
            row.bytes = shortSize(tensor.bits);
            row.shape =
                m_caption.elidedText(tensor.shape, Qt::ElideRight, std::max(0.0, m_tensorWidth - tensorWords(tensor)));
            row.toolTip = LoopNestViewWords::tr("%1 in %2: %3\n%4 elements, %5")
                              .arg(tensorName(tensor.role), band.name, tensor.shape, format::integer(tensor.elements),
                                   exactSize(tensor.bits));
            band.tensors.push_back(std::move(row));
            y += rowHeight;
        }
        return y;
    }

    const hardware::Accelerator& m_accelerator;
    const mapping::LayerMapping& m_mapping;
    const LoopRowText m_text;
    const std::vector<LevelUse> m_uses;
    QFontMetricsF m_body, m_caption, m_strong, m_code;
    LoopNestLayout m_layout;
    double m_rowHeight = 0, m_loopLeft = 0, m_loopWidth = 0, m_tensorLeft = 0, m_tensorWidth = 0, m_indent = 0,
           m_chipLeft = 0;
    bool m_gridsBeside = false;
    double m_y = 0;
    int m_depth = 0;
};

} // namespace

LoopNestLayout layOutLoopNest(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const mapping::LayerMapping& mapping, const LoopNestFonts& fonts, double width,
                              bool editable)
{
    return NestBuilder(accelerator, layer, mapping, fonts, width, editable).build();
}

} // namespace nestloom::ui
