// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tiles_job.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/support/tiled_layers.h"

#include <QTest>

using namespace nestloom;
using jobs::TilesId;
using jobs::TilesJob;
namespace flexer = schedule::flexer;

namespace {

flexer::TilesQuestion question(std::size_t first = 0)
{
    flexer::FlexerParams params;
    params.maxOperations = 64; // few tilings: quick
    params.tilings = 3;
    return {std::make_shared<const workload::Network>(tests::tiledNetwork()), tests::smallMachine(), params, first};
}

/// What a job told, in order.
struct Listener {
    explicit Listener(TilesJob& job)
    {
        QObject::connect(&job, &TilesJob::answered, &job, [this](TilesId id, const auto& answer) {
            ids << id;
            answers.push_back(answer);
        });
        QObject::connect(&job, &TilesJob::detailed, &job, [this](TilesId id, const TilesJob::Detail& detail) {
            ids << id;
            details.push_back(detail);
        });
        QObject::connect(&job, &TilesJob::tilingsFound, &job,
                         [this](TilesId, const auto& points) { tilings = points.size(); });
        QObject::connect(&job, &TilesJob::finished, &job, [this](TilesId id) { finished << id; });
        QObject::connect(&job, &TilesJob::failed, &job, [this](TilesId, const QString& message) { problem = message; });
    }
    QList<TilesId> ids, finished;
    std::vector<flexer::LayerAnswer> answers;
    std::vector<TilesJob::Detail> details;
    std::size_t tilings = 0;
    QString problem;
};

} // namespace

class TilesJobTest : public QObject {
    Q_OBJECT
private slots:
    void answersTheWantedLayerFirstAndEqualShapesTogether()
    {
        TilesJob job;
        Listener heard(job);
        const TilesId id = job.request(question(1));
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished, QList<TilesId>{id}, 100'000);
        QCOMPARE(heard.answers.front().layers, std::vector<std::size_t>{1});
        QCOMPARE(heard.answers.back().layers, (std::vector<std::size_t>{0, 2}));
        QVERIFY(heard.answers.back().ended && heard.answers.back().summary);
        QVERIFY(!heard.details.empty());
        QCOMPARE(heard.details.back()->schedule.layer.name, std::string("conv2"));
        for (const auto& detail : heard.details)
            QVERIFY(flexer::verify(detail->schedule).empty());
        QTRY_VERIFY_WITH_TIMEOUT(heard.tilings > 0, 100'000);
    }

    void onlyTheNewestRequestIsHeard()
    {
        TilesJob job;
        Listener heard(job);
        (void)job.request(question(0));
        const TilesId newest = job.request(question(1));
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished, QList<TilesId>{newest}, 100'000);
        for (const TilesId each : heard.ids)
            QCOMPARE(each, newest);
    }

    void solvedShapesAreKept()
    {
        TilesJob job;
        Listener heard(job);
        (void)job.request(question(0));
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished.size(), 1, 100'000);
        const auto before = heard.answers.back();
        heard.answers.clear();
        heard.details.clear();
        (void)job.request(question(2));
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished.size(), 2, 100'000);
        QCOMPARE(heard.answers.size(), std::size_t(2)); // one word for each shape: nothing was searched
        QCOMPARE(heard.details.size(), std::size_t(1));
        QCOMPARE(heard.details.back()->schedule.layer.name, std::string("conv3"));
        QCOMPARE(heard.answers.back().summary, before.summary);
    }

    void aStoppedRequestSaysNothing()
    {
        TilesJob job;
        Listener heard(job);
        (void)job.request(question(0));
        job.stop();
        const TilesId next = job.request(question(1)); // the thread is free again
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished, QList<TilesId>{next}, 100'000);
        for (const TilesId each : heard.ids)
            QCOMPARE(each, next);
    }

    void aLayerThatDoesNotFitSaysWhy()
    {
        TilesJob job;
        Listener heard(job);
        flexer::TilesQuestion asked = question();
        asked.machine.scratchpad = Bytes{64};
        (void)job.request(asked);
        QTRY_COMPARE_WITH_TIMEOUT(heard.finished.size(), 1, 100'000);
        QVERIFY(heard.details.empty());
        QVERIFY(heard.answers.front().ended && !heard.answers.front().summary);
        QVERIFY(!heard.answers.front().reason.empty());
    }

    void aLayerThatIsNotThereFailsInOneSentence()
    {
        TilesJob job;
        Listener heard(job);
        (void)job.request(question(7));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem.isEmpty(), 100'000);
        QVERIFY(heard.answers.empty());
    }

    void theDestructorDoesNotWaitForTheEnd()
    {
        TilesJob job;
        (void)job.request(question());
    }
};

QTEST_GUILESS_MAIN(TilesJobTest)
#include "tst_tiles_job.moc"
