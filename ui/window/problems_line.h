// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;

/// The last thing that went wrong, one sentence, at the bottom of the window; older ones in the tool tip.
class ProblemsLine : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsLine(QWidget* parent = nullptr);

    void report(const QString& sentence);
    void clear();
    QString text() const;
    int count() const { return int(m_problems.size()); }

private:
    void refresh();

    QStringList m_problems; // newest last
    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_count;
    QToolButton* m_dismiss;
};

} // namespace nestloom::ui
