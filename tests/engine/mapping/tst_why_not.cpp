// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/feasibility.h"
#include "engine/mapping/verify.h"
#include "engine/mapping/why_not.h"
#include "tests/support/builders.h"
#include "tests/support/changed_accelerator.h"
#include "tests/support/random_constraints.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::mapping;

namespace {

using Kind = Change::Kind;

workload::Layer layer() { return tests::convolution("conv", 3, 14, 32, 64); }

std::optional<WhyNot> why(const std::vector<std::string>& lines, hardware::Accelerator accelerator = tests::simba())
{
    return whyNot(withConstraints(accelerator, lines), layer());
}

std::vector<std::string> texts(const std::vector<Change>& changes)
{
    std::vector<std::string> list;
    for (const Change& change : changes)
        list.push_back(change.text);
    return list;
}

bool helps(const WhyNot& answer, const std::string& text)
{
    const auto list = texts(answer.changes);
    return std::find(list.begin(), list.end(), text) != list.end();
}

} // namespace

class TestWhyNot : public QObject {
    Q_OBJECT
private slots:
    void saysNothingWhenThereIsAMapping()
    {
        QVERIFY(!why({}));
        QVERIFY(!why({"GlobalBuffer: K = 4", "GlobalBuffer: spatial C = 8", "DRAM: order K C P"}));
    }

    void namesAFactorThatDoesNotDivide()
    {
        const auto answer = why({"GlobalBuffer: K = 5"});
        QVERIFY(answer && answer->proven);
        QCOMPARE(answer->constraints, std::vector<std::string>{"GlobalBuffer: K = 5"});
        QCOMPARE(texts(answer->changes), (std::vector<std::string>{"'GlobalBuffer: K = 4'", "'GlobalBuffer: K = 8'",
                                                                   "drop 'GlobalBuffer: K = 5'"}));
        QCOMPARE(QString::fromStdString(answer->message),
                 QStringLiteral("no mapping of the layer's own sizes keeps 'GlobalBuffer: K = 5'; 5 does not divide K "
                                "= 64; what helps: "
                                "'GlobalBuffer: K = 4', or "
                                "'GlobalBuffer: K = 8', or drop 'GlobalBuffer: K = 5'"));
    }

    void findsTheMinimalConflict()
    {
        const auto answer = why({"DRAM: order K C", "GlobalBuffer: K = 8", "GlobalBuffer: stationary weights",
                                 "InputBuffer: tile K >= 16", "DRAM: C = 2"});
        QVERIFY(answer);
        QCOMPARE(answer->constraints, (std::vector<std::string>{"GlobalBuffer: K = 8", "InputBuffer: tile K >= 16"}));
    }

    /// A level has no room for one output; what bypasses it is no part of the conflict, nor is its capacity.
    void aBypassThatMakesRoomStays()
    {
        auto small = tests::simba();
        const auto buffer = small.findLevel("AccumulationBuffer");
        QVERIFY(buffer);
        small.levels[buffer->value].capacity = Bytes{1};
        QVERIFY(!why({"AccumulationBuffer: bypass outputs"}, small));
        const auto answer = why({"GlobalBuffer: K = 5", "AccumulationBuffer: bypass outputs"}, small);
        QVERIFY(answer);
        QCOMPARE(answer->constraints, std::vector<std::string>{"GlobalBuffer: K = 5"});
        QVERIFY2(helps(*answer, "drop 'GlobalBuffer: K = 5'"), answer->message.c_str());
    }

    /// Two lines that are impossible each by itself: of both is told what helps.
    void tellsConflictsApart()
    {
        const auto answer = why({"GlobalBuffer: K = 5", "DRAM: C = 7"});
        QVERIFY(answer && answer->besides.size() == 1);
        const WhyNot& other = answer->besides.front();
        QCOMPARE(answer->constraints.size() + other.constraints.size(), std::size_t(2));
        for (const WhyNot* one : {&*answer, &other})
            QVERIFY2(helps(*one, "drop '" + one->constraints.front() + "'"), one->message.c_str());
        QVERIFY(answer->message.find("; besides, no mapping") != std::string::npos);
        QVERIFY(answer->message.find(other.message) != std::string::npos);
    }

    void namesALevelThatIsTooSmall()
    {
        const auto answer = why({"WeightBuffer: tile K = 64", "WeightBuffer: tile C = all",
                                 "WeightBuffer: tile R = all", "WeightBuffer: tile S = all"});
        QVERIFY(answer);
        QCOMPARE(answer->shortages.size(), 1u);
        QCOMPARE(answer->shortages[0].level, std::string("WeightBuffer"));
        QCOMPARE(answer->shortages[0].needed.count, 18432);
        QCOMPARE(answer->shortages[0].available.count, 16384);
        QCOMPARE(answer->shortages[0].tiles[TensorRole::Weights].count, 18432);
        QVERIFY2(answer->message.find("level WeightBuffer would need 18432 B (weights 18432 B) and holds 16384 B")
                     != std::string::npos,
                 answer->message.c_str());
        QVERIFY(helps(*answer, "raise the capacity of WeightBuffer from 16384 B to 18432 B"));
        QVERIFY(helps(*answer, "'WeightBuffer: tile K = 32'"));
        QVERIFY(helps(*answer, "let weights bypass WeightBuffer"));
    }

    void namesAFanOutThatIsTooNarrow()
    {
        const auto answer = why({"GlobalBuffer: spatial C = 8", "GlobalBuffer: spatial K = 4"});
        QVERIFY(answer);
        QCOMPARE(answer->constraints.size(), 2u);
        QVERIFY(helps(*answer, "widen the fan-out of GlobalBuffer from 4 x 4 to 8 x 4"));
        QVERIFY(helps(*answer, "'GlobalBuffer: spatial C = 4'"));
    }

    void knowsOrdersThatExcludeEachOther()
    {
        QVERIFY(!why({"DRAM: order K C", "DRAM: order C K"})); // one of the loops stands elsewhere
        const auto answer = why({"DRAM: order K C", "DRAM: order C K", "DRAM: K >= 2", "DRAM: C >= 2"});
        QVERIFY(answer);
        QCOMPARE(answer->constraints.size(), 4u);
    }

    void keepAndBypassExcludeEachOther()
    {
        const auto answer = why({"GlobalBuffer: keep inputs", "GlobalBuffer: bypass inputs"});
        QVERIFY(answer);
        QCOMPARE(answer->constraints.size(), 2u);
    }

    void withoutConstraintsTheMachineIsTooSmall()
    {
        hardware::Accelerator tiny = tests::simba();
        tiny.levels[4].capacity = Bytes{2}; // one partial sum has 24 bit
        const auto answer = why({}, tiny);
        QVERIFY(answer);
        QVERIFY(answer->constraints.empty());
        QCOMPARE(answer->shortages.size(), 1u);
        QCOMPARE(answer->shortages[0].needed.count, 3);
        QVERIFY(helps(*answer, "raise the capacity of AccumulationBuffer from 2 B to 3 B"));
        QVERIFY(helps(*answer, "let outputs bypass AccumulationBuffer"));
    }

    /// A wider array below the buffer would leave no array of PEs with buffers, which the dataflow needs.
    void offersNoChangeThatADataflowCannotHave()
    {
        hardware::Accelerator accelerator;
        accelerator.levels = {tests::level("DRAM", hardware::LevelKind::Dram, {}, TensorSet::all(), 1, 1),
                              tests::level("Buf", hardware::LevelKind::Sram, Bytes{60}, TensorSet::all(), 2, 2),
                              tests::level("Reg", hardware::LevelKind::Sram, Bytes{8}, TensorSet::all(), 1, 1)};
        const workload::Layer conv = tests::convolution("conv", 3, 6, 4, 8);
        const auto answer = whyNot(withConstraints(accelerator, {"dataflow: row stationary"}), conv);
        QVERIFY(answer && answer->proven && !answer->changes.empty());
        QVERIFY(helps(*answer, "widen the fan-out of Buf from 2 x 2 to 3 x 2"));
        for (const Change& change : answer->changes) {
            auto changed = tests::changed(withConstraints(accelerator, {"dataflow: row stationary"}), change);
            QVERIFY2(parseConstraints(changed, changed.constraints), change.text.c_str());
        }
    }

    void everyChangeHelpsAndNoConstraintOfTheConflictCanGo_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 60; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void everyChangeHelpsAndNoConstraintOfTheConflictCanGo()
    {
        QFETCH(int, seed);
        Rng rng{std::uint64_t(seed)};
        hardware::Accelerator accelerator = seed % 2 > 0 ? tests::simba() : tests::twoLevels(Bytes{96});
        const workload::Layer conv = tests::convolution("conv", seed % 3 > 0 ? 3 : 1, 12, 8, 16);
        accelerator.constraints = tests::RandomConstraints(rng, accelerator, conv).lines(4 + rng.below(5));
        const Feasibility feasible = findFeasible(accelerator, conv);
        QVERIFY(feasible.answer != Feasibility::Answer::Unknown);
        const auto answer = whyNot(accelerator, conv);
        QCOMPARE(bool(answer), feasible.answer == Feasibility::Answer::No);
        if (!answer) {
            const auto violations = verify(accelerator, conv, *feasible.mapping);
            QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().message.c_str());
            return;
        }
        hardware::Accelerator alone = accelerator;
        for (const WhyNot* conflict = &*answer; !conflict->besides.empty();) {
            conflict = &conflict->besides.front();
            for (const std::string& line : conflict->constraints)
                std::erase(alone.constraints, line);
        }
        for (const Change& change : answer->changes)
            QVERIFY2(findFeasible(tests::changed(alone, change), conv).answer == Feasibility::Answer::Yes,
                     change.text.c_str());
        hardware::Accelerator other = accelerator;
        other.constraints = answer->constraints;
        QCOMPARE(findFeasible(other, conv).answer, Feasibility::Answer::No);
        for (const std::string& line : answer->constraints) {
            other.constraints = answer->constraints;
            std::erase(other.constraints, line);
            QVERIFY2(findFeasible(other, conv).answer == Feasibility::Answer::Yes, line.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestWhyNot)
#include "tst_why_not.moc"
