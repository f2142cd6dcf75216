// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/nodes_job.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/schedule/kapla/verify_nodes.h"
#include "tests/places.h"

#include <QFile>
#include <QTest>

using namespace nestloom;
using jobs::NodesId;
using jobs::NodesJob;

namespace {

std::string preset(const char* path)
{
    QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

NodesJob::Question question(const char* accelerator = "accelerators/kapla-4x4.yaml", const char* engine = "kapla")
{
    NodesJob::Question asked;
    asked.network =
        std::make_shared<const workload::Network>(*io::parseNetwork(preset("networks/alexnet.yaml"), "alexnet.yaml"));
    asked.accelerator =
        std::make_shared<const hardware::Accelerator>(*io::parseAccelerator(preset(accelerator), accelerator));
    asked.options.batch = 4;
    asked.options.engine = engine;
    return asked;
}

struct Listener {
    explicit Listener(NodesJob& job)
    {
        QObject::connect(&job, &NodesJob::answered, &job, [this](NodesId id, const NodesJob::Answer& answer) {
            ids << id;
            answers.push_back(answer);
        });
        QObject::connect(&job, &NodesJob::failed, &job, [this](NodesId, const QString& message) { problem = message; });
        QObject::connect(&job, &NodesJob::progressed, &job, [this](NodesId, const Progress&) { ++progress; });
    }
    QList<NodesId> ids;
    std::vector<NodesJob::Answer> answers;
    QString problem;
    int progress = 0;
};

} // namespace

class NodesJobTest : public QObject {
    Q_OBJECT
private slots:
    void answersWithAVerifiedSchedule()
    {
        NodesJob job;
        Listener heard(job);
        const NodesId id = job.request(question());
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids, QList<NodesId>{id}, 100'000);
        const kapla::NodeRun& run = *heard.answers.front();
        QVERIFY(run.schedule && !run.stopped);
        QVERIFY(kapla::verify(run.machine, run.graph.network, 4, *run.schedule).empty());
        QVERIFY(heard.progress > 0);
    }
    void onlyTheNewestRequestIsHeard()
    {
        NodesJob job;
        Listener heard(job);
        (void)job.request(question("accelerators/kapla-4x4.yaml", "kapla-annealing"));
        const NodesId newest = job.request(question());
        QTRY_VERIFY_WITH_TIMEOUT(!heard.ids.empty(), 100'000);
        QCOMPARE(heard.ids, QList<NodesId>{newest});
    }
    void aStoppedRequestAnswersWithWhatItHas()
    {
        NodesJob job;
        Listener heard(job);
        const NodesId id = job.request(question("accelerators/kapla-4x4.yaml", "kapla-annealing"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.progress > 0, 100'000);
        job.stop();
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids, QList<NodesId>{id}, 100'000);
        QVERIFY(heard.answers.front()->stopped);
        QVERIFY(heard.answers.front()->schedule || !heard.answers.front()->reason.empty());
    }
    void anAcceleratorWithoutNodesFailsInOneSentence()
    {
        NodesJob job;
        Listener heard(job);
        (void)job.request(question("accelerators/simba.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem.isEmpty(), 100'000);
        QVERIFY2(heard.problem.contains(QStringLiteral("kapla-4x4")), qPrintable(heard.problem));
        QVERIFY(heard.answers.empty());
    }
    void theDestructorDoesNotWaitForTheEnd()
    {
        NodesJob job;
        (void)job.request(question("accelerators/kapla-4x4.yaml", "kapla-annealing"));
    }
};

QTEST_GUILESS_MAIN(NodesJobTest)
#include "tst_nodes_job.moc"
