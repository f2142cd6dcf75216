// SPDX-License-Identifier: Apache-2.0
// An oracle of link loads that shares nothing with engine/traffic but the numbers of routers: it runs the temporal
// loops step by step, looks at every child of every PE, and walks every route router by router.
#include "engine/cost/nest.h"
#include "engine/traffic/mesh_load.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/support/walked_elements.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace nestloom;
using enum workload::LoopDimension;
using noc::LinkEnds;
using tests::boxElements;
using tests::Element;
using tests::Elements;

namespace {

constexpr int kColumns = 3, kRows = 2; // of PEs
constexpr std::size_t kMesh = 1;       // the level above them

struct Place {
    int x = 0, y = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
};
/// From one place to another; a port is where it stands with y + 100, so that it differs from its router.
using Step = std::pair<Place, Place>;
using Loads = std::map<Step, double>;

Place portAt(Place router) { return {router.x, router.y + 100}; }
Place peAt(std::size_t pe) { return {int(pe) % kColumns, int(pe) / kColumns}; }
/// Of the column and the row of a PE its number.
std::size_t numberOf(Place pe) { return std::size_t(pe.y * kColumns + pe.x); }
const Place kBuffer{kColumns - 1, kRows};

std::set<Step> walk(Place from, Place to)
{
    std::set<Step> steps{{portAt(from), from}};
    Place at = from;
    while (at.x != to.x) {
        const Place next{at.x + (to.x > at.x ? 1 : -1), at.y};
        steps.insert({at, next});
        at = next;
    }
    while (at.y != to.y) {
        const Place next{at.x, at.y + (to.y > at.y ? 1 : -1)};
        steps.insert({at, next});
        at = next;
    }
    steps.insert({to, portAt(to)});
    return steps;
}

/// One child of a PE: which PE, and where its part of the loops starts. Children with the same wire share what is the
/// same.
struct Child {
    std::size_t pe = 0;
    std::size_t wire = 0;
    workload::Extents first{};
};

class Walk {
public:
    Walk(const hardware::Accelerator& accelerator, const workload::Layer& layer, const mapping::LayerMapping& mapping)
        : m_accelerator(accelerator), m_layer(layer)
    {
        cost::flatten(accelerator, mapping, m_nest);
    }

    Loads run()
    {
        for (const TensorRole role : kTensorRoles) {
            std::size_t outer = kMesh, inner = kMesh + 1;
            while (!m_nest.keeps[outer].contains(role))
                --outer;
            while (inner < m_nest.levelCount() && !m_nest.keeps[inner].contains(role))
                ++inner;
            m_outer = outer == kMesh ? kBuffer : Place{0, kRows};
            exchange(role, outer, inner, childrenIn(role, inner));
            if (outer != kMesh)
                continue;
            m_outer = {0, kRows};
            exchange(role, 0, kMesh, {});
        }
        return m_loads;
    }

private:
    /// Every combination of the spatial loops between the mesh and `inner`; PEs count along the loops of the mesh.
    std::vector<Child> childrenIn(TensorRole role, std::size_t inner) const
    {
        std::vector<Child> children{{}};
        const auto& spatial = m_nest.spatial();
        for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop) { // outer to inner
            if (loop->level < kMesh || loop->level >= inner)
                continue;
            std::vector<Child> more;
            for (const Child& child : children)
                for (std::int64_t i = 0; i < loop->bound; ++i) {
                    Child next = child;
                    next.first[loop->dimension] += i * loop->step;
                    if (!m_accelerator.levels[loop->level].multicast.contains(role))
                        next.wire = next.wire * std::size_t(loop->bound) + std::size_t(i);
                    if (loop->level == kMesh) {
                        Place at = peAt(child.pe);
                        int& along = loop->axis == hardware::Axis::Rows ? at.y : at.x;
                        along = along * int(loop->bound) + int(i);
                        next.pe = numberOf(at);
                    }
                    more.push_back(next);
                }
            children = std::move(more);
        }
        return children;
    }

    /// Runs the loops outside `inner`. Without children, the buffer itself is the child of what lies outside.
    void exchange(TensorRole role, std::size_t outer, std::size_t inner, std::vector<Child> children)
    {
        m_toBuffer = children.empty();
        if (m_toBuffer)
            children.push_back({});
        m_bytes = double(m_accelerator.levels[outer].elementBits[role].count) / 8;
        const bool toMacs = inner == m_nest.levelCount();
        std::vector<cost::NestLoop> loops;
        for (auto loop = m_nest.temporal().rbegin(); loop != m_nest.temporal().rend(); ++loop)
            if (loop->level < inner)
                loops.push_back(*loop);
        const workload::Extents tile = toMacs ? workload::unitExtents() : m_nest.tile(inner);
        std::vector<std::int64_t> at(loops.size(), 0);
        std::vector<Elements> held(children.size());
        Elements sent; // outputs that have left some child
        for (bool more = true; more;) {
            std::vector<Elements> wanted;
            for (const Child& child : children) {
                workload::Extents first = child.first;
                for (std::size_t i = 0; i < loops.size(); ++i)
                    first[loops[i].dimension] += at[i] * loops[i].step;
                wanted.push_back(boxElements(m_layer, role, first, tile));
            }
            replace(role, children, held, wanted, sent, toMacs);
            held = wanted;
            std::size_t i = loops.size();
            while (i > 0 && ++at[i - 1] == loops[i - 1].bound)
                at[--i] = 0;
            more = i > 0;
        }
        replace(role, children, held, std::vector<Elements>(children.size()), sent, toMacs);
    }

    /// The children give `held` back and take `wanted`. MAC units remember nothing.
    void replace(TensorRole role, const std::vector<Child>& children, const std::vector<Elements>& held,
                 const std::vector<Elements>& wanted, Elements& sent, bool forgets)
    {
        if (role == TensorRole::Outputs) {
            for (const auto& [tile, pes] : alike(children, held, true))
                collect(pes, countMissing(tile.first, wanted[pes.begin()->second], forgets));
            for (const Elements& tile : held)
                for (const Element& element : tile)
                    sent.insert(element);
        }
        // Of sums that come back each child gets an equal part, whatever its wire.
        for (const auto& [tile, pes] : alike(children, wanted, role != TensorRole::Outputs)) {
            const Elements& before = held[pes.begin()->second];
            if (role != TensorRole::Outputs) {
                deliver(pes, countMissing(tile.first, before, forgets));
                continue;
            }
            double back = 0;
            for (const Element& element : tile.first)
                back += sent.count(element) > 0 && (forgets || before.count(element) == 0) ? 1 : 0;
            for (const auto& [pe, child] : pes)
                add(walk(m_outer, placeOf(pe)), back / double(pes.size()));
        }
    }

    using Members = std::multimap<std::size_t, std::size_t>; // PE -> child

    using Groups = std::map<std::pair<Elements, std::size_t>, Members>; // by tile and wire

    static Groups alike(const std::vector<Child>& children, const std::vector<Elements>& tiles, bool byWire)
    {
        Groups groups;
        for (std::size_t i = 0; i < children.size(); ++i)
            if (!tiles[i].empty())
                groups[{tiles[i], byWire ? children[i].wire : 0}].insert({children[i].pe, i});
        return groups;
    }

    static double countMissing(const Elements& tile, const Elements& other, bool forgets)
    {
        double missing = 0;
        for (const Element& element : tile)
            missing += forgets || other.count(element) == 0 ? 1 : 0;
        return missing;
    }

    Place placeOf(std::size_t pe) const { return m_toBuffer ? kBuffer : peAt(pe); }

    void deliver(const Members& pes, double elements) { tree(pes, elements, false); }
    void collect(const Members& pes, double elements) { tree(pes, elements, true); }

    void tree(const Members& pes, double elements, bool inwards)
    {
        std::set<std::size_t> places;
        for (const auto& [pe, child] : pes)
            places.insert(pe);
        std::set<Step> steps;
        for (const std::size_t pe : places) {
            const std::set<Step> route = inwards ? walk(placeOf(pe), m_outer) : walk(m_outer, placeOf(pe));
            steps.insert(route.begin(), route.end());
        }
        add(steps, elements);
    }

    void add(const std::set<Step>& steps, double elements)
    {
        for (const Step& step : steps)
            m_loads[step] += elements * m_bytes;
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    cost::Nest m_nest;
    Place m_outer;
    bool m_toBuffer = false;
    double m_bytes = 1;
    Loads m_loads;
};

Step stepOf(const noc::Mesh& mesh, const LinkEnds& ends)
{
    const auto place = [&](noc::RouterId router) { return Place{int(mesh.columnOf(router)), int(mesh.rowOf(router))}; };
    switch (ends.kind) {
    case LinkEnds::Kind::Hop: return {place(ends.from), place(ends.to)};
    case LinkEnds::Kind::Entering: return {portAt(place(ends.to)), place(ends.to)};
    case LinkEnds::Kind::Leaving: break;
    }
    return {place(ends.from), portAt(place(ends.from))};
}

TensorSet randomSet(Rng& rng)
{
    TensorSet set;
    for (const TensorRole role : kTensorRoles)
        if (rng.below(3) > 0)
            set = set.with(role);
    return set;
}

} // namespace

class TestWalkedMesh : public QObject {
    Q_OBJECT
private slots:
    void everyLinkCarriesWhatTheWalkSays()
    {
        Rng rng(5);
        std::array<int, 3> casts{};
        int flowsBack = 0;
        for (int i = 0; i < 400; ++i) {
            auto accelerator = tests::meshAccelerator(kColumns, kRows, 2);
            accelerator.levels[1].keeps = randomSet(rng);
            accelerator.levels[2].keeps = randomSet(rng);
            accelerator.levels[1].capacity = Bytes{400};
            accelerator.levels[2].capacity = Bytes{40};
            accelerator.levels[0].elementBits[TensorRole::Outputs] = {24};
            accelerator.levels[1].elementBits[TensorRole::Outputs] = {16};
            for (const std::size_t level : {1u, 2u})
                accelerator.levels[level].multicast = rng.below(3) > 0 ? TensorSet::all() : randomSet(rng);
            auto layer = tests::convolution("x", 1, 1, 1, 1);
            // Every other layer has pixels and taps only, whose tiles overlap from PE to PE.
            for (const auto d : workload::kLoopDimensions)
                layer.bounds[d] = i % 2 == 0 || d < C ? 1 + std::int64_t(rng.below(d == G ? 2 : 3)) : 1;
            layer.strideP = 1 + std::int64_t(rng.below(2));
            layer.dilationR = 1 + std::int64_t(rng.below(2));
            layer.strideQ = 1 + std::int64_t(rng.below(2));
            layer.dilationS = 1 + std::int64_t(rng.below(2));
            const auto mapping = tests::randomMapping(rng, accelerator, layer);
            const auto load = traffic::meshLoad(accelerator, layer, mapping, Cycles{1000});
            QVERIFY2(load, load ? "" : load.error().text().c_str());
            compare(*load, Walk(accelerator, layer, mapping).run(), i);
            for (const traffic::Flow& flow : load->flows) {
                ++casts[std::size_t(flow.cast)];
                flowsBack += flow.kind == traffic::Flow::Kind::Return ? 1 : 0;
            }
        }
        for (const int seen : casts) // the cases are worth something
            QVERIFY(seen > 20);
        QVERIFY(flowsBack > 20);
    }

    void tilesThatMeetOnOtherPesAreShared()
    {
        // Pixels and taps both over PEs, or taps over the lanes inside: strides and dilations decide which tiles are
        // one.
        for (const std::int64_t stride : {1, 2, 3})
            for (const std::int64_t dilation : {1, 2, 3})
                for (const bool inside : {false, true}) {
                    const auto accelerator = tests::meshAccelerator(kColumns, kRows, 2);
                    workload::Layer layer = tests::convolution("x", 1, 1, 1, 1, stride);
                    layer.bounds[P] = layer.bounds[Q] = 3;
                    layer.bounds[R] = layer.bounds[S] = 2;
                    layer.dilationR = layer.dilationS = dilation;
                    for (const auto& [pixel, tap] : {std::pair{P, R}, std::pair{Q, S}}) {
                        mapping::LayerMapping mapping = mapping::outermostMapping(accelerator, layer);
                        mapping.levels[2].keeps = TensorSet::all().without(TensorRole::Inputs);
                        std::erase_if(mapping.levels[0].temporal, [&](const mapping::Loop& loop) {
                            return loop.dimension == pixel || loop.dimension == tap;
                        });
                        mapping.levels[1].spatial = {{pixel, 3}};
                        mapping.levels[inside ? 2 : 1].spatial.push_back(
                            {tap, 2, inside ? hardware::Axis::Columns : hardware::Axis::Rows});
                        const auto load = traffic::meshLoad(accelerator, layer, mapping, Cycles{1000});
                        QVERIFY2(load, load ? "" : load.error().text().c_str());
                        compare(*load, Walk(accelerator, layer, mapping).run(), int(10 * stride + dilation));
                    }
                }
    }

private:
    static void compare(const traffic::MeshLoad& load, Loads expected, int example)
    {
        for (noc::LinkId link = 0; link < load.mesh.linkCount(); ++link) {
            const auto ends = noc::linkEnds(load.mesh, link);
            if (!ends)
                continue;
            const Step step = stepOf(load.mesh, *ends);
            const double walked = expected[step];
            QVERIFY2(std::abs(load.bytes(link) - walked) <= 1e-6 * (1 + walked),
                     qPrintable(QStringLiteral("example %1: link %2 carries %3 B, the walk says %4 B")
                                    .arg(example)
                                    .arg(link)
                                    .arg(load.bytes(link))
                                    .arg(walked)));
            expected.erase(step);
        }
        for (const auto& [step, bytes] : expected)
            QVERIFY2(bytes == 0, "the walk used a link that the mesh does not have");
    }
};

QTEST_GUILESS_MAIN(TestWalkedMesh)
#include "tst_walked_mesh.moc"
