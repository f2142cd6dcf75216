// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/undo_friendly.h"
#include "ui/workbench/accelerator_document.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;

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

/// The accelerator as YAML text: edits go to the document, an error is shown below with its line marked.
class YamlPage : public QWidget {
    Q_OBJECT
public:
    explicit YamlPage(AcceleratorDocument& document, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFind();
    void refresh();

    AcceleratorDocument& m_document;
    YamlEdit* m_edit;
    QLineEdit* m_find;
    QLabel* m_error;
    bool m_showing = false; // the text changes because the document did
};

} // namespace nestloom::ui
