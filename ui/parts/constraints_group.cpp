// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/constraints_group.h"

#include "engine/base/ranges.h"
#include "engine/mapping/constraints.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/words/constraint_words.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStringListModel>
#include <QTextBlock>

#include <functional>

namespace nestloom::ui {

namespace {
constexpr int kShownLines = 4;
}

ConstraintText::ConstraintText(QWidget* parent)
    : QPlainTextEdit(parent), m_words(new QStringListModel(this)), m_completer(new QCompleter(m_words, this))
{
    setFont(codeFont(font()));
    setTabChangesFocus(true);
    setPlaceholderText(QStringLiteral("GlobalBuffer: K = 4\ndataflow: weight stationary"));
    setAccessibleName(tr("Constraints on mappings, one a line"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &ConstraintText::takeWord);
    connect(this, &QPlainTextEdit::textChanged, this, &ConstraintText::markProblems);
    hearEvents(this, QEvent::PaletteChange, [this] { markProblems(); });
}

QSize ConstraintText::sizeHint() const
{
    return {200, kShownLines * fontMetrics().lineSpacing() + 2 * int(document()->documentMargin()) + 2 * frameWidth()
                     + horizontalScrollBar()->sizeHint().height()};
}

void ConstraintText::setAccelerator(const hardware::Accelerator& accelerator)
{
    m_accelerator = accelerator;
    markProblems();
}

void ConstraintText::markProblems()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (constraintProblemText(m_accelerator, block.text().toStdString()).isEmpty())
            continue;
        QTextEdit::ExtraSelection mark;
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(themeFor(palette()).warning);
        mark.cursor = QTextCursor(block);
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        marks << mark;
    }
    setExtraSelections(marks);
}

QString ConstraintText::beforeCursor() const
{
    const QTextCursor cursor = textCursor();
    return cursor.block().text().left(cursor.positionInBlock());
}

void ConstraintText::keyPressEvent(QKeyEvent* event)
{
    const bool choosing = m_completer->popup()->isVisible();
    if (choosing
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab
            || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // for the list of words
        return;
    }
    const bool asked = event->key() == Qt::Key_Space && (event->modifiers() & Qt::ControlModifier) != 0;
    if (!asked)
        QPlainTextEdit::keyPressEvent(event);
    if (asked || !event->text().isEmpty())
        offerWords(asked);
}

void ConstraintText::offerWords(bool asked)
{
    const ConstraintCompletion completion = constraintCompletion(m_accelerator, beforeCursor());
    if (completion.words.isEmpty() || (completion.typed.isEmpty() && !asked)) {
        m_completer->popup()->hide();
        return;
    }
    m_words->setStringList(completion.words);
    m_completer->popup()->setCurrentIndex(m_words->index(0));
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0)
                   + m_completer->popup()->verticalScrollBar()->sizeHint().width() + 8);
    m_completer->complete(place);
}

void ConstraintText::takeWord(const QString& word)
{
    QTextCursor cursor = textCursor();
    const auto typed = int(constraintCompletion(m_accelerator, beforeCursor()).typed.size());
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, typed);
    cursor.insertText(word);
    setTextCursor(cursor);
}

ConstraintsGroup::ConstraintsGroup(const QString& title, QWidget* parent)
    : CollapsibleGroup(title, parent), m_text(new ConstraintText(this)), m_problem(new QLabel(this)),
      m_meaning(new QLabel(this))
{
    m_text->setObjectName(QStringLiteral("constraints"));
    m_text->setToolTip(tr("One constraint a line. Every mapping keeps all of them.\n"
                          "GlobalBuffer: K = 4 \u2014 temporal loops over K (also <=, >=, all)\n"
                          "GlobalBuffer: spatial C <= 8 \u2014 loops over the level's children\n"
                          "GlobalBuffer: tile P <= 7 \u2014 tile that one instance holds\n"
                          "GlobalBuffer: spatial only C K \u2014 or: only K, no P, no spatial P Q, no spatial\n"
                          "GlobalBuffer: order K ... P \u2014 outermost first, others at ...\n"
                          "GlobalBuffer: stationary weights \u2014 loops that leave the tile in place innermost\n"
                          "GlobalBuffer: bypass inputs \u2014 or keep inputs\n"
                          "dataflow: weight stationary \u2014 or output, input, row stationary"));
    m_problem->setObjectName(QStringLiteral("constraintProblem"));
    m_problem->setProperty("warning", true);
    m_meaning->setProperty("muted", true);
    for (QLabel* label : {m_problem, m_meaning})
        label->setWordWrap(true);
    add(m_text);
    add(m_problem);
    add(m_meaning);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        tell();
        Q_EMIT edited();
    });
    tell();
    setExpanded(false);
}

void ConstraintsGroup::setAccelerator(const hardware::Accelerator& accelerator, bool areBeside)
{
    m_beside = 0;
    if (areBeside)
        m_beside = int(std::ranges::count_if(accelerator.constraints, std::not_fn(mapping::isBlankConstraint)));
    m_text->setAccelerator(accelerator);
    tell();
}

void ConstraintsGroup::setLines(const std::vector<std::string>& shown)
{
    if (shown == lines())
        return;
    QStringList text;
    for (const std::string& line : shown)
        text << QString::fromStdString(line);
    const QSignalBlocker blocker(this); // the text's own signals must reach the text
    m_text->setPlainText(text.join(QLatin1Char('\n')));
    if (!shown.empty())
        setExpanded(true);
}

std::vector<std::string> ConstraintsGroup::textLines() const
{
    return collect(m_text->toPlainText().split(QLatin1Char('\n')),
                   [&](const QString& line) { return line.toStdString(); });
}

std::vector<std::string> ConstraintsGroup::lines() const
{
    std::vector<std::string> lines = textLines();
    std::erase_if(lines, [](const std::string& line) { return mapping::isBlankConstraint(line); });
    return lines;
}

void ConstraintsGroup::takeFocus()
{
    setExpanded(true);
    m_text->setFocus(Qt::OtherFocusReason);
}

void ConstraintsGroup::tell()
{
    const std::vector<std::string> written = textLines();
    hardware::Accelerator accelerator = m_text->accelerator();
    accelerator.constraints = written; // bypasses change what a dataflow stands for
    QString problem;
    QStringList meaning;
    int count = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        count += mapping::isBlankConstraint(written[i]) ? 0 : 1;
        if (const QString found = constraintProblemText(accelerator, written[i]); problem.isEmpty() && !found.isEmpty())
            problem = tr("Line %1: %2").arg(i + 1).arg(found);
        if (const QStringList means = constraintMeaning(accelerator, written[i]); !means.isEmpty())
            meaning << tr("%1 means %2")
                           .arg(QString::fromStdString(written[i]).trimmed(), means.join(QStringLiteral("; ")));
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_meaning->setText(meaning.join(QLatin1Char('\n')));
    m_meaning->setVisible(!meaning.isEmpty());
    const QString own = count == 0 ? tr("none") : QString::number(count);
    setNote(m_beside == 0 ? own : tr("%1, and %2 of the accelerator").arg(own).arg(m_beside));
}

} // namespace nestloom::ui
