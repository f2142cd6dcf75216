// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/explain_inputs.h"
#include "engine/hardware/energy_table.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using cost::Formula;

namespace {

const Formula* named(const std::vector<Formula>& figures, const std::string& start)
{
    for (const Formula& figure : figures)
        if (figure.name.starts_with(start))
            return &figure;
    return nullptr;
}

void checkSums(const Formula& figure)
{
    const double made = cost::computed(figure);
    QVERIFY2(std::abs(made - figure.value) <= 1e-9 * std::max(1.0, std::abs(made)), cost::oneLine(figure).c_str());
    for (const Formula& part : figure.parts)
        checkSums(part);
}

} // namespace

class TestExplainInputs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sizesOfALayerAreProductsOfItsBounds()
    {
        auto layer = tests::convolution("x", 3, 14, 8, 12, 1);
        layer.bounds[workload::LoopDimension::G] = 2;
        const auto sizes = cost::explainSizes(layer);
        QCOMPARE(sizes.size(), std::size_t(2));
        QCOMPARE(sizes[0].value, double(workload::macs(layer)));
        QCOMPARE(sizes[1].value, double(workload::elements(layer, TensorRole::Weights)));
        QCOMPARE(sizes[0].parts.size(), workload::kLoopDimensionCount);
    }

    void figuresOfAnAcceleratorAreThoseThatItIsReportedWith()
    {
        auto accelerator = tests::simba();
        accelerator.area = {SquareMicrometres{1000}, SquareMicrometres{3000}, SquareMicrometres{400}, "a table"};
        accelerator.levels[1].leakage = Watts{1e-3};
        accelerator.macLeakage = Watts{1e-6};
        accelerator.levels[0].capacity = Bytes{1 << 30}; // of DRAM, which is not on the chip
        const auto figures = cost::explainAccelerator(accelerator);
        for (const Formula& figure : figures)
            checkSums(figure);
        QCOMPARE(named(figures, "peak rate")->value, double(accelerator.macUnits()) * accelerator.clock.count);
        QCOMPARE(named(figures, "memory on chip")->value, double(accelerator.onChipBytes().count));
        QCOMPARE(named(figures, "ridge point")->value, double(accelerator.macUnits()) / accelerator.readRate(0)->count);
        QVERIFY(std::abs(named(figures, "area")->value / hardware::chipArea(accelerator)->count - 1) < 1e-12);
        QVERIFY(std::abs(named(figures, "static power")->value / hardware::staticPower(accelerator).count - 1) < 1e-12);
        for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
            QCOMPARE(named(figures, "energy of one access to " + accelerator.levels[i].name)->value,
                     hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)})->count);
    }

    void whatTheAcceleratorDoesNotSayIsLeftOut()
    {
        auto accelerator = tests::twoLevels();
        accelerator.area = {};
        accelerator.macLeakage = Watts{0};
        accelerator.levels[0].readBandwidth.reset();
        const auto figures = cost::explainAccelerator(accelerator);
        QVERIFY(named(figures, "peak rate"));
        for (const char* absent : {"ridge", "area", "static power"})
            QVERIFY2(!named(figures, absent), absent);
        accelerator.levels.clear();
        QVERIFY(cost::explainAccelerator(accelerator).empty());
    }

    void theFormulaOfAnEnergyIsNamed()
    {
        auto accelerator = tests::simba();
        accelerator.levels[1].accessEnergy = Picojoules{3};
        QVERIFY(cost::explainAccessEnergy(accelerator, 1).source.find("stated") != std::string::npos);
        accelerator.levels[1].accessEnergy.reset();
        for (const auto source : {hardware::EnergySource::TimeloopPat, hardware::EnergySource::BankedPat}) {
            accelerator.energySource = source;
            const Formula made = cost::explainAccessEnergy(accelerator, 1);
            QVERIFY2(made.source.ends_with(hardware::name(source)), made.source.c_str());
            QCOMPARE(made.parts.size(), std::size_t(4)); // elements, bits, capacity, memories that share it
        }
        QCOMPARE(cost::explainAccessEnergy(accelerator, 0).parts.size(), std::size_t(2)); // DRAM has no capacity
    }
};

QTEST_GUILESS_MAIN(TestExplainInputs)
#include "tst_explain_inputs.moc"
