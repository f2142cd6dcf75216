// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run_maps.h"

#include "engine/records/run_difference.h"
#include "engine/schedule/flexer/layer_detail.h"
#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/kapla/segment_chain.h"
#include "engine/traffic/mesh_load.h"

#include <algorithm>

namespace nestloom::records {

namespace {

using What = RunMaps::What;
using Side = MapsQuestion::Side;

constexpr std::size_t kColumns = 960, kRows = 96; // at most

/// [x0, x1) x [y0, y1) of the axes is in use to this share.
struct Box {
    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    double share = 1;
};

/// What one run shows, before the axes are known.
struct Shape {
    std::vector<Box> boxes;
    double across = 0, down = 0;
    std::vector<std::string> lanes; // that y counts; else empty
    std::string missing;
};

Shape without(std::string why)
{
    Shape shape;
    shape.missing = std::move(why);
    return shape;
}

Shape scratchpadOf(const RunRecord& run)
{
    if (!run.memory)
        return without(run.inputs.memory ? "it has no plan" : "it plans no memory");
    Shape shape;
    const memory::MemoryPlan& plan = run.memory->plan;
    shape.across = double(plan.order.size());
    shape.down = double(plan.budget.count);
    const auto add = [&](std::size_t first, std::size_t last, Bytes offset, Bytes size) {
        shape.boxes.push_back(
            {double(first), double(last + 1), double(offset.count), double(offset.count + size.count)});
    };
    for (const memory::Residency& one : plan.residencies)
        add(one.first, one.last, one.offset, run.memory->graph.tensors[one.tensor.value].size);
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        for (const memory::ParameterPlace& place : plan.parameters)
            if (place.op == plan.order[step])
                add(step, step, place.offset, run.memory->graph.operators[place.op.value].parameters[place.parameter]);
    return shape;
}

Shape nodesOf(const RunRecord& run)
{
    if (!run.nodes || !run.nodes->schedule)
        return without(run.inputs.nodes ? "it has no schedule" : "it schedules no nodes");
    Shape shape;
    const kapla::SegmentChain chain = kapla::segmentChain(*run.nodes);
    shape.across = chain.end;
    shape.down = double(chain.nodes);
    const auto add = [&](const kapla::SegmentChain::Layer& layer, double begin, double end, double share) {
        const double first = double(layer.firstNode);
        shape.boxes.push_back({begin, end, first, first + double(layer.nodes), share});
    };
    std::vector<bool> hasBoxes(chain.layers.size(), false);
    for (const kapla::SegmentChain::Box& box : chain.boxes) {
        add(chain.layers[box.at], box.begin, box.end, 1);
        hasBoxes[box.at] = true;
    }
    for (std::size_t i = 0; i < chain.layers.size(); ++i) // of too many parts to be told apart
        if (!hasBoxes[i])
            add(chain.layers[i], chain.layers[i].begin, chain.layers[i].end, chain.layers[i].share);
    return shape;
}

const schedule::LayerResult* resultOf(const Side& side)
{
    return side.layer && *side.layer < side.run->layers.size() ? &side.run->layers[*side.layer] : nullptr;
}

Shape lanesOf(const Side& side)
{
    namespace flexer = schedule::flexer;
    const schedule::LayerResult* result = resultOf(side);
    if (!result || !result->tiled)
        return without(side.run->inputs.engine() != "flexer" ? "it has no tiles" : "it has no tiles of this layer");
    const auto machine = flexer::machineOf(side.run->inputs.accelerator);
    if (!machine)
        return without(machine.error().message);
    const auto schedule = flexer::rebuild(side.run->inputs.network.layers[result->index], *machine,
                                          side.run->inputs.options.flexer, result->tiled->chosen.recipe, false);
    if (!schedule)
        return without(schedule.error().message);
    const trace::Trace trace = flexer::traceOf(*schedule);
    Shape shape;
    for (const trace::Lane& lane : trace.lanes)
        shape.lanes.push_back(lane.name);
    for (const trace::Event& event : trace.events) {
        shape.boxes.push_back({double(event.begin), double(event.end), double(event.lane), double(event.lane) + 1});
        shape.across = std::max(shape.across, double(event.end));
    }
    shape.down = double(trace.lanes.size());
    return shape;
}

Shape meshOf(const Side& side)
{
    const schedule::LayerResult* result = resultOf(side);
    if (!result || !result->mapping || !result->cost)
        return without(side.run->inputs.kind() == RunKind::Layers ? "it has no mapping of this layer"
                                                                  : "it has no mappings");
    const auto load = traffic::meshLoad(side.run->inputs.accelerator, side.run->inputs.network.layers[result->index],
                                        *result->mapping, result->cost->cycles);
    if (!load)
        return without(load.error().message);
    Shape shape;
    const noc::Mesh& mesh = load->mesh;
    shape.across = double(mesh.columns);
    shape.down = double(mesh.rows);
    std::vector<double> busiest(mesh.routerCount(), 0);
    for (noc::LinkId link = 0; link < mesh.linkCount(); ++link)
        if (const auto ends = noc::linkEnds(mesh, link); ends && ends->kind != noc::LinkEnds::Kind::Entering)
            busiest[ends->from] = std::max(busiest[ends->from], load->utilization(link));
    for (noc::RouterId router = 0; router < mesh.routerCount(); ++router) {
        const double x = double(mesh.columnOf(router)), y = double(mesh.rowOf(router));
        shape.boxes.push_back({x, x + 1, y, y + 1, busiest[router]});
    }
    return shape;
}

Shape shapeOf(What what, const Side& side)
{
    switch (what) {
    case What::Scratchpad: return scratchpadOf(*side.run);
    case What::Nodes: return nodesOf(*side.run);
    case What::Lanes: return lanesOf(side);
    case What::Mesh: break;
    }
    return meshOf(side);
}

/// What of a span of `count` cells lies in each of them.
template <typename Take>
void cut(double from, double to, std::size_t count, const Take& take)
{
    for (auto cell = std::size_t(std::max(0.0, from)); cell < count && double(cell) < to; ++cell)
        if (const double part = std::min(to, double(cell + 1)) - std::max(from, double(cell)); part > 0)
            take(cell, part);
}

std::vector<float> cellsOf(const Shape& shape, const RunMaps& axes)
{
    std::vector<double> cells(axes.columns * axes.rows, 0);
    const double wide = double(axes.columns) / axes.across, tall = double(axes.rows) / axes.down;
    for (const Box& box : shape.boxes) {
        double y0 = box.y0;
        if (!shape.lanes.empty()) // runs may have other lanes: those of one name are one row
            y0 = double(std::ranges::find(axes.rowNames, shape.lanes[std::size_t(box.y0)]) - axes.rowNames.begin());
        cut(y0 * tall, (y0 + box.y1 - box.y0) * tall, axes.rows, [&](std::size_t row, double height) {
            cut(box.x0 * wide, box.x1 * wide, axes.columns, [&](std::size_t column, double width) {
                cells[row * axes.columns + column] += height * width * box.share;
            });
        });
    }
    return {cells.begin(), cells.end()};
}

std::string whyNotDifferent(What what, const MapsQuestion& question, const std::vector<Shape>& shapes, std::size_t run)
{
    if (run == 0 || !shapes[run].missing.empty())
        return {};
    if (!shapes[0].missing.empty())
        return "the first run has no such picture";
    if (what == What::Mesh && (shapes[run].across != shapes[0].across || shapes[run].down != shapes[0].down))
        return "its mesh has other columns or rows than that of the first run";
    if (what == What::Lanes || what == What::Mesh)
        return {}; // of one layer, which is the same for all
    const RunDifference apart = difference(asScheduled(*question.sides[run].run), asScheduled(*question.sides[0].run));
    return !apart.work.empty() ? apart.work : apart.batch;
}

void setAxes(RunMaps& maps, const std::vector<Shape>& shapes)
{
    for (const Shape& shape : shapes) {
        maps.across = std::max(maps.across, shape.across);
        maps.down = std::max(maps.down, shape.down);
        for (const std::string& lane : shape.lanes)
            if (std::ranges::find(maps.rowNames, lane) == maps.rowNames.end())
                maps.rowNames.push_back(lane);
    }
    if (!maps.rowNames.empty())
        maps.down = double(maps.rowNames.size());
    const bool isByCycles = maps.what == What::Nodes || maps.what == What::Lanes;
    maps.columns = isByCycles ? kColumns : std::size_t(maps.across);
    maps.rows = maps.what == What::Scratchpad ? kRows : std::size_t(maps.down);
}

} // namespace

std::vector<double> RunMaps::curve(std::size_t run) const
{
    std::vector<double> sums(maps[run].cells.empty() ? 0 : columns, 0);
    for (std::size_t row = 0; row < rows && !sums.empty(); ++row)
        for (std::size_t column = 0; column < columns; ++column)
            sums[column] += double(maps[run].cells[row * columns + column]) * down / double(rows);
    return sums;
}

std::vector<float> RunMaps::difference(std::size_t run) const
{
    if (run == 0 || maps[run].cells.empty() || !maps[run].notDifferent.empty())
        return {};
    std::vector<float> cells = maps[run].cells;
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] -= maps[0].cells[i];
    return cells;
}

std::vector<RunMaps> runMaps(const MapsQuestion& question)
{
    std::vector<RunMaps> all;
    for (const What what : {What::Scratchpad, What::Nodes, What::Lanes, What::Mesh}) {
        RunMaps maps;
        maps.what = what;
        std::vector<Shape> shapes;
        for (const Side& side : question.sides)
            shapes.push_back(shapeOf(what, side));
        setAxes(maps, shapes);
        if (maps.columns == 0 || maps.rows == 0)
            continue;
        for (std::size_t run = 0; run < shapes.size(); ++run) {
            RunMaps::Map& map = maps.maps.emplace_back();
            map.missing = shapes[run].missing;
            map.notDifferent = whyNotDifferent(what, question, shapes, run);
            if (map.missing.empty())
                map.cells = cellsOf(shapes[run], maps);
        }
        all.push_back(std::move(maps));
    }
    return all;
}

} // namespace nestloom::records
