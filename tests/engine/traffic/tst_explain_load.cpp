// SPDX-License-Identifier: Apache-2.0
// How the load of a link comes about: every number is made of its parts, and the root is what the mesh load says.
#include "engine/traffic/explain_load.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::traffic;
using enum workload::LoopDimension;

namespace {

bool adds(const cost::Formula& formula)
{
    if (formula.parts.empty())
        return formula.operation == cost::Formula::Operation::Given || formula.value == 0;
    for (const cost::Formula& part : formula.parts)
        if (!adds(part))
            return false;
    return std::abs(cost::computed(formula) - formula.value) <= 1e-9 * std::max(1.0, std::abs(formula.value));
}

} // namespace

class TestExplainLoad : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_accelerator = tests::meshAccelerator(2, 2);
        workload::Layer layer;
        layer.name = "small";
        layer.bounds[C] = 8;
        layer.bounds[K] = 4;
        const mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                             {{}, {{K, 2, hardware::Axis::Rows}, {K, 2}}, TensorSet::all()},
                                             {{{C, 8}}, {}, TensorSet::all()}}};
        const auto load = meshLoad(m_accelerator, layer, mapping, Cycles{100});
        QVERIFY2(load, load ? "" : load.error().text().c_str());
        m_load = *load;
    }
    void theRootIsTheLoadOfTheLink()
    {
        int loaded = 0;
        for (noc::LinkId link = 0; link < m_load.mesh.linkCount(); ++link) {
            const cost::Formula formula = explainLoad(m_load, m_accelerator, link, TensorSet::all(), "load");
            QVERIFY(std::abs(formula.value - m_load.utilization(link)) < 1e-12);
            QVERIFY2(adds(formula), cost::asText(formula).c_str());
            loaded += formula.value > 0 ? 1 : 0;
        }
        QVERIFY(loaded > 0);
    }
    void everyFlowSaysHowItTravels()
    {
        const noc::LinkId link = m_load.mesh.entering(m_load.mesh.bufferPort());
        const cost::Formula bytes = explainLinkBytes(m_load, m_accelerator, link, TensorSet::all());
        QCOMPARE(bytes.value, m_load.bytes(link));
        QVERIFY(bytes.parts.size() >= 2); // weights and inputs
        bool seesMulticast = false;
        for (const cost::Formula& part : bytes.parts) {
            if (part.name.find("to the PEs") == std::string::npos)
                continue; // what the buffer drains
            QVERIFY(part.source.find("K in 0..2 along rows at Buffer") != std::string::npos);
            seesMulticast = seesMulticast || part.source.find("one copy for up to 4 PEs") != std::string::npos;
        }
        QVERIFY(seesMulticast);
    }
    void hiddenTensorsDoNotCount()
    {
        const noc::LinkId link = m_load.mesh.entering(m_load.mesh.bufferPort());
        const auto inputs = explainLinkBytes(m_load, m_accelerator, link, TensorSet::of(TensorRole::Inputs));
        QVERIFY(inputs.value > 0 && inputs.value < m_load.bytes(link));
    }
    void flitsAreFullButForTheLast()
    {
        for (noc::LinkId link = 0; link < m_load.mesh.linkCount(); ++link)
            QCOMPARE(explainLinkFlits(m_load, m_accelerator, link, TensorSet::all()).value, m_load.flits(link));
    }

private:
    hardware::Accelerator m_accelerator;
    MeshLoad m_load;
};

QTEST_APPLESS_MAIN(TestExplainLoad)
#include "tst_explain_load.moc"
