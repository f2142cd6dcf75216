// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSize>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

class QWidget;

namespace nestloom::ui {

class MainWindow;

/// What a step does: false = it could not be done. An action that returns nothing always succeeds.
struct StepAct : std::function<bool()> {
    StepAct() = default;
    template <typename Act>
    StepAct(Act act)
    {
        if constexpr (std::is_void_v<std::invoke_result_t<Act&>>)
            assign([act] {
                act();
                return true;
            });
        else
            assign(act);
    }

private:
    void assign(std::function<bool()> act) { function::operator=(std::move(act)); }
};

/// One stop of a tour: do something to the window, wait until it shows, save a picture.
struct TourStep {
    std::string_view name; // of the picture: "summary" becomes 03-summary.png; empty = none is taken
    StepAct act;
    std::function<const char*()> waitFor = {}; // what is still missing, in words; null = ready
    bool atOnce = false;                       // take the picture the moment it is ready (things are moving)
    std::function<QWidget*()> of = {};         // what to take a picture of; the window unless told
};

/// Tells the processor time of every turn of this thread's event loop: what a key or a click waits for at worst while
/// the turn lasts, whatever else the machine does. Thread rule: lives on the thread whose turns it tells.
class TurnClock : public QObject {
    Q_OBJECT
public:
    explicit TurnClock(QObject* parent = nullptr);

    /// The turn at work is not told: something was done in it that no user asks for.
    void leaveOut() { m_leftOut = true; }

Q_SIGNALS:
    void turned(std::chrono::nanoseconds busy);

private:
    void turn();

    std::chrono::nanoseconds m_begin{};
    bool m_leftOut = true; // the first turn has no beginning
};

/// Drives the real window through a list of steps with the events a user would cause, saving NN-name.png each time.
/// It ends with the first step that cannot be done, does not become ready in time, makes the window larger than the
/// screen it stands for, or cannot be saved.
class Tour : public QObject {
    Q_OBJECT
public:
    Tour(MainWindow& window, QString directory, std::vector<TourStep> steps, QObject* parent = nullptr);

    void start();
    const QString& problem() const { return m_problem; } // empty = all steps done
    /// Longest pause of the event loop while a step waited (taking pictures not counted), beyond the polling interval.
    qint64 longestPauseMs() const { return m_longestPause; }
    /// Most processor time of one turn of the event loop, what the step does included, pictures not.
    qint64 longestBusyMs() const { return m_longestBusy; }
    /// The steps in which that was more than the window may take: "tiles 61 ms, graph 54 ms".
    QString busySteps() const;

Q_SIGNALS:
    void finished(bool ok);

private:
    void begin();
    void look();
    void takePicture();
    bool savePicture(const TourStep& step);
    void noteTurn(std::chrono::nanoseconds busy);
    QString nameOf(std::size_t step) const;
    void fail(const QString& why);

    MainWindow& m_window;
    const QString m_directory;
    const QSize m_room; // of the window, from the first to the last step
    const std::vector<TourStep> m_steps;
    std::size_t m_at = 0;
    int m_pictures = 0;
    QTimer m_poll;
    QElapsedTimer m_waited;
    qint64 m_lastLook = 0;
    qint64 m_longestPause = 0;
    TurnClock m_turns;
    qint64 m_longestBusy = 0;
    std::map<int, qint64> m_busy; // by step
    QString m_problem;
};

/// The tour of the shipped example: every view, an invalid field, a YAML error, jobs, a stored run.
std::vector<TourStep> exampleTour(MainWindow& window);

/// Runs the tour of the shipped example in the event loop of the program; 0 when every picture was saved, else 1 and
/// one sentence on standard error.
int runTour(MainWindow& window, const QString& directory);

} // namespace nestloom::ui
