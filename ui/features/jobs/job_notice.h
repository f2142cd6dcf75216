// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QWidget>

#include <functional>

namespace nestloom::ui {

class MainWindow;

/// Tells that a job has ended while the user is in another window: the task bar is alerted and, where the desktop has a
/// tray, a message appears. Jobs of less than a few seconds are not worth it.
class JobNotice : public QObject {
    Q_OBJECT
public:
    using Tell = std::function<void(const QString& title, const QString& text)>;
    static constexpr qint64 kWorthTellingMs = 3000;

    JobNotice(QWidget& window, Session& session);
    void setTell(Tell tell) { m_tell = std::move(tell); }

private:
    void hear(const JobState& job);

    Tell m_tell;
};

void installJobNotice(MainWindow& window);

} // namespace nestloom::ui
