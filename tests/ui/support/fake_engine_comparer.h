// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/engine_comparer.h"
#include "ui/ports/objective_proofs.h"

namespace nestloom::ui {

/// Proves nothing by itself.
class FakeObjectiveProofs : public ObjectiveProofs {
    Q_OBJECT
public:
    quint64 request(const ProofRequest& asked) override
    {
        requests.push_back(asked);
        return requests.size();
    }
    void cancel() override { ++cancels; }
    void tell(const ProofState& state) { Q_EMIT changed(state); }

    std::vector<ProofRequest> requests;
    int cancels = 0;
};

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
    ObjectiveProofs* proofs() override { return &fakeProofs; }

    void tell(const EngineComparerState& state) { Q_EMIT changed(state); }

    std::vector<schedule::ConvergenceInputs> requests;
    int cancels = 0;
    FakeObjectiveProofs fakeProofs;
};

} // namespace nestloom::ui
