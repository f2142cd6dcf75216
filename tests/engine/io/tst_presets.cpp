// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/energy_table.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/mapping/feasibility.h"
#include "engine/zoo/zoo.h"
#include "tests/places.h"

#include <QTest>

#include <array>
#include <cmath>
#include <filesystem>
#include <set>

using namespace nestloom;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";

hardware::Accelerator accelerator(const std::string& name)
{
    auto result = io::readAccelerator(kPresets / "accelerators" / (name + ".yaml"));
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

workload::Network network(const std::string& name)
{
    auto result = io::readNetwork(kPresets / "networks" / (name + ".yaml"));
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

std::vector<std::filesystem::path> files(const std::string& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(kPresets / folder))
        paths.push_back(entry.path());
    return paths;
}

const workload::Layer& layer(const workload::Network& network, const std::string& name)
{
    for (const workload::Layer& candidate : network.layers)
        if (candidate.name == name)
            return candidate;
    qFatal("no layer %s", name.c_str());
}

bool isWithin(double value, double expected, double fraction)
{
    return std::abs(value - expected) <= fraction * expected;
}

} // namespace

class TestPresets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allAcceleratorsLoadAndWriteBackEqual();
    void allNetworksLoadAndWriteBackEqual();
    void everythingPromisedIsShipped();
    void dataflowsOfMachinesCanBeKept_data();
    void dataflowsOfMachinesCanBeKept();
    void networksHaveTheirPublishedSize_data();
    void networksHaveTheirPublishedSize();
    void resnet50HasTorchvisionsLayers();
    void attentionHasParametersOnlyForItsProjections();
    void resnext50IsGrouped();
    void deepbenchKeepsTheSizesOfCosa();
    void simbaCostsWhatTimeloopCharges();
    void simbaIsTheAcceleratorOfTheTimeloopRecordings();
    void simbaLargeHasFourTimesTheInstancesBelowTheGlobalBuffer();
    void variantsDifferFromSimbaAsPublished();
};

void TestPresets::allAcceleratorsLoadAndWriteBackEqual()
{
    for (const auto& path : files("accelerators")) {
        const auto loaded = io::readAccelerator(path);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->name, path.stem().string());
        QVERIFY2(!loaded->notes.empty(), "a preset says where its numbers come from");
        const auto again = io::parseAccelerator(io::writeAccelerator(*loaded), "again.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == *loaded);
    }
}

void TestPresets::allNetworksLoadAndWriteBackEqual()
{
    for (const auto& path : files("networks")) {
        const auto loaded = io::readNetwork(path);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->name, path.stem().string());
        QVERIFY2(!loaded->notes.empty(), "a preset says where its numbers come from");
        const auto again = io::parseNetwork(io::writeNetwork(*loaded), "again.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == *loaded);
    }
}

void TestPresets::everythingPromisedIsShipped()
{
    std::set<std::string> names;
    for (const char* folder : {"accelerators", "networks"})
        for (const auto& path : files(folder))
            names.insert(path.stem().string());
    for (const char* name : {"simba", "simba-table5", "simba-8x8", "simba_large", "simba-large-buffers", "eyeriss",
                             "edge-systolic", "eyeriss-row-stationary", "edge-weight-stationary", "k80", "deepbench"})
        QVERIFY2(names.contains(name), name);
    for (const std::string_view name : zoo::names())
        QVERIFY2(names.contains(std::string(name)), std::string(name).c_str());
}

void TestPresets::dataflowsOfMachinesCanBeKept_data()
{
    QTest::addColumn<QString>("machine");
    for (const char* machine : {"eyeriss-row-stationary", "edge-weight-stationary", "k80"})
        for (const char* net : {"alexnet", "resnet50", "deepbench", "mobilenet_v2", "vit_b_16"})
            QTest::addRow("%s, %s", machine, net) << QString::fromUtf8(machine);
}

void TestPresets::dataflowsOfMachinesCanBeKept()
{
    QFETCH(QString, machine);
    const hardware::Accelerator constrained = accelerator(machine.toStdString());
    QVERIFY(!constrained.constraints.empty());
    const std::string name = QString::fromUtf8(QTest::currentDataTag()).section(QStringLiteral(", "), 1).toStdString();
    for (const workload::Layer& layer : network(name).layers)
        QVERIFY2(mapping::findFeasible(constrained, layer).answer == mapping::Feasibility::Answer::Yes,
                 layer.name.c_str());
}

/// Published sizes of torchvision's models. They count biases and batch normalisation as parameters, which our networks
/// leave out: together less than 0.3 % everywhere, so 1 % still catches a wrong layer.
void TestPresets::networksHaveTheirPublishedSize_data()
{
    QTest::addColumn<double>("parameters");
    QTest::addColumn<double>("macs");
    QTest::addColumn<int>("layers");
    QTest::newRow("alexnet") << 61.10e6 << 0.71e9 << 8;
    QTest::newRow("vgg16") << 138.36e6 << 15.47e9 << 16;
    QTest::newRow("resnet50") << 25.56e6 << 4.09e9 << 54;
    QTest::newRow("resnext50") << 25.03e6 << 4.23e9 << 54;
}

void TestPresets::networksHaveTheirPublishedSize()
{
    QFETCH(double, parameters);
    QFETCH(double, macs);
    QFETCH(int, layers);
    const workload::Network loaded = network(QTest::currentDataTag());
    QCOMPARE(int(loaded.layers.size()), layers);
    const double weights = static_cast<double>(workload::weightElements(loaded));
    QVERIFY2(isWithin(weights, parameters, 0.01), std::to_string(weights).c_str());
    const double counted = static_cast<double>(workload::macs(loaded));
    QVERIFY2(isWithin(counted, macs, 0.01), std::to_string(counted).c_str());
}

void TestPresets::resnet50HasTorchvisionsLayers()
{
    const workload::Network resnet = network("resnet50");
    QCOMPARE(workload::weightElements(resnet),
             25502912); // 25,557,032 less 53,120 of batch normalisation and 1,000 biases
    QCOMPARE(workload::parameterElements(resnet),
             25557032 + 53120); // means and variances, which nobody trains, as well
    QCOMPARE(resnet.layers.front().name, std::string("conv1"));
    QCOMPARE(resnet.layers.back().name, std::string("fc"));
    const workload::Layer& strided = layer(resnet, "layer2.0.conv2"); // the stride stands in the 3x3
    QCOMPARE(strided.bounds, (workload::Extents{{3, 3, 28, 28, 128, 128, 1, 1}}));
    QCOMPARE(strided.strideP, 2);
    QCOMPARE(layer(resnet, "layer2.0.conv1").strideP, 1);
    QCOMPARE(layer(resnet, "layer4.0.downsample").bounds, (workload::Extents{{1, 1, 7, 7, 1024, 2048, 1, 1}}));
}

/// Keys and values are second operands, but no parameters.
void TestPresets::attentionHasParametersOnlyForItsProjections()
{
    const workload::Network vit = network("vit_b_16");
    QCOMPARE(workload::parameterElements(vit), 86567656); // as torchvision publishes
    workload::Network plain = vit;                        // that states no parameters: nobody can tell
    plain.graph = workload::withoutParameters(plain.graph);
    QCOMPARE(workload::parameterElements(plain), workload::weightElements(plain));
}

void TestPresets::resnext50IsGrouped()
{
    const workload::Network resnext = network("resnext50");
    QCOMPARE(workload::weightElements(resnext),
             24959680); // 25,028,904 less 68,224 of batch normalisation and 1,000 biases
    QCOMPARE(layer(resnext, "layer3.1.conv2").bounds, (workload::Extents{{3, 3, 14, 14, 16, 16, 1, 32}}));
}

void TestPresets::deepbenchKeepsTheSizesOfCosa()
{
    const workload::Network deepbench = network("deepbench");
    QCOMPARE(deepbench.layers.size(), std::size_t(9));
    // P and Q as in the Timeloop recordings of the same files (db_09, db_11, db_13, db_15)
    QCOMPARE(layer(deepbench, "db_09_OCR").bounds, (workload::Extents{{3, 3, 120, 12, 32, 64, 1, 1}}));
    QCOMPARE(layer(deepbench, "db_11_Face_Recognition").bounds, (workload::Extents{{3, 3, 108, 108, 3, 64, 1, 1}}));
    QCOMPARE(layer(deepbench, "db_11_Face_Recognition").strideQ, 2);
    QCOMPARE(layer(deepbench, "db_13_Face_Recognition").bounds, (workload::Extents{{3, 3, 27, 27, 128, 128, 1, 1}}));
    QCOMPARE(layer(deepbench, "db_15_Face_Recognition").bounds, (workload::Extents{{3, 3, 7, 7, 256, 512, 1, 1}}));
    for (const workload::Layer& each : deepbench.layers)
        QCOMPARE(each.dilationR * each.dilationS, 1);
}

/// Energy of one vector access as Timeloop 019f107 with pat-public prints it for this accelerator.
void TestPresets::simbaCostsWhatTimeloopCharges()
{
    const hardware::Accelerator simba = accelerator("simba");
    constexpr std::array<double, 6> expected{
        6400, 16.7638190954774, 4.7035175879397, 7.11557788944724, 1.57537688442211, 0.489007537688442};
    QCOMPARE(simba.levels.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto energy = hardware::accessEnergy(simba, BufferLevelId{std::uint32_t(i)});
        QVERIFY(energy);
        QVERIFY2(isWithin(energy->count, expected[i], 1e-9), simba.levels[i].name.c_str());
    }
    QCOMPARE(simba.macEnergy.count, 0.25);
}

void TestPresets::simbaIsTheAcceleratorOfTheTimeloopRecordings()
{
    struct Row {
        const char* name;
        std::int64_t words, instances, block, cluster, fanout; // words 0 = unbounded
        const char* keeps;                                     // W, I, O
    };
    constexpr std::array<Row, 6> rows{{{"DRAM", 0, 1, 64, 1, 1, "WIO"},
                                       {"GlobalBuffer", 65536, 1, 8, 1, 16, "IO"},
                                       {"InputBuffer", 4096, 16, 8, 1, 8, "I"},
                                       {"WeightBuffer", 16384, 128, 8, 1, 1, "W"},
                                       {"AccumulationBuffer", 64, 128, 1, 8, 8, "O"},
                                       {"Registers", 1, 1024, 1, 64, 1, "W"}}};
    const hardware::Accelerator simba = accelerator("simba");
    QCOMPARE(simba.levels.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const hardware::BufferLevel& level = simba.levels[i];
        QCOMPARE(level.name, std::string(rows[i].name));
        const std::int64_t wordBits = std::string(rows[i].name) == "AccumulationBuffer" ? 24 : 8;
        QCOMPARE(level.capacity ? level.capacity->count * 8 / wordBits : 0, rows[i].words);
        QCOMPARE(simba.instances(i), rows[i].instances);
        QCOMPARE(level.accessElements, rows[i].block);
        QCOMPARE(level.clusterSize, rows[i].cluster);
        QCOMPARE(level.fanout.count(), rows[i].fanout);
        for (const TensorRole role : kTensorRoles)
            QCOMPARE(level.keeps.contains(role),
                     std::string(rows[i].keeps).find("WIO"[std::size_t(role)]) != std::string::npos);
        QCOMPARE(level.elementBits[TensorRole::Outputs].count, wordBits);
        QCOMPARE(level.readBandwidth.has_value(), i == 0);
    }
    QCOMPARE(simba.levels[0].readBandwidth->count, 10.0);
    QCOMPARE(simba.levels[0].writeBandwidth->count, 10.0);
    QCOMPARE(simba.macUnits(), 1024);
}

void TestPresets::simbaLargeHasFourTimesTheInstancesBelowTheGlobalBuffer()
{
    const hardware::Accelerator simba = accelerator("simba");
    hardware::Accelerator large = accelerator("simba_large");
    for (std::size_t i = 2; i < simba.levels.size(); ++i)
        QCOMPARE(large.instances(i), 4 * simba.instances(i));
    QCOMPARE(large.macUnits(), 4096);
    large.levels[1].fanout = simba.levels[1].fanout; // and nothing else
    QVERIFY(large.levels == simba.levels);
}

void TestPresets::variantsDifferFromSimbaAsPublished()
{
    const hardware::Accelerator simba = accelerator("simba");
    const hardware::Accelerator wide = accelerator("simba-8x8");
    QCOMPARE(wide.macUnits(), 4 * simba.macUnits());
    QCOMPARE(wide.levels[0].readBandwidth->count, 20.0);
    QCOMPARE(wide.interconnect.flit.count, 2 * simba.interconnect.flit.count);
    const hardware::Accelerator roomy = accelerator("simba-large-buffers");
    QCOMPARE(roomy.levels[1].capacity->count, 8 * simba.levels[1].capacity->count);
    for (std::size_t i = 2; i < 5; ++i)
        QCOMPARE(roomy.levels[i].capacity->count, 2 * simba.levels[i].capacity->count);
    const hardware::Accelerator table = accelerator("simba-table5");
    const auto perPe = [&](std::size_t i) { return table.levels[i].capacity->count * table.instances(i) / 16; };
    QCOMPARE(table.levels[1].capacity->count, 128 * 1024);
    QCOMPARE(perPe(2), 8 * 1024);
    QCOMPARE(perPe(3), 32 * 1024);
    QCOMPARE(perPe(4), 3 * 1024);
    QCOMPARE(perPe(5), 64);
}

QTEST_APPLESS_MAIN(TestPresets)
#include "tst_presets.moc"
