// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/files/file_drop.h"

#include "ui/style/theme.h"
#include "ui/workbench/file_kind.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>

namespace nestloom::ui {

namespace {

constexpr qsizetype kShownFiles = 6;
constexpr int kCardWidth = 460;

QStringList describe(const QMimeData& data)
{
    QStringList lines;
    for (const QUrl& url : data.urls()) {
        if (lines.size() == kShownFiles) {
            lines << FileDrop::tr("and %1 more").arg(data.urls().size() - kShownFiles);
            break;
        }
        const QString path = url.toLocalFile();
        lines << (path.isEmpty() ? FileDrop::tr("%1: not a file").arg(url.toDisplayString())
                                 : FileDrop::tr("%1: %2").arg(QFileInfo(path).fileName(), kindName(detectFile(path))));
    }
    return lines;
}

} // namespace

FileDrop::FileDrop(QWidget* window) : QWidget(window), m_window(window)
{
    setObjectName(QStringLiteral("fileDrop"));
    setAcceptDrops(true);
    hide();
    qApp->installEventFilter(this); // fields and texts would take the path as text
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragLeave && type != QEvent::Drop)
        return false;
    if (watched == this || !watched->isWidgetType() || static_cast<QWidget*>(watched)->window() != m_window)
        return false;
    if (type == QEvent::DragLeave) {
        hide(); // shown again at once when the drag only went on to the overlay
        return false;
    }
    auto* drop = static_cast<QDropEvent*>(event);
    if (!drop->mimeData()->hasUrls())
        return false;
    if (type == QEvent::DragEnter)
        begin(static_cast<QDragEnterEvent*>(event));
    else
        end(drop);
    return true;
}

void FileDrop::begin(QDragEnterEvent* event)
{
    event->acceptProposedAction();
    m_lines = describe(*event->mimeData());
    setGeometry(m_window->rect());
    show();
    raise();
    update();
}

void FileDrop::end(QDropEvent* event)
{
    hide();
    event->acceptProposedAction();
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
        else
            Q_EMIT refused(
                tr("%1 is not a file on this computer; save it first and drop the file.").arg(url.toDisplayString()));
    }
    if (!paths.isEmpty())
        Q_EMIT dropped(paths);
}

void FileDrop::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        begin(event);
}

void FileDrop::dragLeaveEvent(QDragLeaveEvent* event)
{
    hide();
    QWidget::dragLeaveEvent(event);
}

void FileDrop::dropEvent(QDropEvent* event) { end(event); }

void FileDrop::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.window;
    veil.setAlpha(225);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(theme.accent, 3, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(14, 14, -14, -14), 10, 10);
    paintLines(painter, theme);
}

void FileDrop::paintLines(QPainter& painter, const Theme& theme)
{
    const QFont head = headlineFont(font());
    const int title = QFontMetrics(head).height() + 12;
    const int line = fontMetrics().height() + 6;
    QRect card(0, 0, std::min(kCardWidth, width() - 80), title + line * int(m_lines.size()) + 36);
    card.moveCenter(rect().center());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(card, 8, 8);
    painter.setPen(theme.text);
    painter.setFont(head);
    QRect row(card.left(), card.top() + 18, card.width(), title);
    painter.drawText(row, Qt::AlignHCenter | Qt::AlignTop, tr("Drop to open"));
    painter.setFont(font());
    row = QRect(card.left(), row.bottom(), card.width(), line);
    for (const QString& each : m_lines) {
        painter.drawText(row, Qt::AlignCenter, fontMetrics().elidedText(each, Qt::ElideMiddle, card.width() - 32));
        row.translate(0, line);
    }
}

} // namespace nestloom::ui
