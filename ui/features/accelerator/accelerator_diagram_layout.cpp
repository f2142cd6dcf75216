// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_diagram_layout.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <optional>

namespace nestloom::ui {

using hardware::Accelerator;
using Kind = AcceleratorBlock::Kind;
using Layout = AcceleratorDiagramLayout;

namespace {

constexpr double kDiagramPadding = 10; // inside boxes
constexpr double kDiagramChip = 16;    // mark of a tensor
constexpr double kDiagramChipGap = 4;
constexpr double kWordGap = 10;          // between title and note on one line
constexpr double kDiagramColumnGap = 56; // between the array and the enlarged PE
constexpr double kLeastColumn = 208;
constexpr double kMostColumn = 380;
constexpr double kComfortablePitch = 11; // of the array's chips, if there is no more room

/// The level whose children are drawn as the array of PEs.
std::optional<std::size_t> arrayLevel(const Accelerator& accelerator)
{
    if (!accelerator.interconnect.below.empty())
        if (const auto level = accelerator.findLevel(accelerator.interconnect.below))
            return level->value;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (accelerator.levels[i].fanout.count() > 1)
            return i;
    return std::nullopt;
}

class DiagramBuilder {
public:
    DiagramBuilder(const Accelerator& accelerator, const AcceleratorDiagramFonts& fonts, DiagramBoxes boxes)
        : m_accelerator(accelerator), m_caption(fonts.caption), m_strong(fonts.strong),
          m_oneLine(boxes == DiagramBoxes::OneLine), m_split(arrayLevel(accelerator)),
          m_boxHeight(m_strong.height() + (m_oneLine ? 0 : m_caption.height()) + kDiagramPadding + 1),
          m_gap(m_caption.height() + (m_oneLine ? 8 : 12))
    {
    }

    Layout build()
    {
        const std::size_t outer = m_split ? *m_split + 1 : m_accelerator.levels.size();
        const double left = columnWidth(0, outer, !m_split, 1);
        double y = column(0, outer, {0, 0}, left, 1);
        if (!m_split) {
            macs(left, {0, y}, 1);
            finish();
            return std::move(m_layout);
        }
        const std::int64_t pes = std::max<std::int64_t>(1, m_accelerator.instances(outer));
        const double right = columnWidth(outer, m_accelerator.levels.size(), true, pes);
        pe(outer, {left + kDiagramColumnGap, 0}, right, pes);
        array({0, y}, left);
        const double centre = m_layout.array->rect.center().y() - m_layout.pe.height() / 2;
        movePe(std::max(0.0, std::min(centre, m_layout.array->rect.bottom() - m_layout.pe.height())));
        finish();
        return std::move(m_layout);
    }

private:
    double boxWidth(AcceleratorBlock block, std::int64_t perPe) const
    {
        const double chips = block.isLevel() ? 3 * (kDiagramChip + kDiagramChipGap) + 8 : 0;
        const double title = m_strong.horizontalAdvance(blockTitle(m_accelerator, block, perPe)) + chips;
        const double note = m_caption.horizontalAdvance(blockNote(m_accelerator, block, perPe));
        return (m_oneLine ? title + kWordGap + note : std::max(title, note)) + 2 * kDiagramPadding + 6;
    }

    double columnWidth(std::size_t first, std::size_t end, bool withMacs, std::int64_t perPe) const
    {
        double width = kLeastColumn;
        for (std::size_t i = first; i < end; ++i)
            width = std::max({width, boxWidth(AcceleratorBlock::ofLevel(i), perPe), arrowWidth(i)});
        if (withMacs)
            width = std::max(width, boxWidth({Kind::Macs, 0}, perPe));
        return std::min(width, kMostColumn);
    }

    double arrowWidth(std::size_t level) const
    {
        return m_caption.horizontalAdvance(bandwidthWords(m_accelerator.levels[level]))
               + m_strong.horizontalAdvance(fanoutWords(level)) + 56;
    }

    QString fanoutWords(std::size_t level) const
    {
        const hardware::Fanout& fanout = m_accelerator.levels[level].fanout;
        return fanout.count() > 1 ? AcceleratorDiagramWords::tr("× %1").arg(format::integer(fanout.count()))
                                  : QString();
    }

    /// Places title and note in `room`, of which the right end is taken in the title's line.
    template <typename Headed>
    void words(Headed& made, const QRectF& room, double taken) const
    {
        made.titleRect = QRectF(room.left(), room.top(), room.width() - taken, m_strong.height());
        if (m_oneLine) {
            made.noteRect = made.titleRect.adjusted(m_strong.horizontalAdvance(made.title) + kWordGap, 0, 0, 0);
            made.titleRect.setRight(std::min(made.titleRect.right(), made.noteRect.left()));
        } else {
            made.noteRect = QRectF(room.left(), room.bottom() - m_caption.height(), room.width(), m_caption.height());
        }
    }

    void box(AcceleratorBlock block, const QRectF& rect, std::int64_t perPe, std::int64_t here)
    {
        Layout::Box made;
        made.block = block;
        made.rect = rect;
        made.title = blockTitle(m_accelerator, block, perPe);
        made.note = blockNote(m_accelerator, block, perPe);
        made.several = here > 1;
        const double chips = block.isLevel() ? 3 * (kDiagramChip + kDiagramChipGap) + kDiagramPadding : 0;
        words(made, rect.adjusted(kDiagramPadding + 2, 5, -8, -4), chips);
        if (block.isLevel()) {
            double x = rect.right() - kDiagramPadding - 3 * (kDiagramChip + kDiagramChipGap) + kDiagramChipGap;
            for (const TensorRole role : kTensorRoles) {
                made.chips[role] = QRectF(x, rect.top() + 5.5, kDiagramChip, kDiagramChip);
                x += kDiagramChip + kDiagramChipGap;
            }
        }
        m_layout.boxes.push_back(std::move(made));
    }

    /// The arrow from a level to its children; `several`: below a stack of boxes.
    void arrow(std::size_t level, QPointF at, double width, bool several)
    {
        const double x = at.x() + 20;
        Layout::Arrow made;
        made.line = QLineF(x, at.y() + (several ? 8 : 2), x, at.y() + m_gap - 2);
        made.bandwidth = bandwidthWords(m_accelerator.levels[level]);
        made.label = QRectF(x + 12, at.y() + (several ? 3 : 0), width - 36, m_gap);
        made.fanout = fanoutWords(level);
        m_layout.arrows.push_back(std::move(made));
    }

    /// Boxes of levels [first, end) with an arrow below each; returns where the next thing begins.
    double column(std::size_t first, std::size_t end, QPointF at, double width, std::int64_t perPe)
    {
        for (std::size_t i = first; i < end; ++i) {
            box(AcceleratorBlock::ofLevel(i), {at.x(), at.y(), width, m_boxHeight}, perPe,
                m_accelerator.instances(i) / perPe);
            at.ry() += m_boxHeight;
            arrow(i, at, width, m_layout.boxes.back().several);
            at.ry() += m_gap;
        }
        return at.y();
    }

    void macs(double width, QPointF at, std::int64_t perPe)
    {
        box({Kind::Macs, 0}, {at.x(), at.y(), width, m_boxHeight}, perPe, m_accelerator.macUnits() / perPe);
    }

    void pe(std::size_t first, QPointF at, double width, std::int64_t pes)
    {
        const double heading = m_strong.height() + kDiagramPadding + 4;
        const double bottom =
            column(first, m_accelerator.levels.size(), {at.x() + kDiagramPadding + 4, at.y() + heading}, width, pes);
        macs(width, {at.x() + kDiagramPadding + 4, bottom}, pes);
        m_layout.pe = QRectF(at.x(), at.y(), width + 2 * kDiagramPadding + 8,
                             bottom + m_boxHeight + kDiagramPadding + 4 - at.y());
        const bool ofNodes = m_accelerator.nodes && *m_split == 0;
        m_layout.peTitle = pes == 1  ? AcceleratorDiagramWords::tr("The only PE")
                           : ofNodes ? AcceleratorDiagramWords::tr("One of %1 nodes").arg(format::integer(pes))
                                     : AcceleratorDiagramWords::tr("One of %1 PEs").arg(format::integer(pes));
    }

    void movePe(double dy)
    {
        const double left = m_layout.pe.left();
        m_layout.pe.translate(0, dy);
        for (Layout::Box& box : m_layout.boxes)
            if (box.rect.left() > left) {
                for (QRectF* rect : {&box.rect, &box.titleRect, &box.noteRect})
                    rect->translate(0, dy);
                for (QRectF& chip : box.chips.values)
                    chip.translate(0, dy);
            }
        for (Layout::Arrow& arrow : m_layout.arrows)
            if (arrow.line.x1() > left) {
                arrow.line.translate(0, dy);
                arrow.label.translate(0, dy);
            }
    }

    void array(QPointF at, double width)
    {
        const hardware::Fanout& fanout = m_accelerator.levels[*m_split].fanout;
        Layout::Array made;
        made.level = *m_split;
        const bool ofNodes = m_accelerator.nodes && *m_split == 0;
        if (ofNodes || !m_accelerator.interconnect.below.empty())
            made.block = {ofNodes ? Kind::Nodes : Kind::Network, 0};
        made.title =
            (ofNodes ? AcceleratorDiagramWords::tr("%1 x %2 nodes") : AcceleratorDiagramWords::tr("%1 x %2 PEs"))
                .arg(format::integer(fanout.columns), format::integer(fanout.rows));
        made.note =
            made.block ? blockNote(m_accelerator, *made.block, 1) : AcceleratorDiagramWords::tr("no network described");
        const double heading = m_strong.height() + (m_oneLine ? 0 : m_caption.height()) + 12;
        words(made, {at.x() + kDiagramPadding, at.y() + 5, width - 2 * kDiagramPadding, heading - 10}, 0);
        const double least = double(std::min<std::int64_t>(fanout.rows, 16)) * kComfortablePitch;
        const double height = std::max(least, m_layout.pe.height() - at.y() - heading - kDiagramPadding);
        const double bottom =
            layOutPes(fanout, {at.x() + kDiagramPadding, at.y() + heading, width - 2 * kDiagramPadding, height}, made);
        made.rect = QRectF(at.x(), at.y(), width, bottom + kDiagramPadding - at.y());
        m_layout.array = std::move(made);
    }

    void finish()
    {
        QRectF all = m_layout.pe;
        for (const Layout::Box& box : m_layout.boxes)
            all = all.united(box.rect);
        if (m_layout.array)
            all = all.united(m_layout.array->rect);
        m_layout.legend = QRectF(0, all.bottom() + 12, all.width(), kDiagramChip);
        m_layout.size = QSizeF(all.width(), m_layout.legend.bottom());
    }

    const Accelerator& m_accelerator;
    const QFontMetricsF m_caption;
    const QFontMetricsF m_strong;
    const bool m_oneLine;
    const std::optional<std::size_t> m_split;
    const double m_boxHeight;
    const double m_gap;
    Layout m_layout;
};

AcceleratorBlock step(const std::vector<AcceleratorBlock>& all, std::vector<AcceleratorBlock>::const_iterator at,
                      Qt::Key key)
{
    if (key == Qt::Key_Up)
        return at == all.begin() ? *at : *std::prev(at);
    return std::next(at) == all.end() ? *at : *std::next(at);
}

} // namespace

AcceleratorDiagramFonts::AcceleratorDiagramFonts(const QFont& body)
    : caption(captionFont(body)), strong(strongFont(body))
{
}

Layout layOutAccelerator(const Accelerator& accelerator, const AcceleratorDiagramFonts& fonts, DiagramBoxes boxes)
{
    return DiagramBuilder(accelerator, fonts, boxes).build();
}

std::optional<AcceleratorBlock> Layout::blockAt(QPointF point) const
{
    for (const Box& box : boxes)
        if (box.rect.contains(point))
            return box.block;
    return array && array->rect.contains(point) ? array->block : std::nullopt;
}

QRectF Layout::rectOf(AcceleratorBlock block) const
{
    for (const Box& box : boxes)
        if (box.block == block)
            return box.rect;
    return array && array->block == block ? array->rect : QRectF();
}

std::vector<AcceleratorBlock> Layout::blocks() const
{
    std::vector<AcceleratorBlock> all;
    for (const Box& box : boxes) {
        all.push_back(box.block);
        if (array && array->block && box.block == AcceleratorBlock::ofLevel(array->level))
            all.push_back(*array->block);
    }
    return all;
}

AcceleratorBlock Layout::next(AcceleratorBlock from, Qt::Key key) const
{
    const std::vector<AcceleratorBlock> all = blocks();
    const auto at = std::ranges::find(all, from);
    if (at == all.end() || !array)
        return at == all.end() || key == Qt::Key_Left || key == Qt::Key_Right ? from : step(all, at, key);
    const auto inside = [&](AcceleratorBlock block) { return rectOf(block).left() > pe.left(); };
    const auto firstInside = std::ranges::find_if(all, inside);
    switch (key) {
    case Qt::Key_Right: return inside(from) ? from : *firstInside;
    case Qt::Key_Left: return inside(from) ? *std::prev(firstInside) : from;
    default: return step(all, at, key);
    }
}

namespace {

constexpr double kLargestPitch = 34; // of the chips
constexpr double kLeastPitch = 8;    // below it a side is abbreviated
constexpr int kHead = 4, kTail = 2;  // chips drawn at the two ends of an abbreviated side

/// Which of `count` chips in a row are drawn: all, or the first and the last few; nothing stands for the gap.
std::vector<std::optional<int>> drawn(std::int64_t count, double room)
{
    std::vector<std::optional<int>> shown;
    const bool all = double(count) * kLeastPitch <= room || count <= kHead + kTail + 1;
    for (int i = 0; i < (all ? count : kHead); ++i)
        shown.emplace_back(i);
    if (all)
        return shown;
    shown.emplace_back(std::nullopt);
    for (int i = kTail; i > 0; --i)
        shown.emplace_back(int(count) - i);
    return shown;
}

} // namespace

double layOutPes(const hardware::Fanout& fanout, const QRectF& room, AcceleratorDiagramLayout::Array& made)
{
    const auto columns = drawn(fanout.columns, room.width());
    const auto rows = drawn(fanout.rows, room.height());
    if (columns.empty() || rows.empty())
        return room.top();
    const double pitch =
        std::min({room.width() / double(columns.size()), room.height() / double(rows.size()), kLargestPitch});
    const double side = pitch * 0.7;
    const double left = room.center().x() - pitch * double(columns.size()) / 2;
    const auto centre = [&](std::size_t column, std::size_t row) {
        return QPointF(left + pitch * (double(column) + 0.5), room.top() + pitch * (double(row) + 0.5));
    };
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const QPointF middle = centre(column, row);
            if (!columns[column] || !rows[row]) {
                made.dots.push_back(middle);
                continue;
            }
            made.chips.emplace_back(middle.x() - side / 2, middle.y() - side / 2, side, side);
            if (made.block && column + 1 < columns.size() && columns[column + 1])
                made.links.emplace_back(middle, centre(column + 1, row));
            if (made.block && row + 1 < rows.size() && rows[row + 1])
                made.links.emplace_back(middle, centre(column, row + 1));
        }
    const auto inARow = std::ranges::count_if(columns, [](const auto& one) { return one.has_value(); });
    // At the right edge, half way down: the lines to the picture then pass beside the heading.
    const std::size_t row = (rows.size() > kHead && !rows[kHead] ? kHead : rows.size()) / 2;
    made.enlarged = made.chips[std::size_t(inARow) * (row + 1) - 1];
    return room.top() + pitch * double(rows.size());
}

} // namespace nestloom::ui
