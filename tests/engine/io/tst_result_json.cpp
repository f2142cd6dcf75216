// SPDX-License-Identifier: Apache-2.0
#include "engine/io/result_json.h"

#include "tests/support/replaced.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

using namespace nestloom;
using schedule::LayerResult;
using schedule::LayerStatus;
using schedule::ScheduleOptions;
using tests::replaced;
using enum workload::LoopDimension;

namespace {

hardware::Accelerator twoLevels()
{
    hardware::Accelerator a;
    a.name = "two";
    a.levels.resize(2);
    a.levels[0].name = "DRAM";
    a.levels[1].name = "Buffer \"1\"";
    return a;
}

mapping::LayerMapping someMapping()
{
    return {{{{{P, 2}, {K, 16}}, {}, TensorSet::all()}, {{}, {{C, 3}}, TensorSet::of(TensorRole::Outputs)}}};
}

cost::LayerCost someCost(cost::Model model)
{
    cost::LayerCost cost;
    cost.model = model;
    cost.cycles = {112896};
    cost.computeCycles = {112895};
    cost.macs = 115605504;
    cost.macUnitsUsed = 1024;
    cost.utilization = 1.0 / 3.0;
    cost.energy = {249425464.603015};
    cost.macEnergy = {0.1 + 0.2};
    cost.bottleneck = {cost::Bottleneck::Kind::ReadPort, 1, "Buffer read"};
    cost.levels.resize(2);
    cost.levels[0].level = "DRAM";
    cost.levels[0].readCycles = {7};
    cost.levels[0].writeCycles = {8};
    cost.levels[0].energy = {1e-300};
    cost.levels[0].tensors[TensorRole::Outputs] =
        cost::TensorAccesses{10, 2, 1.5, 2.25, 1e17 + 0.5, {std::nextafter(1.0, 2.0)}};
    cost.levels[1].level = "Buffer \"1\"";
    return cost;
}

LayerResult fullResult()
{
    LayerResult layer;
    layer.index = 3;
    layer.name = "layer1.0.conv1 \u2192 \"x\"";
    layer.status = LayerStatus::BestFound;
    layer.cause = StopCause::WorkLimit;
    layer.verified = true;
    layer.mapping = someMapping();
    layer.cost = someCost(cost::Model::Nestloom);
    layer.timeloopCost = someCost(cost::Model::Timeloop2022);
    layer.lowerBoundCycles = 112000.5;
    layer.objectiveBound = 112001;
    layer.gap = 0.0079955;
    layer.solveCpuMs = 12.3456789012345;
    layer.solveWallMs = 0.1;
    layer.sameShapeAs = 0;
    layer.ofMappedSize = layer.anyKeeps = true;
    return layer;
}

bool isEqual(const cost::LevelCost& a, const cost::LevelCost& b)
{
    for (const TensorRole role : kTensorRoles) {
        const auto &x = a.tensors[role], &y = b.tensors[role];
        if (x.has_value() != y.has_value())
            return false;
        if (x
            && !(x->tileElements == y->tileElements && x->instances == y->instances && x->reads == y->reads
                 && x->fills == y->fills && x->updates == y->updates && x->energy == y->energy))
            return false;
    }
    return a.level == b.level && a.readCycles == b.readCycles && a.writeCycles == b.writeCycles && a.energy == b.energy;
}

bool isEqual(const cost::LayerCost& a, const cost::LayerCost& b)
{
    return a.model == b.model && a.cycles == b.cycles && a.computeCycles == b.computeCycles && a.macs == b.macs
           && a.macUnitsUsed == b.macUnitsUsed && a.utilization == b.utilization && a.energy == b.energy
           && a.macEnergy == b.macEnergy && a.bottleneck == b.bottleneck && a.levels.size() == b.levels.size()
           && std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(),
                         [](const cost::LevelCost& x, const cost::LevelCost& y) { return isEqual(x, y); });
}

bool isEqual(const std::optional<cost::LayerCost>& a, const std::optional<cost::LayerCost>& b)
{
    return a.has_value() == b.has_value() && (!a || isEqual(*a, *b));
}

bool isEqual(const LayerResult& a, const LayerResult& b)
{
    return a.index == b.index && a.name == b.name && a.status == b.status && a.cause == b.cause
           && a.verified == b.verified && a.reason == b.reason && a.mapping == b.mapping && isEqual(a.cost, b.cost)
           && isEqual(a.timeloopCost, b.timeloopCost) && a.lowerBoundCycles == b.lowerBoundCycles
           && a.objectiveBound == b.objectiveBound && a.gap == b.gap && a.solveCpuMs == b.solveCpuMs
           && a.solveWallMs == b.solveWallMs && a.sameShapeAs == b.sameShapeAs && a.tiled == b.tiled
           && a.ofMappedSize == b.ofMappedSize && a.anyKeeps == b.anyKeeps;
}

} // namespace

class TestResultJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mappingsReadBackEqual();
    void mappingsOfAnotherAcceleratorAreRefused();
    void layersReadBackEqualBitByBit();
    void layersWithoutAMappingReadBackEqual();
    void numbersThatJsonCannotHoldReadBack();
    void tiledSchedulesReadBackEqual();
    void optionsReadBackEqual();
    void optionsOfAnOlderVersionTakeDefaults();
    void aRunHasWhatItsReadersNeed();
    void aRunSaysThatTheNetworkIsWiderThanTheWords();
    void whatAMappingDoesNotKnowIsRefused();
    void spatialLoopsNameTheirAxis();
    void loopsWithoutAxesAreLaidOutOrRefused();
    void saysWhatIsWrongWithALayer_data();
    void saysWhatIsWrongWithALayer();
    void survivesHostileText();
};

void TestResultJson::mappingsReadBackEqual()
{
    const std::string json = io::mappingToJson(twoLevels(), someMapping());
    QVERIFY(json.starts_with(
        R"([{"level":"DRAM","keep":["weights","inputs","outputs"],"temporal":[{"dim":"P","bound":2})"));
    const auto again = io::mappingFromJson(twoLevels(), json);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(*again == someMapping());
}

void TestResultJson::mappingsOfAnotherAcceleratorAreRefused()
{
    const std::string json = io::mappingToJson(twoLevels(), someMapping());
    hardware::Accelerator other = twoLevels();
    other.levels[0].name = "HBM";
    const auto renamed = io::mappingFromJson(other, json);
    QVERIFY(!renamed);
    QCOMPARE(renamed.error().text(),
             std::string("mapping[0].level: the level is 'DRAM' but the accelerator has 'HBM' here"));
    other.levels.pop_back();
    QVERIFY(!io::mappingFromJson(other, json));
}

void TestResultJson::whatAMappingDoesNotKnowIsRefused()
{
    const std::string good = io::mappingToJson(twoLevels(), someMapping());
    const auto refusal = [&](const std::string& old, const std::string& written) {
        std::string json = good;
        json.replace(json.find(old), old.size(), written);
        const auto read = io::mappingFromJson(twoLevels(), json);
        return read ? std::string() : read.error().text();
    };
    QCOMPARE(refusal("P", "P"), std::string());
    QVERIFY(refusal("\"keep\"", "\"spatiall\":[],\"keep\"").find("mapping[0].spatiall: the key 'spatiall' is not known")
            == 0);
    QVERIFY(refusal("\"bound\"", "\"bounds\":4,\"bound\"").find("mapping[0].temporal[0].bounds") == 0);
    QVERIFY(refusal("\"bound\"", "\"axis\":\"rows\",\"bound\"").find("mapping[0].temporal[0].axis") == 0);
    QVERIFY(refusal("\"temporal\"", "\"temporal\":[],\"temporal\"").find("the key 'temporal' stands twice")
            != std::string::npos);
    QVERIFY(refusal("}", "").find("not valid JSON") != std::string::npos);
}

void TestResultJson::layersReadBackEqualBitByBit()
{
    const std::string json = io::layerResultToJson(twoLevels(), fullResult());
    const auto again = io::layerResultFromJson(twoLevels(), json);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(isEqual(*again, fullResult()));
    QCOMPARE(io::layerResultToJson(twoLevels(), *again), json);
    LayerResult other = fullResult(); // the comparison above can fail
    other.cost->levels[0].tensors[TensorRole::Outputs]->energy.count = 1.0;
    QVERIFY(!isEqual(other, fullResult()));
}

void TestResultJson::layersWithoutAMappingReadBackEqual()
{
    for (const LayerStatus status :
         {LayerStatus::Pending, LayerStatus::Infeasible, LayerStatus::Failed, LayerStatus::Cancelled}) {
        LayerResult layer;
        layer.name = "fc";
        layer.status = status;
        layer.cause = StopCause::Cancelled;
        layer.reason = "the level Buffer needs 3 B but holds 2 B";
        const auto again = io::layerResultFromJson(twoLevels(), io::layerResultToJson(twoLevels(), layer));
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(isEqual(*again, layer));
    }
}

void TestResultJson::numbersThatJsonCannotHoldReadBack()
{
    LayerResult layer = fullResult();
    layer.gap = std::numeric_limits<double>::infinity();
    layer.solveCpuMs = -0.0;
    auto again = io::layerResultFromJson(twoLevels(), io::layerResultToJson(twoLevels(), layer));
    QVERIFY(again);
    QVERIFY(isEqual(*again, layer));
    QVERIFY(std::signbit(again->solveCpuMs));
    layer.gap = std::numeric_limits<double>::quiet_NaN();
    again = io::layerResultFromJson(twoLevels(), io::layerResultToJson(twoLevels(), layer));
    QVERIFY(again);
    QVERIFY(std::isnan(*again->gap));
}

void TestResultJson::tiledSchedulesReadBackEqual()
{
    using namespace schedule::flexer;
    LayerResult layer = fullResult();
    layer.mapping.reset();
    layer.timeloopCost.reset();
    layer.cost->model = cost::Model::TiledSchedule;
    TiledSummary summary;
    summary.chosen = {{false, {1, 14, 7, 2, 64, 128}, dataflow(8, true), 4, true, true, {0, 0, 0}, true},
                      {1234},
                      {{1}, {2}, {3}, {4}, {5}}};
    summary.operations = 96;
    summary.outOfOrder = summary.chosen;
    summary.bestStatic = {{true, {1, 14, 14, 1, 32, 32}, dataflow(2), 0, false, false, {2, 8, 4}, false},
                          {2345},
                          {{6}, {7}, {8}, {9}, {10}}};
    summary.latencyBound = 1000.25;
    summary.transferBound = {15};
    summary.metricBound = 15003.75;
    layer.tiled = summary;
    const std::string json = io::layerResultToJson(twoLevels(), layer);
    const auto again = io::layerResultFromJson(twoLevels(), json);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(isEqual(*again, layer));
    QVERIFY(!again->tiled->plain);
    QVERIFY(!io::layerResultFromJson(twoLevels(),
                                     replaced(json, "\"side_by_side\":\"pixels\"", "\"side_by_side\":\"reduction\"")));
    QVERIFY(!io::layerResultFromJson(twoLevels(), replaced(json, "\"order\":[\"pixels\"", "\"order\":[\"rows\"")));
}

void TestResultJson::optionsReadBackEqual()
{
    ScheduleOptions options;
    options.seed = std::numeric_limits<std::uint64_t>::max();
    options.threads = 2;
    options.timeLimitPerLayer = std::chrono::milliseconds(1500);
    options.cosa.objective = schedule::Objective::CosaPaper;
    options.cosa.cyclePrice = 0.1 + 0.7;
    options.cosa.gap = 0.1 + 0.2;
    options.cosa.evaluations = 5;
    options.cosa.proveWithMip = false;
    options.cosa.mipNodes = 6;
    options.cosa.paper = {0.25, 3, 1.0 / 3.0};
    options.flexer.metric = schedule::flexer::Metric::Transfer;
    options.flexer.transferWeight = 1.5;
    options.flexer.priority = schedule::flexer::Priority::LeastSpill;
    options.flexer.spillPolicy = schedule::flexer::SpillPolicy::FirstFit;
    options.flexer.extensions = schedule::flexer::kPublished;
    options.flexer.maxOperations = 100;
    options.flexer.tilings = 3;
    options.largerSizes = false;
    options.fuseOperators = true;
    const auto again = io::optionsFromJson(io::optionsToJson(options));
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(*again == options);
    options.flexer.tilings = 0; // all of them
    QCOMPARE(io::optionsFromJson(io::optionsToJson(options))->flexer.tilings, 0);
    const auto defaults = io::optionsFromJson(io::optionsToJson({}));
    QVERIFY(defaults);
    QVERIFY(*defaults == ScheduleOptions{});
    QVERIFY(!(*again == *defaults));
}

void TestResultJson::optionsOfAnOlderVersionTakeDefaults()
{
    const auto options = io::optionsFromJson(R"({"seed": 7, "something_new": [1]})");
    QVERIFY(options);
    ScheduleOptions expected;
    expected.seed = 7;
    expected.largerSizes = false; // it knew perfect factors only
    QVERIFY(*options == expected);
    QVERIFY(!io::optionsFromJson(R"({"seed": -7})"));
    QVERIFY(!io::optionsFromJson(R"({"threads": "all"})"));
    QVERIFY(!io::optionsFromJson(R"({"threads": -1})"));
    QVERIFY(!io::optionsFromJson(R"({"time_limit_per_layer_ms": -1})"));
    QVERIFY(!io::optionsFromJson(R"({"cosa": {"objective": "beauty"}})"));
    QVERIFY(!io::optionsFromJson(R"({"flexer": {"metric": "beauty"}})"));
}

void TestResultJson::aRunSaysThatTheNetworkIsWiderThanTheWords()
{
    workload::Network network;
    network.name = "net";
    network.layers = {{.name = "fc"}};
    const TensorId image = workload::append(network.graph, "image", "input", {}, Bytes{32});
    network.graph.tensors[image.value].shape = {8};
    network.graph.tensors[image.value].elementBits = 32;
    workload::append(network.graph, "fc", "fc", {image}, Bytes{32});
    network.graph.operators.back().layers = network.layers;
    const auto json = nlohmann::json::parse(io::runToJson(twoLevels(), network, {}, {}));
    QVERIFY(json["note"].get<std::string>().starts_with("operands of net have elements of up to 32 bit"));
}

void TestResultJson::aRunHasWhatItsReadersNeed()
{
    LayerResult failed;
    failed.index = 4;
    failed.name = "fc";
    failed.status = LayerStatus::Infeasible;
    failed.reason = "does not fit";
    workload::Network network;
    network.name = "net";
    const TensorId image = workload::append(network.graph, "image", "input", {}, Bytes{8});
    workload::append(network.graph, "pool1", "maxpool", {image}, Bytes{4});
    const std::string text = io::runToJson(twoLevels(), network, {}, {fullResult(), failed});
    QVERIFY(text.find(R"("name": "pool1")") != std::string::npos);
    QVERIFY(text.find(R"("name": "image")") == std::string::npos);
    const auto json = nlohmann::json::parse(text);
    QVERIFY(!json.contains("note"));
    QCOMPARE(json["accelerator"].get<std::string>(), std::string("two"));
    QCOMPARE(json["network"].get<std::string>(), std::string("net"));
    QCOMPARE(json["engine"].get<std::string>(), std::string("cosa"));
    QVERIFY(!json["version"].get<std::string>().empty());
    QCOMPARE(json["layers"].size(), std::size_t(2));
    for (const auto& layer : json["layers"])
        for (const char* key : {"name", "status", "verified", "cycles", "energy_pj", "lower_bound_cycles",
                                "solve_cpu_ms", "solve_wall_ms"})
            QVERIFY2(layer.contains(key), key);
    QCOMPARE(json["layers"][0]["cycles"].get<std::int64_t>(), 112896);
    QCOMPARE(json["layers"][0]["energy_pj"].get<double>(), 249425464.603015);
    QVERIFY(json["layers"][1]["cycles"].is_null());
    QCOMPARE(json["totals"]["layers"].get<int>(), 2);
    QCOMPARE(json["totals"]["solved"].get<int>(), 1);
    QCOMPARE(json["totals"]["failed"].get<int>(), 1);
    QCOMPARE(json["totals"]["cycles"].get<std::int64_t>(), 112896);
}

void TestResultJson::spatialLoopsNameTheirAxis()
{
    hardware::Accelerator accelerator = twoLevels();
    accelerator.levels[1].fanout = {14, 12};
    mapping::LayerMapping mapping = someMapping();
    mapping.levels[1].spatial = {{K, 4, hardware::Axis::Rows}, {K, 12}};
    const std::string text = io::mappingToJson(accelerator, mapping);
    QVERIFY2(text.find(R"("spatial":[{"dim":"K","bound":4,"axis":"rows"},{"dim":"K","bound":12,"axis":"columns"}])")
                 != std::string::npos,
             text.c_str());
    const auto again = io::mappingFromJson(accelerator, text);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(*again == mapping);
    for (const hardware::Fanout row :
         {hardware::Fanout{168, 1}, hardware::Fanout{1, 168}}) { // one axis goes without saying
        accelerator.levels[1].fanout = row;
        for (mapping::Loop& loop : mapping.levels[1].spatial)
            loop.axis = hardware::Axis::Columns;
        const std::string plain = io::mappingToJson(accelerator, mapping);
        QVERIFY(plain.find("axis") == std::string::npos);
        QVERIFY(*io::mappingFromJson(accelerator, plain) == mapping);
    }
}

/// Files from before loops had axes.
void TestResultJson::loopsWithoutAxesAreLaidOutOrRefused()
{
    hardware::Accelerator accelerator = twoLevels();
    accelerator.levels[1].fanout = {14, 12};
    const auto text = [](const std::string& spatial) {
        return R"([{"level":"DRAM","keep":["weights"],"temporal":[],"spatial":[]},{"level":"Buffer \"1\"","keep":[],"temporal":[],"spatial":[)"
               + spatial + "]}]";
    };
    const auto old = io::mappingFromJson(accelerator, text(R"({"dim":"K","bound":48},{"dim":"C","bound":2})"));
    QVERIFY2(old, old ? "" : old.error().text().c_str());
    std::int64_t columns = 1, rows = 1, k = 1, c = 1;
    for (const mapping::Loop& loop : old->levels[1].spatial) {
        (loop.axis == hardware::Axis::Rows ? rows : columns) *= loop.bound;
        (loop.dimension == K ? k : c) *= loop.bound;
    }
    QVERIFY(columns <= 14 && rows <= 12 && k == 48 && c == 2);

    const std::string wide = R"({"dim":"K","bound":64},{"dim":"C","bound":2})";
    const auto message = [&](const std::string& spatial) {
        return io::mappingFromJson(accelerator, text(spatial)).error().text();
    };
    QCOMPARE(message(wide), std::string("mapping[1].spatial: the spatial loops K 64 x C 2 of level Buffer \"1\" cannot "
                                        "be laid out on its 14 x 12 children"));
    QCOMPARE(message(R"({"dim":"K","bound":8,"axis":"rows"},{"dim":"C","bound":2})"),
             std::string("mapping[1].spatial: of the spatial loops K 8 x C 2 of level Buffer \"1\" only some name an "
                         "axis; write columns or rows for each"));
    QCOMPARE(message(R"({"dim":"K","bound":8,"axis":"X"})"),
             std::string("mapping[1].spatial[0].axis: 'X' is not an axis; known: columns, rows"));

    // A layer of a stored run is read all the same, for the verifier to judge beside the others.
    mapping::LayerMapping unplaced = someMapping();
    unplaced.levels[1].spatial = {{K, 64}, {C, 2}};
    LayerResult stored = fullResult();
    stored.mapping = unplaced;
    hardware::Accelerator before = accelerator;
    before.levels[1].fanout = {168, 1};
    const auto layer = io::layerResultFromJson(accelerator, io::layerResultToJson(before, stored));
    QVERIFY2(layer, layer ? "" : layer.error().text().c_str());
    QVERIFY(layer->mapping == unplaced);
}

void TestResultJson::saysWhatIsWrongWithALayer_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("by");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* what, const char* by, const char* message) {
        QTest::newRow(by) << QByteArray(what) << QByteArray(by) << QByteArray(message);
    };
    row("\"index\":3", "\"index\":-3", "index: a whole number of 64 bit that is not negative belongs here");
    row("\"index\":3", "\"index\":3.5", "index: a whole number of 64 bit that is not negative belongs here");
    row("\"index\":3", "\"index\":18446744073709551616",
        "index: a whole number of 64 bit that is not negative belongs here");
    row("\"index\":3", "\"no\":3", "index: the key 'index' is missing");
    row("\"best found\"", "\"fine\"", "status: 'fine' is not known here");
    row("\"verified\":true", "\"verified\":1", "verified: true or false belongs here");
    row("\"gap\":0.0079955", "\"gap\":\"small\"", "gap: a number belongs here");
    row("\"dim\":\"P\"", "\"dim\":\"X\"", "mapping[0].temporal[0].dim: 'X' is not a loop dimension");
    row("\"bound\":2", "\"bound\":0", "mapping[0].temporal[0].bound: a loop bound must be at least 1, not 0");
    row("\"spatial\":[]", "\"spatial\":{}", "mapping[0].spatial: a list belongs here");
    row("\"keep\":[\"weights\"", "\"keep\":[\"wait\"", "mapping[0].keep: 'wait' is not a tensor");
    row("\"model\":\"nestloom\"", "\"model\":\"guess\"",
        "cost.model: 'guess' is not known here; known: nestloom, timeloop-2022, ");
    row("\"kind\":\"read-port\"", "\"kind\":\"luck\"",
        "cost.bottleneck.kind: 'luck' is not known here; known: compute, read-port, write-port");
    row("\"reads\":1.5", "\"reads\":[]", "cost.levels[0].tensors.outputs.reads: a number belongs here");
    row("\"macs\":115605504", "\"macs\":1e30", "cost.macs: a whole number of 64 bit belongs here");
}

void TestResultJson::saysWhatIsWrongWithALayer()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, by);
    QFETCH(QByteArray, message);
    const std::string good = io::layerResultToJson(twoLevels(), fullResult());
    const auto layer = io::layerResultFromJson(twoLevels(), replaced(good, what.toStdString(), by.toStdString()));
    QVERIFY(!layer);
    QVERIFY2(layer.error().text().starts_with(message.toStdString()), layer.error().text().c_str());
}

/// Cut, changed or absurd text gives an error or a value, never a crash.
void TestResultJson::survivesHostileText()
{
    const std::string good = io::layerResultToJson(twoLevels(), fullResult());
    for (std::size_t length = 0; length < good.size(); ++length)
        QVERIFY(!io::layerResultFromJson(twoLevels(), std::string_view(good).substr(0, length)));
    for (std::size_t at = 0; at < good.size(); at += 11)
        for (const char c : std::string("\"{}[],:0-eE\\ n\xFF")) {
            std::string broken = good;
            broken[at] = c;
            (void)io::layerResultFromJson(twoLevels(), broken);
        }
    const std::string deep(100'000, '[');
    for (const std::string& text :
         {std::string(), std::string("null"), std::string("[]"), std::string("7"), std::string("{}"), deep,
          deep + std::string(100'000, ']'), std::string("{\"index\":") + deep, std::string("1e999"),
          std::string("\"\\ud800\""), std::string("\0", 1)}) {
        QVERIFY(!io::layerResultFromJson(twoLevels(), text));
        QVERIFY(!io::mappingFromJson(twoLevels(), text));
        if (text != "{}")
            QVERIFY(!io::optionsFromJson(text));
    }
}

QTEST_APPLESS_MAIN(TestResultJson)
#include "tst_result_json.moc"
