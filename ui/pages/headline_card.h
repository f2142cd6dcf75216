// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace nestloom::ui {

class ElidedLabel;

/// A headline number: what it is, the value, and one line about it. The exact value is its tool tip.
class HeadlineCard : public QFrame {
    Q_OBJECT
public:
    explicit HeadlineCard(const QString& title, QWidget* parent = nullptr);
    void show(const QString& value, const QString& note, const QString& exact = {});
    QString value() const;

private:
    QLabel* m_value;
    ElidedLabel* m_note;
};

} // namespace nestloom::ui
