// SPDX-License-Identifier: GPL-3.0-or-later
// The page Memory map within the window.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/memory/memory_page.h"

#include <QCheckBox>
#include <QComboBox>

namespace nestloom::ui {

using schedule::cosma::Order;

class TestMemoryFeature : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// "With parameters" stood on the page and in the panel Run, and each knew its own.
    void aRunPlansAsThePageDoes()
    {
        WindowFixture f;
        Workbench& workbench = f.window.workbench();
        workbench.setEngine("cosma");
        ShownPlan& plan = f.window.findChild<MemoryPage*>()->plan();
        const auto box = [&f](const char* name) { return f.window.findChild<QCheckBox*>(QLatin1String(name)); };
        auto* pageOrder = f.window.findChild<QComboBox*>(QStringLiteral("planOrder"));
        auto* panelOrder = f.window.findChild<QComboBox*>(QStringLiteral("operatorOrder"));
        QVERIFY(box("planWithParameters")->isChecked() && box("withParameters")->isChecked());

        box("planWithParameters")->click(); // the page; its network has a graph
        QVERIFY(!plan.question().parameters);
        QVERIFY(!workbench.memoryOptions().parameters);
        QVERIFY(!box("withParameters")->isChecked());
        pageOrder->setCurrentIndex(pageOrder->findData(int(Order::LeastPeak)));
        Q_EMIT pageOrder->activated(pageOrder->currentIndex());
        QVERIFY(workbench.memoryOptions().order == Order::LeastPeak);
        QCOMPARE(panelOrder->currentData().toInt(), int(Order::LeastPeak));

        box("fusedOperators")->click(); // the panel
        QVERIFY(plan.question().fused && !plan.question().parameters);
        QVERIFY(box("planFusedOperators")->isChecked());
        QVERIFY(workbench.memoryOptions().order == Order::LeastPeak); // the others stay
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestMemoryFeature)
#include "tst_memory_feature.moc"
