// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace nestloom::jobs {

using TuningId = quint64; // 1, 2, ...; the newest is the one that counts

/// What is to be mapped again.
struct TuningRequest {
    hardware::Accelerator accelerator;
    workload::Network network;
    std::vector<std::size_t> layers;   // into network.layers; empty = all
    schedule::ScheduleOptions options; // proofs are left out while tuning: the gap is shown as it is
};

/// Where the newest request stands.
struct TuningState {
    enum class End { Running, Finished, Failed };

    TuningId id = 0;
    int layersDone = 0;
    int layerCount = 0;                  // that were asked for
    schedule::Totals totals;             // over the layers done
    std::chrono::milliseconds elapsed{}; // since request()
    End end = End::Running;
    std::string message; // one sentence when Failed
};

class TuningWorker; // tuning_job.cpp

/// Maps a network again and again while its accelerator changes under a slider. A request stops the one before it at
/// once; nothing of an older request is heard once a newer one was made. Layers arrive as they finish, those that took
/// the largest share of cycles last time first. Every result was verified. What was found before serves as start and is
/// remembered, so these results depend on what was tuned before and are not stored: a run is (see JobRunner).
/// Solver processes are started with the first request and kept.
/// Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for the
/// layers at work to stop.
class TuningJob : public QObject {
    Q_OBJECT
public:
    explicit TuningJob(QObject* parent = nullptr);
    ~TuningJob() override;

    TuningId request(TuningRequest request);
    /// Ends the newest request without another word.
    void stop();
    /// Mappings to begin with, such as those of the run that is tuned. `layers` index into `network.layers`.
    void learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers);
    bool isRunning() const;

Q_SIGNALS:
    /// New results of the newest request, in the order they finished; at most every 50 ms, the first ones at once.
    /// Infeasible layers come with their reason.
    void layersFinished(nestloom::jobs::TuningId id, const std::vector<nestloom::schedule::LayerResult>& layers);
    /// After each layersFinished, and once when it has ended.
    void changed(const nestloom::jobs::TuningState& state);

private:
    void tellNews();
    void tellSoon();

    std::unique_ptr<TuningWorker> m_worker;
    QTimer m_tick;
    TuningId m_lastId = 0;
    std::chrono::steady_clock::time_point m_told{};
};

} // namespace nestloom::jobs
