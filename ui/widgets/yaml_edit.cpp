// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yaml_edit.h"

#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>

#include <algorithm>

namespace nestloom::ui {

class YamlEdit::Gutter : public QWidget {
public:
    explicit Gutter(YamlEdit* edit) : QWidget(edit), m_edit(edit) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_edit->paintGutter(event); }

private:
    YamlEdit* m_edit;
};

YamlEdit::YamlEdit(QWidget* parent) : UndoFriendly<QPlainTextEdit>(parent), m_gutter(new Gutter(this))
{
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(codeFont(font()));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setAcceptDrops(false); // files dropped here are for the window
    viewport()->setAcceptDrops(false);
    new YamlHighlighter(this);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEdit::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    placeGutter();
    hearEvents(this, QEvent::PaletteChange, [this] { showMark(); });
}

void YamlEdit::markLines(const std::vector<int>& lines)
{
    m_marked = lines;
    showMark();
    m_gutter->update();
}

void YamlEdit::showMark()
{
    QColor fill = themeFor(palette()).warning;
    fill.setAlpha(48);
    QList<QTextEdit::ExtraSelection> marks;
    for (const int line : m_marked) {
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(fill);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        if (const QTextBlock block = document()->findBlockByNumber(line - 1); block.isValid()) {
            mark.cursor = QTextCursor(block);
            marks << mark;
        }
    }
    setExtraSelections(marks);
}

void YamlEdit::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

bool YamlEdit::findNext(const QString& text)
{
    if (find(text))
        return true;
    const QTextCursor before = textCursor();
    moveCursor(QTextCursor::Start);
    const bool found = find(text);
    if (!found)
        setTextCursor(before);
    return found;
}

/// Ctrl+F is of this text here, and of the layers elsewhere.
bool YamlEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) {
        event->accept();
        return true;
    }
    return UndoFriendly<QPlainTextEdit>::event(event);
}

void YamlEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find))
        return Q_EMIT findAsked();
    if (event->matches(QKeySequence::InsertParagraphSeparator) && !isReadOnly())
        return breakLine();
    UndoFriendly<QPlainTextEdit>::keyPressEvent(event);
}

namespace {

/// Where the line after this one begins: deeper after a key without a value, in the entry that this one begins, or
/// where this one does.
qsizetype indentAfter(const QString& line)
{
    static const QRegularExpression shape(QStringLiteral("^( *)((?:- +)?)(.*?)\\s*(?:\\s#.*)?$"));
    static const QRegularExpression key(QStringLiteral("^[^\\[{\"'#]*:(\\s|$)"));
    const auto match = shape.match(line);
    const QString content = match.captured(3);
    const bool goesOn = content.isEmpty() || content.contains(key); // not after "- {name: a}" or "- a"
    return match.capturedLength(1) + (goesOn ? match.capturedLength(2) : 0) + (content.endsWith(u':') ? 2 : 0);
}

} // namespace

void YamlEdit::breakLine()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(
        cursor.selectionStart() - cursor.document()->findBlock(cursor.selectionStart()).position());
    cursor.insertText(QLatin1Char('\n') + QString(indentAfter(before), QLatin1Char(' ')));
    setTextCursor(cursor);
    ensureCursorVisible();
}

int YamlEdit::gutterWidth() const
{
    const int digits = std::max(2, int(QString::number(blockCount()).size()));
    return 16 + digits * fontMetrics().horizontalAdvance(QLatin1Char('9'));
}

void YamlEdit::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void YamlEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void YamlEdit::paintGutter(QPaintEvent* event)
{
    const Theme& theme = themeFor(palette());
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), theme.window);
    painter.setFont(font());
    const int height = fontMetrics().height();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const int top = qRound(blockBoundingGeometry(block).translated(contentOffset()).top());
        if (top > event->rect().bottom())
            break;
        const int line = block.blockNumber() + 1;
        const bool isMarked = std::ranges::find(m_marked, line) != m_marked.end();
        painter.setPen(isMarked ? theme.warning : theme.mutedText);
        painter.drawText(0, top, m_gutter->width() - 8, height, Qt::AlignRight, QString::number(line));
    }
}

YamlHighlighter::YamlHighlighter(QPlainTextEdit* edit) : QSyntaxHighlighter(edit->document()), m_edit(edit)
{
    edit->installEventFilter(this);
}

void YamlHighlighter::highlightBlock(const QString& text)
{
    static const QRegularExpression key(QStringLiteral("(?:^|[{,\\s])([A-Za-z_][\\w.-]*)\\s*:(?=\\s|$)"));
    static const QRegularExpression comment(QStringLiteral("(?:^|\\s)#.*$"));
    const Theme& theme = themeFor(m_edit->palette());
    for (auto it = key.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        setFormat(int(match.capturedStart(1)), int(match.capturedLength(1)), theme.accent);
    }
    if (const auto match = comment.match(text); match.hasMatch())
        setFormat(int(match.capturedStart()), int(match.capturedLength()), theme.mutedText);
}

bool YamlHighlighter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        rehighlight();
    return QSyntaxHighlighter::eventFilter(watched, event);
}

} // namespace nestloom::ui
