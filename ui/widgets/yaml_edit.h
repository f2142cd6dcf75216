// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/undo_friendly.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

#include <vector>

namespace nestloom::ui {

/// Plain text with line numbers; lines can be marked as wrong.
class YamlEdit : public UndoFriendly<QPlainTextEdit> {
    Q_OBJECT
public:
    explicit YamlEdit(QWidget* parent = nullptr);

    void markLines(const std::vector<int>& lines); // 1-based
    void goToLine(int line);
    /// Selects the next place of the text behind the cursor, or from the top; false = there is none.
    bool findNext(const QString& text);

Q_SIGNALS:
    void findAsked(); // Ctrl+F

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Gutter;
    void breakLine();
    int gutterWidth() const;
    void placeGutter();
    void paintGutter(QPaintEvent* event);
    void showMark();

    QWidget* m_gutter;
    std::vector<int> m_marked;
};

/// Keys in the accent colour, comments muted.
class YamlHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit YamlHighlighter(QPlainTextEdit* edit);

protected:
    void highlightBlock(const QString& text) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPlainTextEdit* m_edit;
};

} // namespace nestloom::ui
