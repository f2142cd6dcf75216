// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/collapsible_group.h"

#include "ui/widgets/make_widgets.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {
constexpr int kLeastTitle = 48; // pixels that a heading keeps of its title
}

CollapsibleGroup::CollapsibleGroup(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_header(new QToolButton(this)), m_head(new QHBoxLayout),
      m_note(new QLabel(this)), m_body(new QWidget(this)), m_rows(new QVBoxLayout(m_body))
{
    m_header->setText(title);
    m_header->setMinimumWidth(kLeastTitle); // else its text were the least
    m_header->setCheckable(true);
    m_header->setAutoRaise(true);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setProperty("groupHeader", true);
    m_header->setFocusPolicy(Qt::TabFocus);
    m_note->setProperty("muted", true);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_rows->setContentsMargins(20, 0, 0, 6);
    m_rows->setSpacing(4);

    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->addWidget(m_header);
    m_head->addWidget(m_note, 1);
    setLayout(columnOf({m_head, m_body}, 2));
    connect(m_header, &QToolButton::toggled, this, &CollapsibleGroup::setExpanded);
    setExpanded(true);
}

void CollapsibleGroup::add(QWidget* row) { m_rows->addWidget(row); }

void CollapsibleGroup::reserve(int rows, int rowHeight)
{
    const QMargins margins = m_rows->contentsMargins();
    const int room = rows * rowHeight + (rows - 1) * m_rows->spacing() + margins.top() + margins.bottom();
    m_body->setMinimumHeight(rows > 0 ? room : 0);
}

QWidget* CollapsibleGroup::lastOfHead() const
{
    QWidget* last = m_head->itemAt(m_head->count() - 1)->widget();
    return last->focusPolicy() == Qt::NoFocus ? m_header : last;
}

void CollapsibleGroup::setTitle(const QString& title)
{
    if (std::exchange(m_title, title) != title)
        showTitle();
}

void CollapsibleGroup::showTitle()
{
    int room = width() - m_header->sizeHint().width() + m_header->fontMetrics().horizontalAdvance(m_header->text());
    for (int i = 1; i < m_head->count(); ++i)
        room -= m_head->spacing() + m_head->itemAt(i)->minimumSize().width();
    const QString shown = m_header->fontMetrics().elidedText(m_title, Qt::ElideRight, std::max(room, kLeastTitle));
    m_header->setToolTip(shown == m_title ? QString() : m_title);
    m_header->setAccessibleName(m_title);
    if (shown != m_header->text())
        m_header->setText(shown);
}

void CollapsibleGroup::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showTitle();
}

void CollapsibleGroup::setCurrent(bool current)
{
    if (m_header->property("current").toBool() == current)
        return;
    m_header->setProperty("current", current);
    m_header->style()->unpolish(m_header);
    m_header->style()->polish(m_header);
}

void CollapsibleGroup::setMenu(QMenu* menu)
{
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("\u22ef"));
    button->setAutoRaise(true);
    button->setAccessibleName(tr("Edit the level %1").arg(m_title));
    button->setToolTip(tr("Add, duplicate, move, rename or remove"));
    button->setFocusPolicy(Qt::TabFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setProperty("menuOnly", true);
    button->setMenu(menu);
    m_head->addWidget(button);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, menu,
            [this, menu](const QPoint& at) { menu->popup(m_header->mapToGlobal(at)); });
}

void CollapsibleGroup::setNote(const QString& note)
{
    m_note->setText(note);
    showTitle();
}

QString CollapsibleGroup::note() const { return m_note->text(); }

void CollapsibleGroup::setExpanded(bool expanded)
{
    m_header->setChecked(expanded);
    m_header->setArrowType(expanded ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(expanded);
}

bool CollapsibleGroup::isExpanded() const { return m_header->isChecked(); }

} // namespace nestloom::ui
