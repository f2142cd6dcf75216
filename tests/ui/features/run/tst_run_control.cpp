// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/run_control.h"

#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/nodes/nodes_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>

namespace nestloom::ui {

namespace {

NetworkEntry layersOnly()
{
    return {QStringLiteral("list"), QStringLiteral("list.yaml"),
            QStringLiteral("network:\n  name: list\n  layers:\n    - {name: one, P: 4, C: 8, K: 8}\n"), false};
}

struct Control : WindowFixture {
    QComboBox* engines() { return control->findChild<QComboBox*>(QStringLiteral("engine")); }
    QStandardItem* engine(const char* id)
    {
        return static_cast<QStandardItemModel*>(engines()->model())->item(engines()->findData(QLatin1String(id)));
    }
    void choose(const char* id) { choose(engines(), QLatin1String(id)); }
    static void choose(QComboBox* box, const QVariant& data)
    {
        box->setCurrentIndex(box->findData(data));
        Q_EMIT box->activated(box->currentIndex());
    }
    template <typename Widget>
    Widget* field(const char* name)
    {
        return control->findChild<Widget*>(QLatin1String(name));
    }
    RunControl* control = window.findChild<RunControl*>();
    Workbench& workbench = window.workbench();
};

} // namespace

class TestRunControl : public QObject {
    Q_OBJECT
private slots:
    void everyMethodIsOfferedAndSaysWhyItCannotServe()
    {
        Control f;
        QCOMPARE(f.engines()->count(), int(records::methods().size()));
        QVERIFY(f.engine("cosa")->isEnabled());
        QVERIFY(f.workbench.chooseNetwork(layersOnly()));
        for (const char* id : {"flexer", "kapla", "cosma"}) {
            QVERIFY(!f.engine(id)->isEnabled());
            QVERIFY(!f.engine(id)->toolTip().isEmpty());
        }
        f.workbench.editAccelerator(QStringLiteral("nodes"), tests::presetAccelerator("accelerators/kapla-4x4.yaml"));
        QVERIFY(f.engine("kapla")->isEnabled());
        QVERIFY(!f.engine("flexer")->isEnabled()); // a buffer for each node
    }

    void neitherAnEngineNorAReasonMovesRun()
    {
        Control f;
        f.window.resize(1366, 768);
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        const auto* run = f.field<QPushButton>("runButton");
        const auto place = [&] {
            QTest::qWait(50); // layouts settle
            return run->mapTo(&f.window, QPoint());
        };
        const QPoint before = place();
        for (const char* id : {"flexer", "kapla", "cosma", "cosa"}) {
            f.choose(id);
            QCOMPARE(place(), before);
        }
        f.choose("cosma");
        auto* scratchpad = f.field<QLineEdit>("planScratchpad");
        scratchpad->setText({});
        QTest::keyClicks(scratchpad, QStringLiteral("two"));
        Q_EMIT scratchpad->editingFinished();
        QVERIFY(f.field<QLabel>("runReason")->isVisible());
        QCOMPARE(place(), before);
    }

    void onlyOptionsThatTheEngineListensToAreShown()
    {
        Control f;
        QVERIFY(f.field<QComboBox>("objective")->isVisibleTo(f.control));
        QVERIFY(!f.field<QSpinBox>("batch")->isVisibleTo(f.control));
        f.choose("kapla");
        QVERIFY(f.field<QComboBox>("objective")->isVisibleTo(f.control));
        QVERIFY(f.field<QSpinBox>("batch")->isVisibleTo(f.control));
        QVERIFY(!f.field<QLineEdit>("planScratchpad")->isVisibleTo(f.control));
        f.choose("cosma");
        QVERIFY(!f.field<QComboBox>("objective")->isVisibleTo(f.control));
        QVERIFY(!f.field<QSpinBox>("batch")->isVisibleTo(f.control));
        QVERIFY(f.field<QLineEdit>("planScratchpad")->isVisibleTo(f.control));
        f.choose("flexer");
        QVERIFY(!f.field<QComboBox>("objective")->isVisibleTo(f.control));
    }

    void onlyTheMeshEngineMinimisesSimulatedCycles()
    {
        Control f;
        auto* objective = f.field<QComboBox>("objective");
        const QString simulated = QStringLiteral("simulated cycles");
        QCOMPARE(objective->findText(simulated), -1);
        f.choose("cosa-mesh");
        objective->setCurrentIndex(objective->findText(simulated));
        Q_EMIT objective->activated(objective->currentIndex());
        QVERIFY(f.window.workbench().options().cosa.simulated);
        QCOMPARE(f.window.workbench().options().cosa.objective, schedule::Objective::Latency);
        QCOMPARE(objective->currentText(), simulated);
        f.choose("cosa");
        QVERIFY(!f.window.workbench().options().cosa.simulated);
        QCOMPARE(objective->findText(simulated), -1);
    }

    void thePageOfNodesAsksForTheSame()
    {
        Control f;
        f.choose("kapla");
        auto* page = f.window.findChild<NodesPage*>();
        const auto asked = [page]() -> const kapla::NodeRunOptions& { return page->nodes().question().options; };
        f.field<QSpinBox>("batch")->setValue(8);
        QCOMPARE(asked().batch, 8);
        auto* objective = f.field<QComboBox>("objective");
        Control::choose(objective, int(schedule::Objective::Edp));
        QCOMPARE(asked().goal, kapla::Goal::EnergyDelay);
        page->controls()->training()->click();
        QVERIFY(f.field<QCheckBox>("training")->isChecked());
        QComboBox* goal = page->controls()->goal();
        Control::choose(goal, int(kapla::Goal::Energy));
        QCOMPARE(f.workbench.options().cosa.objective, schedule::Objective::Energy);
        QCOMPARE(objective->currentData().toInt(), int(schedule::Objective::Energy));
        QVERIFY(asked().training && asked().batch == 8);
        f.choose("cosa"); // whose objective is none of the page's
        Control::choose(objective, int(schedule::Objective::Latency));
        QCOMPARE(asked().goal, kapla::Goal::Energy);
    }

    void optionsOfNodesAndMemoryReachTheRun()
    {
        Control f;
        f.choose("kapla");
        f.field<QSpinBox>("batch")->setValue(8);
        f.field<QCheckBox>("training")->click();
        QCOMPARE(f.workbench.nodeOptions().batch, 8);
        QVERIFY(f.workbench.nodeOptions().training);
        QVERIFY(!f.field<QCheckBox>("segments")->isEnabled());
        f.choose("cosma-ilp");
        QCOMPARE(f.workbench.memoryOptions().engine, std::string("cosma-ilp"));
        auto* size = f.field<QLineEdit>("planScratchpad");
        QCOMPARE(size->placeholderText(), QStringLiteral("64 KiB")); // simba's: what an empty field means
        size->clear();
        QTest::keyClicks(size, QStringLiteral("2 MiB"));
        Q_EMIT size->editingFinished();
        QCOMPARE(f.workbench.memoryOptions().scratchpad, Bytes{2 << 20});
        size->clear();
        QTest::keyClicks(size, QStringLiteral("2.3 MiB"));
        Q_EMIT size->editingFinished();
        QCOMPARE(f.workbench.memoryOptions().scratchpad, Bytes{2'411'724}); // a part of a byte holds nothing
        size->clear();
        QTest::keyClicks(size, QStringLiteral("M_R"));
        Q_EMIT size->editingFinished();
        QVERIFY(f.workbench.whyNotRun().contains(QStringLiteral("M_R")));
        size->selectAll();
        QTest::keyClicks(size, QStringLiteral("3 MiB")); // Run may come before the edit has ended
        QCOMPARE(f.workbench.memoryOptions().scratchpad, Bytes{3 << 20});
        QVERIFY2(!f.workbench.whyNotRun().contains(QStringLiteral("M_R")), qPrintable(f.workbench.whyNotRun()));
        size->clear();
        QTest::keyClicks(size, QStringLiteral("2 MiB"));
        Q_EMIT size->editingFinished();
        QVERIFY(!f.workbench.whyNotRun().contains(QStringLiteral("M_R")));
        f.field<QCheckBox>("fusedOperators")->click();
        QVERIFY(f.workbench.memoryOptions().fused);
        f.choose("cosa");
        QCOMPARE(f.workbench.kind(), records::RunKind::Layers);
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestRunControl)
#include "tst_run_control.moc"
