// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sorted_header.h"

#include "ui/style/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace nestloom::ui {

namespace {
constexpr double kHalfWidth = 4;
constexpr double kHeight = 4;
} // namespace

SortedHeader::SortedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

void SortedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->sortIndicator = QStyleOptionHeader::None;
}

void SortedHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const
{
    painter->save(); // the base class leaves its font and brush behind
    QHeaderView::paintSection(painter, rect, logicalIndex);
    painter->restore();
    if (!isSortIndicatorShown() || sortIndicatorSection() != logicalIndex)
        return;
    const double middle = rect.center().x() + 0.5;
    const double top = rect.top() + 1.0;
    const bool ascending = sortIndicatorOrder() == Qt::AscendingOrder;
    const double base = ascending ? top + kHeight : top;
    const double tip = ascending ? top : top + kHeight;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(themeFor(palette()).text);
    painter->drawPolygon(QPolygonF({{middle - kHalfWidth, base}, {middle + kHalfWidth, base}, {middle, tip}}));
    painter->restore();
}

} // namespace nestloom::ui
