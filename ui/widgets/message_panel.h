// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace nestloom::ui {

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

} // namespace nestloom::ui
