// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/load_curves.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::conformance;

namespace {

const std::filesystem::path kFile =
    std::filesystem::path(NESTLOOM_SOURCE_DIR) / "tests/engine/conformance/nocsim/load_curves.json";

} // namespace

class TestLoadCurveCase : public QObject {
    Q_OBJECT
private slots:
    void everyRecordedCurveIsMet()
    {
        QVERIFY(isJsonList(kFile));
        const auto curves = readLoadCurves(kFile);
        QVERIFY(curves);
        QCOMPARE(curves->size(), 5u);
        for (const LoadCurveCase& curve : *curves) {
            const CaseReport report = compareLoadCurve(curve);
            QVERIFY2(report.passed(),
                     (report.name + ": " + (report.differences.empty() ? "" : report.differences[0])).c_str());
        }
    }

    /// Packets, routers and allocators are the same as BookSim's, so the figures are as well.
    void latenciesAreEqualToTheLastDigit()
    {
        const auto curves = readLoadCurves(kFile);
        QVERIFY(curves);
        for (const LoadCurveCase& curve : *curves) {
            noc::OfferedLoad load = curve.load;
            load.flitRate = curve.points[1].flitRate;
            const auto point = noc::measureLoad(curve.grid, curve.options, load, {});
            QVERIFY(point);
            const double recorded = curve.points[1].packetLatency;
            QVERIFY2(std::abs(point->packetLatency - recorded) < 1e-4 * recorded, curve.name.c_str());
        }
    }

    void sixPercentAreADifference()
    {
        auto curves = readLoadCurves(kFile);
        QVERIFY(curves);
        LoadCurveCase& curve = curves->front();
        curve.points.resize(1);
        curve.acceptedAtOverload *= 1.06;
        QCOMPARE(compareLoadCurve(curve).differences.size(), 1u);
        curve.points[0].packetLatency *= 1.06;
        const CaseReport report = compareLoadCurve(curve);
        QVERIFY(!report.passed());
        QCOMPARE(report.differences.size(), 2u);
        QVERIFY(report.differences[0].starts_with("packet latency at "));
    }

    void refusesLoadsThatCannotBe()
    {
        const auto messageOf = [](const noc::Grid& grid, const noc::OfferedLoad& load) {
            const auto point = noc::measureLoad(grid, {}, load, {});
            return point ? std::string() : point.error().message;
        };
        noc::OfferedLoad load;
        load.pattern = noc::TrafficPattern::Transpose;
        QCOMPARE(messageOf({4, 5}, load), std::string("a transpose needs as many columns as rows, not 4 by 5"));
        load.pattern = noc::TrafficPattern::Uniform;
        load.flitRate = -1;
        QVERIFY(!messageOf({4, 4}, load).empty());
        load.flitRate = 0.1;
        load.mostPeriods = 3;
        QVERIFY(!messageOf({4, 4}, load).empty());
        load.mostPeriods = 4;
        QVERIFY(messageOf({4, 4}, load).empty());
    }
};

QTEST_APPLESS_MAIN(TestLoadCurveCase)
#include "tst_load_curves.moc"
