// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/constraints.h"
#include "engine/mapping/nest_limits.h"
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::mapping;

namespace {

using enum workload::LoopDimension;

hardware::Accelerator constrained(const std::vector<std::string>& lines)
{
    return withConstraints(tests::simba(), lines);
}

/// 3x3, 14 x 14 pixels, 32 -> 64 channels.
workload::Layer layer() { return tests::convolution("conv", 3, 14, 32, 64); }

/// DRAM: K2 outside P7; GlobalBuffer: C4 outside P2, 16 PEs by K; InputBuffer: 8 lanes by C; ...
LayerMapping valid()
{
    LayerMapping mapping = outermostMapping(tests::simba(), layer());
    mapping.levels[0].temporal = {{K, 2}, {P, 7}, {Q, 14}};
    mapping.levels[1].temporal = {{C, 4}, {P, 2}};
    mapping.levels[1].spatial = {{K, 4, hardware::Axis::Rows}, {K, 4}};
    mapping.levels[2].spatial = {{C, 8}};
    mapping.levels[3].temporal = {{R, 3}, {S, 3}, {K, 2}};
    return mapping;
}

} // namespace

class TestConstraints : public QObject {
    Q_OBJECT
private slots:
    void limitsKnowWhetherAnyOrdersLoops()
    {
        QVERIFY(!NestLimits(constrained({"DRAM: no P", "GlobalBuffer: K = 4"}), layer()).hasOrders());
        QVERIFY(NestLimits(constrained({"DRAM: no P", "GlobalBuffer: order K ... P"}), layer()).hasOrders());
        QVERIFY(NestLimits(constrained({"GlobalBuffer: order K ... P", "DRAM: no P"}), layer()).hasOrders());
    }
    void printsWhatItReads_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"GlobalBuffer: K = 4",
                                 "GlobalBuffer: K <= 4",
                                 "GlobalBuffer: C >= 2",
                                 "PE: K = all",
                                 "PE: spatial C = 8",
                                 "PE: spatial <= 512",
                                 "PE: spatial >= 16",
                                 "PE: tile P <= 7",
                                 "PE: tile R = all",
                                 "PE: only K C",
                                 "PE: no P",
                                 "PE: no temporal",
                                 "PE: spatial only C K",
                                 "PE: no spatial P Q",
                                 "PE: no spatial",
                                 "PE: order K C P",
                                 "PE: order K ... C P",
                                 "PE: order ... K",
                                 "PE: order K ...",
                                 "PE: stationary weights",
                                 "PE: bypass inputs",
                                 "PE: keep weights outputs",
                                 "dataflow: weight stationary",
                                 "dataflow: row stationary"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void printsWhatItReads()
    {
        QFETCH(QString, line);
        const auto constraint = parseConstraint(line.toStdString());
        QVERIFY2(constraint, constraint ? "" : constraint.error().text().c_str());
        QCOMPARE(QString::fromStdString(print(*constraint)), line);
    }

    void takesBlanksAndComments()
    {
        QVERIFY(isBlankConstraint("  # nothing"));
        QCOMPARE(print(*parseConstraint("  Global Buffer :spatial   C<=8 # at most")),
                 std::string("Global Buffer: spatial C <= 8"));
        QCOMPARE(print(*parseConstraint("PE: temporal K == 4")), std::string("PE: K = 4"));
        QCOMPARE(print(*parseConstraint("PE: bypass inputs, weights")), std::string("PE: bypass weights inputs"));
        QCOMPARE(print(*parseConstraint("dataflow: row-stationary")), std::string("dataflow: row stationary"));
    }

    void refusesWhatIsNone_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("no colon") << "K = 4"
                                  << "begins with a level and a colon";
        QTest::newRow("no level") << ": K = 4"
                                  << "begins with a level and a colon";
        QTest::newRow("unknown word") << "PE: fold K"
                                      << "belongs where 'fold' stands";
        QTest::newRow("unknown dimension") << "PE: tile X = 3"
                                           << "a dimension (R S P Q C K N G) belongs where 'X' stands";
        QTest::newRow("no relation") << "PE: K 4"
                                     << "=, <= or >= belongs where '4' stands";
        QTest::newRow("no value") << "PE: K ="
                                  << "a number above 0 or 'all' belongs where the end stands";
        QTest::newRow("zero") << "PE: K = 0"
                              << "a number above 0";
        QTest::newRow("huge") << "PE: K = 99999999999999999999"
                              << "a number above 0";
        QTest::newRow("all of nothing") << "PE: spatial = all"
                                        << "'all' needs a dimension";
        QTest::newRow("too much") << "PE: K = 4 C"
                                  << "'C' is too much";
        QTest::newRow("twice") << "PE: order K C K"
                               << "K is named twice";
        QTest::newRow("two gaps") << "PE: order K ... C ... P"
                                  << "'...' is too much";
        QTest::newRow("order of one") << "PE: order K"
                                      << "two dimensions at least";
        QTest::newRow("empty list") << "PE: only"
                                    << "a dimension (R S P Q C K N G) belongs";
        QTest::newRow("no tensor") << "PE: stationary psums"
                                   << "weights, inputs or outputs belongs where 'psums' stands";
        QTest::newRow("no bypass") << "PE: bypass"
                                   << "weights, inputs or outputs";
        QTest::newRow("dataflow") << "dataflow: no stationary"
                                  << "a dataflow is weight stationary";
    }
    void refusesWhatIsNone()
    {
        QFETCH(QString, line);
        QFETCH(QString, says);
        const auto constraint = parseConstraint(line.toStdString());
        QVERIFY(!constraint);
        const QString text = QString::fromStdString(constraint.error().text());
        QVERIFY2(text.contains(says), qPrintable(text));
        QVERIFY(text.contains(line));
    }

    void tellsOfProblemsOnAnAccelerator()
    {
        const auto problem = [](const std::string& line) {
            const auto read = parseConstraints(tests::simba(), {"GlobalBuffer: K = 4", line});
            return read ? QString() : QString::fromStdString(read.error().text());
        };
        QVERIFY(problem("InputBuffer: C = 2").isEmpty());
        QVERIFY(problem("GlobalBufer: K = 4")
                    .contains(QStringLiteral("constraint 2: 'GlobalBufer: K = 4': simba has no level 'GlobalBufer'; "
                                             "its levels are DRAM, GlobalBuffer")));
        QVERIFY(problem("DRAM: bypass inputs").contains(QStringLiteral("nothing can bypass the outermost level DRAM")));
        hardware::Accelerator flat = tests::twoLevels();
        QVERIFY(!parseConstraints(flat, {"dataflow: row stationary"}));
        QVERIFY(parseConstraints(flat, {"dataflow: weight stationary"}));
        flat.levels[1].keeps = tests::kInputs;
        QVERIFY(!parseConstraints(flat, {"dataflow: weight stationary"}));
    }

    void aMappingKeepsOrBreaksEveryKind_data()
    {
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("broken");
        const auto row = [](const char* kept, const char* broken) {
            QTest::newRow(kept) << QString::fromUtf8(kept) << QString::fromUtf8(broken);
        };
        row("DRAM: K = 2", "DRAM: K = 4");
        row("DRAM: K <= 2", "DRAM: P <= 6");
        row("DRAM: Q >= 14", "DRAM: K >= 3");
        row("DRAM: Q = all", "DRAM: P = all");
        row("GlobalBuffer: spatial K = 16", "GlobalBuffer: spatial K = 8");
        row("GlobalBuffer: spatial >= 16", "InputBuffer: spatial >= 9");
        row("InputBuffer: spatial <= 8", "InputBuffer: spatial <= 4");
        row("GlobalBuffer: tile P = 2", "GlobalBuffer: tile P = 1");
        row("WeightBuffer: tile R = all", "GlobalBuffer: tile P >= 7");
        row("DRAM: tile K = all", "GlobalBuffer: tile K = all"); // K has spatial loops as well
        row("GlobalBuffer: only C P", "GlobalBuffer: only C");
        row("GlobalBuffer: no K", "GlobalBuffer: no P");
        row("InputBuffer: no temporal", "GlobalBuffer: no temporal");
        row("GlobalBuffer: spatial only K C", "GlobalBuffer: spatial only P Q");
        row("GlobalBuffer: no spatial C", "InputBuffer: no spatial C");
        row("WeightBuffer: no spatial", "InputBuffer: no spatial");
        row("DRAM: order K P Q", "DRAM: order Q K");
        row("DRAM: order K ... Q", "DRAM: order ... K");
        row("DRAM: order R K N P", "DRAM: order K Q ...");
        row("DRAM: stationary weights", "DRAM: stationary inputs");
        row("GlobalBuffer: stationary weights", "WeightBuffer: stationary outputs");
        row("GlobalBuffer: keep inputs", "GlobalBuffer: bypass inputs");
        row("GlobalBuffer: bypass weights", "GlobalBuffer: keep weights");
        row("dataflow: input stationary", "dataflow: output stationary");
    }
    void aMappingKeepsOrBreaksEveryKind()
    {
        QFETCH(QString, kept);
        QFETCH(QString, broken);
        QVERIFY(verify(tests::simba(), layer(), valid()).empty());
        const auto none = verify(constrained({kept.toStdString()}), layer(), valid());
        QVERIFY2(none.empty(), none.empty() ? "" : none.front().message.c_str());
        const auto one = verify(constrained({kept.toStdString(), broken.toStdString()}), layer(), valid());
        QCOMPARE(one.size(), 1u);
        QCOMPARE(one.front().rule, Rule::Constraint);
        QVERIFY2(one.front().message.find("', but ") != std::string::npos, one.front().message.c_str());
    }

    void loopsOfOneIterationAreNone()
    {
        LayerMapping mapping = valid();
        auto& loops = mapping.levels[0].temporal; // K2 P7 Q14
        loops.insert(loops.begin(), {{Q, 1}, {N, 1}});
        loops.push_back({K, 1});
        for (const char* line : {"DRAM: order K P Q", "DRAM: no N", "DRAM: only K P Q", "DRAM: stationary weights"})
            QVERIFY2(verify(constrained({line}), layer(), mapping).empty(), line);
    }

    void saysWhatTheMappingDoesInstead()
    {
        const auto broken = [](const char* line) {
            return QString::fromStdString(verify(constrained({line}), layer(), valid()).front().message);
        };
        QCOMPARE(broken("DRAM: K = 4"), QStringLiteral("'DRAM: K = 4', but the mapping has K = 2 there"));
        QCOMPARE(broken("DRAM: P = all"),
                 QStringLiteral("'DRAM: P = all', but the mapping has P = 7 there, all its loops together 14"));
        QCOMPARE(broken("DRAM: order Q K"),
                 QStringLiteral("'DRAM: order Q K', but in the mapping loop K = 2 stands outside Q = 14"));
        QVERIFY(broken("dataflow: output stationary")
                    .startsWith(
                        QStringLiteral("dataflow: output stationary means 'GlobalBuffer: stationary outputs', but")));
    }

    void aDataflowStandsForConstraintsOfTheLevelsAtHand()
    {
        const auto meaning = [](const hardware::Accelerator& accelerator, Dataflow dataflow) {
            QStringList lines;
            for (const Constraint& constraint : meaningOf(accelerator, {{}, DataflowConstraint{dataflow}}))
                lines << QString::fromStdString(print(constraint));
            return lines.join(QStringLiteral("; "));
        };
        QCOMPARE(meaning(tests::simba(), Dataflow::WeightStationary),
                 QStringLiteral("WeightBuffer: stationary weights; AccumulationBuffer: stationary weights"));
        QCOMPARE(
            meaning(tests::simba(), Dataflow::OutputStationary),
            QStringLiteral(
                "GlobalBuffer: stationary outputs; InputBuffer: stationary outputs; WeightBuffer: stationary outputs"));
        QCOMPARE(meaning(tests::simba(), Dataflow::RowStationary),
                 QStringLiteral(
                     "GlobalBuffer: spatial only S Q C K; GlobalBuffer: spatial S = all; InputBuffer: tile R = all"));
        QCOMPARE(meaning(constrained({"Registers: bypass weights"}), Dataflow::WeightStationary),
                 QStringLiteral(
                     "DRAM: stationary weights; GlobalBuffer: stationary weights; InputBuffer: stationary weights"));
    }
};

QTEST_GUILESS_MAIN(TestConstraints)
#include "tst_constraints.moc"
