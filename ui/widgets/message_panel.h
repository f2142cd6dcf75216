// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>
#include <QWidget>

class QAbstractItemView;

namespace nestloom::ui {

/// A sentence of a dialog: what goes on, or, marked and in the warning colour, what is wrong. Hidden without one.
class MessageLine : public QLabel {
    Q_OBJECT
public:
    explicit MessageLine(QWidget* parent = nullptr);

    void tell(const QString& sentence, bool isProblem);

private:
    void colour();

    bool m_isProblem = false;
    bool m_colouring = false;
};

/// What a view shows instead of its content: a title and a sentence.
class MessagePanel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setMessage(const QString& title, const QString& text, bool isWarning = false);
    QString title() const { return m_title; }
    QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    QString m_text;
    bool m_isWarning = false;
};

/// Says in the middle of a table without rows what will stand there; where a filter let none pass, that it did.
void showEmptyText(QAbstractItemView& view, const QString& text);

} // namespace nestloom::ui
