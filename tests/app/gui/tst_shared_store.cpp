// SPDX-License-Identifier: GPL-3.0-or-later
// One database, several programs: the window, command lines, and those that are killed.
#include "app/gui/local_session.h"
#include "app/store/sweep_store.h"
#include "tests/app/support/command_line.h"
#include "tests/app/support/kept_samples.h"
#include "tests/app/support/small_inputs.h"
#include "tests/ui/features/memory/sample_graph.h"
#include "ui/ports/askers.h"
#include "ui/ports/sweeps.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QtTest>

#include <set>

using namespace nestloom;
using nestloom::testing::CommandLine;
using nestloom::testing::smallInputs;
using nestloom::testing::words;

namespace {

constexpr int kPatienceMs = 60'000;

void writeSmallInputs(const CommandLine& cli)
{
    cli.write(QStringLiteral("small.yaml"), nestloom::testing::kSmallAccelerator);
    cli.write(QStringLiteral("tiny.yaml"), nestloom::testing::kSmallNetwork);
}

const char* const kSmallRun = "schedule --accelerator small.yaml --network tiny.yaml --threads 1";

/// The run that a command line says it stored; 0 = none.
qint64 storedRun(const CommandLine& cli)
{
    const auto result = cli.run(words(kSmallRun));
    const auto match = QRegularExpression(QStringLiteral("stored as run (\\d+)")).match(result.out);
    return result.exitCode == 0 && match.hasMatch() ? match.captured(1).toLongLong() : 0;
}

QString database(const CommandLine& cli) { return cli.path(QStringLiteral("data/runs.sqlite")); }

/// As another program sees it.
std::vector<records::RunSummary> storedRuns(const CommandLine& cli)
{
    if (!QFile::exists(database(cli)))
        return {};
    auto store = store::RunStore::open(database(cli).toStdString(), store::kForReading);
    const auto runs = store ? store->list() : Result<std::vector<records::RunSummary>>(store.error());
    return runs ? *runs : std::vector<records::RunSummary>();
}

bool isWhole(const CommandLine& cli, qint64 id)
{
    auto store = store::RunStore::open(database(cli).toStdString());
    const auto run = store ? store->load(id) : Result<records::RunRecord>(store.error());
    return run && run->summary.status == records::RunStatus::Finished
           && run->layers.size() == run->inputs.network.layers.size();
}

} // namespace

class TestSharedStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void aWindowAndCommandLinesLoseNoRun()
    {
        const CommandLine cli;
        writeSmallInputs(cli);
        std::vector<qint64> said;
        {
            app::LocalSession session(database(cli).toStdString());
            QSignalSpy ends(&session, &ui::Session::jobFinished);
            for (int round = 0; round < 3; ++round) {
                const auto inputs = smallInputs();
                session.submit({inputs.accelerator, inputs.network, inputs.options});
                QTRY_COMPARE_WITH_TIMEOUT(ends.count(), round + 1, kPatienceMs);
                said.push_back(ends[round][0].value<ui::JobState>().run);
                QCOMPARE(cli.run(words("runs")).exitCode, 0); // opens it, closes it, and takes nothing away
                QVERIFY(QFile::exists(database(cli) + QStringLiteral("-wal")));
                said.push_back(storedRun(cli));
            }
            QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), said.size(), 10'000);
        }
        for (std::size_t i = 0; i < said.size(); ++i) {
            QCOMPARE(said[i], qint64(i + 1)); // no number was given twice
            QVERIFY(isWhole(cli, said[i]));
        }
        QVERIFY(!QFile::exists(database(cli) + QStringLiteral("-wal"))); // the last one puts it away
    }

    void killedProgramsLoseNoRunThatWasSaidToBeStored()
    {
        const CommandLine cli;
        writeSmallInputs(cli);
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), cli.path(QStringLiteral("config")));
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom"),
                     {QStringLiteral("--example"), QStringLiteral("--store"), database(cli)});
        QTRY_VERIFY_WITH_TIMEOUT(!storedRuns(cli).empty(), kPatienceMs);
        std::vector<qint64> said{storedRun(cli)};
        for (int round = 0; round < 6;
             ++round) { // beside the window's run; every other one is killed, each at another moment
            QProcess killed;
            cli.start(killed, words(kSmallRun));
            QTest::qWait(20 * round);
            killed.kill();
            killed.waitForFinished();
            said.push_back(storedRun(cli));
        }
        // The window's run: its list says that it is finished.
        QTRY_VERIFY_WITH_TIMEOUT(storedRuns(cli).back().status == records::RunStatus::Finished, kPatienceMs);
        said.push_back(storedRuns(cli).back().id);
        window.kill();
        window.waitForFinished();
        said.push_back(storedRun(cli));
        QCOMPARE(std::set<qint64>(said.begin(), said.end()).size(), said.size());
        for (const qint64 run : said)
            QVERIFY2(run > 0 && isWhole(cli, run), qPrintable(QString::number(run)));
    }

    void theWindowSeesWhatAnotherProgramStores()
    {
        const CommandLine cli;
        const std::string path = database(cli).toStdString();
        app::LocalSession session(path);
        const auto inputs = smallInputs();
        QTest::qWait(100); // it has read its lists, which are empty
        const QSignalSpy told(&session, &ui::Session::storedElsewhere);
        {
            auto sweeps = store::SweepStore::open(path);
            QVERIFY(sweeps->begin(
                {{inputs.accelerator, {{"levels.Buffer.capacity", {64, 128}}}}, {inputs.network}, inputs.options}));
            auto runs = store::RunStore::open(path);
            QVERIFY(runs->begin(inputs));
            records::RunInputs onNodes;
            onNodes.accelerator = tests::smallNodes();
            onNodes.network = tests::branches();
            onNodes.nodes = nestloom::testing::smallNodeOptions();
            const auto run = kapla::scheduleOnNodes(onNodes.accelerator, onNodes.network, *onNodes.nodes);
            QVERIFY(runs->addWhole(*runs->begin(onNodes), onNodes, *run));
        }
        QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), std::size_t(2), 10'000);
        QVERIFY(!told.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(session.sweeps().stored().size(), std::size_t(1), 10'000);
        QCOMPARE(session.runs().front().kind, records::RunKind::Nodes);
        // What is told has changed: a list that is read again in vain takes no selection away.
        QSignalSpy sweeps(&session.sweeps(), &ui::Sweeps::storedChanged);
        QVERIFY(store::RunStore::open(path)->begin(inputs));
        QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), std::size_t(3), 10'000);
        QTest::qWait(300);
        QCOMPARE(sweeps.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSharedStore)
#include "tst_shared_store.moc"
