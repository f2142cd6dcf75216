// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_accelerator.h"

#include "tests/support/replaced.h"

#include <QTest>

using namespace nestloom;
using tests::replaced;

namespace {

const std::string kSmall = R"(accelerator:
  name: small
  description: "two levels: one buffer"
  notes:
    - source A
    - "assumed: B"
  clock: 500 MHz
  energy_source: explicit
  mac: {energy: 0.5 pJ, width: 16 bit}
  levels:
    - name: DRAM
      kind: dram
      capacity: unbounded
      read_bandwidth: 1 GB/s
      write_bandwidth: unlimited
      access: {elements: 4, energy: 200 pJ}
    - name: Buffer
      kind: sram
      capacity: 64 KiB
      keeps: [weights, outputs]
      element: {outputs: 24 bit}
      read_bandwidth: 2 B/cycle
      access:
        energy: 6 pJ
      cluster: 2
      fanout: {columns: 4, rows: 2}
  interconnect: {below: DRAM, flit: 128 bit, multicast: false, hop: 1.5 pJ}
)";

} // namespace

class TestReadAccelerator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryField();
    void writtenTextReadsBackEqual();
    void keepsExactNumbersThroughWriting();
    void bandwidthsKeepTheirUnit();
    void saysWhereAndWhatIsWrong_data();
    void saysWhereAndWhatIsWrong();
    void saysAllThatIsWrong();
    void namesTheFileThatCannotBeRead();
};

void TestReadAccelerator::readsEveryField()
{
    const auto a = io::parseAccelerator(kSmall, "small.yaml");
    QVERIFY2(a, a ? "" : a.error().text().c_str());
    QCOMPARE(a->name, std::string("small"));
    QCOMPARE(a->notes.size(), std::size_t(2));
    QCOMPARE(a->notes[1], std::string("assumed: B"));
    QCOMPARE(a->clock.count, 500e6);
    QCOMPARE(a->macEnergy.count, 0.5);
    QCOMPARE(a->macBits.count, 16);
    const hardware::BufferLevel& dram = a->levels[0];
    QVERIFY(!dram.capacity);
    QVERIFY(dram.keeps == TensorSet::all());
    QCOMPARE(dram.readBandwidth->perCycle(Hertz{500e6}).count, 2.0); // 1 GB/s at 500 MHz
    QVERIFY(!dram.writeBandwidth);
    QVERIFY(!dram.ports);
    QCOMPARE(dram.accessElements, 4);
    const hardware::BufferLevel& buffer = a->levels[1];
    QCOMPARE(buffer.capacity->count, 65536);
    const auto one = io::parseAccelerator(
        replaced(kSmall, "read_bandwidth: 2 B/cycle", "ports: 1\n      read_bandwidth: 2 B/cycle"), "");
    QVERIFY(one && !buffer.ports);
    QCOMPARE(one->levels[1].ports, std::optional<std::int64_t>(1));
    QCOMPARE(one->writeRate(1)->count, 2.0); // of the one port
    QVERIFY(*io::parseAccelerator(io::writeAccelerator(*one), "") == *one);
    QVERIFY(!buffer.keeps.contains(TensorRole::Inputs));
    QCOMPARE(buffer.elementBits[TensorRole::Outputs].count, 24);
    QCOMPARE(buffer.elementBits[TensorRole::Inputs].count, 8);
    QCOMPARE(buffer.accessElements, 1);
    QCOMPARE(buffer.accessEnergy->count, 6.0);
    QCOMPARE(buffer.clusterSize, 2);
    QVERIFY((buffer.fanout == hardware::Fanout{4, 2}));
    QVERIFY((a->interconnect == hardware::Interconnect{"DRAM", {128}, {1.5}}));
    QVERIFY(a->levels[0].multicast.empty()); // what the interconnect says of all tensors
    QVERIFY(buffer.multicast == TensorSet::all());
    const auto inputs =
        io::parseAccelerator(replaced(kSmall, "cluster: 2\n", "cluster: 2\n      multicast: [inputs]\n"), "");
    QVERIFY(inputs && inputs->levels[1].multicast == TensorSet::of(TensorRole::Inputs));
    QVERIFY(*io::parseAccelerator(io::writeAccelerator(*inputs), "") == *inputs);
}

void TestReadAccelerator::writtenTextReadsBackEqual()
{
    const auto first = io::parseAccelerator(kSmall, "small.yaml");
    QVERIFY(first);
    const std::string yaml = io::writeAccelerator(*first);
    const auto second = io::parseAccelerator(yaml, "again.yaml");
    QVERIFY2(second, second ? "" : second.error().text().c_str());
    QVERIFY(*first == *second);
    QCOMPARE(io::writeAccelerator(*second), yaml);
}

void TestReadAccelerator::keepsExactNumbersThroughWriting()
{
    hardware::Accelerator a = *io::parseAccelerator(kSmall, "small.yaml");
    a.name = "a \"name\": with # signs";
    a.clock = Hertz{1e9 / 3.0};
    a.macEnergy = Picojoules{0.1 + 0.2};
    a.levels[0].readBandwidth = BytesPerCycle{1.0 / 3.0};
    a.levels[0].accessEnergy = Picojoules{401.890275};
    a.levels[1].capacity = Bytes{110593};
    a.dram = {"lpddr4-2400", 16, 70};
    a.nodes = hardware::NodeArray{hardware::NodeArray::PeMapping::Systolic,
                                  Picojoules{9.76},
                                  Picojoules{1.0 / 3.0},
                                  Picojoules{1272.86881},
                                  false,
                                  true,
                                  false};
    a.vectorUnit = hardware::VectorUnit{8, 2, 3, Picojoules{0.1}};
    a.area = {SquareMicrometres{1.0 / 3.0}, {}, SquareMicrometres{350}, "measured: by hand"};
    const auto again = io::parseAccelerator(io::writeAccelerator(a), "again.yaml");
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(*again == a);
}

void TestReadAccelerator::bandwidthsKeepTheirUnit()
{
    auto read = io::parseAccelerator(kSmall, "small.yaml");
    QVERIFY(read->levels[0].readBandwidth == Bandwidth(BytesPerSecond{1e9}));
    QCOMPARE(read->readRate(0)->count, 2.0); // at 500 MHz
    read->clock = Hertz{1e9};
    const std::string yaml = io::writeAccelerator(*read);
    QVERIFY2(yaml.find("read_bandwidth: 1 GB/s\n") != std::string::npos, yaml.c_str());
    QVERIFY2(yaml.find("read_bandwidth: 2 B/cycle\n") != std::string::npos, yaml.c_str());
    const auto again = io::parseAccelerator(yaml, "written");
    QCOMPARE(again->readRate(0)->count, 1.0);
    QCOMPARE(again->readRate(1)->count, 2.0);
}

void TestReadAccelerator::saysWhereAndWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("by");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* what, const char* by, const char* where, const char* message) {
        QTest::newRow(name) << QByteArray(what) << QByteArray(by) << QByteArray(where) << QByteArray(message);
    };
    row("wrong key", "capacity: 64 KiB", "capcity: 64 KiB", "f.yaml:19: levels[1].capcity",
        "unknown key 'capcity'; did you mean 'capacity'?");
    row("key of another case", "  clock", "  Clock", "f.yaml:7: Clock", "did you mean 'clock'?");
    row("unheard-of key", "cluster: 2", "colour: red", "f.yaml:25: levels[1].colour", "unknown key 'colour'");
    row("wrong top", "accelerator:", "acelerator:", "f.yaml:1: acelerator", "did you mean 'accelerator'?");
    row("foreign top", "accelerator:", "whatever: 1\naccelerator:", "f.yaml:1: whatever",
        "unknown key 'whatever'; the only key at the top of this kind of file is 'accelerator', and under it are "
        "known: name, description, notes, clock");
    row("key at the top", "accelerator:", "dram: {model: compat}\naccelerator:", "f.yaml:1: dram",
        "unknown key 'dram'; it belongs under 'accelerator'");
    row("missing key", "      capacity: 64 KiB\n", "", "f.yaml:17: levels[1].capacity",
        "the key 'capacity' is missing");
    row("missing clock", "  clock: 500 MHz\n", "", "f.yaml:1: clock", "the key 'clock' is missing");
    row("no value", "capacity: 64 KiB", "capacity:", "f.yaml:19: levels[1].capacity",
        "the key 'capacity' has no value");
    row("no unit", "capacity: 64 KiB", "capacity: 64", "f.yaml:19: levels[1].capacity", "'64' has no unit; use B, KiB");
    row("no unit of bandwidth", "2 B/cycle", "2", "f.yaml:22: levels[1].read_bandwidth",
        "'2' has no unit; use B/cycle");
    row("negative size", "capacity: 64 KiB", "capacity: -64 KiB", "f.yaml:19: levels[1].capacity",
        "'-64 KiB' is negative");
    row("list for a map", "access: {elements: 4, energy: 200 pJ}", "access: [4, 200 pJ]", "f.yaml:16: levels[0].access",
        "a map (key: value) belongs here, not a list");
    row("value for a map", "mac: {energy: 0.5 pJ, width: 16 bit}", "mac: 0.5 pJ", "f.yaml:9: mac",
        "not the value '0.5 pJ'");
    row("no width of a MAC unit", "width: 16 bit}", "width: 0 bit}", "f.yaml:9: mac.width", "at least 1 bit");
    row("tensor twice", "keeps: [weights, outputs]", "keeps: [weights, weights]", "f.yaml:20: levels[1].keeps",
        "'weights' is listed twice");
    row("value for a list", "keeps: [weights, outputs]", "keeps: weights", "f.yaml:20: levels[1].keeps",
        "a list belongs here, not the value 'weights'");
    row("map for a value", "cluster: 2", "cluster: {a: 2}", "f.yaml:25: levels[1].cluster",
        "a single value belongs here, not a map");
    row("unknown tensor", "[weights, outputs]", "[weight, outputs]", "f.yaml:20: levels[1].keeps",
        "'weight' is not a tensor; did you mean 'weights'?");
    row("unknown kind", "kind: sram", "kind: srm", "f.yaml:18: levels[1].kind",
        "'srm' is not a kind of level; did you mean 'sram'?");
    row("no number", "cluster: 2", "cluster: two", "f.yaml:25: levels[1].cluster", "'two' is not a whole number");
    row("part of a number", "cluster: 2", "cluster: 2.5", "f.yaml:25: levels[1].cluster",
        "'2.5' is not a whole number");
    row("a hop that gives energy", "hop: 1.5 pJ", "hop: -1 pJ", "f.yaml:27: interconnect.hop", "must not be negative");
    row("neither true nor false", "multicast: false", "multicast: maybe", "f.yaml:27: interconnect.multicast",
        "'maybe' is neither true nor false");
    row("unknown tensor of a multicast", "cluster: 2", "multicast: [weight]", "f.yaml:25: levels[1].multicast",
        "'weight' is not a tensor; did you mean 'weights'?");
    row("multicast of all and of each", "      read_bandwidth: 1 GB/s", "      multicast: [inputs]",
        "f.yaml:27: interconnect.multicast", "level DRAM says of each tensor whether it is multicast; leave one out");
    row("finding of check", "capacity: 64 KiB", "capacity: 0 B", "f.yaml:19: levels[1].capacity",
        "the capacity must be above 0 B");
    row("finding in a map", "        energy: 6 pJ", "        elements: 2", "f.yaml:23: levels[1].access.energy",
        "no energy per access");
    row("finding of two levels", "name: Buffer", "name: DRAM", "f.yaml:17: levels[1].name",
        "the name 'DRAM' is used by two levels");
    row("area without source", "  interconnect:", "  area: {mac: 350 um2}\n  interconnect:", "f.yaml:27: area.source",
        "the areas have no source");
    row("area without unit",
        "  interconnect:", "  area: {sram_per_kib: 350, source: me}\n  interconnect:", "f.yaml:27: area.sram_per_kib",
        "'350' has no unit; use um2");
    row("unknown part",
        "  interconnect:", "  area: {wires: 3 um2, source: me}\n  interconnect:", "f.yaml:27: area.wires",
        "unknown key 'wires'");
    row("unknown DRAM", "  interconnect:", "  dram: {model: ddr9}\n  interconnect:", "f.yaml:27: dram.model",
        "there is no DRAM named 'ddr9'");
    row("unknown mapping on PEs",
        "  interconnect:", "  nodes: {pe_mapping: rows}\n  interconnect:", "f.yaml:27: nodes.pe_mapping",
        "'rows' is not a mapping on PEs");
    row("negative hop", "  interconnect:", "  nodes: {hop: -1 pJ}\n  interconnect:", "f.yaml:27: nodes.hop",
        "an energy must not be negative");
    row("no lanes",
        "  interconnect:", "  vector_unit: {lanes: 0, energy: 1 pJ}\n  interconnect:", "f.yaml:27: vector_unit.lanes",
        "must be 1 to 1000000");
    row("lanes not stated",
        "  interconnect:", "  vector_unit: {energy: 1 pJ}\n  interconnect:", "f.yaml:27: vector_unit.lanes",
        "is missing");
    row("operation without energy",
        "  interconnect:", "  vector_unit: {lanes: 4}\n  interconnect:", "f.yaml:27: vector_unit.energy", "is missing");
    row("negative operation",
        "  interconnect:", "  vector_unit: {lanes: 4, energy: -1 pJ}\n  interconnect:", "f.yaml:27: vector_unit.energy",
        "an energy must not be negative");
    row("part of a lane",
        "  interconnect:", "  vector_unit: {lanes: 1.5, energy: 1 pJ}\n  interconnect:", "f.yaml:27: vector_unit.lanes",
        "1.5");
    row("unknown key of a vector unit", "  interconnect:",
        "  vector_unit: {lanes: 4, energy: 1 pJ, width: 8 bit}\n  interconnect:", "f.yaml:27: vector_unit.width",
        "unknown key 'width'");
    row("nothing in flight",
        "  interconnect:", "  dram: {model: compat, outstanding: 0}\n  interconnect:", "f.yaml:27: dram.outstanding",
        "there must be 1 to 4096");
    row("no such level", "below: DRAM", "below: Mesh", "f.yaml:27: interconnect.below",
        "there is no level named 'Mesh'");
}

void TestReadAccelerator::saysWhereAndWhatIsWrong()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, by);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, message);
    const auto a = io::parseAccelerator(replaced(kSmall, what.toStdString(), by.toStdString()), "f.yaml");
    QVERIFY(!a);
    QCOMPARE(int(a.error().code), int(ErrorCode::InvalidInput));
    QCOMPARE(a.error().where, where.toStdString());
    QVERIFY2(a.error().message.find(message.toStdString()) != std::string::npos, a.error().text().c_str());
}

void TestReadAccelerator::saysAllThatIsWrong()
{
    std::string text = replaced(kSmall, "500 MHz", "5x0 MHz");
    text = replaced(text, "{outputs: 24 bit}", "{outputs: [24 bit]}"); // a list and what is below it are one
    text = replaced(text, "cluster: 2", "clustr: 2");
    const std::vector<Error> errors = io::acceleratorErrors(text, "f.yaml");
    std::vector<std::string> places;
    for (const Error& error : errors)
        places.push_back(error.where);
    const std::vector<std::string> expected{"f.yaml:7: clock", "f.yaml:25: levels[1].clustr",
                                            "f.yaml:21: levels[1].element.outputs"};
    QCOMPARE(places, expected);
    QCOMPARE(io::parseAccelerator(text, "f.yaml").error(), errors.front());
    QVERIFY(io::acceleratorErrors(kSmall, "f.yaml").empty());
    QCOMPARE(io::acceleratorErrors("accelerator: [", "f.yaml").size(), std::size_t(1)); // no YAML at all
    for (const char* dataflow : {"row stationary", "weight stationary"}) { // of levels that there are none of
        const auto missing = io::acceleratorErrors(
            std::string("accelerator:\n  constraints: [\"dataflow: ") + dataflow + "\"]\n", "f.yaml");
        QVERIFY(std::ranges::any_of(
            missing, [](const Error& error) { return error.message.find("has no levels") != std::string::npos; }));
    }
}

void TestReadAccelerator::namesTheFileThatCannotBeRead()
{
    const auto a = io::readAccelerator("/nowhere/none.yaml");
    QVERIFY(!a);
    QCOMPARE(int(a.error().code), int(ErrorCode::Io));
    QCOMPARE(a.error().where, std::string("/nowhere/none.yaml"));
}

QTEST_APPLESS_MAIN(TestReadAccelerator)
#include "tst_read_accelerator.moc"
