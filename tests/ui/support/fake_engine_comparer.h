// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine_comparer.h"

namespace nestloom::ui {

/// Searches nothing by itself: the test says what was found, and when.
class FakeEngineComparer : public EngineComparer {
    Q_OBJECT
public:
    quint64 request(const schedule::ConvergenceInputs& inputs) override
    {
        requests.push_back(inputs);
        return requests.size();
    }
    void cancel() override { ++cancels; }

    void tell(const EngineComparerState& state) { Q_EMIT changed(state); }

    std::vector<schedule::ConvergenceInputs> requests;
    int cancels = 0;
};

} // namespace nestloom::ui
