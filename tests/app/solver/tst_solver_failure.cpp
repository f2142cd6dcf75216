// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/milp/process_solver.h"
#include "tests/app/solver/random_models.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>
#include <utility>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace nestloom;
using namespace nestloom::milp;
using nestloom::testing::makeHardModel;
using std::chrono::milliseconds;

namespace {

/// Process ids of the running children of `parent` that are called nestloom-solver.
QList<pid_t> solversOf(pid_t parent)
{
    QList<pid_t> found;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(entry));
        if (entry.toInt() == 0 || !stat.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromLatin1(stat.readAll()); // "pid (name) state parent ..."
        const QStringList rest = text.section(QLatin1Char(')'), -1).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (text.contains(QStringLiteral("(nestloom-solver)")) && rest.size() > 1 && rest[0] != QStringLiteral("Z")
            && rest[1].toInt() == parent)
            found.append(entry.toInt());
    }
    return found;
}

Model makeEasyModel()
{
    Model model;
    const VariableId x = model.addVariable(0.5, 9, true, "x");
    model.minimize(LinearExpression().add(x, 1));
    return model;
}

/// A file of this test's folder that runs `script` when started.
std::filesystem::path makeProgram(const QTemporaryDir& folder, const QByteArray& script)
{
    QFile file(folder.filePath(QStringLiteral("program")));
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0)
        return {};
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName().toStdString();
}

} // namespace

class TestSolverFailure : public QObject {
    Q_OBJECT

private slots:
    void aSolverKilledOnceCostsNothing();
    void aSolverKilledTwiceIsAnErrorAndTheNextCallWorks();
    void aSolverThatStandsStillIsStartedAgain();
    void aProgramThatNeverAnswersIsAnError();
    void aSolverThatOnlySpinsEndsWithTheTimeLimit();
    void aLongSilenceOfASolverThatWorksIsNoStandstill();
    void aLimitOfThisProgramsMemoryIsTheSolversToo();
    void aSolverKilledWhileIdleIsReplacedInSilence();
    void theSolverEndsWithItsOwner();
    void theSolverEndsWhenTheParentIsKilled();
    void aSolverThatIgnoresTheStopIsKilled();
    void aModelOverTheMemoryLimitIsAnError();
    void sharedProcessesStayWarm();
    void threadsTakeTurnsWhereNoMoreProcessesCanStart();
    void aMissingProgramIsAnError();
    void aProgramThatSpeaksAnotherLanguageIsAnError_data();
    void aProgramThatSpeaksAnotherLanguageIsAnError();
    void theEnvironmentNamesTheProgram();
};

void TestSolverFailure::aSolverKilledOnceCostsNothing()
{
    RunControl control;
    control.workLimit = 300;
    ProcessSolver undisturbed({findSolverProgram()});
    const auto expected = undisturbed.solve(makeHardModel(6, 1), {}, control);
    QVERIFY(expected);
    ProcessSolver solver({findSolverProgram()});
    bool killed = false;
    control.onProgress = [&](const Progress&) {
        if (!std::exchange(killed, true))
            for (const pid_t pid : solversOf(getpid()))
                kill(pid, SIGKILL);
    };
    const auto outcome = solver.solve(makeHardModel(6, 1), {}, control);
    QVERIFY(killed);
    QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
    QVERIFY(outcome->solution == expected->solution);
    QCOMPARE(outcome->stats.nodes, expected->stats.nodes);
}

void TestSolverFailure::aSolverKilledTwiceIsAnErrorAndTheNextCallWorks()
{
    ProcessSolver solver({findSolverProgram()});
    std::atomic<bool> working = false, over = false;
    std::thread killer([&] {
        while (!over) {
            std::this_thread::sleep_for(milliseconds(5));
            for (const pid_t pid : working ? solversOf(getpid()) : QList<pid_t>())
                kill(pid, SIGKILL);
        }
    });
    RunControl control;
    control.onProgress = [&](const Progress&) { working = true; };
    control.timeLimit = std::chrono::seconds(60);
    const auto outcome = solver.solve(makeHardModel(6, 1), {}, control);
    over = true;
    killer.join();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::SolverFailure);
    QCOMPARE(outcome.error().message,
             std::string("the solver process was killed (signal 9) while it worked on a model"));

    const auto next = solver.solve(makeEasyModel(), {}, {});
    QVERIFY(next && next->solution);
    QCOMPARE(next->solution->front(), 1.0);
}

void TestSolverFailure::aSolverThatStandsStillIsStartedAgain()
{
    ProcessSolverOptions options{findSolverProgram()};
    options.standstill = milliseconds(500);
    QStringList lost;
    options.onLost = [&](const std::string& why) { lost << QString::fromStdString(why); };
    ProcessSolver solver(options);
    QVERIFY(solver.solve(makeEasyModel(), {}, {}));
    QCOMPARE(lost, QStringList());
    const QList<pid_t> pids = solversOf(getpid());
    QCOMPARE(pids.size(), 1);
    kill(pids.front(), SIGSTOP);
    QStringList phases;
    RunControl control;
    control.onProgress = [&](const Progress& progress) { phases << QString::fromStdString(progress.phase); };
    const auto outcome = solver.solve(makeEasyModel(), {}, control);
    QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
    QCOMPARE(outcome->solution->front(), 1.0);
    QVERIFY(phases.contains(QStringLiteral("the solver is started again")));
    QCOMPARE(lost.size(), 1);
    QVERIFY(lost.front().contains(QStringLiteral("stood still")));
    QVERIFY(!solversOf(getpid()).contains(pids.front()));
}

void TestSolverFailure::aProgramThatNeverAnswersIsAnError()
{
    const QTemporaryDir folder;
    ProcessSolverOptions options{makeProgram(folder, "exec sleep 60\n")};
    options.standstill = milliseconds(500);
    ProcessSolver solver(options);
    const auto outcome = solver.solve(makeEasyModel(), {}, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::SolverFailure);
    QVERIFY(outcome.error().message.find("stood still") != std::string::npos);
}

void TestSolverFailure::aSolverThatOnlySpinsEndsWithTheTimeLimit()
{
    const QTemporaryDir folder;
    ProcessSolverOptions options{makeProgram(folder, "while :; do :; done\n")};
    options.standstill = milliseconds(200); // it uses CPU time: only a limit tells that it is overdue
    ProcessSolver solver(options);
    RunControl control;
    control.timeLimit = milliseconds(500);
    const auto outcome = solver.solve(makeEasyModel(), {}, control);
    QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
    QCOMPARE(outcome->cause, StopCause::TimeLimit);
    QVERIFY(!outcome->reason.empty());
    QVERIFY(outcome->stats.wall >= milliseconds(500) + options.killGrace);
    QVERIFY(outcome->stats.wall < milliseconds(3000));
}

void TestSolverFailure::aLongSilenceOfASolverThatWorksIsNoStandstill()
{
    ProcessSolverOptions options{findSolverProgram()};
    options.standstill = milliseconds(200);
    ProcessSolver solver(options);
    RunControl control;
    control.timeLimit = std::chrono::seconds(2);
    const auto outcome = solver.solve(makeHardModel(6, 1), {}, control);
    QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
}

void TestSolverFailure::aLimitOfThisProgramsMemoryIsTheSolversToo()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizers need more address space than any limit");
#endif
    const pid_t child = fork(); // a hard limit cannot be raised again
    if (child == 0) {
        const rlimit low{rlim_t(1) << 30, rlim_t(1) << 30};
        const bool limited = setrlimit(RLIMIT_AS, &low) == 0;
        ProcessSolver solver({findSolverProgram()}); // would like 4 GiB
        const auto outcome = solver.solve(makeEasyModel(), {}, {});
        _exit(!limited ? 2 : outcome && outcome->solution ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestSolverFailure::aSolverKilledWhileIdleIsReplacedInSilence()
{
    ProcessSolver solver({findSolverProgram()});
    QVERIFY(solver.solve(makeEasyModel(), {}, {}));
    const QList<pid_t> pids = solversOf(getpid());
    QCOMPARE(pids.size(), 1);
    kill(pids.front(), SIGKILL);
    QTRY_VERIFY(solversOf(getpid()).isEmpty());
    QVERIFY(solver.solve(makeEasyModel(), {}, {}));
}

void TestSolverFailure::theSolverEndsWithItsOwner()
{
    {
        ProcessSolver solver({findSolverProgram()});
        QVERIFY(solver.solve(makeEasyModel(), {}, {}));
        QCOMPARE(solversOf(getpid()).size(), 1);
    }
    QVERIFY(solversOf(getpid()).isEmpty());
}

void TestSolverFailure::theSolverEndsWhenTheParentIsKilled()
{
    const pid_t parent = fork();
    if (parent == 0) {
        ProcessSolver solver({findSolverProgram()});
        (void)solver.solve(makeHardModel(6, 2), {}, {});
        _exit(0);
    }
    QTRY_COMPARE(solversOf(parent).size(), 1);
    const pid_t orphan = solversOf(parent).front();
    kill(parent, SIGKILL);
    waitpid(parent, nullptr, 0);
    // Whoever adopts the orphan may be slow to collect it: a zombie is as good as gone.
    const auto isGone = [orphan] {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(orphan));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
    };
    QTRY_VERIFY(isGone());
}

void TestSolverFailure::aSolverThatIgnoresTheStopIsKilled()
{
    ProcessSolver solver({findSolverProgram()});
    std::stop_source stop;
    std::atomic<bool> hasIncumbent = false;
    std::thread freezer([&] {
        while (!hasIncumbent)
            std::this_thread::sleep_for(milliseconds(5));
        for (const pid_t pid : solversOf(getpid()))
            kill(pid, SIGSTOP); // it cannot answer any more
        stop.request_stop();
    });
    RunControl control;
    control.stop = stop.get_token();
    control.timeLimit = std::chrono::seconds(60);
    control.onProgress = [&](const Progress& progress) { hasIncumbent = hasIncumbent || progress.incumbent; };
    const auto outcome = solver.solve(makeHardModel(6, 3), {}, control);
    hasIncumbent = true;
    freezer.join();
    QVERIFY(outcome);
    QCOMPARE(outcome->cause, StopCause::Cancelled);
    QCOMPARE(outcome->status, SolveStatus::Feasible); // the incumbent had been sent before
    QVERIFY(outcome->solution && outcome->stats.bound);
    QVERIFY(outcome->stats.cpu > milliseconds(5)); // of the killed process, too
    QVERIFY(solversOf(getpid()).isEmpty());
    QVERIFY(solver.solve(makeEasyModel(), {}, {}));
}

void TestSolverFailure::aModelOverTheMemoryLimitIsAnError()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizers need more address space than any limit");
#endif
    Model big;
    LinearExpression sum;
    for (int i = 0; i < 4000; ++i)
        sum.add(big.addVariable(0, 1, true, {}), i % 7 + 1);
    for (int row = 0; row < 500; ++row)
        big.addGreaterEqual(sum, row, {});
    big.minimize(sum);
    ProcessSolverOptions options{findSolverProgram()};
    options.memoryLimitBytes = 160LL << 20;
    ProcessSolver solver(options);
    const auto outcome = solver.solve(big, {}, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::SolverFailure);
    const auto next = solver.solve(makeEasyModel(), {}, {});
    QVERIFY2(next, next ? "" : next.error().text().c_str());
}

void TestSolverFailure::sharedProcessesStayWarm()
{
    {
        const auto makeSolver = processSolvers({findSolverProgram()});
        QVERIFY(makeSolver()->solve(makeEasyModel(), {}, {}));
        const QList<pid_t> pids = solversOf(getpid());
        QCOMPARE(pids.size(), 1);
        QVERIFY(makeSolver()->solve(makeEasyModel(), {}, {}));
        QCOMPARE(solversOf(getpid()), pids);
    }
    QVERIFY(solversOf(getpid()).isEmpty());
}

void TestSolverFailure::threadsTakeTurnsWhereNoMoreProcessesCanStart()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("the sanitizer lets no thread begin after a fork");
#endif
    const auto solveAll = [](rlim_t descriptors) {
        const pid_t child = fork(); // a hard limit cannot be raised again
        if (child == 0) {
            const rlimit few{descriptors, descriptors};
            setrlimit(RLIMIT_NOFILE, &few);
            const auto makeSolver = processSolvers({findSolverProgram()});
            std::atomic<int> solved = 0;
            {
                std::vector<std::jthread> threads;
                for (int i = 0; i < 8; ++i)
                    threads.emplace_back([&] {
                        const auto solver = makeSolver();
                        for (int k = 0; k < 5; ++k)
                            if (const auto outcome = solver->solve(makeEasyModel(), {}, {}); outcome)
                                solved += outcome->solution ? 1 : 0;
                    });
            }
            _exit(solved);
        }
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    const rlim_t open = rlim_t(QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::Files | QDir::System).size());
    QCOMPARE(solveAll(open + 6), 40); // enough for two processes at most
    QCOMPARE(solveAll(open), 0);      // and an error each where there is not one
}

void TestSolverFailure::aMissingProgramIsAnError()
{
    ProcessSolver missing({"/nowhere/nestloom-solver"});
    const auto outcome = missing.solve(makeEasyModel(), {}, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::SolverFailure);
    QCOMPARE(outcome.error().message,
             std::string("cannot start the solver /nowhere/nestloom-solver: No such file or directory"));
    ProcessSolver unset({std::filesystem::path()});
    const auto other = unset.solve(makeEasyModel(), {}, {});
    QVERIFY(!other);
    QVERIFY(other.error().message.find("NESTLOOM_SOLVER") != std::string::npos);
}

void TestSolverFailure::aProgramThatSpeaksAnotherLanguageIsAnError_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("text") << QByteArray("echo hello, I am not a solver\nsleep 5\n")
                          << QByteArray("a message between Nestloom and its solver is not readable: "
                                        "it does not start with the mark of the protocol");
    QTest::newRow("echo") << QByteArray("exec cat\n") << QByteArray("the solver program answers with a question");
    QTest::newRow("silence") << QByteArray("exit 4\n")
                             << QByteArray("the solver process ended with exit code 4 while it worked on a model");
}

void TestSolverFailure::aProgramThatSpeaksAnotherLanguageIsAnError()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, message);
    const QTemporaryDir folder;
    ProcessSolver solver({makeProgram(folder, script)});
    const auto outcome = solver.solve(makeEasyModel(), {}, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::SolverFailure);
    QCOMPARE(QByteArray::fromStdString(outcome.error().message), message);
}

void TestSolverFailure::theEnvironmentNamesTheProgram()
{
    const QByteArray before = qgetenv("NESTLOOM_SOLVER");
    QCOMPARE(findSolverProgram(), std::filesystem::path(before.toStdString()));
    qputenv("NESTLOOM_SOLVER", "/nowhere/nestloom-solver");
    QVERIFY(findSolverProgram().empty()); // a wrong wish is not replaced by another program
    qunsetenv("NESTLOOM_SOLVER");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QByteArray("/nowhere::") + NESTLOOM_BIN_DIR);
    QCOMPARE(findSolverProgram(), std::filesystem::path(NESTLOOM_BIN_DIR "/nestloom-solver"));
    qputenv("PATH", path);
    qputenv("NESTLOOM_SOLVER", before);
}

QTEST_GUILESS_MAIN(TestSolverFailure)
#include "tst_solver_failure.moc"
