// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/explore/padding_advice.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

/// What was found for the newest request.
struct PaddingState {
    quint64 id = 0;
    explore::PaddingAdvice advice; // all that was mapped so far
    bool ended = false;
    std::string problem; // one sentence when it could not be done
};

/// Maps a layer with paddings of its dimensions. A request stops the one before it; nothing of that is heard any more.
/// Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for the
/// layers at work.
class PaddingJob : public QObject {
    Q_OBJECT
public:
    explicit PaddingJob(QObject* parent = nullptr);
    ~PaddingJob() override;

    quint64 request(explore::PaddingInputs inputs); // its id: 1, 2, ...
    void stop();                                    // the end is told, with what was found

Q_SIGNALS:
    void changed(const nestloom::jobs::PaddingState& state); // after each padding that was mapped, and at the end

private:
    void perform(quint64 id, const explore::PaddingInputs& inputs, const std::stop_token& stop);
    void tell(PaddingState state); // from a worker's thread

    quint64 m_newest = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
