// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/trace_json.h"
#include "ui/ports/tiled_scheduler.h"

#include <map>

namespace nestloom::ui {

/// Schedules nothing by itself: the test says what comes back, and when. answerNow() asks the real engine.
class FakeTiledScheduler : public TiledScheduler {
    Q_OBJECT
public:
    TilesId request(const schedule::flexer::TilesQuestion& question) override
    {
        requests[++last] = question;
        return last;
    }
    void cancel() override { ++cancels; }
    TilesId compare(const schedule::flexer::TilesQuestion& question) override
    {
        compares.push_back(question);
        return ++comparison;
    }
    void cancelComparison() override { ++cancelledComparisons; }
    QByteArray traceJson(const trace::Trace& trace) const override
    {
        return QByteArray::fromStdString(io::traceJson(trace));
    }

    void tell(TilesId id, const schedule::flexer::NetworkTotals& totals) { Q_EMIT compared(id, totals); }

    void tell(TilesId id, const schedule::flexer::LayerAnswer& answer) { Q_EMIT answered(id, answer); }
    void tell(TilesId id, const Detail& detail) { Q_EMIT detailed(id, detail); }
    void fail(TilesId id, const QString& message) { Q_EMIT failed(id, message); }
    void finish(TilesId id) { Q_EMIT finished(id); }

    /// All answers to a request, as the real one gives them for tilings of few operations.
    void answerNow(TilesId id)
    {
        namespace flexer = schedule::flexer;
        flexer::TilesQuestion question = requests.at(id);
        question.params.maxOperations = 128; // few tilings: quick
        question.params.tilings = 2;
        const auto& layers = question.network->layers;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const auto outcome = flexer::solve(layers[i], question.machine, question.params, {});
            flexer::LayerAnswer answer{{i}, true, outcome->status, outcome->reason, {}};
            if (outcome->solution)
                answer.summary = outcome->solution->summary;
            tell(id, answer);
            if (i == question.first && answer.summary)
                tell(id, *flexer::detailOf(layers[i], question.machine, question.params, *answer.summary));
        }
        Q_EMIT tilingsFound(id,
                            flexer::tilingPoints(layers[question.first], question.machine, question.params, {}, 1, 40));
        Q_EMIT finished(id);
    }

    std::map<TilesId, schedule::flexer::TilesQuestion> requests;
    TilesId last = 0;
    int cancels = 0;
    TilesId comparison = 0;
    int cancelledComparisons = 0;
    std::vector<schedule::flexer::TilesQuestion> compares;
};

} // namespace nestloom::ui
