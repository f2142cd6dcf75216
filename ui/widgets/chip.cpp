// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace nestloom::ui {

namespace {
constexpr int kLeastLetters = 4;
}

Chip::Chip(QWidget* parent) : QToolButton(parent)
{
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setMinimumWidth(kLeastLetters * fontMetrics().averageCharWidth());
}

void Chip::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const int around = sizeHint().width() - fontMetrics().horizontalAdvance(text());
    option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - around);
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace nestloom::ui
