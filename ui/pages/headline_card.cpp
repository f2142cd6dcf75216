// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/headline_card.h"

#include "ui/elided_label.h"
#include "ui/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace nestloom::ui {

HeadlineCard::HeadlineCard(const QString& title, QWidget* parent)
    : QFrame(parent), m_value(new QLabel(this)), m_note(new ElidedLabel(this))
{
    setProperty("card", true);
    auto* name = new QLabel(title, this);
    name->setFont(captionFont(font()));
    name->setProperty("muted", true);
    m_value->setFont(headlineFont(font()));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setFont(captionFont(font()));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(2);
    layout->addWidget(name);
    layout->addWidget(m_value);
    layout->addWidget(m_note);
    setAccessibleName(title);
}

void HeadlineCard::show(const QString& value, const QString& note, const QString& exact)
{
    m_value->setText(value);
    m_note->setText(note);
    setToolTip(exact.isEmpty() ? note : exact);
}

QString HeadlineCard::value() const { return m_value->text(); }

} // namespace nestloom::ui
