// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiled_layers.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/tiles/shown_tiles.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using State = ShownTiles::State;
namespace flexer = schedule::flexer;

namespace {

struct Shown {
    FakeTiles scheduler;
    ShownTiles tiles{&scheduler};
    Shown()
    {
        tiles.setMachine(QStringLiteral("small"), tests::smallMachine());
        tiles.setNetwork(tests::tiledNetwork());
        tiles.setActive(true);
    }
    void answer() { scheduler.answerNow(scheduler.last); }
};

} // namespace

class ShownTilesTest : public QObject {
    Q_OBJECT
private slots:
    void nothingIsAskedWhileHidden()
    {
        FakeTiles scheduler;
        ShownTiles tiles(&scheduler);
        QCOMPARE(tiles.state(), State::NoNetwork);
        tiles.setNetwork(tests::tiledNetwork());
        QCOMPARE(tiles.state(), State::NoMachine);
        tiles.setMachine(QStringLiteral("small"), tests::smallMachine());
        QCOMPARE(scheduler.last, quint64(0));
        tiles.setActive(true);
        QCOMPARE(scheduler.last, quint64(1));
        tiles.setActive(false);
        QCOMPARE(scheduler.cancels, 1);
    }
    void showsAnswersOfTheNewestRequestOnly()
    {
        Shown f;
        const quint64 old = f.scheduler.last;
        f.tiles.selectLayer(1);
        QCOMPARE(f.scheduler.requests.at(f.scheduler.last).first, std::size_t(1));
        f.scheduler.answerNow(old);
        QVERIFY(f.tiles.answer(0) == nullptr);
        f.answer();
        QCOMPARE(f.tiles.state(), State::Scheduled);
        QVERIFY(f.tiles.answer(0) && f.tiles.answer(1) && f.tiles.answer(2));
        QCOMPARE(f.tiles.detail()->schedule.layer.name, std::string("conv2"));
        QVERIFY(!f.tiles.tilings().empty());
    }
    void totalsAreSums()
    {
        Shown f;
        f.answer();
        const flexer::NetworkTotals totals = f.tiles.totals();
        QCOMPARE(totals.layers, std::size_t(3));
        double cycles = 0;
        for (std::size_t i = 0; i < 3; ++i)
            cycles += double(f.tiles.answer(i)->summary->chosen.latency.count);
        QCOMPARE(totals.latency, cycles);
        QVERIFY(totals.staticLatency * totals.staticBytes >= totals.latency * totals.bytes);
    }
    void totalsHaveAllLayersAlsoThoseWithoutAStaticSchedule()
    {
        Shown f;
        f.answer();
        flexer::NetworkTotals totals = f.tiles.totals();
        flexer::TiledSummary alone = *f.tiles.answer(0)->summary;
        alone.plain.reset();
        const double before = totals.latency, cycles = double(alone.chosen.latency.count);
        totals.add(alone);
        QCOMPARE(totals.scheduled, std::size_t(4));
        QCOMPARE(totals.layers, std::size_t(3));
        QCOMPARE(totals.latency, before); // what is compared with static schedules
        QCOMPARE(totals.allLatency, before + cycles);
        flexer::NetworkTotals twice = totals;
        twice.add(totals);
        QCOMPARE(twice.allLatency, 2 * totals.allLatency);
    }
    void otherInputsForgetTheAnswers()
    {
        Shown f;
        f.answer();
        f.tiles.setMachine(QStringLiteral("other"), tests::smallMachine(3));
        QVERIFY(f.tiles.answer(0) == nullptr && !f.tiles.detail());
        QCOMPARE(f.tiles.state(), State::Scheduling);
        f.answer();
        f.tiles.setMachine(QStringLiteral("same"), tests::smallMachine(3)); // only its name is another
        QVERIFY(f.tiles.detail() != nullptr);
        f.tiles.setMachine(QStringLiteral("none"), Error{ErrorCode::Unsupported, "it has no scratchpad", ""});
        QCOMPARE(f.tiles.state(), State::NoMachine);
        QVERIFY(f.tiles.reason().contains(QStringLiteral("no scratchpad")));
    }
    void cancelKeepsWhatIsThere()
    {
        Shown f;
        const flexer::LayerAnswer best{{0}, false, SolveStatus::Feasible, {}, flexer::TiledSummary{}};
        f.scheduler.tell(f.scheduler.last, best);
        f.tiles.cancel();
        QCOMPARE(f.tiles.state(), State::Cancelled);
        QVERIFY(f.tiles.answer(0) != nullptr);
        f.scheduler.finish(f.scheduler.last);
        QCOMPARE(f.tiles.state(), State::Cancelled);
    }
    void theLayerBeforeDisappearsWhenTheNextTakesLong()
    {
        Shown f;
        f.answer();
        f.tiles.selectLayer(1);
        QVERIFY(f.tiles.detail() != nullptr);
        QTRY_VERIFY(f.tiles.detail() == nullptr);
    }
    void aFailureSaysWhy()
    {
        Shown f;
        f.scheduler.fail(f.scheduler.last, QStringLiteral("broken"));
        QCOMPARE(f.tiles.state(), State::Failed);
        QCOMPARE(f.tiles.reason(), QStringLiteral("broken"));
    }
    void eventsTilesAndDecisionsLeadToEachOther()
    {
        Shown f;
        TilesFocus focus(f.tiles);
        flexer::FlexerParams params;
        params.extensions.seed = false;
        f.tiles.setParams(params);
        f.answer();
        const flexer::TiledSchedule& schedule = f.tiles.detail()->schedule;
        QVERIFY(f.tiles.hasDecisions());
        focus.selectEvent(2);
        QCOMPARE(focus.decision(), schedule.operations[2].set);
        for (const std::uint32_t event : focus.related())
            QCOMPARE(schedule.operations[event].set, focus.decision());
        focus.selectEvent(std::uint32_t(schedule.operations.size())); // the first transfer
        QCOMPARE(focus.decision(), -1);
        QCOMPARE(*focus.tile(), schedule.transfers[0].tile);
        QVERIFY(focus.related().size() >= 2); // the transfer, and an operation that uses the tile
        focus.selectDecision(1'000'000);
        QCOMPARE(focus.decision(), int(f.tiles.detail()->sharing.size()) - 1);
        QVERIFY(!focus.tile() && !focus.time().selected());
        focus.clear();
        QVERIFY(focus.related().empty());
    }
};

QTEST_MAIN(ShownTilesTest)
#include "tst_shown_tiles.moc"
