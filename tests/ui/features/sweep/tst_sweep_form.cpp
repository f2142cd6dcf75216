// SPDX-License-Identifier: GPL-3.0-or-later
// What the form of the page Sweep says is kept, and taken from a stored sweep.
#include "tests/ui/support/sample_sweep.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_form.h"
#include "ui/features/sweep/sweep_page.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/rich_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>

namespace nestloom::ui {

class TestSweepForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFormComesBackFromItsMap();
    void theFormIsThereAtTheNextStart();
    void aFieldThatTheAcceleratorLacksWaitsForIt();
    void aStoredSweepIsUsedAgain();
    void itsOptionsComeWithIt();
    void aStoredSweepIsDeletedWhenAsked();
    void whatWouldChangeNothingCannotBeStarted();

private:
    static SweepBuilder* builder(WindowFixture& f) { return f.window.findChild<SweepPage*>()->builder(); }
    static SweepForm sample()
    {
        SweepForm form;
        form.axes = {{QStringLiteral("levels.GlobalBuffer.capacity"), QStringLiteral("32 KiB, 64 KiB")},
                     {QStringLiteral("clock"), QStringLiteral("1 GHz, 2 GHz")}};
        form.links = QStringLiteral("levels.DRAM.write_bandwidth = levels.DRAM.read_bandwidth/2");
        form.conditions = QStringLiteral("on_chip <= 2*MiB");
        form.sampling = int(explore::Sampling::Sobol);
        form.drawn = 3;
        form.front = 2;
        form.extent = 5;
        form.networks = QStringList{QStringLiteral("alexnet"), QStringLiteral("resnet50")};
        form.engine = QStringLiteral("random");
        form.objective = int(schedule::Objective::Edp);
        form.evaluations = 700;
        form.prove = false;
        return form;
    }
    static void open(WindowFixture& f, SweepId id, const explore::SweepInputs& inputs)
    {
        f.session.fakeSweeps.setStored({sample::summary(id)});
        f.window.findChild<ShownSweep*>()->open(id);
        Q_EMIT f.session.fakeSweeps.loaded({sample::summary(id), inputs, {}});
    }
};

void TestSweepForm::aFormComesBackFromItsMap()
{
    QVERIFY(sweepForm(toMap(sample())) == sample());
    QVERIFY(sweepForm(toMap({})) == SweepForm{});
    QVERIFY(sweepForm(QVariantMap{}) == SweepForm{});
}

void TestSweepForm::theFormIsThereAtTheNextStart()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    QCoreApplication::processEvents(); // what was kept has come back
    builder(f)->show(sample());
    QVERIFY(builder(f)->form() == sample());
    QTRY_VERIFY(QSettings().contains(QStringLiteral("sweep/form"))); // also of a window that is killed
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    next.finish();
    next.showTab(MainWindow::Tab::Sweep);
    QVERIFY(next.findChild<SweepPage*>());
    QTRY_VERIFY(next.findChild<SweepPage*>()->builder()->form() == sample());
}

void TestSweepForm::aFieldThatTheAcceleratorLacksWaitsForIt()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    SweepForm form;
    form.axes = {{QStringLiteral("levels.Scratchpad.capacity"), QStringLiteral("32 KiB, 64 KiB")}};
    builder(f)->show(form);
    QVERIFY2(!builder(f)->inputs()
                 && builder(f)->inputs().error().message.find("levels.Scratchpad") != std::string::npos,
             builder(f)->inputs().error().text().c_str());
    hardware::Accelerator renamed = f.window.workbench().document().value();
    renamed.levels[1].name = renamed.interconnect.below = "Scratchpad";
    f.window.workbench().document().setValue(QStringLiteral("levels[1].name"), renamed);
    const auto inputs = builder(f)->inputs();
    QVERIFY2(inputs, inputs ? "" : inputs.error().text().c_str());
    QCOMPARE(inputs->space.axes[0].values, (std::vector<double>{32'768, 65'536}));
}

void TestSweepForm::aStoredSweepIsUsedAgain()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    auto* again = f.find<QToolButton>("useSweepAgain");
    QVERIFY(!again->isEnabled());
    explore::SweepInputs inputs = sample::sweep();
    inputs.networks[0].name = "resnet50";
    inputs.space.axes.push_back({"run.engine", {0, 3}});
    inputs.options.cosa.evaluations = 500;
    inputs.options.cosa.proveWithMip = false;
    inputs.networks.push_back(inputs.networks[0]);
    inputs.networks[1].name = "resnet50, image 320";
    inputs.space.base = f.window.workbench().document().value();
    inputs.space.base.macEnergy = Picojoules{3};
    open(f, 4, inputs);
    QVERIFY(f.window.workbench().document().value() != inputs.space.base);
    again->click();
    QVERIFY(f.window.workbench().document().value() == inputs.space.base);
    const auto made = builder(f)->inputs();
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    QVERIFY(made->space.axes == inputs.space.axes);
    QCOMPARE(made->networks.size(), std::size_t(2));
    QCOMPARE(made->networks[0].name, std::string("resnet50"));
    QCOMPARE(made->networks[1].name, std::string("resnet50, image 320"));
    QCOMPARE(made->options.cosa.evaluations, std::int64_t(500));
    QVERIFY(!made->options.cosa.proveWithMip);
    f.session.fakeSweeps.setStored({sample::summary(4), sample::summary(5)});
    auto* table = f.find<CopyableTable>("storedSweeps");
    Q_EMIT table->rowChosen(1); // is being read: what is shown is the other one
    table->setCurrentRow(1);
    Q_EMIT table->rowChosen(1);
    QVERIFY(!again->isEnabled());
    Q_EMIT f.session.fakeSweeps.failed(QStringLiteral("it cannot be read"));
    QVERIFY(again->isEnabled());
}

void TestSweepForm::itsOptionsComeWithIt()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    explore::SweepInputs inputs = sample::sweep();
    inputs.networks.resize(1);
    inputs.networks[0].name = "alexnet";
    inputs.space.base = f.window.workbench().document().value();
    inputs.space.axes = {{"clock", {1e9, 2e9}}};
    inputs.options.fuseOperators = !f.window.workbench().options().fuseOperators;
    inputs.options.seed = 17;
    open(f, 4, inputs);
    f.find<QToolButton>("useSweepAgain")->click();
    auto made = builder(f)->inputs();
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    QCOMPARE(made->options.seed, std::uint64_t(17));
    QCOMPARE(made->options.fuseOperators, inputs.options.fuseOperators);

    inputs.options = {};
    inputs.nodes = kapla::NodeRunOptions{};
    inputs.nodes->engine = "kapla";
    inputs.nodes->batch = 48;
    inputs.nodes->training = true;
    inputs.nodes->goal = kapla::Goal::EnergyDelay;
    inputs.nodes->seed = 5;
    inputs.space.base = *f.session.parseAccelerator(f.window.workbench().library().accelerators()[0].yaml, {});
    for (const auto& entry : f.window.workbench().library().accelerators())
        if (entry.name == QLatin1String("kapla-4x4"))
            inputs.space.base = *f.session.parseAccelerator(entry.yaml, {});
    open(f, 5, inputs);
    f.find<QToolButton>("useSweepAgain")->click();
    made = builder(f)->inputs();
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    QVERIFY(made->nodes.has_value());
    QVERIFY(*made->nodes == *inputs.nodes);
}

void TestSweepForm::aStoredSweepIsDeletedWhenAsked()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    auto* remove = f.find<QToolButton>("deleteSweep");
    QVERIFY(!remove->isEnabled());
    open(f, 4, sample::sweep());
    for (const bool reallyDelete : {false, true}) {
        remove->click();
        auto* question = f.find<QMessageBox>("deleteSweepQuestion");
        QVERIFY(question->text().contains(QStringLiteral("sweep 4")));
        QCOMPARE(question->defaultButton()->text(), QStringLiteral("Keep it"));
        for (QAbstractButton* button : question->buttons())
            if ((button->text() == QStringLiteral("Delete")) == reallyDelete)
                button->click();
        QCOMPARE(f.session.fakeSweeps.stored().empty(), reallyDelete);
        QTRY_VERIFY(f.window.findChild<QMessageBox*>() == nullptr);
    }
    QVERIFY(f.window.findChild<ShownSweep*>()->isEmpty());
    QVERIFY(!remove->isEnabled());
}

void TestSweepForm::whatWouldChangeNothingCannotBeStarted()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Sweep);
    SweepForm form;
    form.axes = {{QStringLiteral("run.engine"), QStringLiteral("cosa, random")},
                 {QStringLiteral("run.larger_sizes"), QStringLiteral("no, yes")}};
    builder(f)->show(form);
    QVERIFY(!f.find<QPushButton>("startSweep")->isEnabled());
    const QString plan = f.find<ElidedLabel>("sweepPlan")->text();
    QVERIFY2(plan.contains(QStringLiteral("would change nothing")), qPrintable(plan));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSweepForm)
#include "tst_sweep_form.moc"
