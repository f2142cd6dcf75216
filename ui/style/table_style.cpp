// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/table_style.h"

#include <QAbstractSpinBox>
#include <QLabel>
#include <QLocale>
#include <QStyleFactory>
#include <QStyleOptionHeader>
#include <QStyleOptionViewItem>

namespace nestloom::ui {

namespace {

bool isNumberCell(const QStyleOption* option)
{
    if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option))
        return item->displayAlignment & Qt::AlignRight;
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    return header != nullptr && header->orientation == Qt::Horizontal && (header->textAlignment & Qt::AlignRight);
}

} // namespace

TableStyle::TableStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void TableStyle::polish(QWidget* widget)
{
    if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (auto* box = qobject_cast<QAbstractSpinBox*>(widget)) {
        QLocale locale = QLocale::c(); // as every other number of the window is written
        locale.setNumberOptions(QLocale::DefaultNumberOptions);
        box->setLocale(locale);
    }
    QProxyStyle::polish(widget);
}

QRect TableStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_ItemViewItemText && isNumberCell(option))
        rect.adjust(0, 0, -kNumberPadding, 0);
    return rect;
}

QSize TableStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    if ((type == CT_ItemViewItem || type == CT_HeaderSection) && isNumberCell(option))
        needed.rwidth() += kNumberPadding;
    return needed;
}

void TableStyle::drawItemText(QPainter* painter, const QRect& rect, int alignment, const QPalette& palette,
                              bool enabled, const QString& text, QPalette::ColorRole role) const
{
    // Of what is drawn in the role of buttons only headers are right-aligned. A style sheet draws them by itself, but
    // its text comes through here.
    const bool isHeader = role == QPalette::ButtonText && (alignment & Qt::AlignRight);
    QProxyStyle::drawItemText(painter, isHeader ? rect.adjusted(0, 0, -kNumberPadding, 0) : rect, alignment, palette,
                              enabled, text, role);
}

} // namespace nestloom::ui
