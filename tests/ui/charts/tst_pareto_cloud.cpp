// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"
#include "ui/charts/pareto_cloud.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace nestloom::ui;

namespace {

std::vector<ParetoPoint> randomPoints(int count)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(0.01, 1);
    std::vector<ParetoPoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({uniform(random), std::round(uniform(random) * 20) / 20, i % 3, 0, i % 50 == 0, i % 7 == 0});
    points.push_back({}); // without a place
    return points;
}

ParetoCloud cloudOf(std::vector<ParetoPoint> points)
{
    ParetoCloud cloud;
    cloud.setPoints(std::move(points));
    return cloud;
}

/// By looking at every point.
int nearestOfAll(const ParetoCloud& cloud, QPointF at, QPointF reach)
{
    int found = -1;
    double best = 1;
    for (int i = 0; i < int(cloud.points().size()); ++i) {
        if (!cloud.isDrawn(i))
            continue;
        const QPointF away((cloud.place(i).x() - at.x()) / reach.x(), (cloud.place(i).y() - at.y()) / reach.y());
        const double distance = QPointF::dotProduct(away, away) * (cloud.weight(i) == ParetoWeight::Full ? 0.5 : 1);
        const bool isInside = std::abs(away.x()) <= 1 && std::abs(away.y()) <= 1;
        if (isInside && distance < best) {
            best = distance;
            found = i;
        }
    }
    return found;
}

} // namespace

class TestParetoCloud : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theNearestIsTheSameAsByLookingAtAll()
    {
        const ParetoCloud cloud = cloudOf(randomPoints(2'000));
        std::mt19937 random(5);
        std::uniform_real_distribution<double> uniform(-0.1, 1.1);
        int hits = 0;
        for (int i = 0; i < 500; ++i) {
            const QPointF at(uniform(random), uniform(random)), reach(0.01, 0.02);
            const int found = cloud.nearest(at, reach);
            const int expected = nearestOfAll(cloud, at, reach);
            if (expected >= 0)
                QCOMPARE(found, expected);
            hits += found >= 0 ? 1 : 0;
        }
        QVERIFY(hits > 100 && hits < 500);
        QCOMPARE(cloudOf({}).nearest({0.5, 0.5}, {1, 1}), -1);
        QCOMPARE(cloudOf({{2, 2}}).nearest({2.1, 2}, {0.2, 0.2}), 0); // all in one place
    }
    void theInsideOfALineIsThatOfThePolygon()
    {
        const ParetoCloud cloud = cloudOf(randomPoints(2'000));
        const QPolygonF star({{0.1, 0.1}, {0.9, 0.2}, {0.2, 0.9}, {0.5, 0.0}, {0.83, 0.87}});
        std::vector<int> expected;
        for (int i = 0; i < int(cloud.points().size()); ++i)
            if (cloud.isDrawn(i) && !cloud.points()[std::size_t(i)].isRun
                && star.containsPoint(cloud.place(i), Qt::OddEvenFill))
                expected.push_back(i);
        QVERIFY(expected.size() > 200);
        QCOMPARE(cloud.inside(star), expected);
    }
    void whatIsBeyondALimitIsNeitherInsideNorCounted()
    {
        ParetoCloud cloud = cloudOf({{1, 8}, {2, 3, 0, 0, false, true}, {6, 6}, {3, 1, 0, 0, true}, {}});
        QCOMPARE(cloud.counts().placed, 4);
        QCOMPARE(cloud.counts().runs, 1);
        QCOMPARE(cloud.counts().undecided, 1);
        QCOMPARE(cloud.counts().onFronts, 2);
        QCOMPARE(cloud.counts().within, 4);
        cloud.setLimits({std::nullopt, 5.0});
        QCOMPARE(cloud.counts().within, 2);
        QCOMPARE(cloud.counts().onFronts, 1); // what lies beyond is off the front
        QCOMPARE(cloud.fronts()[0], std::vector<int>{1});
        QCOMPARE(cloud.inside({}), std::vector<int>{1});
        QVERIFY(cloud.weight(0) == ParetoWeight::Beyond && cloud.weight(1) == ParetoWeight::Full);
    }
    void whatIsLeftOutDominatesNobody()
    {
        ParetoCloud cloud = cloudOf({{1, 8}, {2, 3}, {6, 6}, {7, 1}, {9, 0.5}});
        QCOMPARE(cloud.fronts()[0], (std::vector<int>{0, 1, 3, 4}));
        QCOMPARE(cloud.knees(), std::vector<int>{1});
        cloud.keepOnly(std::vector<bool>{true, false, true, true, true});
        QCOMPARE(cloud.fronts()[0], (std::vector<int>{0, 2, 3, 4}));
        cloud.keepOnly(std::nullopt);
        cloud.setLimits({1.5, std::nullopt});
        QCOMPARE(cloud.fronts()[0], std::vector<int>{0});
        QVERIFY(cloud.knees().empty());
        cloud.setLimits({});
        QCOMPARE(cloud.fronts()[0], (std::vector<int>{0, 1, 3, 4}));
    }
    void aLogarithmicAxisLeavesOutWhatHasNoLogarithm()
    {
        ParetoCloud cloud = cloudOf({{0, 1}, {10, 1}, {1000, 2}});
        AxisScale x, y;
        x.fit(true, 1, 10);
        cloud.setScales(x, y);
        QVERIFY(!cloud.isDrawn(0) && cloud.isDrawn(1));
        QCOMPARE(cloud.place(2), QPointF(3, 2));
        QCOMPARE(cloud.range(false, true)[0], 10.0);
        QCOMPARE(cloud.range(false, false)[0], 0.0);
        QCOMPARE(cloud.nearest({3, 2}, {0.1, 0.1}), 2);
    }
    void kneesFollowTheScales()
    {
        ParetoCloud cloud = cloudOf({{1, 100}, {2, 90}, {10, 9}, {100, 1}});
        QCOMPARE(cloud.knees(), std::vector<int>{2});
        AxisScale log;
        log.fit(true, 1, 10);
        cloud.setScales(log, log);
        QCOMPARE(cloud.knees(), std::vector<int>{2});
        cloud.setSense({false, true});
        cloud.setPoints({{1, 1}, {2, 90}, {100, 100}});
        QCOMPARE(cloud.knees(), std::vector<int>{1});
    }
};

QTEST_GUILESS_MAIN(TestParetoCloud)
#include "tst_pareto_cloud.moc"
