// SPDX-License-Identifier: Apache-2.0
// Every shipped accelerator maps every kind of layer.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "tests/places.h"

#include <QTest>

#include <filesystem>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

} // namespace

class TestLayerKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyAcceleratorMapsEveryKind_data()
    {
        QTest::addColumn<QString>("path");
        for (const auto& entry : std::filesystem::directory_iterator(kPresets / "accelerators"))
            QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
    }

    void everyAcceleratorMapsEveryKind()
    {
        QFETCH(QString, path);
        const auto accelerator = io::readAccelerator(path.toStdString());
        const auto network = io::readNetwork(kPresets / "networks/layer-kinds.yaml");
        QVERIFY(accelerator && network);
        ScheduleOptions options;
        options.cosa.evaluations = 1000;
        options.cosa.proveWithMip = false;
        const auto results = scheduleNetwork(*accelerator, *network, options, makeSolver, {});
        QVERIFY(results);
        for (const LayerResult& result : *results) {
            QVERIFY2(result.verified && result.mapping, (result.name + ": " + result.reason).c_str());
            const workload::Layer& layer = network->layers[result.index];
            QVERIFY(mapping::verify(*accelerator, layer, *result.mapping).empty());
            QCOMPARE(result.cost->macs, workload::macs(layer));
        }
    }
};

QTEST_GUILESS_MAIN(TestLayerKinds)
#include "tst_layer_kinds.moc"
