// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/folding_row.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace nestloom::ui {

FoldingRow::FoldingRow(std::initializer_list<LinePart> parts, int spacing, QWidget* parent)
    : QWidget(parent), m_layout(rowOf(parts, spacing))
{
    setLayout(m_layout);
}

bool FoldingRow::isFolded() const { return m_layout->direction() == QBoxLayout::TopToBottom; }

QSize FoldingRow::minimumSizeHint() const
{
    int widest = 0;
    for (int i = 0; i < m_layout->count(); ++i)
        widest = std::max(widest, m_layout->itemAt(i)->minimumSize().width());
    return {widest, QWidget::minimumSizeHint().height()};
}

bool FoldingRow::event(QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) // or a part says something else
        fold();
    return QWidget::event(event);
}

void FoldingRow::fold()
{
    int beside = m_layout->spacing() * (m_layout->count() - 1);
    for (int i = 0; i < m_layout->count(); ++i)
        beside += m_layout->itemAt(i)->minimumSize().width();
    m_layout->setDirection(width() < beside ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

} // namespace nestloom::ui
