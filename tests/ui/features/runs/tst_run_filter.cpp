// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_filter.h"

#include "tests/ui/support/sample_history.h"
#include "ui/features/runs/run_table.h"
#include "ui/parts/run_list_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

const QDate kToday(2026, 11, 24);

RunSummary example()
{
    RunSummary row = sample::historyRow(12);
    row.marks = {true, {"paper", "fig4"}, "the one for the talk"};
    return row;
}

} // namespace

class RunFilterTest : public QObject {
    Q_OBJECT
private slots:
    void aTermKeepsOrRemovesARun_data();
    void aTermKeepsOrRemovesARun();
    void editedAcceleratorsAreFoundByTheirName();
    void daysAreLocal();
    void aRunWithoutFiguresPassesNoLimit();
    void whatCannotBeMeantIsSaidInOneSentence_data();
    void whatCannotBeMeantIsSaidInOneSentence();
    void completesKeysAndTheNamesThatAreThere();
    void aRefusedRunIsFoundAsRefusedAndAsFailed();
    void sortsByValueAndKeepsGroupsTogether();
    void aFilteredModelStaysConsistentWhileRunsCome();
};

void RunFilterTest::aTermKeepsOrRemovesARun_data()
{
    QTest::addColumn<bool>("kept");
    const std::pair<const char*, bool> terms[] = {
        {"", true},
        {"net:resnet50", true},
        {"net:ResNet50", true},
        {"net:resnet", false}, // the whole name
        {"net:resnet*", true},
        {"net:alexnet,resnet50", true},
        {"net:alexnet", false},
        {"acc:sim*", true},
        {"sim*", true},
        {"res*50", true},
        {"res*51", false},
        {"\"res*50\"", false}, // as it stands
        {"-acc:sim*", false},
        {"engine:cosa objective:latency", true},
        {"objective:energy", false},
        {"status:finished", true},
        {"status:failed", false},
        {"-status:failed", true},
        {"status:refused", false},
        {"-status:refused", true},
        {"tag:paper", true},
        {"tag:pap*", true},
        {"tag:talk", false},
        {"note:*talk*", true},
        {"note:\"the one for the talk\"", true},
        {"version:0.1.*", true},
        {"run:12", true},
        {"run:1", false},
        {"seed:1", true},
        {"seed:2", false},
        {"star", true},
        {"-star", false},
        {"cycles<12.5M", true},
        {"cycles<12.4M", false},
        {"cycles < 12.5M", true},
        {"cycles <12.4M", false},
        {"cycles< 12.5M net:resnet50", true},
        {"cycles<=12.4Mcycles", true},
        {"cycles=12400000", true},
        {"cycles>12k", true},
        {"energy<32mJ", true},
        {"energy<31000uJ", false},
        {"edp<1mJs", true},
        {"edp>1mJ·s", false},
        {"util>70%", true},
        {"util>72%", false},
        {"gap<2%", true},
        {"gap<=0.5%", false},
        {"after:2026-11-21", true},
        {"after:2026-11-23", false},
        {"before:2026-11-23", true},
        {"before:2026-11-20", false},
        {"after:7d", true},
        {"after:today", false},
        {"talk", true},
        {"\"for the\"", true},
        {"-talk", false},
        {"nothing", false},
        {"12", true},
        {"net:resnet50 cycles<20M tag:paper star talk", true},
        {"net:resnet50 cycles<20M tag:paper -star talk", false},
        {"\"net:resnet50\"", false}, // quotes make it plain text
    };
    for (const auto& [text, kept] : terms)
        QTest::newRow(text) << kept;
}

void RunFilterTest::aTermKeepsOrRemovesARun()
{
    QFETCH(bool, kept);
    const ParsedFilter parsed = parseRunFilter(QString::fromUtf8(QTest::currentDataTag()), kToday);
    QVERIFY2(!parsed.problem, qPrintable(parsed.problem ? parsed.problem->message : QString()));
    QCOMPARE(parsed.filter.accepts(example()), kept);
}

void RunFilterTest::editedAcceleratorsAreFoundByTheirName()
{
    RunSummary run = example();
    const QString name = QString::fromStdString(run.acceleratorName);
    run.acceleratorName += "*";
    QVERIFY(parseRunFilter(u"acc:"_s + name, kToday).filter.accepts(run));
    QVERIFY(!parseRunFilter(u"acc:"_s + name + u"x"_s, kToday).filter.accepts(run));
}

void RunFilterTest::daysAreLocal()
{
    RunSummary run = example();
    run.startedAt = records::TimePoint(
        std::chrono::milliseconds(QDateTime(QDate(2026, 11, 22), QTime(0, 0), Qt::LocalTime).toMSecsSinceEpoch()));
    const auto kept = [&run](const char* text) {
        return parseRunFilter(QString::fromUtf8(text), kToday).filter.accepts(run);
    };
    QVERIFY(kept("after:2026-11-22"));
    QVERIFY(!kept("before:2026-11-22"));
    run.startedAt -= std::chrono::milliseconds(1);
    QVERIFY(!kept("after:2026-11-22"));
    QVERIFY(kept("before:2026-11-22"));
}

void RunFilterTest::aRunWithoutFiguresPassesNoLimit()
{
    RunSummary run = example();
    run.totals.reset();
    for (const char* text : {"cycles<99T", "energy>0J", "edp>0Js", "util<100%", "gap<100%"})
        QVERIFY(!parseRunFilter(QString::fromUtf8(text), kToday).filter.accepts(run));
    run = example();
    run.totals->gap.reset();
    QVERIFY(!parseRunFilter(u"gap<100%"_s, kToday).filter.accepts(run));
}

void RunFilterTest::whatCannotBeMeantIsSaidInOneSentence_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("message");
    QTest::newRow("star cyles<5M") << u"cyles<5M"_s << u"did you mean cycles?"_s;
    QTest::newRow("nett:x") << u"nett:x"_s << u"did you mean net?"_s;
    QTest::newRow("whatever:x") << u"whatever:x"_s << u"in quotes"_s;
    QTest::newRow("cycles<abc") << u"cycles<abc"_s << u"cycles<5M"_s;
    QTest::newRow("energy<30") << u"energy<30"_s << u"with its unit, for example energy<30mJ"_s;
    QTest::newRow("util>0.7") << u"util>0.7"_s << u"util<70%"_s;
    QTest::newRow("cycles:5M") << u"cycles:5M"_s << u"Write cycles<... or cycles>..."_s;
    QTest::newRow("net<x") << u"net<x"_s << u"Write net:..."_s;
    QTest::newRow("net:") << u"net:"_s << u"needs a name"_s;
    QTest::newRow("status:done") << u"status:done"_s << u"use running, finished, cancelled"_s;
    QTest::newRow("after:2026-13-01") << u"after:2026-13-01"_s << u"write it as 2026-11-24"_s;
    QTest::newRow("run:x") << u"run:x"_s << u"whole number"_s;
    QTest::newRow("a \"b c") << u"\"b c"_s << u"closing quote"_s;
}

void RunFilterTest::whatCannotBeMeantIsSaidInOneSentence()
{
    QFETCH(QString, part);
    QFETCH(QString, message);
    const QString text = QString::fromUtf8(QTest::currentDataTag());
    const ParsedFilter parsed = parseRunFilter(text, kToday);
    QVERIFY(parsed.problem);
    QVERIFY2(parsed.problem->message.contains(message), qPrintable(parsed.problem->message));
    QVERIFY(!parsed.problem->message.contains(u'\n'));
    QCOMPARE(text.mid(parsed.problem->position, parsed.problem->length), part);
}

void RunFilterTest::completesKeysAndTheNamesThatAreThere()
{
    const std::vector<RunSummary> runs = sample::history(20);
    QCOMPARE(filterCompletions(u"n"_s, runs), (QStringList{u"net:"_s, u"note:"_s}));
    QCOMPARE(filterCompletions(u"cy"_s, runs), QStringList{u"cycles<"_s});
    QCOMPARE(filterCompletions(u"net:"_s, runs), (QStringList{u"net:alexnet"_s, u"net:resnet50"_s, u"net:vgg16"_s}));
    QCOMPARE(filterCompletions(u"acc:simba-"_s, runs), QStringList{u"acc:simba-8x8"_s});
    QCOMPARE(filterCompletions(u"status:f"_s, runs), (QStringList{u"status:failed"_s, u"status:finished"_s}));
    QVERIFY(filterCompletions(u"net:vgg16"_s, runs).isEmpty()); // complete
    QVERIFY(filterCompletions(u"xyz"_s, runs).isEmpty());
}

void RunFilterTest::aRefusedRunIsFoundAsRefusedAndAsFailed()
{
    RunSummary run = sample::historyRow(1);
    run.status = RunStatus::Failed;
    run.layersDone = 0;
    run.message = "Flexer needs a shared scratchpad";
    for (const QString& text : {u"status:refused"_s, u"status:failed"_s, u"refused"_s})
        QVERIFY2(parseRunFilter(text, kToday).filter.accepts(run), qPrintable(text));
    run.message.clear();
    QVERIFY(!parseRunFilter(u"status:refused"_s, kToday).filter.accepts(run));
}

void RunFilterTest::sortsByValueAndKeepsGroupsTogether()
{
    RunListModel runs;
    RunFilterModel shown(&runs);
    QAbstractItemModelTester tester(&shown, QAbstractItemModelTester::FailureReportingMode::QtTest);
    runs.setRuns(sample::history(40));
    const auto runAt = [&](int row) { return runs.run(shown.mapToSource(shown.index(row, 0)).row()); };
    shown.sort(RunListModel::CycleCount, Qt::AscendingOrder);
    for (int row = 1; row < shown.rowCount(); ++row)
        QVERIFY(RunListModel::compare(runAt(row - 1), runAt(row), RunListModel::CycleCount) <= 0);
    QVERIFY(!runAt(shown.rowCount() - 1).totals); // without a figure: last
    shown.sort(RunListModel::CycleCount, Qt::DescendingOrder);
    QVERIFY(runAt(0).totals && !runAt(shown.rowCount() - 1).totals);

    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        shown.setGrouping(RunListModel::Network);
        shown.sort(RunListModel::Number, order);
        int groups = 0;
        for (int row = 1; row < shown.rowCount(); ++row) {
            groups += shown.startsGroup(row) ? 1 : 0;
            QVERIFY(runAt(row - 1).networkName <= runAt(row).networkName);
            if (!shown.startsGroup(row))
                QCOMPARE(runAt(row - 1).id < runAt(row).id, order == Qt::AscendingOrder);
        }
        QCOMPARE(groups, 2);
    }
    shown.setGrouping(-1); // the order stays
    QCOMPARE(shown.sortOrder(), Qt::DescendingOrder);
    QCOMPARE(runAt(0).id, RunId(40));

    std::vector<RunSummary> variants = sample::history(12); // "cosa" and "cosa, constrained" are two groups
    for (std::size_t i = 0; i < variants.size(); ++i) {
        variants[i].engine = "cosa";
        variants[i].variant.constrained = i % 2 == 0;
    }
    runs.setRuns(variants);
    shown.setGrouping(RunListModel::Engine);
    shown.sort(RunListModel::CycleCount, Qt::AscendingOrder);
    int groups = 0;
    for (int row = 1; row < shown.rowCount(); ++row)
        groups += shown.startsGroup(row) ? 1 : 0;
    QCOMPARE(groups, 1);
}

void RunFilterTest::aFilteredModelStaysConsistentWhileRunsCome()
{
    RunListModel runs;
    RunFilterModel shown(&runs);
    QAbstractItemModelTester tester(&shown, QAbstractItemModelTester::FailureReportingMode::QtTest);
    shown.setFilter(parseRunFilter(u"status:finished"_s, kToday).filter);
    std::vector<RunSummary> rows = sample::history(20);
    runs.setRuns(rows);
    QCOMPARE(shown.rowCount(), 18);
    RunSummary added = sample::historyRow(21, RunStatus::Running);
    rows.insert(rows.begin(), added);
    runs.setRuns(rows);
    QCOMPARE(shown.rowCount(), 18);
    rows.front().status = RunStatus::Finished;
    runs.setRuns(rows);
    QCOMPARE(shown.rowCount(), 19);
    rows.erase(rows.begin() + 5);
    runs.setRuns(rows);
    QCOMPARE(runs.rowCount(), 20);
}

QTEST_MAIN(RunFilterTest)
#include "tst_run_filter.moc"
