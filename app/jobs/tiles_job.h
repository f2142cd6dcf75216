// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/flexer/layer_detail.h"

#include <QObject>

#include <map>
#include <memory>

namespace nestloom::jobs {

using TilesId = quint64; // 1, 2, ...; the newest is the one that counts

/// Schedules the tiles of a network's layers, one shape after the other, the wanted layer first. A request stops the
/// one before it; nothing of that is heard any more. Solved shapes are kept, so that asking for another layer of the
/// same network costs nothing. Thread rule: every call and every signal on the owner's thread; calls return at once,
/// the destructor waits for the search at work to stop (0.1 s).
class TilesJob : public QObject {
    Q_OBJECT
public:
    using Detail = std::shared_ptr<const schedule::flexer::LayerDetail>;

    explicit TilesJob(QObject* parent = nullptr);
    ~TilesJob() override;

    TilesId request(const schedule::flexer::TilesQuestion& question);
    void stop(); // without another word

Q_SIGNALS:
    void answered(nestloom::jobs::TilesId id, const nestloom::schedule::flexer::LayerAnswer& answer);
    void detailed(nestloom::jobs::TilesId id, const nestloom::jobs::TilesJob::Detail& detail);
    /// After finished(), again and again while more of the wanted layer's tilings are scheduled.
    void tilingsFound(nestloom::jobs::TilesId id, const std::vector<nestloom::schedule::flexer::TilingPoint>& points);
    void finished(nestloom::jobs::TilesId id);
    void failed(nestloom::jobs::TilesId id, const QString& message); // one sentence

private:
    struct Known { // of the worker's thread
        schedule::flexer::Machine machine;
        schedule::flexer::FlexerParams params;
        std::map<std::uint64_t, schedule::flexer::LayerAnswer> answers; // by shape; those that ended by themselves
    };
    class Work;
    friend class Work;

    TilesId m_newest = 0; // 0 = none is wanted
    TilesId m_lastId = 0;
    Known m_known;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
