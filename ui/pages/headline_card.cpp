// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/headline_card.h"

#include "ui/elided_label.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace nestloom::ui {

HeadlineCard::HeadlineCard(const QString& title, QWidget* parent)
    : QFrame(parent), m_delta(new QLabel(this)), m_value(new QLabel(this)), m_note(new ElidedLabel(this))
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
    m_delta->setFont(strongFont(captionFont(font())));
    m_delta->setObjectName(QStringLiteral("delta"));
    auto* top = new QHBoxLayout;
    top->setSpacing(6);
    top->addWidget(name);
    top->addStretch(1);
    top->addWidget(m_delta);
    layout->addLayout(top);
    layout->addWidget(m_value);
    layout->addWidget(m_note);
    setAccessibleName(title);
}

void HeadlineCard::show(const QString& value, const QString& note, const QString& exact)
{
    m_value->setText(value);
    m_note->setText(note);
    m_exact = exact.isEmpty() ? note : exact;
    refreshToolTip();
}

void HeadlineCard::showDelta(const Delta& delta, const QString& sentence)
{
    m_delta->setText(delta.text);
    m_sentence = sentence;
    refreshToolTip();
    if (m_verdict == delta.verdict)
        return;
    m_verdict = delta.verdict;
    colourDelta();
}

void HeadlineCard::colourDelta()
{
    QPalette colours = m_delta->palette();
    colours.setColor(QPalette::WindowText, deltaColour(m_verdict, themeFor(palette())));
    m_delta->setPalette(colours);
}

void HeadlineCard::refreshToolTip()
{
    setToolTip(m_sentence.isEmpty() ? m_exact : m_exact + QLatin1Char('\n') + m_sentence);
}

void HeadlineCard::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourDelta();
}

QString HeadlineCard::deltaText() const { return m_delta->text(); }

QString HeadlineCard::value() const { return m_value->text(); }

} // namespace nestloom::ui
