// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "ui/widgets/collapsible_group.h"

#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;
class QLabel;

namespace nestloom::ui {

/// The text of constraints, one a line. Lines with a problem are underlined; words complete while one types, or by
/// Ctrl+Space.
class ConstraintText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit ConstraintText(QWidget* parent = nullptr);

    void setAccelerator(const hardware::Accelerator& accelerator);
    const hardware::Accelerator& accelerator() const { return m_accelerator; }
    QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void markProblems();
    void offerWords(bool asked);
    void takeWord(const QString& word);
    QString beforeCursor() const;

    hardware::Accelerator m_accelerator;
    QStringListModel* m_words;
    QCompleter* m_completer;
};

/// Constraints on mappings: their text, and below it what is wrong with a line or what a dataflow stands for. Folded it
/// says how many there are.
class ConstraintsGroup : public CollapsibleGroup {
    Q_OBJECT
public:
    explicit ConstraintsGroup(const QString& title, QWidget* parent = nullptr);

    /// Whose levels the constraints speak of. `areBeside`: its own count as well, so the heading names them.
    void setAccelerator(const hardware::Accelerator& accelerator, bool areBeside = false);
    /// Shows these lines, unless they are shown already. Not told as an edit.
    void setLines(const std::vector<std::string>& lines);
    /// As written, without blank lines and comments.
    std::vector<std::string> lines() const;
    void takeFocus();

Q_SIGNALS:
    void edited();

private:
    void tell();
    std::vector<std::string> textLines() const;

    ConstraintText* m_text;
    QLabel* m_problem;
    QLabel* m_meaning;
    int m_beside = 0; // constraints of the accelerator that count as well
};

} // namespace nestloom::ui
