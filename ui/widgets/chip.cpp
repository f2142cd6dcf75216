// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {
constexpr int kLeastLetters = 4;
}

Chip::Chip(QWidget* parent) : QToolButton(parent)
{
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // down to its minimumSizeHint()
}

QSize Chip::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    const int around = whole.width() - fontMetrics().horizontalAdvance(text());
    const int least = fontMetrics().horizontalAdvance(text().left(kLeastLetters) + QChar(0x2026));
    return {std::min(whole.width(), around + least), whole.height()};
}

void Chip::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const QSize whole = sizeHint();
    if (width() < whole.width()) {
        const int around = whole.width() - fontMetrics().horizontalAdvance(text());
        option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - around);
        if (std::exchange(m_asked, whole) != whole)
            updateGeometry(); // the line was laid out before the style was known
    }
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace nestloom::ui
