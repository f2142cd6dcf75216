// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/comparison_job.h"
#include "tests/support/tiled_layers.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using jobs::ComparisonJob;
namespace flexer = schedule::flexer;

namespace {

flexer::TilesQuestion question(int npus = 2)
{
    flexer::FlexerParams params;
    params.maxOperations = 64; // few tilings: quick
    params.tilings = 2;
    return {std::make_shared<const workload::Network>(tests::tiledNetwork()), tests::smallMachine(npus), params};
}

struct Listener {
    explicit Listener(ComparisonJob& job)
    {
        QObject::connect(&job, &ComparisonJob::compared, &job, [this](quint64 id, const flexer::NetworkTotals& totals) {
            ids << id;
            last = totals;
        });
    }
    QList<quint64> ids;
    flexer::NetworkTotals last;
};

} // namespace

class ComparisonJobTest : public QObject {
    Q_OBJECT
private slots:
    void tellsWhatTheWholeNetworkCosts()
    {
        ComparisonJob job;
        Listener heard(job);
        const auto asked = question();
        const quint64 id = job.request(asked);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids, QList<quint64>{id}, 100'000);
        flexer::NetworkTotals expected;
        for (const workload::Layer& layer : asked.network->layers)
            expected.add(flexer::solve(layer, asked.machine, asked.params, {})->solution->summary);
        QVERIFY(expected.layers > 1);
        QCOMPARE(heard.last, expected);
    }
    void onlyTheNewestIsHeard()
    {
        ComparisonJob job;
        Listener heard(job);
        (void)job.request(question());
        const quint64 newest = job.request(question(4));
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids, QList<quint64>{newest}, 100'000);
    }
    void aMachineThatHoldsNothingCountsNoLayers()
    {
        ComparisonJob job;
        Listener heard(job);
        auto asked = question();
        asked.machine.scratchpad = Bytes{16};
        (void)job.request(asked);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids.size(), 1, 100'000);
        QCOMPARE(heard.last.layers, std::size_t(0));
    }
    void aStoppedOneSaysNothing()
    {
        ComparisonJob job;
        Listener heard(job);
        (void)job.request(question());
        job.stop();
        const quint64 next = job.request(question()); // the thread is free again
        QTRY_COMPARE_WITH_TIMEOUT(heard.ids, QList<quint64>{next}, 100'000);
    }
};

QTEST_GUILESS_MAIN(ComparisonJobTest)
#include "tst_comparison_job.moc"
