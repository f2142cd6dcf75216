// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/mapping/constraints.h"
#include "engine/mapping/verify.h"
#include "engine/simulation/candidate_orders.h"
#include "tests/app/gui/heard_news.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;

namespace {

/// A layer that is simulated in milliseconds, or one that takes very long.
simulation::Question question(bool slow = false)
{
    simulation::Question asked;
    asked.accelerator = tests::meshAccelerator(2, 2, 2);
    asked.layer = slow ? tests::convolution("slow", 3, 112, 512, 512) : tests::convolution("quick", 3, 6, 8, 12);
    asked.mapping = mapping::outermostMapping(asked.accelerator, asked.layer);
    return asked;
}

struct SimulationHeard : tests::Heard<simulation::Question, ui::SimulationNews> {
    SimulationHeard() : Heard(app::simulationWork()) {}
};

struct CandidatesHeard : tests::Heard<ui::CandidatesQuestion, ui::CandidatesNews> {
    CandidatesHeard() : Heard(app::candidatesWork()) {}
};

} // namespace

class AnswerSimulationsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void theAnswerHasCountersAndTrace()
    {
        SimulationHeard heard;
        heard.ask(question());
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        const simulation::EndedSimulation& answer = *heard.news.back().simulated;
        QVERIFY(answer.layer.run.finished);
        QVERIFY(answer.trace && answer.trace->end() > 0);
        QCOMPARE(answer.layer.run.windows.classes.size(), answer.layer.run.windows.links.size());
        QVERIFY(!answer.users.of(answer.layer.hottest.front().link).empty());
    }

    void toFinishTellsWhatWasSimulated()
    {
        SimulationHeard heard;
        heard.ask(question(true));
        QTRY_VERIFY_WITH_TIMEOUT(heard.news.size() >= 2, 100'000);
        const auto& look = *heard.news.back().running;
        QVERIFY(look.completed <= look.transactions);
        QVERIFY(look.windows.windows > 0);
        heard.asker.finish();
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        const auto& answer = *heard.news.back().simulated;
        QVERIFY(!answer.layer.run.finished);
        QVERIFY(!answer.trace);
        QVERIFY(answer.layer.run.cycles > 0);
    }

    void equalQuestionsAreAnsweredFromMemory()
    {
        SimulationHeard heard;
        simulation::Question other = question();
        other.choices.dram = "bandwidth";
        std::vector<ui::SimulationAnswer> answers;
        for (const simulation::Question& asked : {question(), other, question()}) {
            heard.ask(asked);
            QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
            answers.push_back(heard.news.back().simulated);
        }
        QVERIFY(answers[2] == answers[0]);
        QVERIFY(answers[1] != answers[0]);
    }

    void badQuestionsFailInOneSentence_data()
    {
        QTest::addColumn<QString>("dram");
        QTest::addColumn<bool>("wrongMapping");
        QTest::newRow("unknown DRAM") << QStringLiteral("ddr9") << false;
        QTest::newRow("mapping of another layer") << QString() << true;
    }

    void badQuestionsFailInOneSentence()
    {
        QFETCH(QString, dram);
        QFETCH(bool, wrongMapping);
        SimulationHeard heard;
        simulation::Question asked = question();
        asked.choices.dram = dram.toStdString();
        if (wrongMapping)
            asked.mapping = question(true).mapping;
        heard.ask(asked);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem().isEmpty(), 100'000);
        QVERIFY(!heard.news.back().simulated);
        CandidatesHeard candidates;
        candidates.ask({asked, 3});
        QTRY_VERIFY_WITH_TIMEOUT(!candidates.problem().isEmpty(), 100'000);
    }

    void candidatesAreDifferentMappingsThatAreValid()
    {
        CandidatesHeard heard;
        heard.ask({question(), 6});
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QVERIFY2(heard.problem().isEmpty(), qPrintable(heard.problem()));
        const auto& found = heard.news.back().candidates;
        QCOMPARE(found.size(), std::size_t(6));
        QCOMPARE(heard.news.front().candidates.size(), std::size_t(1)); // the one that was given comes first
        QVERIFY(found.front().mapping == question().mapping);
        QVERIFY(found.front().simulated.has_value());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QVERIFY(mapping::verify(question().accelerator, question().layer, found[i].mapping).empty());
            QVERIFY(found[i].analytical.count > 0);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(found[i].mapping != found[j].mapping);
        }
    }

    void candidatesKeepTheConstraints()
    {
        CandidatesHeard heard;
        simulation::Question asked = question();
        asked.accelerator =
            mapping::withConstraints(asked.accelerator, {"Buffer: no spatial P Q", "DRAM: order K ..."});
        asked.mapping = mapping::outermostMapping(asked.accelerator, asked.layer);
        auto& loops = asked.mapping.levels[0].temporal;
        std::stable_partition(loops.begin(), loops.end(),
                              [](const mapping::Loop& loop) { return loop.dimension == workload::LoopDimension::K; });
        heard.ask({asked, 6});
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QVERIFY2(heard.problem().isEmpty(), qPrintable(heard.problem()));
        QVERIFY(heard.news.back().candidates.size() > 1);
        for (const simulation::Candidate& candidate : heard.news.back().candidates)
            QVERIFY2(mapping::verify(asked.accelerator, asked.layer, candidate.mapping).empty(),
                     candidate.origin.c_str());
    }

    void otherOrdersKeepTheConstraints()
    {
        const simulation::Question asked = question();
        const std::size_t free = simulation::otherOrders(asked.accelerator, asked.layer, asked.mapping, 1).size();
        std::string order = "DRAM: order";
        for (const mapping::Loop& loop : asked.mapping.levels[0].temporal)
            order += std::string(" ") + workload::letter(loop.dimension);
        const auto fixed = mapping::withConstraints(asked.accelerator, {order});
        QVERIFY(mapping::verify(fixed, asked.layer, asked.mapping).empty());
        QVERIFY(simulation::otherOrders(fixed, asked.layer, asked.mapping, 1).size() < free);
    }

    void otherOrdersAreTheSameLoops()
    {
        const simulation::Question asked = question();
        mapping::LayerMapping mapping = asked.mapping;
        const auto orders = simulation::otherOrders(asked.accelerator, asked.layer, mapping, 1);
        QVERIFY(!orders.empty());
        for (const mapping::LayerMapping& other : orders) {
            QVERIFY(other != mapping);
            for (std::size_t level = 0; level < mapping.levels.size(); ++level)
                QCOMPARE(mapping::temporalProduct(other.levels[level]),
                         mapping::temporalProduct(mapping.levels[level]));
        }
    }
};

QTEST_GUILESS_MAIN(AnswerSimulationsTest)
#include "tst_answer_simulations.moc"
