// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_choice.h"

#include <QStylePainter>

namespace nestloom::ui {

void ElidedChoice::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    constexpr int kSpare = 5; // pixels before the arrow that the text may take as well
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    if (fontMetrics().horizontalAdvance(option.currentText) > room.width() + kSpare)
        option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width());
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace nestloom::ui
