// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/undo_friendly.h"

#include <QPlainTextEdit>

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

} // namespace nestloom::ui
