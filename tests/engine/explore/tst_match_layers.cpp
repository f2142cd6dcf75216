// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/match_layers.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

using Matches = std::vector<std::optional<std::size_t>>;

/// A layer whose shape is told apart by its channels.
workload::Layer layer(const char* name, std::int64_t channels)
{
    workload::Layer l;
    l.name = name;
    l.bounds[workload::LoopDimension::C] = channels;
    return l;
}

workload::Network network(std::vector<workload::Layer> layers) { return {"n", {}, {}, std::move(layers)}; }

} // namespace

class TestMatchLayers : public QObject {
    Q_OBJECT
private slots:
    void aNetworkMatchesItself();
    void theNameDecidesAmongEqualShapes();
    void thePlaceDecidesWhenNoNameDoes();
    void anEqualShapeAnywhereIsFound();
    void aLayerOfAnotherShapeIsNoMatchWhateverItsName();
    void noLayerIsTakenTwice();
};

void TestMatchLayers::aNetworkMatchesItself()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2), layer("c", 3)});
    QCOMPARE(matchLayers(n, n), (Matches{0, 1, 2}));
}

void TestMatchLayers::theNameDecidesAmongEqualShapes()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2)});
    const workload::Network turned = network({layer("b", 2), layer("a", 2)});
    QCOMPARE(matchLayers(n, turned), (Matches{1, 0}));
}

void TestMatchLayers::thePlaceDecidesWhenNoNameDoes()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2)});
    const workload::Network other = network({layer("x", 5), layer("y", 2), layer("z", 2)});
    QCOMPARE(matchLayers(n, other), (Matches{2, 1})); // b takes its place, a what is left
}

void TestMatchLayers::anEqualShapeAnywhereIsFound()
{
    const workload::Network n = network({layer("a", 2)});
    const workload::Network other = network({layer("x", 5), layer("y", 6), layer("z", 2)});
    QCOMPARE(matchLayers(n, other), (Matches{2}));
}

void TestMatchLayers::aLayerOfAnotherShapeIsNoMatchWhateverItsName()
{
    const workload::Network n = network({layer("a", 2), layer("b", 3)});
    const workload::Network other = network({layer("a", 4), layer("b", 3)});
    QCOMPARE(matchLayers(n, other), (Matches{std::nullopt, 1}));
}

void TestMatchLayers::noLayerIsTakenTwice()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2), layer("c", 2)});
    const workload::Network other = network({layer("c", 2), layer("x", 2)});
    const Matches matches = matchLayers(n, other);
    QCOMPARE(matches, (Matches{std::nullopt, 1, 0}));
}

QTEST_GUILESS_MAIN(TestMatchLayers)
#include "tst_match_layers.moc"
