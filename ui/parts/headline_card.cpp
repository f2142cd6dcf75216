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

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr int kMargin = 12, kGap = 6;
constexpr double kSmallest = 0.75; // of the fonts of value and note

/// `whole`, or as much smaller as `text` needs to fit into `room`, down to kSmallest of it.
QFont fitting(QFont whole, const QString& text, int room)
{
    const double needed = QFontMetricsF(whole).horizontalAdvance(text);
    if (needed > room)
        whole.setPointSizeF(whole.pointSizeF() * std::max(kSmallest, 0.97 * room / needed));
    return whole;
}
} // namespace

HeadlineCard::HeadlineCard(const QString& title, QWidget* parent)
    : QFrame(parent), m_name(new ElidedLabel(this)), m_delta(new QLabel(this)), m_value(new QLabel(this)),
      m_note(new ElidedLabel(this))
{
    setProperty("card", true);
    m_name->setText(title);
    m_name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_name->setFont(captionFont(font()));
    m_value->setFont(headlineFont(font()));
    m_value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);       // it may become smaller
    m_value->setMinimumHeight(QFontMetrics(headlineFont(font())).height()); // what is below stays in line
    m_note->setFont(captionFont(font()));
    m_note->setFixedHeight(m_note->sizeHint().height());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 8, kMargin, 8);
    layout->setSpacing(2);
    m_delta->setFont(strongFont(captionFont(font())));
    m_delta->setObjectName(QStringLiteral("delta"));
    m_top = rowOf({m_name, LinePart::room(1), m_delta}, kGap);
    m_bottom = rowOf({{m_note, 1}}, kGap);
    layout->addLayout(m_top);
    layout->addWidget(m_value);
    layout->addLayout(m_bottom);
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
    fit();
}

QSize HeadlineCard::minimumSizeHint() const
{
    const double value = QFontMetricsF(headlineFont(font())).horizontalAdvance(m_value->text()) * kSmallest;
    const int least = std::max(int(std::ceil(value)), m_delta->sizeHint().width());
    return {least + 2 * kMargin + width() - contentsRect().width(), QFrame::minimumSizeHint().height()};
}

/// In a narrow card value and note are smaller, and the change stands below it, in front of the note.
void HeadlineCard::fit()
{
    const int room = contentsRect().width() - 2 * kMargin;
    const bool isBelow = m_name->sizeHint().width() + kGap + m_delta->sizeHint().width() > room;
    if (QBoxLayout* from = isBelow ? m_top : m_bottom, *to = isBelow ? m_bottom : m_top; from->indexOf(m_delta) >= 0) {
        from->removeWidget(m_delta);
        to->insertWidget(isBelow ? 0 : -1, m_delta);
    }
    const std::pair<QWidget*, QFont> texts[]{
        {m_value, fitting(headlineFont(font()), m_value->text(), room)},
        {m_note,
         fitting(captionFont(font()), m_note->text(), isBelow ? room - kGap - m_delta->sizeHint().width() : room)}};
    for (const auto& [label, font] : texts)
        if (label->font() != font)
            label->setFont(font);
}

void HeadlineCard::resizeEvent(QResizeEvent*) { fit(); }

void HeadlineCard::showDelta(const Delta& delta, const QString& sentence)
{
    m_delta->setText(delta.text);
    m_sentence = sentence;
    refreshToolTip();
    fit();
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
