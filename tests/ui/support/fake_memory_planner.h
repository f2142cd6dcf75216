// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_kept_plans.h"
#include "ui/ports/memory_planner.h"

#include <map>

namespace nestloom::ui {

/// Plans nothing by itself: the test says what comes back, and when. answerNow() asks the real planner.
class FakeMemoryPlanner : public MemoryPlanner {
    Q_OBJECT
public:
    MemoryPlanId request(const schedule::cosma::PlanQuestion& question, bool withCurve) override
    {
        requests[++last] = question;
        curveWanted = withCurve;
        return last;
    }
    void cancel() override { ++cancels; }
    KeptPlans* keptPlans() override { return &kept; }

    void tell(MemoryPlanId id, const schedule::cosma::PlanAnswer& answer) { Q_EMIT planned(id, answer); }
    void tell(MemoryPlanId id, const schedule::cosma::CurveAnswer& curve) { Q_EMIT curveChanged(id, curve); }
    void fail(MemoryPlanId id, const QString& message) { Q_EMIT failed(id, message); }

    /// All answers to a request, as the real planner gives them.
    void answerNow(MemoryPlanId id)
    {
        const schedule::cosma::PlanQuestion question = requests.at(id);
        (void)planner.answer(question, {}, [&](const auto& answer) { tell(id, answer); });
        if (curveWanted)
            (void)planner.fillCurve(question, {}, [&](const auto& curve) { tell(id, curve); });
    }

    std::map<MemoryPlanId, schedule::cosma::PlanQuestion> requests;
    MemoryPlanId last = 0;
    bool curveWanted = false;
    int cancels = 0;
    FakeKeptPlans kept;
    schedule::cosma::Planner planner;
};

} // namespace nestloom::ui
