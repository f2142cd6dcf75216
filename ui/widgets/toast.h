// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QToolButton;

namespace nestloom::ui {

/// A sentence at the lower edge of its parent that says what was just done and offers to undo it. Goes away by itself.
class Toast : public QFrame {
    Q_OBJECT
public:
    explicit Toast(QWidget* parent);

    void say(const QString& text, bool withUndo);
    QString text() const;
    QToolButton* undoButton() const { return m_undo; }

Q_SIGNALS:
    void undoRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QLabel* m_text;
    QToolButton* m_undo;
    QTimer m_end;
};

} // namespace nestloom::ui
