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
    void keep(const StoredLayer& layer, const simulation::Question& question, const SimulationAnswer& ended) override
    {
        std::erase_if(stored, [&](const Stored& one) { return one.of == layer && one.question == question; });
        stored.push_back({layer, question, ended});
        Q_EMIT kept(row(stored.back(), question));
    }

    /// Tells of the newest search what is stored.
    void answerNow()
    {
        std::vector<KeptSimulation> others;
        for (const Stored& one : stored) {
            if (one.of == asked.of && one.question == asked.question)
                return Q_EMIT found(last, row(one, asked.question), one.ended);
            if (one.of == asked.of)
                others.insert(others.begin(), row(one, asked.question));
        }
        Q_EMIT missing(last, others);
    }

    bool answersItself = true;
    Stored asked;
    FindId last = 0;
    std::vector<Stored> stored;

private:
    static KeptSimulation row(const Stored& stored, const simulation::Question& question)
    {
        KeptSimulation row;
        row.of = stored.of;
        row.choices = stored.question.choices;
        row.isOfShownMapping = stored.question.mapping == question.mapping;
        row.simulatedAt = QDateTime(QDate(2026, 2, 3), QTime(4, 5), Qt::UTC);
        row.engineVersion = QStringLiteral("1.0");
        row.analytical = stored.ended->layer.analytical;
        row.simulated = stored.ended->layer.simulated();
        row.hasTrace = stored.ended->trace != nullptr;
        row.bytes = 123'456;
        return row;
    }
};

} // namespace nestloom::ui
