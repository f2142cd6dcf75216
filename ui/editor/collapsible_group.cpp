// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/collapsible_group.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

CollapsibleGroup::CollapsibleGroup(const QString& title, QWidget* parent)
    : QWidget(parent), m_header(new QToolButton(this)), m_note(new QLabel(this)), m_body(new QWidget(this)),
      m_rows(new QVBoxLayout(m_body))
{
    m_header->setText(title);
    m_header->setCheckable(true);
    m_header->setAutoRaise(true);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setProperty("groupHeader", true);
    m_header->setFocusPolicy(Qt::TabFocus);
    m_note->setProperty("muted", true);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_rows->setContentsMargins(20, 0, 0, 6);
    m_rows->setSpacing(4);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_header);
    head->addWidget(m_note, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_body);
    connect(m_header, &QToolButton::toggled, this, &CollapsibleGroup::setExpanded);
    setExpanded(true);
}

void CollapsibleGroup::add(QWidget* row) { m_rows->addWidget(row); }

void CollapsibleGroup::setNote(const QString& note) { m_note->setText(note); }

void CollapsibleGroup::setExpanded(bool expanded)
{
    m_header->setChecked(expanded);
    m_header->setArrowType(expanded ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(expanded);
}

bool CollapsibleGroup::isExpanded() const { return m_header->isChecked(); }

} // namespace nestloom::ui
