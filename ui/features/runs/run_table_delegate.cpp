// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_table_delegate.h"

#include "ui/features/runs/run_filter_model.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace nestloom::ui {

namespace {

constexpr int kStarColumnWidth = 22;
constexpr int kPoints = 5;
constexpr double kInner = 0.42; // inner radius of the star

QPainterPath star(const QPointF& centre, double radius)
{
    QPainterPath path;
    for (int i = 0; i < 2 * kPoints; ++i) {
        const double angle = std::numbers::pi * (i / double(kPoints) - 0.5);
        const double r = i % 2 == 0 ? radius : radius * kInner;
        const QPointF point = centre + QPointF(r * std::cos(angle), r * std::sin(angle));
        i == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

void paintStar(QPainter* painter, const QRect& cell, bool isSet, const QColor& ink)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1));
    painter->setBrush(isSet ? QBrush(ink) : Qt::NoBrush);
    painter->setOpacity(isSet ? 1 : 0.5);
    painter->drawPath(star(QRectF(cell).center() + QPointF(0, 0.5), 6));
}

} // namespace

void RunTableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = themeFor(option.palette);
    painter->save();
    if (index.column() == RunListModel::Star) {
        QStyleOptionViewItem empty = option;
        initStyleOption(&empty, index);
        empty.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
        const bool isSet = !index.data().toString().isEmpty();
        const bool isSelected = option.state & QStyle::State_Selected;
        paintStar(painter, option.rect, isSet,
                  isSelected ? option.palette.color(QPalette::HighlightedText)
                  : isSet    ? theme.accent
                             : theme.mutedText);
    } else {
        NumberDelegate::paint(painter, option, index);
    }
    painter->restore();
    const auto* model = qobject_cast<const RunFilterModel*>(index.model());
    if (model != nullptr && model->startsGroup(index.row())) {
        painter->setPen(QPen(theme.mutedText, 1));
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }
}

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize hint = NumberDelegate::sizeHint(option, index);
    return index.column() == RunListModel::Star ? QSize(kStarColumnWidth, hint.height()) : hint;
}

} // namespace nestloom::ui
