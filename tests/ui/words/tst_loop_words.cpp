// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "ui/words/loop_words.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class LoopWordsTest : public QObject {
    Q_OBJECT
private slots:
    void loopsGoFromOuterToInner();
    void aTensorStaysWhenNothingChangesIt();
    void aTensorIsReadAgainWhenAnInnerLoopChangesIt();
    void spatialLoopsShareOrSplit();
    void withoutMulticastSpatialLoopsCopy();
    void aTensorKeptNowhereInsideGoesToTheMacUnits();
    void explanationsNameTheLevels();
    void theInnermostLoopOutsideThePesNamesTheDataflow_data();
    void theInnermostLoopOutsideThePesNamesTheDataflow();

private:
    const hardware::Accelerator m_accelerator = sample::accelerator();
    const mapping::LayerMapping m_mapping = sample::layerMapping();
};

void LoopWordsTest::loopsGoFromOuterToInner()
{
    const std::vector<LoopRef> loops = loopsOf(m_mapping);
    QCOMPARE(loops.size(), std::size_t(2 + 4 + 2 + 5));
    QCOMPARE(loops.front(), (LoopRef{0, 0}));
    QCOMPARE(loops[4], (LoopRef{1, 2}));
    QVERIFY(isSpatial(m_mapping, loops[4]));
    QVERIFY(!isSpatial(m_mapping, loops[3]));
    QCOMPARE(loopTitle(m_accelerator, m_mapping, loops[4]), u"par for K in 0..4 along the rows at GlobalBuffer"_s);
    QCOMPARE(loopTitle(m_accelerator, m_mapping, loops[0]), u"for P in 0..7 at DRAM"_s);
}

void LoopWordsTest::aTensorStaysWhenNothingChangesIt()
{
    // P 2 is the innermost temporal loop of GlobalBuffer; weights do not depend on P and are kept one level further in.
    const auto effects = loopEffects(m_accelerator, m_mapping, {1, 1});
    QCOMPARE(effects[TensorRole::Weights].effect, LoopEffect::Stays);
    QCOMPARE(effects[TensorRole::Weights].level, std::optional<std::size_t>(2));
    QCOMPARE(effects[TensorRole::Inputs].effect, LoopEffect::Moves);
    QCOMPARE(effects[TensorRole::Outputs].effect, LoopEffect::Moves);
    QCOMPARE(effects[TensorRole::Outputs].level, std::optional<std::size_t>(3));
}

void LoopWordsTest::aTensorIsReadAgainWhenAnInnerLoopChangesIt()
{
    // C 8 does not change outputs, but K 2 inside it does: partial sums go back to GlobalBuffer.
    const auto effects = loopEffects(m_accelerator, m_mapping, {2, 0});
    QCOMPARE(effects[TensorRole::Outputs].effect, LoopEffect::ReadAgain);
    QCOMPARE(effects[TensorRole::Outputs].level, std::optional<std::size_t>(1));
    // K 2 is innermost there: inputs stay.
    QCOMPARE(loopEffects(m_accelerator, m_mapping, {2, 1})[TensorRole::Inputs].effect, LoopEffect::Stays);
}

void LoopWordsTest::spatialLoopsShareOrSplit()
{
    const auto k = loopEffects(m_accelerator, m_mapping, {1, 2});
    QCOMPARE(k[TensorRole::Inputs].effect, LoopEffect::Shared);
    QCOMPARE(k[TensorRole::Weights].effect, LoopEffect::Split);
    const auto c = loopEffects(m_accelerator, m_mapping, {3, 3});
    QCOMPARE(c[TensorRole::Outputs].effect, LoopEffect::Shared);
}

void LoopWordsTest::withoutMulticastSpatialLoopsCopy()
{
    hardware::Accelerator accelerator = m_accelerator;
    accelerator.levels[1].multicast = TensorSet::of(TensorRole::Outputs);
    QCOMPARE(loopEffects(accelerator, m_mapping, {1, 2})[TensorRole::Inputs].effect, LoopEffect::Copied);
    QVERIFY(loopExplanation(accelerator, m_mapping, {1, 2})
                .contains(u"copies inputs (each child has its own copy from GlobalBuffer)"_s));
    QCOMPARE(multicastText(TensorSet::all()), u"multicast"_s);
    QCOMPARE(multicastText(accelerator.levels[1].multicast), u"multicast of outputs"_s);
    QCOMPARE(multicastText({}), u"no multicast"_s);
}

void LoopWordsTest::aTensorKeptNowhereInsideGoesToTheMacUnits()
{
    const auto q = loopEffects(m_accelerator, m_mapping, {3, 2});
    QCOMPARE(q[TensorRole::Inputs].effect, LoopEffect::Moves);
    QVERIFY(!q[TensorRole::Inputs].level);
    QCOMPARE(q[TensorRole::Weights].effect, LoopEffect::ReadAgain);
    QCOMPARE(q[TensorRole::Weights].level, std::optional<std::size_t>(2));
}

void LoopWordsTest::explanationsNameTheLevels()
{
    QCOMPARE(loopExplanation(m_accelerator, m_mapping, {1, 1}),
             u"re-uses weights (stay in WeightBuffer); moves inputs (another tile to LocalBuffer each step), "
             u"outputs (another tile in LocalBuffer each step)"_s);
    QCOMPARE(loopExplanation(m_accelerator, m_mapping, {1, 2}),
             u"re-uses inputs (one copy serves all children); splits weights (each child has its own part), "
             u"outputs (each child has its own part)"_s);
    // No tensor is free of a loop over groups.
    mapping::LayerMapping grouped = m_mapping;
    grouped.levels[0].temporal = {{workload::LoopDimension::G, 2}};
    QVERIFY(loopExplanation(m_accelerator, grouped, {0, 0}).startsWith(u"moves weights"_s));
}

void LoopWordsTest::theInnermostLoopOutsideThePesNamesTheDataflow_data()
{
    using enum workload::LoopDimension;
    QTest::addColumn<std::vector<mapping::Loop>>("outer");
    QTest::addColumn<std::vector<mapping::Loop>>("buffer");
    QTest::addColumn<QString>("text");
    using Loops = std::vector<mapping::Loop>;
    QTest::newRow("P inside") << Loops{{K, 2}} << Loops{{C, 2}, {P, 2}} << "weight stationary";
    QTest::newRow("K inside") << Loops{} << Loops{{P, 2}, {K, 2}} << "input stationary";
    QTest::newRow("C inside") << Loops{} << Loops{{P, 2}, {C, 2}} << "output stationary";
    QTest::newRow("R inside") << Loops{} << Loops{{R, 3}} << "output stationary";
    QTest::newRow("DRAM decides") << Loops{{C, 2}, {K, 2}} << Loops{} << "input stationary";
    QTest::newRow("bounds of 1 do not count") << Loops{} << Loops{{K, 2}, {C, 1}} << "input stationary";
    QTest::newRow("groups") << Loops{} << Loops{{K, 2}, {G, 2}} << "nothing stationary";
    QTest::newRow("none") << Loops{} << Loops{} << "no loops outside the PEs";
}

void LoopWordsTest::theInnermostLoopOutsideThePesNamesTheDataflow()
{
    QFETCH(std::vector<mapping::Loop>, outer);
    QFETCH(std::vector<mapping::Loop>, buffer);
    QFETCH(QString, text);
    mapping::LayerMapping mapping = m_mapping;
    mapping.levels[0].temporal = outer;
    mapping.levels[1].temporal = buffer;
    QCOMPARE(dataflowText(mapping), text);
}

QTEST_APPLESS_MAIN(LoopWordsTest)
#include "tst_loop_words.moc"
