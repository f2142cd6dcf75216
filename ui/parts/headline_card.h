// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/delta.h"

#include <QFrame>

class QBoxLayout;
class QLabel;

namespace nestloom::ui {

class ElidedLabel;

/// A headline number: what it is, the value, the change against the baseline, and
/// one line about it. The exact values are its tool tip. A click, or Return, asks how the value comes about.
class HeadlineCard : public QFrame {
    Q_OBJECT
public:
    explicit HeadlineCard(const QString& title, QWidget* parent = nullptr);
    void show(const QString& value, const QString& note, const QString& exact = {});
    /// Against the baseline, right of the title; `sentence` goes to the tool tip. Nothing to compare with: no text.
    void showDelta(const Delta& delta, const QString& sentence);
    /// Grey: the value is none to rely on yet.
    void setMuted(bool muted);
    QString value() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void explainRequested();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void refreshToolTip();
    void colour();

    QString m_exact;
    QString m_sentence;
    Delta::Verdict m_verdict = Delta::Verdict::None;
    bool m_muted = false;
    QBoxLayout* m_top;    // name and, where there is room, the change
    QBoxLayout* m_bottom; // the note
    ElidedLabel* m_name;
    QLabel* m_delta;
    QLabel* m_value;
    ElidedLabel* m_note;
};

} // namespace nestloom::ui
