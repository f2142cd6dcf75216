// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_simulations.h"

namespace nestloom::ui {

/// Stores in memory. It answers with the next turn of the event loop, or when the test says so: answerNow().
class FakeKeptSimulations : public KeptSimulations {
    Q_OBJECT
public:
    struct Stored {
        StoredLayer of;
        simulation::Question question;
        SimulationAnswer ended;
    };

    FindId find(const StoredLayer& layer, const simulation::Question& question) override
    {
        asked = {layer, question, nullptr};
        if (answersItself)
            QMetaObject::invokeMethod(this, &FakeKeptSimulations::answerNow, Qt::QueuedConnection);
        return ++last;
    }
    void keep(const StoredLayer& layer, const simulation::Question& question, const SimulationAnswer& ended,
              bool = true) override
    {
        std::erase_if(stored, [&](const Stored& one) { return one.of == layer && one.question == question; });
        stored.push_back({layer, question, ended});
        Q_EMIT kept(row(stored.back()));
    }

    /// Tells of the newest search what is stored.
    void answerNow()
    {
        std::optional<SimulationSummary> other;
        for (const Stored& one : stored) {
            if (one.of == asked.of && one.question == asked.question)
                return Q_EMIT found(last, row(one), one.ended);
            if (one.of == asked.of && one.question.mapping == asked.question.mapping)
                other = row(one);
        }
        Q_EMIT missing(last, other);
    }

    bool answersItself = true;
    Stored asked;
    FindId last = 0;
    std::vector<Stored> stored;

private:
    static SimulationSummary row(const Stored& stored)
    {
        SimulationSummary row;
        row.key = {stored.of.run, stored.of.layer, stored.question.choices, 0};
        row.simulatedAt =
            records::TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 2 / 3) + std::chrono::minutes(245));
        row.engineVersion = "1.0";
        row.analytical = stored.ended->layer.analytical;
        row.simulated = stored.ended->layer.simulated();
        row.hasTimes = stored.ended->trace != nullptr;
        row.size = {123'456};
        return row;
    }
};

} // namespace nestloom::ui
