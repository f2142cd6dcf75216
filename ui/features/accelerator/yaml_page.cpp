// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_page.h"

#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

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
        setFormat(static_cast<int>(match.capturedStart(1)), static_cast<int>(match.capturedLength(1)), theme.accent);
    }
    if (const auto match = comment.match(text); match.hasMatch())
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), theme.mutedText);
}

bool YamlHighlighter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        rehighlight();
    return QSyntaxHighlighter::eventFilter(watched, event);
}

YamlPage::YamlPage(AcceleratorDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_edit(new YamlEdit(this)), m_error(new LinkLabel(this))
{
    m_edit->setObjectName(QStringLiteral("yamlEdit"));
    m_edit->setAccessibleName(tr("Accelerator as YAML"));
    m_error->setObjectName(QStringLiteral("yamlError"));
    m_error->setProperty("warning", true);
    m_error->setWordWrap(true);
    m_error->setContentsMargins(10, 6, 10, 6);
    setLayout(columnOf({{m_edit, 1}, m_error}, 0));
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            m_document.setYaml(m_edit->toPlainText());
    });
    connect(&m_document, &AcceleratorDocument::changed, this, &YamlPage::refresh);
    m_error->setTextFormat(Qt::RichText);
    connect(m_error, &QLabel::linkActivated, m_edit, [this](const QString& line) {
        m_edit->goToLine(line.toInt());
        m_edit->setFocus();
    });
    refresh();
}

void YamlPage::refresh()
{
    const AcceleratorDocument::State& state = m_document.state();
    if (m_edit->toPlainText() != state.yaml) {
        m_showing = true;
        const int position = m_edit->textCursor().position();
        const int scroll = m_edit->verticalScrollBar()->value();
        m_edit->setPlainText(state.yaml);
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(std::min(position, static_cast<int>(state.yaml.size())));
        m_edit->setTextCursor(cursor);
        m_edit->verticalScrollBar()->setValue(scroll);
        m_showing = false;
    }
    const bool wrong = state.yamlError.has_value();
    m_error->setVisible(wrong);
    if (!wrong) {
        m_edit->markLine(0);
        return;
    }
    const int line = lineOf(QString::fromStdString(state.yamlError->where));
    const QString message = QString::fromStdString(state.yamlError->text()).toHtmlEscaped();
    m_error->setText(line > 0 ? tr("%1 <a href=\"%2\">Go to line %2</a>").arg(message).arg(line) : message);
    m_edit->markLine(line);
}

} // namespace nestloom::ui
