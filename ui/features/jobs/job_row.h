// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/jobs/course_chart.h"
#include "ui/ports/session.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;

/// Where a job stands in the queue.
struct QueuePlace {
    int place = 1; // the next one to begin is 1
    bool isLast = false;
    bool isHeld = false; // nothing begins for now
    friend bool operator==(const QueuePlace&, const QueuePlace&) = default;
};

/// A line of the jobs panel.
class JobRow : public QWidget {
    Q_OBJECT
public:
    explicit JobRow(QWidget* parent = nullptr);

    void show(const JobState& state);
    const JobState& state() const { return m_state; }
    void setPlace(const std::optional<QueuePlace>& place); // nothing while it does not wait
    bool isWaiting() const { return m_place.has_value(); }
    void setCanRetry(bool can);
    bool canRetry() const { return m_canRetry; }
    bool hasCourse() const { return !m_state.unit.empty(); }
    void showCourse(); // in a window, which follows the job

Q_SIGNALS:
    void cancelRequested();
    void runRequested();
    void moveRequested(int places); // in the queue, negative = earlier
    void retryRequested();
    void menuRequested(const QPoint& global);
    void stepRequested(int rows); // the keyboard goes to another row

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeButtons();
    QToolButton* arrow(Qt::ArrowType type, int places, const QString& toolTip);
    void refresh();

    JobState m_state;
    JobCourse m_course;
    QPointer<CourseChart> m_chart; // while it is open
    std::optional<QueuePlace> m_place;
    bool m_canRetry = false;
    QLabel* m_title;
    QProgressBar* m_bar;
    QLabel* m_layers;
    QLabel* m_incumbent;
    QLabel* m_gap;
    QLabel* m_elapsed;
    ElidedLabel* m_phase;
    QPushButton* m_cancel;
    QPushButton* m_open;
    QPushButton* m_retry;
    QToolButton* m_earlier;
    QToolButton* m_later;
};

} // namespace nestloom::ui
