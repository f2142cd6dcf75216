// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_page.h"

#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStyle>
#include <QTextBlock>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr qsizetype kShownErrors = 6; // below the text
}

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
        Q_EMIT findAsked();
    else
        UndoFriendly<QPlainTextEdit>::keyPressEvent(event);
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

YamlPage::YamlPage(AcceleratorDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_edit(new YamlEdit(this)), m_find(new QLineEdit(this)),
      m_error(new LinkLabel(this))
{
    named(m_edit, "yamlEdit", tr("Accelerator as YAML"));
    m_error->setObjectName(QStringLiteral("yamlError"));
    m_error->setProperty("warning", true);
    m_error->setWordWrap(true);
    m_error->setContentsMargins(10, 6, 10, 6);
    makeFind();
    setLayout(columnOf({{m_edit, 1}, m_find, m_error}, 0));
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

void YamlPage::makeFind()
{
    named(m_find, "yamlFind", tr("Find in the text"), tr("Enter goes to the next place, Escape back to the text"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->installEventFilter(this);
    m_find->hide();
    connect(m_edit, &YamlEdit::findAsked, m_find, [this] {
        m_find->show();
        m_find->setFocus();
        m_find->selectAll();
    });
    const auto find = [this] {
        const bool found = m_find->text().isEmpty() || m_edit->findNext(m_find->text());
        m_find->setProperty("invalid", !found);
        m_find->style()->unpolish(m_find);
        m_find->style()->polish(m_find);
    };
    connect(m_find, &QLineEdit::returnPressed, this, find);
    connect(m_find, &QLineEdit::textEdited, this, find);
}

bool YamlPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_find || event->type() != QEvent::KeyPress
        || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    m_find->hide();
    m_edit->setFocus();
    return true;
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
        cursor.setPosition(std::min(position, int(state.yaml.size())));
        m_edit->setTextCursor(cursor);
        m_edit->verticalScrollBar()->setValue(scroll);
        m_showing = false;
    }
    std::vector<Error> errors = state.furtherErrors;
    if (state.yamlError)
        errors.insert(errors.begin(), *state.yamlError);
    std::vector<int> lines;
    QStringList sentences;
    for (const Error& error : errors) {
        const int line = lineOf(QString::fromStdString(error.where));
        const QString message = QString::fromStdString(error.text()).toHtmlEscaped();
        sentences << (line > 0 ? tr("%1 <a href=\"%2\">Go to line %2</a>").arg(message).arg(line) : message);
        lines.push_back(line);
    }
    if (sentences.size() > kShownErrors) {
        const qsizetype more = sentences.size() - kShownErrors;
        sentences = sentences.mid(0, kShownErrors) << tr("and %1 more, in the list of problems").arg(more);
    }
    m_error->setVisible(!errors.empty());
    m_error->setText(sentences.join(QStringLiteral("<br>")));
    m_edit->markLines(lines);
}

} // namespace nestloom::ui
