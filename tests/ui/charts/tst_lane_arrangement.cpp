// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lane_arrangement.h"

#include <QTest>

using namespace nestloom;
using Lanes = std::vector<std::size_t>;

namespace {

ui::LaneArrangement of(const std::vector<std::string>& names)
{
    std::vector<trace::Lane> lanes;
    for (const std::string& name : names)
        lanes.push_back({name, {}});
    ui::LaneArrangement arrangement;
    arrangement.setLanes(lanes);
    return arrangement;
}

} // namespace

class LaneArrangementTest : public QObject {
    Q_OBJECT
private slots:
    void lanesStandInTheirOrderAtFirst() { QCOMPARE(of({"a", "b", "c"}).shown(), (Lanes{0, 1, 2})); }
    void aPinnedLaneIsOnTopAndGoesBackToItsPlace()
    {
        auto lanes = of({"a", "b", "c"});
        lanes.pin(1, true);
        QCOMPARE(lanes.shown(), (Lanes{1, 0, 2}));
        QCOMPARE(lanes.pinnedCount(), std::size_t(1));
        lanes.pin(1, false);
        QCOMPARE(lanes.shown(), (Lanes{0, 1, 2}));
    }
    void aLaneIsMovedToThePlaceOfAnother()
    {
        auto lanes = of({"a", "b", "c", "d"});
        lanes.moveTo(0, 2);
        QCOMPARE(lanes.shown(), (Lanes{1, 2, 0, 3}));
        lanes.moveTo(3, 1);
        QCOMPARE(lanes.shown(), (Lanes{3, 1, 2, 0}));
    }
    void aPinnedLaneIsNotMovedAmongTheOthers()
    {
        auto lanes = of({"a", "b", "c"});
        lanes.pin(0, true);
        lanes.moveTo(0, 2);
        lanes.moveBy(0, 1);
        QCOMPARE(lanes.shown(), (Lanes{0, 1, 2}));
    }
    void stepsPassHiddenLanesAndEndAtTheEdge()
    {
        auto lanes = of({"a", "b", "c"});
        lanes.hide(1);
        lanes.moveBy(0, 1);
        QCOMPARE(lanes.shown(), (Lanes{2, 0}));
        lanes.moveBy(0, 1);
        QCOMPARE(lanes.shown(), (Lanes{2, 0}));
    }
    void hiddenLanesComeBack()
    {
        auto lanes = of({"a", "b"});
        lanes.hide(0);
        QCOMPARE(lanes.shown(), Lanes{1});
        QCOMPARE(lanes.hiddenCount(), std::size_t(1));
        lanes.hide(1); // the last one stays
        QCOMPARE(lanes.shown(), Lanes{1});
        lanes.showAll();
        QCOMPARE(lanes.shown(), (Lanes{0, 1}));
    }
    void whatWasChosenHoldsForTheSameLanesOnly()
    {
        auto lanes = of({"a", "b"});
        lanes.pin(1, true);
        lanes.makeThin(0, true);
        lanes.setLanes({{"a", {}}, {"b", {}}});
        QCOMPARE(lanes.shown(), (Lanes{1, 0}));
        QVERIFY(lanes.isThin(0));
        lanes.setLanes({{"a", {}}, {"b", {}}, {"c", {}}});
        QCOMPARE(lanes.shown(), (Lanes{0, 1, 2}));
        QVERIFY(!lanes.isThin(0));
    }
};

QTEST_APPLESS_MAIN(LaneArrangementTest)
#include "tst_lane_arrangement.moc"
