// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_edit.h"

#include "ui/features/accelerator/yaml_highlighter.h"
#include "ui/style/theme.h"

#include <QPainter>
#include <QTextBlock>

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
    setUndoRedoEnabled(false); // the document's history holds every edit
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
}

void YamlEdit::markLine(int line)
{
    m_marked = line;
    showMark();
    m_gutter->update();
}

void YamlEdit::showMark()
{
    const QTextBlock block = m_marked > 0 ? document()->findBlockByNumber(m_marked - 1) : QTextBlock();
    if (!block.isValid()) {
        setExtraSelections({});
        return;
    }
    QTextEdit::ExtraSelection mark;
    QColor fill = themeFor(palette()).warning;
    fill.setAlpha(48);
    mark.format.setBackground(fill);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    mark.cursor = QTextCursor(block);
    setExtraSelections({mark});
}

void YamlEdit::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

int YamlEdit::gutterWidth() const
{
    const int digits = std::max(2, static_cast<int>(QString::number(blockCount()).size()));
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

void YamlEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showMark();
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
        painter.setPen(line == m_marked ? theme.warning : theme.mutedText);
        painter.drawText(0, top, m_gutter->width() - 8, height, Qt::AlignRight, QString::number(line));
    }
}

} // namespace nestloom::ui
