// SPDX-License-Identifier: GPL-3.0-or-later
// The window's sweeps with the real engine, solver and database.
#include "app/gui/local_sweeps.h"

#include "tests/app/support/small_sweep.h"
#include "tests/places.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace nestloom;
using namespace nestloom::app;
using explore::PointResult;
using explore::PointStatus;
using nestloom::testing::smallSweep;

namespace {

/// All that one sweep says.
struct Heard {
    explicit Heard(LocalSweeps& sweeps) : ends(&sweeps, &ui::Sweeps::finished), problems(&sweeps, &ui::Sweeps::failed)
    {
        QObject::connect(&sweeps, &ui::Sweeps::pointsFinished, &ends,
                         [this](ui::JobId, const std::vector<PointResult>& more) {
                             points.insert(points.end(), more.begin(), more.end());
                         });
    }
    ui::SweepState end() const { return ends[0][0].value<ui::SweepState>(); }

    QSignalSpy ends, problems;
    std::vector<PointResult> points;
};

} // namespace

class TestLocalSweeps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void estimatesFromOneAcceleratorAndStoresNothing()
    {
        LocalSweeps sweeps(storePath());
        QSignalSpy answers(&sweeps, &ui::Sweeps::estimated);
        explore::SweepInputs inputs = smallSweep(8);
        inputs.space.axes[0].values[3] = 0;       // cannot be built
        inputs.space.axes[0].values[4] = 8 << 20; // more than any formula was fitted to
        inputs.space.base.energySource = hardware::EnergySource::BankedPat;
        inputs.space.base.levels[1].accessEnergy.reset();
        sweeps.estimate(inputs);
        QCOMPARE(answers.count(), 0); // never at once
        QTRY_COMPARE_WITH_TIMEOUT(answers.count(), 1, 30'000);
        const auto estimate = answers[0][0].value<ui::SweepEstimate>();
        QCOMPARE(estimate.accelerators, std::size_t(8));
        QCOMPARE(estimate.networks, std::size_t(1));
        QCOMPARE(estimate.refused, std::size_t(1));
        QVERIFY(estimate.refusal.contains(QStringLiteral("capacity must be above 0 B")));
        QVERIFY2(estimate.caution.startsWith(QStringLiteral("1 of 8 accelerators")), qPrintable(estimate.caution));
        QVERIFY(estimate.total && estimate.total->count() >= 0);
        QCOMPARE(store::SweepStore::open(storePath())->list()->size(), std::size_t(0));
    }

    void onlyTheNewestEstimateIsAnswered()
    {
        LocalSweeps sweeps({});
        QSignalSpy answers(&sweeps, &ui::Sweeps::estimated);
        for (const int count : {3, 4, 5})
            sweeps.estimate(smallSweep(count));
        QTRY_COMPARE_WITH_TIMEOUT(answers.count(), 1, 30'000);
        QTest::qWait(200);
        QCOMPARE(answers.count(), 1);
        QCOMPARE(answers[0][0].value<ui::SweepEstimate>().accelerators, std::size_t(5));
    }

    void anEstimateOfNothingSaysWhy()
    {
        LocalSweeps sweeps({});
        QSignalSpy refusals(&sweeps, &ui::Sweeps::estimateFailed);
        explore::SweepInputs inputs = smallSweep(2);
        inputs.networks.clear();
        sweeps.estimate(inputs);
        QTRY_COMPARE_WITH_TIMEOUT(refusals.count(), 1, 30'000);
        QVERIFY(refusals[0][0].toString().contains(QStringLiteral("at least one network")));
    }

    void runsStoresListsAndLoads()
    {
        LocalSweeps sweeps(storePath());
        Heard heard(sweeps);
        const explore::SweepInputs inputs = smallSweep(6);
        const ui::JobId job = sweeps.start(inputs, {});
        QVERIFY(job != 0);
        QCOMPARE(sweeps.start(smallSweep(3), {}), ui::JobId(0)); // one at a time
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 60'000);
        QVERIFY(heard.end().end == ui::JobState::End::Finished);
        QCOMPARE(heard.end().job, job);
        QCOMPARE(heard.end().done, std::size_t(6));
        QCOMPARE(heard.end().title, QStringLiteral("Sweep of small"));
        QCOMPARE(heard.points.size(), std::size_t(6));
        QCOMPARE(heard.problems.count(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(sweeps.stored().size() == 1 && sweeps.stored()[0].pointsDone == 6, 5'000);
        QCOMPARE(sweeps.stored()[0].acceleratorName, std::string("small"));

        QSignalSpy loads(&sweeps, &ui::Sweeps::loaded);
        sweeps.load(99);
        sweeps.load(heard.end().sweep);
        QCOMPARE(loads.count(), 0); // never at once
        QTRY_COMPARE_WITH_TIMEOUT(loads.count(), 1, 10'000);
        const auto record = loads[0][0].value<ui::SweepRecord>();
        QCOMPARE(record.summary.id, heard.end().sweep);
        QVERIFY(record.inputs.space.base == inputs.space.base && record.inputs.space.axes == inputs.space.axes);
        std::vector<PointResult> ordered = heard.points;
        std::sort(ordered.begin(), ordered.end(),
                  [](const PointResult& a, const PointResult& b) { return a.point < b.point; });
        QVERIFY(record.results == ordered);
        QCOMPARE(heard.problems.count(), 0); // the older load was dropped
    }

    void aFrontThatLeavesPointsOutIsFinished()
    {
        LocalSweeps sweeps({});
        for (const bool kneeOnly : {false, true}) {
            Heard heard(sweeps);
            explore::FrontSearch front{{explore::Objective::Cycles, explore::Objective::OnChipBytes}, {}, 0.9};
            front.kneeOnly = kneeOnly;
            sweeps.start(smallSweep(40), front);
            QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 60'000);
            QVERIFY(heard.end().end == ui::JobState::End::Finished && heard.end().front);
            QVERIFY(heard.end().done < 40);
            QCOMPARE(heard.end().done + heard.end().front->notNeeded(), std::size_t(40));
        }
    }

    void aCancelledSweepGoesOnWhereItWas()
    {
        explore::SweepInputs inputs = smallSweep(80);
        inputs.options.cosa.objective = schedule::Objective::Energy; // of which no point settles another
        std::size_t before = 0;
        {
            LocalSweeps sweeps(storePath());
            Heard heard(sweeps);
            const ui::JobId job = sweeps.start(inputs, {});
            QTRY_VERIFY_WITH_TIMEOUT(heard.points.size() >= 3, 60'000);
            sweeps.cancel(job + 1); // another job
            sweeps.cancel(job);
            QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 5'000);
            QVERIFY(heard.end().end == ui::JobState::End::Cancelled);
            before = heard.points.size();
            QVERIFY(before < 80);
        }
        LocalSweeps sweeps(storePath());
        QTRY_VERIFY_WITH_TIMEOUT(sweeps.stored().size() == 1, 5'000);
        QCOMPARE(std::size_t(sweeps.stored()[0].pointsDone), before);
        Heard heard(sweeps);
        sweeps.start(inputs, {});
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 100'000);
        QVERIFY(heard.end().end == ui::JobState::End::Finished);
        QCOMPARE(heard.points.size(), std::size_t(80)); // those known from before come first, each once
        std::set<std::size_t> distinct;
        for (const PointResult& point : heard.points)
            distinct.insert(point.point);
        QCOMPARE(distinct.size(), std::size_t(80));
        QTRY_VERIFY_WITH_TIMEOUT(sweeps.stored().size() == 1 && sweeps.stored()[0].pointsDone == 80, 5'000);
    }

    void worksWithoutADatabaseAndSaysWhatFailed()
    {
        LocalSweeps sweeps({});
        Heard heard(sweeps);
        explore::SweepInputs broken = smallSweep(2);
        broken.options.engine = "none";
        sweeps.start(broken, {});
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 30'000);
        QVERIFY(heard.end().end == ui::JobState::End::Failed);
        QVERIFY(heard.end().message.contains(QStringLiteral("no engine named 'none'")));
        QCOMPARE(heard.problems.count(), 1);
        heard.ends.clear();
        sweeps.start(smallSweep(2), {});
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.count(), 1, 30'000);
        QVERIFY(heard.end().end == ui::JobState::End::Finished);
        QCOMPARE(heard.end().sweep, ui::SweepId(0));
        QCOMPARE(heard.points.size(), std::size_t(2));
    }

    void readsAndPrintsValuesAsTheCommandLineDoes()
    {
        const LocalSweeps sweeps({});
        const auto values = sweeps.parseAxis({"levels.Buffer.capacity", explore::FieldKind::Bytes, {}},
                                             QStringLiteral("32 KiB..128 KiB x2"));
        QVERIFY(values && values->values == (std::vector<double>{32768, 65536, 131072}));
        QVERIFY(!sweeps.parseAxis({"levels.Buffer.capacity", explore::FieldKind::Bytes, {}}, QStringLiteral("much")));
        QCOMPARE(sweeps.valueText(explore::FieldKind::Bytes, 65536), QStringLiteral("64 KiB"));
    }

private:
    std::filesystem::path storePath() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestLocalSweeps)
#include "tst_local_sweeps.moc"
