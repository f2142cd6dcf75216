// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class ElidedLabel;

/// A line of the jobs panel.
class JobRow : public QWidget {
    Q_OBJECT
public:
    explicit JobRow(QWidget* parent = nullptr);

    void show(const JobState& state);
    const JobState& state() const { return m_state; }

Q_SIGNALS:
    void cancelRequested();
    void runRequested();

private:
    JobState m_state;
    QLabel* m_title;
    QProgressBar* m_bar;
    QLabel* m_layers;
    QLabel* m_incumbent;
    QLabel* m_gap;
    QLabel* m_elapsed;
    ElidedLabel* m_phase;
    QPushButton* m_cancel;
    QPushButton* m_open;
};

} // namespace nestloom::ui
