// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toast.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace nestloom::ui {

namespace {
constexpr int kShownMs = 8000;
constexpr int kMargin = 14;
constexpr int kButtonRoom = 120; // beside the text
constexpr qreal kRadius = 6;
} // namespace

Toast::Toast(QWidget* parent) : QFrame(parent), m_text(new QLabel(this)), m_undo(new QToolButton(this))
{
    setObjectName(QStringLiteral("toast"));
    m_undo->setObjectName(QStringLiteral("toastUndo"));
    m_undo->setText(tr("Undo"));
    m_undo->setAutoRaise(true);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QStringLiteral("close"), palette()));
    close->setAccessibleName(tr("Close"));
    close->setAutoRaise(true);
    setLayout(rowOf({m_text, m_undo, close}, -1, {14, 6, 6, 6}));
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, &QWidget::hide);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_undo, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT undoRequested();
    });
    parent->installEventFilter(this);
    hide();
}

QString Toast::text() const { return m_text->text(); }

void Toast::say(const QString& text, bool withUndo)
{
    const int room = std::max(0, parentWidget()->width() - 2 * kMargin - kButtonRoom);
    const bool wraps = m_text->fontMetrics().horizontalAdvance(text) > room;
    m_text->setWordWrap(wraps);
    m_text->setMinimumWidth(wraps ? room : 0);
    m_text->setText(text);
    setAccessibleName(text);
    m_undo->setVisible(withUndo);
    m_end.start(kShownMs);
    adjustSize();
    place();
    show();
    raise();
}

void Toast::place() { move((parentWidget()->width() - width()) / 2, parentWidget()->height() - height() - kMargin); }

bool Toast::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

void Toast::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

} // namespace nestloom::ui
