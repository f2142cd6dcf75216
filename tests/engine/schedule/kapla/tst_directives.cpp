// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/directive_facts.h"
#include "engine/schedule/kapla/mapping_directives.h"
#include "engine/schedule/kapla/node_run.h"
#include "tests/engine/schedule/kapla/parse_directives.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

/// After the example of the paper's section III-B: a 5x5 convolution, three channels in the registers, four nodes.
constexpr const char* kExample = R"(conv:REGF
  tensor{0}(N=1, C=1, Xi=5, Yi=1)
  tensor{w}(K=3, C=1, R=5, S=1)
  tensor{1}(N=1, K=3, Xo=1, Yo=1)
  stack(Yo+=1, Yi+=1, 8)
  stack(S+=1, Yi+=1, 5)
  update(Xo+=1, Xi+=1)
  update(C+=1)
  update(K+=3)
conv:GBUF
  tensor{0}(N=1, C=2, Xi=19, Yi=12, shr=4)
  tensor{w}(K=6, C=2, R=5, S=5)
  tensor{1}(N=1, K=6, Xo=15, Yo=8)
  stack(K+=6, 4)
  update(K+=24)
  update(N+=1)
conv:MEM
  tensor{0}(N=4, C=2, Xi=19, Yi=12)
  tensor{w}(K=48, C=2, R=5, S=5)
  tensor{1}(N=4, K=48, Xo=15, Yo=8)
)";

const TensorFacts& tensor(const std::vector<LevelFacts>& facts, std::size_t level, const std::string& name)
{
    return *std::find_if(facts[level].tensors.begin(), facts[level].tensors.end(),
                         [&](const TensorFacts& one) { return one.name == name; });
}

} // namespace

class DirectivesTest : public QObject {
    Q_OBJECT
private slots:
    void printsWhatItHasRead()
    {
        const auto read = parseDirectives(kExample);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(print(*read), std::string(kExample));
        const auto commented = parseDirectives("# a comment\n conv:REGF // level\n\n  tensor{0}( N = 1 )\n");
        QVERIFY(commented);
        QCOMPARE(print(*commented), std::string("conv:REGF\n  tensor{0}(N=1)\n"));
    }

    void saysWhichLineIsWrong_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("no scope") << "tensor{0}(N=1)"
                                  << "line 1";
        QTest::newRow("no bracket") << "a:REGF\ntensor{0}(N=1"
                                    << "line 2";
        QTest::newRow("unknown dimension") << "a:REGF\nupdate(Q+=1)"
                                           << "line 2";
        QTest::newRow("zero") << "a:REGF\nupdate(N+=0)"
                              << "line 2";
        QTest::newRow("no copies") << "a:REGF\nstack(N+=1)"
                                   << "line 2";
        QTest::newRow("unknown directive") << "a:REGF\n\nloop(N+=1)"
                                           << "line 3";
        QTest::newRow("twice") << "a:REGF\na:REGF"
                               << "line 2";
        QTest::newRow("after the last") << "a:REGF\nstack(4, N+=1)"
                                        << "line 2";
        QTest::newRow("update without steps") << "a:REGF\nupdate(4)"
                                              << "line 2";
    }
    void saysWhichLineIsWrong()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, where);
        const auto read = parseDirectives(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().where), where);
    }

    void derivesSizesAndAccesses()
    {
        const auto facts = factsOf(*parseDirectives(kExample));
        QCOMPARE(facts.size(), std::size_t(2)); // the whole tensors have none
        QCOMPARE(facts[0].words, std::int64_t(5 + 15 + 3));
        QCOMPARE(facts[0].parallelism, std::int64_t(40));
        // A row of 15 outputs takes 15 updates; two input channels; six output channels, three at a time.
        QCOMPARE(facts[0].trips, (std::vector<std::int64_t>{15, 2, 2}));
        QCOMPARE(facts[1].trips, (std::vector<std::int64_t>{2, 4}));
        QCOMPARE(tensor(facts, 1, "0").words, std::int64_t(19 * 12 * 2 / 4));
        QCOMPARE(facts[1].parallelism, std::int64_t(4));
        // Inputs stay while output channels change; the weights come again with every image.
        QCOMPARE(tensor(facts, 1, "0").fetches, 1.0);
        QCOMPARE(tensor(facts, 1, "0").volume, 4.0 * 2 * 19 * 12);
        QCOMPARE(tensor(facts, 1, "w").fetches, 4.0);
        QCOMPARE(tensor(facts, 1, "w").volume, 4.0 * 48 * 2 * 25);
        QCOMPARE(tensor(facts, 1, "1").volume, 4.0 * 48 * 15 * 8);
        // The paper's count: three outputs in the registers, 15 updates along a row: 45 accesses, for each of two
        // channels.
        QCOMPARE(tensor(facts, 0, "1").words * facts[0].trips[0], std::int64_t(45));
        QCOMPARE(tensor(facts, 0, "1").fetches, 2.0);
    }

    void saysWhyDirectivesAreInvalid_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        QTest::newRow("gap") << "update(K+=24)"
                             << "update(K+=30)"
                             << "leaves a gap";
        QTest::newRow("not covered") << "  update(N+=1)\n"
                                     << ""
                                     << "do not cover N=4";
        QTest::newRow("too many nodes") << "stack(K+=6, 4)\n  update(K+=24)"
                                        << "stack(K+=6, 8)"
                                        << "need 8 buffers of 4";
        QTest::newRow("too large") << "tensor{w}(K=6, C=2, R=5, S=5)"
                                   << "tensor{w}(K=24, C=2, R=5, S=5)"
                                   << "words of 1200";
    }
    void saysWhyDirectivesAreInvalid()
    {
        QFETCH(const QString, from);
        QFETCH(const QString, to);
        QFETCH(const QString, message);
        const std::vector<LevelLimit> limits{{"REGF", 32, 64}, {"GBUF", 1200, 4}};
        QVERIFY(check(*parseDirectives(kExample), limits).empty());
        QString text = QString::fromLatin1(kExample);
        QVERIFY(text.contains(from));
        const auto problems = check(*parseDirectives(text.replace(from, to).toStdString()), limits);
        QVERIFY(!problems.empty());
        QVERIFY2(QString::fromStdString(problems.front()).contains(message), problems.front().c_str());
    }

    void neighboursPassTensorsOn()
    {
        const std::string text = "fc:REGF\n  tensor{x y}(N=1, C=1)\n  tensor{w}(K=1, C=1)\n  tensor{1}(N=1, K=1)\n"
                                 "  stack(C+=1, 4, pass{1})\n  stack(K+=1, 8, pass{x y})\n  update(N+=1)\n"
                                 "fc:MEM\n  tensor{x y}(N=5, C=4)\n  tensor{w}(K=8, C=4)\n  tensor{1}(N=5, K=8)\n";
        const auto read = parseDirectives(text);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(print(*read), text);
        QVERIFY(check(*read, {{"REGF", 3, 32}}).empty());
        const auto facts = factsOf(*read);
        QCOMPARE(tensor(facts, 0, "x y").volume, 20.0); // into the first column
        QCOMPARE(tensor(facts, 0, "x y").passed, 140.0);
        QCOMPARE(tensor(facts, 0, "1").passed, 120.0);
        QCOMPARE(tensor(facts, 0, "w").passed, 0.0);
        QString wrong = QString::fromStdString(text);
        QVERIFY(!check(*parseDirectives(
                           QString(wrong).replace(QLatin1String("pass{1}"), QLatin1String("pass{w}")).toStdString()),
                       {})
                     .empty());
        QVERIFY(!check(*parseDirectives(
                           QString(wrong).replace(QLatin1String("pass{1}"), QLatin1String("pass{2}")).toStdString()),
                       {})
                     .empty());
        QVERIFY(!parseDirectives(wrong.replace(QLatin1String("pass{1}"), QLatin1String("pass{1")).toStdString()));
    }

    void solvedLayersAreValidDirectives_data()
    {
        QTest::addColumn<bool>("training");
        QTest::addColumn<bool>("isSystolic");
        QTest::newRow("inference") << false << false;
        QTest::newRow("training") << true << false;
        QTest::newRow("inference, systolic") << false << true;
        QTest::newRow("training, systolic") << true << true;
    }
    void solvedLayersAreValidDirectives()
    {
        QFETCH(const bool, training);
        QFETCH(const bool, isSystolic);
        NodeRunOptions options;
        options.batch = 4;
        options.training = training;
        hardware::Accelerator accelerator = tests::smallNodes();
        if (isSystolic)
            accelerator.nodes->peMapping = hardware::NodeArray::PeMapping::Systolic;
        const auto run = scheduleOnNodes(accelerator, tests::branches(), options);
        QVERIFY(run && run->schedule);
        const Machine& machine = run->machine;
        for (const ScheduledSegment& segment : run->schedule->segments)
            for (std::size_t i = 0; i < segment.layers.size(); ++i) {
                const SegmentLayer& one = segment.segment.layers[i];
                const LayerSchedule& layer = *segment.layers[i];
                const Directives directives =
                    directivesOf(machine, run->graph.network, one.layer, options.batch, layer);
                const auto problems =
                    check(directives, {{"REGF", machine.registerWords, machine.array.size()},
                                       {"GBUF", machine.bufferWords, one.placement.nodes.extent.size()}});
                QVERIFY2(problems.empty(),
                         problems.empty() ? "" : (problems.front() + "\n" + print(directives)).c_str());
                const auto read = parseDirectives(print(directives));
                QVERIFY(read && *read == directives);
                const auto facts = factsOf(directives);
                QCOMPARE(facts[1].parallelism, one.placement.nodes.extent.size());
            }
    }
};

QTEST_GUILESS_MAIN(DirectivesTest)
#include "tst_directives.moc"
