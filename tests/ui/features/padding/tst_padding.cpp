// SPDX-License-Identifier: GPL-3.0-or-later
// The padding advisor: its table, its dialog, and what it does to the chosen network.
#include "tests/ui/support/fake_askers.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/padding/network_edits.h"
#include "ui/features/padding/padding_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/copyable_table.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

using namespace nestloom;
using namespace nestloom::ui;
using explore::PaddingAdvice;
using explore::PaddingInputs;
using workload::Padding;
using enum workload::LoopDimension;

namespace {

struct Fixture {
    Fixture()
    {
        const Library& library = window.workbench().library();
        ready = window.workbench().chooseAccelerator(library.accelerators().front())
                && window.workbench().chooseNetwork(library.networks().front()); // alexnet
        window.resize(1366, 768);
        window.show();
    }
    PaddingDialog* open()
    {
        window.findChild<QAction*>(QStringLiteral("paddingAdvisor"))->trigger();
        return window.findChild<PaddingDialog*>();
    }

    template <typename Widget>
    Widget* find(const char* name)
    {
        return window.findChild<Widget*>(QLatin1String(name));
    }

    ScratchSettings settings;
    FakeSession session;
    WholeWindow window{session};
    bool ready = false;
};

schedule::LayerResult costing(std::int64_t cycles, double energy, std::int64_t macs)
{
    schedule::LayerResult result;
    result.status = schedule::LayerStatus::BestFound;
    result.verified = true;
    result.cost = cost::LayerCost{};
    result.cost->cycles = Cycles{cycles};
    result.cost->energy = Picojoules{energy};
    result.cost->macs = macs;
    result.cost->utilization = 0.5;
    result.cost->bottleneck.text = "compute";
    return result;
}

/// The layer as it is, a padding that gains, one that loses, one that has no mapping.
PaddingAdvice sample(const PaddingInputs& inputs)
{
    const workload::Layer& layer = inputs.layer;
    PaddingAdvice advice;
    advice.unpadded = costing(1000, 2000, workload::macs(layer));
    const auto add = [&](const Padding& padding, std::int64_t cycles, double energy) {
        const workload::Layer larger = workload::padded(layer, padding);
        advice.tried.push_back({padding, larger, costing(cycles, energy, workload::macs(larger))});
    };
    const std::int64_t p = layer.bounds[P], k = layer.bounds[K];
    add({{P, p, p + 3}}, 1100, 2100);
    add({{K, k, k + 1}}, 800, 2100);
    add({{P, p, p + 1}}, 1000, 2000);
    advice.tried.back().result.cost.reset();
    advice.tried.back().result.status = schedule::LayerStatus::Infeasible;
    advice.tried.back().result.reason = "it does not fit";
    advice.fraction = 1;
    return advice;
}

PaddingInputs inputsOf(Fixture& f)
{
    return {f.window.workbench().document().value(), f.window.workbench().network().layers[1],
            f.window.workbench().options()};
}

} // namespace

class TestPadding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTableHasTheLayerFirstAndThenTheBest()
    {
        Fixture f;
        PaddingModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const PaddingInputs inputs = inputsOf(f);
        model.show(inputs, sample(inputs));
        QCOMPARE(model.rowCount(), 4);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, PaddingModel::Padding), QStringLiteral("none, as it is"));
        QVERIFY(!model.outcome(0));
        const std::int64_t k = inputs.layer.bounds[K];
        QCOMPARE(text(1, PaddingModel::Padding), QStringLiteral("K %1 → %2").arg(k).arg(k + 1));
        QCOMPARE(text(1, PaddingModel::CyclesDelta), QStringLiteral("-20.0 %"));
        QCOMPARE(text(1, PaddingModel::EnergyDelta), QStringLiteral("+5.0 %"));
        QCOMPARE(text(2, PaddingModel::CyclesDelta), QStringLiteral("+10.0 %"));
        QCOMPARE(text(3, PaddingModel::BoundBy), QStringLiteral("it does not fit"));
        QVERIFY(text(1, PaddingModel::ExtraMacs).startsWith(QLatin1Char('+')));
        QCOMPARE(text(0, PaddingModel::ExtraMacs), QString());
        QVERIFY(model.index(1, PaddingModel::CyclesDelta)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("better")));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void paddingsAreTriedForTheChosenLayer()
    {
        Fixture f;
        QVERIFY(f.ready);
        PaddingDialog* dialog = f.open();
        QVERIFY(dialog);
        QCOMPARE(f.session.fakes.paddings.last, quint64(1));
        QVERIFY(f.session.fakes.paddings.requests.at(1).layer == f.window.workbench().network().layers[0]);
        QVERIFY(dialog->isBusy());
        dialog->findChild<QComboBox*>(QStringLiteral("paddingLayer"))->setCurrentIndex(1);
        QVERIFY(!dialog->isBusy()); // what is tried belongs to another layer
        QCOMPARE(f.session.fakes.paddings.cancels, 1);
        dialog->findChild<QPushButton*>(QStringLiteral("paddingStart"))->click();
        QCOMPARE(f.session.fakes.paddings.last, quint64(2));
        f.session.fakes.paddings.tellNews(
            1, {sample(f.session.fakes.paddings.requests.at(1)), true, {}}); // of the request before
        QVERIFY(dialog->isBusy());
        QCOMPARE(dialog->model()->rowCount(), 0);
        f.session.fakes.paddings.tellNews(2, {sample(f.session.fakes.paddings.requests.at(2)), true, {}});
        QVERIFY(!dialog->isBusy());
        QCOMPARE(dialog->model()->rowCount(), 4);
    }

    void nothingIsAppliedWithoutAClickAndUndoTakesItBack()
    {
        Fixture f;
        PaddingDialog* dialog = f.open();
        const workload::Network before = f.window.workbench().network();
        f.session.fakes.paddings.tellNews(1, {sample(f.session.fakes.paddings.requests.at(1)), true, {}});
        QVERIFY(f.window.workbench().network() == before);
        dialog->findChild<QPushButton*>(QStringLiteral("paddingApply"))->click(); // the best one is chosen
        const workload::Network after = f.window.workbench().network();
        QVERIFY(
            after
            == workload::withPaddedLayer(before, 0, {{K, before.layers[0].bounds[K], before.layers[0].bounds[K] + 1}}));
        QVERIFY(after.layers[0].name.find("(padded K ") != std::string::npos);
        QVERIFY(f.find<Banner>("paddingBanner"));
        QCOMPARE(dialog->model()->rowCount(), 0); // they belong to the layer as it was
        f.window.actions().undo->trigger();
        QVERIFY(f.window.workbench().network() == before);
        f.window.actions().redo->trigger();
        QVERIFY(f.window.workbench().network() == after);
    }

    void anotherNetworkEndsTheHistory()
    {
        Fixture f;
        f.open();
        auto* edits = f.find<NetworkEdits>("networkEdits");
        const std::int64_t k = f.window.workbench().network().layers[0].bounds[K];
        QVERIFY(edits->pad(0, {{K, k, k + 1}}));
        QVERIFY(!edits->pad(0, {{K, k, k + 1}})); // it is larger by now
        QVERIFY(edits->history().isActive());
        f.window.workbench().chooseNetwork(f.window.workbench().library().networks().back());
        QCOMPARE(edits->history().count(), 0);
        QVERIFY(f.window.workbench().document().history().isActive());
    }

    void aCopyIsKeptAndTheNetworkStays()
    {
        Fixture f;
        PaddingDialog* dialog = f.open();
        const workload::Network before = f.window.workbench().network();
        f.session.fakes.paddings.tellNews(1, {sample(f.session.fakes.paddings.requests.at(1)), true, {}});
        dialog->findChild<QPushButton*>(QStringLiteral("paddingCopy"))->click();
        QCOMPARE(f.session.fakeImporter.networks.size(), std::size_t(1));
        QCOMPARE(f.session.fakeImporter.networks[0].name, before.name + " (padded)");
        QVERIFY(f.window.workbench().network() == before);
        f.session.fakeImporter.tellKept({}, QStringLiteral("The disk is full."));
        QVERIFY(!dialog->isBusy());
    }

    void problemsAreOneSentence()
    {
        Fixture f;
        PaddingDialog* dialog = f.open();
        f.session.fakes.paddings.tellNews(1, {{}, true, QStringLiteral("There is no solver.")});
        QVERIFY(!dialog->isBusy());
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("paddingApply"))->isEnabled());
        bool said = false;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            said = said || label->text().contains(QStringLiteral("There is no solver."));
        QVERIFY(said);
    }

    void closingCancels()
    {
        Fixture f;
        delete f.open();
        QCOMPARE(f.session.fakes.paddings.cancels, 1);
    }
};

QTEST_MAIN(TestPadding)
#include "tst_padding.moc"
