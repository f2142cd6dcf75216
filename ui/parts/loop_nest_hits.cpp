// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn where: the look-ups of LoopNestLayout.
#include "ui/parts/loop_nest_layout.h"

#include <algorithm>
#include <functional>

namespace nestloom::ui {

const LoopNestLayout::LoopRow* LoopNestLayout::rowAt(QPointF point) const
{
    for (const Band& band : bands)
        for (const LoopRow& row : band.loops)
            if (row.rect.contains(point))
                return &row;
    return nullptr;
}

const LoopNestLayout::LoopRow* LoopNestLayout::row(LoopRef loop) const
{
    for (const Band& band : bands)
        for (const LoopRow& row : band.loops)
            if (row.loop == loop)
                return &row;
    return nullptr;
}

const LoopNestLayout::TensorRow* LoopNestLayout::tensorAt(QPointF point) const
{
    for (const Band& band : bands)
        for (const TensorRow& row : band.tensors)
            if (row.rect.contains(point))
                return &row;
    return nullptr;
}

const LoopNestLayout::Band* LoopNestLayout::bandAt(QPointF point) const
{
    for (const Band& band : bands)
        if (band.rect.contains(point))
            return &band;
    return nullptr;
}

/// Rows of one level stand below each other, temporal ones first: above the middle of a row is before it, below is
/// behind it, within the same list. The children stand for the spatial loops of their level, also when there is none
/// yet.
std::optional<LoopNestLayout::Drop> LoopNestLayout::dropAt(QPointF point) const
{
    const Band* band = bandAt(point);
    if (!band)
        return std::nullopt;
    const auto isSpatialRow = [](const LoopRow& row) { return row.spatial; };
    const auto temporal = std::size_t(std::ranges::count_if(band->loops, std::not_fn(isSpatialRow)));
    if (const QRectF children = band->grid.rect.united(band->grid.captionRect).adjusted(-8, -4, 8, 4);
        band->grid.shown() && children.contains(point))
        return Drop{{band->level, true, band->loops.size() - temporal}, children, true};
    const auto line = [&](double y) { return QRectF(band->rect.left() + 6, y - 1.5, band->rect.width() * 0.5, 3); };
    if (band->loops.empty())
        return Drop{{band->level, false, 0}, line(band->noLoopsRect.bottom())};
    std::size_t at = 0;
    while (at + 1 < band->loops.size() && point.y() > band->loops[at].rect.bottom())
        ++at;
    const LoopRow& row = band->loops[at];
    const bool behind = point.y() > row.rect.center().y();
    const std::size_t inList = row.spatial ? at - temporal : at;
    return Drop{{band->level, row.spatial, inList + (behind ? 1 : 0), row.axis},
                line(behind ? row.rect.bottom() : row.rect.top())};
}

} // namespace nestloom::ui
