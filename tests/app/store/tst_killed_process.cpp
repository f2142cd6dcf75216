// SPDX-License-Identifier: GPL-3.0-or-later
// What is left when a process is killed while it stores a run.
#include "app/store/process_identity.h"
#include "app/store/run_store.h"
#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

/// More layers than a child stores before it is killed.
RunInputs manyLayers()
{
    RunInputs inputs = smallInputs();
    const workload::Layer layer = inputs.network.layers.front();
    inputs.network.layers.assign(3000, layer);
    for (std::size_t i = 0; i < inputs.network.layers.size(); ++i)
        inputs.network.layers[i].name = "layer" + std::to_string(i);
    inputs.networkYaml = io::writeNetwork(inputs.network);
    return inputs;
}

/// A child that stores layers of one run without end and writes a byte for each that is stored.
class StoringChild {
public:
    explicit StoringChild(const std::string& path)
    {
        int ends[2];
        if (pipe(ends) != 0)
            return;
        m_pid = fork();
        if (m_pid == 0)
            store(path, ends[1]);
        close(ends[1]);
        m_reports = ends[0];
    }
    ~StoringChild()
    {
        killNow();
        close(m_reports);
    }

    bool waitForLayers(int count) const
    {
        char byte = 0;
        for (int i = 0; i < count; ++i)
            if (read(m_reports, &byte, 1) != 1)
                return false;
        return true;
    }
    int unreadReports() const
    {
        char byte = 0;
        int count = 0;
        while (read(m_reports, &byte, 1) == 1)
            ++count;
        return count;
    }
    void killNow(bool collect = true)
    {
        if (m_pid > 0)
            kill(m_pid, SIGKILL);
        if (m_pid > 0 && collect) {
            waitpid(m_pid, nullptr, 0);
            m_pid = -1;
        }
    }
    pid_t pid() const { return m_pid; }

private:
    [[noreturn]] static void store(const std::string& path, int reports)
    {
        const RunInputs inputs = manyLayers();
        auto runs = RunStore::open(path);
        if (!runs)
            _exit(1);
        const auto id = runs->begin(inputs);
        schedule::LayerResult layer = solvedLayer(inputs, 0);
        for (; layer.index < inputs.network.layers.size(); ++layer.index) {
            layer.name = inputs.network.layers[layer.index].name;
            if (!id || !runs->addLayer(*id, inputs.accelerator, layer) || write(reports, "x", 1) != 1)
                _exit(1);
        }
        for (;;)
            pause();
    }
    pid_t m_pid = -1;
    int m_reports = -1;
};

} // namespace

class TestKilledProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsAllFinishedLayersAndMarksTheRunAsInterrupted()
    {
        for (int round = 0; round < 10; ++round) { // each kill hits another moment
            QTemporaryDir folder;
            const std::string path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
            StoringChild child(path);
            QVERIFY(child.waitForLayers(5 + 3 * round));
            child.killNow();
            const int reported = 5 + 3 * round + child.unreadReports();
            auto store = RunStore::open(path);
            QVERIFY2(store, store ? "" : store.error().text().c_str());
            const auto runs = store->list();
            QVERIFY(runs);
            QCOMPARE(runs->size(), std::size_t(1));
            QVERIFY((*runs)[0].status == RunStatus::Interrupted);
            // The last layer may be stored without the report having come through, never the other way round.
            QVERIFY((*runs)[0].layersDone == reported || (*runs)[0].layersDone == reported + 1);
            const auto loaded = store->load((*runs)[0].id);
            QVERIFY(loaded);
            QCOMPARE(int(loaded->layers.size()), (*runs)[0].layersDone);
        }
    }

    void leavesTheRunOfALivingProcessAlone()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
        StoringChild child(path);
        QVERIFY(child.waitForLayers(2));
        auto store = RunStore::open(path);
        QVERIFY(store);
        QVERIFY((*store->list())[0].status == RunStatus::Running);
    }

    void aZombieIsNotAlive()
    {
        QTemporaryDir folder;
        StoringChild child(folder.filePath(QStringLiteral("runs.sqlite")).toStdString());
        QVERIFY(child.waitForLayers(1));
        child.killNow(false); // dead, but nobody has collected it
        siginfo_t ended{};
        QCOMPARE(waitid(P_PID, id_t(child.pid()), &ended, WEXITED | WNOWAIT), 0);
        auto store = RunStore::open(folder.filePath(QStringLiteral("runs.sqlite")).toStdString());
        QVERIFY((*store->list())[0].status == RunStatus::Interrupted);
    }

    void aNumberThatWasGivenToAnotherProcessDoesNotKeepARunAlive()
    {
        const ProcessIdentity self = currentProcess();
        QVERIFY(isAlive(self));
        ProcessIdentity reused = self;
        reused.startTicks -= 1;
        QVERIFY(!isAlive(reused));
        ProcessIdentity beforeReboot = self;
        beforeReboot.bootId = "another";
        QVERIFY(!isAlive(beforeReboot));
        ProcessIdentity gone = self;
        gone.pid = 0x7FFF'FFFF;
        QVERIFY(!isAlive(gone));
    }
};

QTEST_GUILESS_MAIN(TestKilledProcess)
#include "tst_killed_process.moc"
