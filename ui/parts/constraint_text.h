// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;

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
    void changeEvent(QEvent* event) override;

private:
    void markProblems();
    void offerWords(bool asked);
    void takeWord(const QString& word);
    QString beforeCursor() const;

    hardware::Accelerator m_accelerator;
    QStringListModel* m_words;
    QCompleter* m_completer;
};

} // namespace nestloom::ui
