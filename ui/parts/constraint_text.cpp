// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/constraint_text.h"

#include "ui/style/theme.h"
#include "ui/words/constraint_words.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

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
}

QSize ConstraintText::sizeHint() const
{
    return {200, kShownLines * fontMetrics().lineSpacing() + 2 * static_cast<int>(document()->documentMargin())
                     + 2 * frameWidth() + horizontalScrollBar()->sizeHint().height()};
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

void ConstraintText::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markProblems();
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
    const auto typed = static_cast<int>(constraintCompletion(m_accelerator, beforeCursor()).typed.size());
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, typed);
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace nestloom::ui
