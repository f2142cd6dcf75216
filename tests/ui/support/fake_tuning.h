// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/tuning.h"

#include <map>

namespace nestloom::ui {

/// Maps nothing by itself: the test says what comes back, and when.
class FakeTuning : public Tuning {
    Q_OBJECT
public:
    TuningId request(const TuningRequest& request) override
    {
        requests[++last] = request;
        return last;
    }
    void cancel() override { ++cancels; }
    void learn(const workload::Network&, const std::vector<schedule::LayerResult>& layers) override
    {
        learned.push_back(layers.size());
    }

    void tell(TuningId id, const std::vector<schedule::LayerResult>& layers) { Q_EMIT layersMapped(id, layers); }
    void end(TuningId id, const QString& problem = {}) { Q_EMIT ended(id, problem); }

    std::map<TuningId, TuningRequest> requests;
    TuningId last = 0;
    int cancels = 0;
    std::vector<std::size_t> learned; // layers per call
};

} // namespace nestloom::ui
