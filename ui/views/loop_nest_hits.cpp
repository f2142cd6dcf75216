// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn where: the look-ups of LoopNestLayout.
#include "ui/views/loop_nest_layout.h"

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

} // namespace nestloom::ui
