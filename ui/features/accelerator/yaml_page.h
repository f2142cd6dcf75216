// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/undo_friendly.h"
#include "ui/workbench/accelerator_document.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>
#include <QWidget>

class QPlainTextEdit;
class QLabel;

namespace nestloom::ui {

/// Plain text with line numbers; one line can be marked as wrong.
class YamlEdit : public UndoFriendly<QPlainTextEdit> {
    Q_OBJECT
public:
    explicit YamlEdit(QWidget* parent = nullptr);

    void markLine(int line); // 1-based; 0 = none
    void goToLine(int line);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Gutter;
    int gutterWidth() const;
    void placeGutter();
    void paintGutter(QPaintEvent* event);
    void showMark();

    QWidget* m_gutter;
    int m_marked = 0;
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

private:
    void refresh();

    AcceleratorDocument& m_document;
    YamlEdit* m_edit;
    QLabel* m_error;
    bool m_showing = false; // the text changes because the document did
};

} // namespace nestloom::ui
