// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/baseline.h"
#include "engine/kapla/factorisations.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/kapla/quick_cost.h"
#include "engine/kapla/segment_constraints.h"
#include "engine/kapla/segment_links.h"
#include "tests/engine/kapla/small_networks.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

const SegmentRules kBoth{.spatial = true, .temporal = true};

std::vector<std::int64_t> sizesOf(const std::vector<NodeRegion>& regions)
{
    std::vector<std::int64_t> sizes;
    for (const NodeRegion& region : regions)
        sizes.push_back(region.extent.size());
    return sizes;
}

Blocking blockingOf(const PerLoop& inputs, const PerLoop& outputs, const PerLoop& batch, const OrderPair& orders)
{
    Blocking blocking;
    for (std::size_t level = 0; level < 3; ++level)
        blocking.factors[level] = {inputs[level], outputs[level], batch[level]};
    blocking.position = orders;
    return blocking;
}

/// The definition of baseline B without anything that makes it fast.
class BruteForce {
public:
    BruteForce(const Machine& machine, const Network& network, std::int64_t batch, const SegmentRules& rules)
        : m_machine(machine), m_network(network), m_batch(batch), m_rules(rules)
    {
    }

    double leastCost()
    {
        const SchedulingGraph graph = schedulingGraph(m_network);
        const std::vector<std::size_t> order = graph.order();
        std::vector<std::vector<Segment>> ending(m_network.layers.size());
        for (std::size_t layer = 0; layer < m_network.layers.size(); ++layer)
            ending[layer].push_back(*placed(m_machine, m_network, {{layer}}, m_rules));
        for (const LayerGroups& groups : segmentCandidates(graph, m_rules))
            if (const auto segment = placed(m_machine, m_network, groups, m_rules))
                ending[groups.back().back()].push_back(*segment);
        std::vector<std::vector<State>> best(order.size());
        for (std::size_t end = 0; end < order.size(); ++end)
            for (const Segment& segment : ending[order[end]]) {
                const std::size_t first = end + 1 - segment.layers.size();
                for (State& state : continued(segment, first == 0 ? beginnings() : best[first - 1]))
                    if (best[end].empty() || isLess(state, best[end].front()))
                        best[end].assign(1, std::move(state));
            }
        return best.back().empty() ? kUnlimited : best.back().front().tally.cost();
    }

private:
    struct State {
        NetworkLayouts layouts;
        NetworkTally tally;
    };
    static bool isLess(const State& a, const State& b)
    {
        return better(Goal::Energy, a.tally.cost(), double(a.tally.cycles()), b.tally.cost(), double(b.tally.cycles()));
    }

    std::vector<State> beginnings() const
    {
        std::vector<State> all;
        for (auto& inputs : inputLayouts(m_machine, m_network, m_batch, {}))
            all.push_back(
                {{inputs, std::vector<DataLayout>(m_network.layers.size())}, NetworkTally(m_network.layers.size())});
        return all;
    }

    /// All constraints are tried, except those that a coarser working one makes pointless by definition.
    std::vector<State> continued(const Segment& segment, const std::vector<State>& before)
    {
        std::vector<State> all;
        const auto constraints = segmentConstraints(m_machine, m_network, m_batch, segment, m_rules);
        std::vector<std::vector<std::int64_t>> working;
        for (std::size_t i = 0; constraints && i < constraints->size(); ++i) {
            const auto numbers = constraints->numbers(i);
            bool skip = false;
            for (const auto& coarse : working)
                skip = skip || std::equal(numbers.begin(), numbers.end(), coarse.begin(), std::greater_equal<>());
            std::vector<State> states = skip ? std::vector<State>{} : before;
            std::vector<Blocking> chosen;
            for (std::size_t at = 0; at < segment.layers.size() && !states.empty(); ++at)
                states = next(segment.layers[at], constraints->at(i)[at], at == 0, states, chosen);
            if (states.empty())
                continue;
            working.push_back(numbers);
            all.push_back(states.front());
        }
        return all;
    }

    std::vector<State> next(const SegmentLayer& one, const LayerConstraint& constraint, bool begins,
                            const std::vector<State>& states, std::vector<Blocking>& chosen)
    {
        TopConstraint top = constraint.top;
        if (constraint.outputsLike)
            top.factor[1] = chosen[*constraint.outputsLike].factors[0][1];
        std::vector<State> best;
        std::optional<Blocking> blocking;
        for (const State& state : states) {
            const auto schedule = leastSchedule(one, top, inputsOf(m_network, one, state.layouts));
            if (!schedule)
                continue;
            State tried = state;
            if (begins)
                tried.tally.beginSegment();
            tried.tally.add(m_network, one, *schedule);
            tried.layouts.layers[one.layer] = schedule->outputs;
            if (best.empty() || isLess(tried, best.front())) {
                best.assign(1, tried);
                blocking = schedule->blocking;
            }
        }
        if (blocking)
            chosen.push_back(*blocking);
        return best;
    }

    std::optional<LayerSchedule> leastSchedule(const SegmentLayer& one, const TopConstraint& top,
                                               const DataLayout& inputs) const
    {
        const Layer& layer = m_network.layers[one.layer].layer;
        std::optional<LayerSchedule> best;
        for (const Partition& partition : partitions(layer, m_batch, one.placement.nodes.extent, {}))
            for (const UnitLoops& loops : rowStationary(shareOf(partition, layer, m_batch), m_machine.array)) {
                const auto blocking = leastBlocking(blockingProblem(m_machine, one.placement, partition, loops), top);
                if (!blocking)
                    continue;
                auto found = evaluate(m_machine, one.placement, layer, m_batch, {partition, loops, *blocking}, inputs);
                if (found
                    && (!best
                        || better(Goal::Energy, found->cost.total(), double(found->cost.cycles()), best->cost.total(),
                                  double(best->cost.cycles()))))
                    best = std::move(found);
            }
        return best;
    }

    static std::optional<Blocking> leastBlocking(const BlockingProblem& problem, const TopConstraint& top)
    {
        std::optional<Blocking> best;
        double least = 0, cycles = 0;
        for (const auto& inputs : factorisations<3>(problem.loops.trips[0]))
            for (const auto& outputs : factorisations<3>(problem.loops.trips[1]))
                for (const auto& batch : factorisations<3>(problem.loops.trips[2])) {
                    if ((top.factor[0] && top.factor[0] != inputs[0]) || (top.factor[1] && top.factor[1] != outputs[0])
                        || (top.factor[2] && top.factor[2] != batch[0]))
                        continue;
                    LoopPattern pattern = 0;
                    for (unsigned level = 0; level < 3; ++level)
                        pattern |= LoopPattern(inputs[level] > 1) << (3 * level)
                                   | LoopPattern(outputs[level] > 1) << (3 * level + 1)
                                   | LoopPattern(batch[level] > 1) << (3 * level + 2);
                    for (const std::uint8_t order : ordersWorthwhile(problem.loops.kind, pattern, top)) {
                        const Blocking blocking = blockingOf(inputs, outputs, batch, orderPairs()[order]);
                        const auto counts = count(problem, blocking);
                        if (counts
                            && (!best
                                || better(Goal::Energy, accessCost(*counts, problem.costs), double(counts->cycles()),
                                          least, cycles))) {
                            best = blocking;
                            least = accessCost(*counts, problem.costs);
                            cycles = double(counts->cycles());
                        }
                    }
                }
        return best;
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const SegmentRules& m_rules;
};

} // namespace

class SegmentsTest : public QObject {
    Q_OBJECT
private slots:
    void layersWithoutFiltersJoinTheOneTheyAloneRead()
    {
        const Network network = chain({convolution(8, 8, 8, 3), pooling(8, 4, 2, 2), convolution(8, 8, 4, 3)});
        const SchedulingGraph graph = schedulingGraph(network);
        QCOMPARE(graph.vertices, (std::vector<std::vector<std::size_t>>{{0, 1}, {2}}));
        QVERIFY(graph.predecessors[1].contains(0));
        QVERIFY(graph.predecessors[0].contains(SchedulingGraph::kInput));
    }

    void layersThatShareTheirSourceStayAlone()
    {
        Network network = chain({convolution(8, 8, 8, 3), pooling(8, 4, 2, 2)});
        network.layers.push_back({"other reader", convolution(8, 8, 8, 1), {{false, 0}}});
        QCOMPARE(schedulingGraph(network).vertices.size(), std::size_t(3));
    }

    void branchesAreScheduledOneAfterTheOther()
    {
        const SchedulingGraph graph = schedulingGraph(residual());
        QCOMPARE(graph.vertices, (std::vector<std::vector<std::size_t>>{{0}, {1}, {2, 3}, {4}}));
        QCOMPARE(graph.order(), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    }

    void candidatesEndBeforeAVertexWithTwoSourcesInside()
    {
        const SchedulingGraph graph = schedulingGraph(residual());
        for (const LayerGroups& groups : segmentCandidates(graph, kBoth)) {
            const auto contains = [&](std::size_t layer) {
                return std::any_of(groups.begin(), groups.end(), [layer](const auto& group) {
                    return std::find(group.begin(), group.end(), layer) != group.end();
                });
            };
            QVERIFY(!(contains(0) && contains(1) && contains(2))); // "right" with "sum" reads from both others
        }
        const auto all = segmentCandidates(graph, kBoth);
        QVERIFY(std::find(all.begin(), all.end(), LayerGroups{{0}, {1}}) != all.end());
        QVERIFY(std::find(all.begin(), all.end(), LayerGroups{{2, 3, 4}}) != all.end());
    }

    void nothingIsACandidateUnlessAllowed()
    {
        QVERIFY(segmentCandidates(schedulingGraph(residual()), {}).empty());
        SegmentRules one = kBoth;
        one.longest = 1;
        for (const LayerGroups& groups : segmentCandidates(schedulingGraph(residual()), one))
            QCOMPARE(groups, (LayerGroups{{2, 3}}));
    }

    void nodesAreSharedByOperations()
    {
        const Machine machine = smallMachine({4, 4});
        const auto even = sharedNodes(machine, twoConvolutions(), {{0}, {1}}, 0.05);
        QCOMPARE(sizesOf(even.value()), (std::vector<std::int64_t>{8, 8}));
        const Network uneven = chain({convolution(16, 16, 8, 3), convolution(16, 16, 8, 1)}); // 9 : 1
        QCOMPARE(sizesOf(sharedNodes(machine, uneven, {{0}, {1}}, 0.05).value()), (std::vector<std::int64_t>{14, 2}));
        const Machine small =
            smallMachine({2, 2}); // 2 : 1 leaves a quarter idle, whether as 2 and 2 nodes or as 3 and 1
        const Network twice = chain({convolution(16, 32, 8, 1), convolution(32, 8, 8, 1)});
        QVERIFY(!sharedNodes(small, twice, {{0}, {1}}, 0.2).has_value());
        QCOMPARE(sizesOf(sharedNodes(small, twice, {{0}, {1}}, 0.3).value()), (std::vector<std::int64_t>{2, 2}));
    }

    void dataStayOnTheNodesWhereTheyAreMade()
    {
        const Machine machine = smallMachine({4, 4});
        const Segment spatial = placed(machine, twoConvolutions(), {{0}, {1}}, kBoth).value();
        QCOMPARE(spatial.layers[0].placement.source, machine.memory);
        QVERIFY(spatial.layers[0].placement.destination == spatial.layers[0].placement.nodes);
        QVERIFY(spatial.layers[1].placement.source == spatial.layers[0].placement.nodes);
        QCOMPARE(spatial.layers[1].placement.destination, machine.memory);
        const Segment temporal = placed(machine, twoConvolutions(), {{0, 1}}, kBoth).value();
        QVERIFY(temporal.layers[1].placement.source == temporal.layers[1].placement.nodes);
    }

    void outputsForInsideAndOutsideGoToMemoryAndStay()
    {
        const Machine machine = smallMachine({4, 4});
        const Segment segment = placed(machine, residual(), {{0, 1}}, kBoth).value();
        QCOMPARE(segment.layers[0].placement.destination, machine.memory);
        QCOMPARE(segment.layers[1].forwardedFrom, std::optional(segment.layers[0].placement.nodes));
    }

    void whatWouldBeOverwrittenIsNoSegment()
    {
        // "right" reads from "stem", but "left" runs between them on the same nodes.
        QVERIFY(!segmentLinks(residual(), {{0, 1, 2}}).has_value());
        QVERIFY(segmentLinks(residual(), {{0, 1}}).has_value());
        QVERIFY(segmentLinks(residual(), {{0}, {1}}).has_value());
    }

    void chainsHaveNoForks()
    {
        const LayerGroups fork{{0}, {1}, {2}};
        QVERIFY(segmentLinks(residual(), fork).has_value());
        QVERIFY(!segmentLinks(residual(), fork, false).has_value());
    }

    void networksStayOnlyIfAsked()
    {
        const Machine machine = smallMachine({4, 4});
        SegmentRules rules = kBoth;
        QVERIFY(!placed(machine, twoConvolutions(), {{0}, {1}}, rules)->layers[0].placement.filtersStay);
        rules.networksStay = true;
        QVERIFY(placed(machine, twoConvolutions(), {{0}, {1}}, rules)->layers[0].placement.filtersStay);
        QVERIFY(!placed(machine, twoConvolutions(), {{0, 1}}, rules)
                     ->layers[0]
                     .placement.filtersStay); // filters take turns
    }

    void aSingleLayerIsBoundToNothing()
    {
        const Machine machine = smallMachine({4, 4});
        const auto constraints =
            segmentConstraints(machine, twoConvolutions(), 4, *placed(machine, twoConvolutions(), {{0}}, kBoth), kBoth);
        QCOMPARE(constraints->size(), std::size_t(1));
        QCOMPARE(constraints->at(0), SegmentConstraint{LayerConstraint{}});
    }

    void layersOnOtherNodesAgreeOnWhatTheyPassOn()
    {
        const Machine machine = smallMachine({4, 4});
        const Segment segment = placed(machine, twoConvolutions(), {{0}, {1}}, kBoth).value();
        const auto constraints = segmentConstraints(machine, twoConvolutions(), 4, segment, kBoth);
        // The batch in 1, 2 or 4 parts; the channels in 1, 2, 4, ...: 5 % of a buffer are 204.8 words, all outputs
        // 4096.
        QCOMPARE(constraints->size(), std::size_t(3 * 5));
        for (std::size_t i = 0; i < constraints->size(); ++i) {
            const SegmentConstraint one = constraints->at(i);
            QCOMPARE(one[0].top.factor[index(Loop::Batch)], one[1].top.factor[index(Loop::Batch)]);
            QCOMPARE(one[0].top.factor[index(Loop::OutputChannels)], one[1].top.factor[index(Loop::InputChannels)]);
        }
    }

    void layersOnTheSameNodesKeepAllOfWhatIsAddedUp()
    {
        const Machine machine = smallMachine({4, 4});
        const Segment segment = placed(machine, twoConvolutions(), {{0, 1}}, kBoth).value();
        const auto constraints = segmentConstraints(machine, twoConvolutions(), 4, segment, kBoth);
        QCOMPARE(constraints->size(), std::size_t(3)); // parts of the batch
        QCOMPARE(constraints->at(1)[0].top.factor, (PerLoop{0, 1, 2}));
        QCOMPARE(constraints->at(1)[1].top.factor, (PerLoop{1, 0, 2}));
    }

    void layersWithoutFiltersFollowTheFactorTheyFind()
    {
        const Machine machine = smallMachine({4, 4});
        const Network network = chain({convolution(8, 8, 8, 3), pooling(8, 4, 2, 2)});
        const Segment segment = placed(machine, network, {{0, 1}}, kBoth).value();
        const SegmentConstraint one = segmentConstraints(machine, network, 1, segment, kBoth)->at(0);
        QCOMPARE(one[0].top.factor, (PerLoop{0, 0, 1}));
        QCOMPARE(one[1].outputsLike, std::optional<std::size_t>(0));
    }

    void whatMustBeKeptHasToFit()
    {
        Machine machine = smallMachine({4, 4});
        const Segment segment = placed(machine, twoConvolutions(), {{0, 1}}, kBoth).value();
        machine.bufferWords = 64; // 16 nodes hold 1024 words, an image of outputs has 1024, one of inputs 1600
        QVERIFY(!segmentConstraints(machine, twoConvolutions(), 4, segment, kBoth).has_value());
    }

    void theBaselineEqualsBruteForce_data()
    {
        QTest::addColumn<int>("network");
        QTest::addColumn<bool>("sharing");
        for (const bool sharing : {false, true}) {
            const QByteArray end = sharing ? ", buffers shared" : "";
            QTest::newRow("two convolutions" + end) << 0 << sharing;
            QTest::newRow("depthwise" + end) << 1 << sharing;
            QTest::newRow("residual" + end) << 2 << sharing;
        }
    }
    void theBaselineEqualsBruteForce()
    {
        QFETCH(const int, network);
        QFETCH(const bool, sharing);
        const Network tested = network == 0   ? chain({convolution(4, 8, 4, 3), convolution(8, 4, 4, 3)})
                               : network == 1 ? mobileBlock()
                                              : residual();
        Features features;
        features.bufferSharing = sharing;
        Machine machine = smallMachine({2, 2}, features);
        machine.bufferWords = 512;
        BaselineOptions options;
        options.segments = kBoth;
        options.threads = 2;
        const BaselineResult found = searchBaseline(machine, tested, 2, options);
        const double least = BruteForce(machine, tested, 2, options.segments).leastCost();
        QVERIFY(found.schedule.has_value());
        QVERIFY(std::abs(found.schedule->cost - least) <= 1e-9 * least);
    }

    void segmentsSaveAgainstLayerAfterLayer()
    {
        const Machine machine = smallMachine({4, 4});
        BaselineOptions options;
        const double single = searchBaseline(machine, twoConvolutions(), 4, options).schedule->cost;
        options.segments = kBoth;
        const BaselineResult pipelined = searchBaseline(machine, twoConvolutions(), 4, options);
        QVERIFY(pipelined.schedule->cost < single);
        QCOMPARE(pipelined.schedule->segments.size(), std::size_t(1));
    }

    void aScheduleIsWorthWhatItsMappingsAre()
    {
        const Machine machine = smallMachine({4, 4});
        const Network network = mobileBlock();
        BaselineOptions options;
        options.segments = kBoth;
        const NetworkSchedule found = searchBaseline(machine, network, 4, options).schedule.value();
        NetworkSchedule again{found.inputs, {}, 0, 0};
        NetworkLayouts layouts{found.inputs, {}};
        for (const ScheduledSegment& one : found.segments) {
            std::vector<LayerMapping> mappings;
            for (const auto& layer : one.layers)
                mappings.push_back(*layer);
            again.segments.push_back(evaluate(machine, network, 4, one.segment, mappings, layouts).value());
        }
        tally(network, again);
        QCOMPARE(again.cost, found.cost);
        QCOMPARE(again.cycles, found.cycles);
    }
};

QTEST_APPLESS_MAIN(SegmentsTest)
#include "tst_segments.moc"
