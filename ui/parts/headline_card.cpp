// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/headline_card.h"

#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace nestloom::ui {

HeadlineCard::HeadlineCard(const QString& title, QWidget* parent)
    : QFrame(parent), m_delta(new QLabel(this)), m_value(new QLabel(this)), m_note(new ElidedLabel(this))
{
    setProperty("card", true);
    auto* name = new ElidedLabel(this); // what changed beside it is told in full
    name->setText(title);
    name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    name->setFont(captionFont(font()));
    m_value->setFont(headlineFont(font()));
    m_note->setFont(captionFont(font()));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(2);
    m_delta->setFont(strongFont(captionFont(font())));
    m_delta->setObjectName(QStringLiteral("delta"));
    auto* top = rowOf({name, LinePart::room(1), m_delta}, 6);
    layout->addLayout(top);
    layout->addWidget(m_value);
    layout->addWidget(m_note);
    setAccessibleName(title);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    auto* explain = new QAction(tr("Explain this number"), this);
    connect(explain, &QAction::triggered, this, &HeadlineCard::explainRequested);
    auto* copy = new QAction(tr("Copy"), this);
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(value()); });
    addActions({explain, copy});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    // A new style sheet gives the labels their old colours back, after all have heard of the new palette.
    const auto later = [this] { QMetaObject::invokeMethod(this, &HeadlineCard::colour, Qt::QueuedConnection); };
    hearEvents(this, QEvent::PaletteChange, later);
    hearEvents(this, QEvent::StyleChange, later);
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
    colour();
}

void HeadlineCard::setMuted(bool muted)
{
    if (m_muted == muted)
        return;
    m_muted = muted;
    colour();
}

void HeadlineCard::colour()
{
    const auto paint = [](QLabel& label, const QColor& text) {
        QPalette colours = label.palette();
        colours.setColor(QPalette::WindowText, text);
        label.setPalette(colours);
    };
    paint(*m_delta, deltaColour(m_verdict, themeFor(palette())));
    paint(*m_value, palette().color(m_muted ? QPalette::PlaceholderText : QPalette::WindowText));
}

void HeadlineCard::refreshToolTip()
{
    const QString exact = m_sentence.isEmpty() ? m_exact : m_exact + QLatin1Char('\n') + m_sentence;
    setToolTip(exact + QLatin1Char('\n') + tr("click to see how it comes about"));
}

void HeadlineCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT explainRequested();
}

void HeadlineCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT explainRequested();
    else
        QFrame::keyPressEvent(event);
}

void HeadlineCard::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(themeFor(palette()).accent, 1.5));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1.5, -1.5));
}

QString HeadlineCard::value() const { return m_value->text(); }

} // namespace nestloom::ui
