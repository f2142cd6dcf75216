// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/sample_trace.h"
#include "ui/charts/lane_use_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace nestloom;

class LaneUseModelTest : public QObject {
    Q_OBJECT
private slots:
    void sumsUpWhatIsInSight()
    {
        ui::TimeFocus focus;
        ui::LaneUseModel model(focus);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        focus.setEnd(1000);
        model.setTrace(std::make_shared<const trace::TraceIndex>(test::sampleTrace()));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 0, 0), QStringLiteral("NPU 0"));
        QCOMPARE(text(model, 0, 1), QStringLiteral("80.0 %"));
        QCOMPARE(text(model, 2, 3), QStringLiteral("2"));
        QCOMPARE(model.index(2, 4).data(ui::TableModel::SortRole).toDouble(), 9600.0);
        QVERIFY(model.rangeText().contains(QStringLiteral("in sight")));
    }
    void followsTheMarkedRange()
    {
        ui::TimeFocus focus;
        ui::LaneUseModel model(focus);
        focus.setEnd(1000);
        model.setTrace(std::make_shared<const trace::TraceIndex>(test::sampleTrace()));
        focus.setRange(ui::TimeRange{50, 150});
        QCOMPARE(text(model, 0, 1), QStringLiteral("50.0 %"));
        QCOMPARE(model.index(2, 4).data(ui::TableModel::SortRole).toDouble(), 3200.0);
        QVERIFY(model.rangeText().contains(QStringLiteral("50 to 150, marked")));
        focus.setRange(std::nullopt);
        QCOMPARE(text(model, 0, 1), QStringLiteral("80.0 %"));
    }

private:
    static QString text(const QAbstractItemModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
};

QTEST_MAIN(LaneUseModelTest)
#include "tst_lane_use_model.moc"
