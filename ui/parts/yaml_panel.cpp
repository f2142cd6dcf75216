// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/yaml_panel.h"

#include "ui/style/words.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/workbench/accelerator_document.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr qsizetype kShownErrors = 6; // below the text
}

YamlPanel::YamlPanel(QWidget* parent)
    : QWidget(parent), m_edit(new YamlEdit(this)), m_find(new QLineEdit(this)), m_error(new LinkLabel),
      m_errors(new QScrollArea(this))
{
    m_error->setObjectName(QStringLiteral("yamlError"));
    m_error->setProperty("warning", true);
    m_error->setWordWrap(true);
    m_error->setContentsMargins(10, 6, 10, 6);
    m_error->setTextFormat(Qt::RichText);
    connect(m_error, &QLabel::linkActivated, m_edit, [this](const QString& line) {
        m_edit->goToLine(line.toInt());
        m_edit->setFocus();
    });
    makeFind();
    m_errors->setProperty("page", true); // in the colour of what it stands on
    m_errors->setFrameShape(QFrame::NoFrame);
    m_errors->setWidgetResizable(true);
    m_errors->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_errors->setFocusPolicy(Qt::NoFocus); // the label has what can be focused
    m_errors->setWidget(m_error);
    m_errors->hide();
    setLayout(columnOf({{m_edit, 1}, m_find, m_errors}, 0));
}

void YamlPanel::fitErrors()
{
    constexpr int kPercent = 40;
    const int most = height() * kPercent / 100;
    int needed = m_error->heightForWidth(width());
    if (needed > most) // what scrolls is narrower
        needed = m_error->heightForWidth(width() - m_errors->verticalScrollBar()->sizeHint().width());
    m_errors->setFixedHeight(std::min(std::max(0, needed), std::max(most, m_error->fontMetrics().height() * 3)));
}

void YamlPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitErrors();
}

void YamlPanel::makeFind()
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

bool YamlPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_find || event->type() != QEvent::KeyPress
        || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    m_find->hide();
    m_edit->setFocus();
    return true;
}

void YamlPanel::setText(const QString& yaml)
{
    const int position = m_edit->textCursor().position();
    const int scroll = m_edit->verticalScrollBar()->value();
    m_edit->setPlainText(yaml);
    QTextCursor cursor = m_edit->textCursor();
    cursor.setPosition(std::min(position, int(yaml.size())));
    m_edit->setTextCursor(cursor);
    m_edit->verticalScrollBar()->setValue(scroll);
}

void YamlPanel::showErrors(const std::vector<Error>& errors)
{
    std::vector<int> lines;
    QStringList sentences;
    for (const Error& error : errors) {
        const int line = lineOf(qt(error.where));
        const QString message = qt(error.text()).toHtmlEscaped();
        sentences << (line > 0 ? tr("%1 <a href=\"%2\">Go to line %2</a>").arg(message).arg(line) : message);
        lines.push_back(line);
    }
    if (sentences.size() > kShownErrors) {
        const qsizetype more = sentences.size() - kShownErrors;
        sentences = sentences.mid(0, kShownErrors) << tr("and %1 more, in the list of problems").arg(more);
    }
    m_errors->setVisible(!errors.empty());
    m_error->setText(sentences.join(QStringLiteral("<br>")));
    fitErrors();
    m_edit->markLines(lines);
}

} // namespace nestloom::ui
