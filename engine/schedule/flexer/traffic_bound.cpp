// SPDX-License-Identifier: Apache-2.0
// Makes boxes of work of a layer and its tiling: one by elements, one by whole tiles.
#include "engine/schedule/flexer/traffic_bound.h"

#include "engine/schedule/flexer/tiled_layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace nestloom::schedule::flexer {

namespace {

using enum workload::LoopDimension;

constexpr std::array kTiled{N, P, Q, G, C, K};

double bytes(double elements, Bits bits) { return elements * double(bits.count) / 8; }

std::int64_t tileOf(const Tiling& tiling, workload::LoopDimension dimension)
{
    switch (dimension) {
    case N: return tiling.batch;
    case P: return tiling.rows;
    case Q: return tiling.columns;
    case G: return tiling.groups;
    case C: return tiling.inputChannels;
    default: return tiling.outputChannels;
    }
}

/// Tiles along one dimension: how many, and elements of the first and of the last one.
struct Cut {
    std::int64_t count = 1, most = 1, least = 1;
};

Cut cutOf(const workload::Layer& layer, const Tiling& tiling, workload::LoopDimension dimension)
{
    const std::int64_t whole = layer.bounds[dimension], tile = std::min(whole, tileOf(tiling, dimension));
    const std::int64_t count = (whole + tile - 1) / tile;
    return {count, tile, whole - (count - 1) * tile};
}

double elements(const workload::Layer& layer, TensorRole role, const workload::Extents& tile)
{
    return double(workload::footprint(layer, role, tile));
}

/// Extents of the smallest tiles along every dimension, filters whole.
workload::Extents smallestTile(const workload::Layer& layer, const Tiling& tiling)
{
    workload::Extents extents = layer.bounds;
    for (const auto dimension : kTiled)
        extents[dimension] = cutOf(layer, tiling, dimension).least;
    return extents;
}

/// Input elements for each pixel and channel, in the tile that has fewest.
double leastBox(const workload::Layer& layer, const Tiling& tiling)
{
    double least = 1e300;
    const Cut rows = cutOf(layer, tiling, P), columns = cutOf(layer, tiling, Q);
    for (const std::int64_t p : {rows.most, rows.least})
        for (const std::int64_t q : {columns.most, columns.least}) {
            workload::Extents one = workload::unitExtents();
            one[P] = p;
            one[Q] = q;
            one[R] = layer.bounds[R];
            one[S] = layer.bounds[S];
            least = std::min(least, elements(layer, TensorRole::Inputs, one) / double(p * q));
        }
    return least;
}

void setBytes(WorkBox& box, const Machine& machine, double inputs, double weights, double outputs)
{
    const auto set = [&](WorkBox::Surface& surface, double count, TensorRole role) {
        surface.resident = bytes(count, machine.onChip[role]);
        surface.moved = role == TensorRole::Outputs ? surface.resident : bytes(count, machine.offChip[role]);
    };
    set(box.inputs, inputs, TensorRole::Inputs);
    set(box.weights, weights, TensorRole::Weights);
    set(box.outputs, outputs, TensorRole::Outputs);
    box.finished = bytes(outputs, machine.offChip[TensorRole::Outputs]);
    box.scratchpad = double(machine.scratchpad->count);
}

/// `pixels` and so on in the unit of the box, for each of `groups` groups.
void setAreas(WorkBox& box, double pixels, double outputs, double reduction, double groups)
{
    box.inputs.area = pixels * reduction * groups;
    box.weights.area = outputs * reduction * groups;
    box.outputs.area = pixels * outputs * groups;
    box.inputs.least = outputs;
    box.weights.least = pixels;
    box.outputs.least = reduction;
    box.volume = pixels * outputs * reduction * groups;
}

/// The unit is one element: an operation may be cut in two, because its tiles lie in the scratchpad from its start to
/// its end.
WorkBox boxOfElements(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    WorkBox box;
    setBytes(box, machine, leastBox(layer, tiling), double(layer.bounds[R] * layer.bounds[S]), 1);
    const auto extent = [&](workload::LoopDimension dimension) { return double(layer.bounds[dimension]); };
    setAreas(box, extent(N) * extent(P) * extent(Q), extent(K), extent(C), extent(G));
    const workload::Extents tile = smallestTile(layer, tiling);
    box.operands = bytes(elements(layer, TensorRole::Inputs, tile), machine.onChip[TensorRole::Inputs])
                   + bytes(elements(layer, TensorRole::Weights, tile), machine.onChip[TensorRole::Weights]);
    return box;
}

/// The unit is one tile. Where the last tile along a dimension is smaller, either it is left out, or of each tile only
/// as much is looked at: whichever leaves more of the layer.
WorkBox boxOfTiles(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    WorkBox box;
    workload::Extents tile = layer.bounds;
    std::array<double, 6> count{};
    for (std::size_t i = 0; i < kTiled.size(); ++i) {
        const Cut cut = cutOf(layer, tiling, kTiled[i]);
        const bool leaveOut = cut.most * (cut.count - 1) > cut.least * cut.count;
        tile[kTiled[i]] = leaveOut ? cut.most : cut.least;
        count[i] = double(leaveOut ? cut.count - 1 : cut.count);
    }
    setBytes(box, machine, elements(layer, TensorRole::Inputs, tile), elements(layer, TensorRole::Weights, tile),
             elements(layer, TensorRole::Outputs, tile));
    setAreas(box, count[0] * count[1] * count[2], count[5], count[4], count[3]);
    box.operands = box.inputs.resident + box.weights.resident;
    box.wholeTiles = true;
    return box;
}

constexpr double kNoPhase = std::numeric_limits<double>::infinity();

/// Phases to cut the box into: one of `first` volume, then `others` of `volume` each.
struct PhaseCut {
    double first = 0, volume = 0, others = 0;
};

/// One choice of the price of an output that a phase touches without finding it in the scratchpad, between 0 and what
/// storing and loading a partial sum costs. Every price makes a sound bound.
class Phases {
public:
    Phases(const WorkBox& box, double price) : m_box(box), m_price(price)
    {
        m_survivors = std::max(0.0, std::floor((box.scratchpad - box.operands) / box.outputs.resident + 1e-9));
        if (!box.wholeTiles)
            m_survivors = std::max(0.0, (box.scratchpad - box.operands) / box.outputs.resident);
        m_worth = std::max(box.inputs.moved / box.inputs.resident, box.weights.moved / box.weights.resident);
        if (box.wholeTiles)
            saveWholeTiles();
    }

    /// Bytes moved when the box is cut like this.
    double total(const PhaseCut& cut, int steps) const
    {
        const double each = least(cut.volume, false, steps);
        return each <= 0 ? 0
                         : least(cut.first, true, steps) + cut.others * each
                               + (m_box.finished - m_price) * m_box.outputs.area;
    }

private:
    double operandCost(double volume, double outputs) const;
    double wholeOperandCost(double volume, double outputs, double most) const;
    double saved(double outputs) const;
    void saveWholeTiles();
    double least(double volume, bool isFirst, int steps) const
    {
        return m_box.wholeTiles ? leastOfTiles(volume, isFirst) : leastOfElements(volume, isFirst, steps);
    }
    double leastOfElements(double volume, bool isFirst, int steps) const;
    double leastOfTiles(double volume, bool isFirst) const;

    const WorkBox& m_box;
    double m_price, m_survivors, m_worth;
    std::vector<double> m_saved; // whole tiles: by outputs that the phase touches
};

/// Least bytes of inputs and weights that a phase touches beside so many outputs: inputs * weights * outputs >=
/// volume^2.
double Phases::operandCost(double volume, double outputs) const
{
    const WorkBox::Surface &in = m_box.inputs, &weights = m_box.weights;
    const double leastIn = volume / in.least, leastWeights = volume / weights.least,
                 product = volume * volume / outputs;
    if (leastIn * leastWeights >= product)
        return in.moved * leastIn + weights.moved * leastWeights;
    const double low = std::max(leastIn, product / weights.area),
                 high = std::max(low, std::min(in.area, product / leastWeights));
    const double inputs = std::clamp(std::sqrt(product * weights.moved / in.moved), low, high);
    return in.moved * inputs + weights.moved * product / inputs;
}

/// What a phase need not move because it lies in the scratchpad when it begins.
double Phases::saved(double outputs) const
{
    if (m_box.wholeTiles)
        return m_saved[std::min(m_saved.size() - 1, std::size_t(outputs))];
    const double kept = std::min(outputs, m_survivors);
    if (m_price < m_worth * m_box.outputs.resident)
        return m_worth * m_box.scratchpad;
    return m_price * kept + m_worth * (m_box.scratchpad - m_box.outputs.resident * kept);
}

/// The function is convex in the outputs: the golden section finds its minimum, and what it misses is below the margin.
double Phases::leastOfElements(double volume, bool isFirst, int steps) const
{
    constexpr double kGolden = 0.6180339887498949, kMargin = 1 - 1e-9;
    const auto cost = [&](double outputs) {
        return operandCost(volume, outputs) + m_price * outputs - (isFirst ? 0 : saved(outputs));
    };
    double high = m_box.outputs.area;
    double low = std::min(
        high, std::max(volume / m_box.outputs.least, volume * volume / (m_box.inputs.area * m_box.weights.area)));
    double best = std::min(cost(low), cost(high));
    if (m_survivors > low && m_survivors < high)
        best = std::min(best, cost(m_survivors));
    double a = high - kGolden * (high - low), b = low + kGolden * (high - low), costA = cost(a), costB = cost(b);
    for (int i = 0; i < steps; ++i) {
        if (costA < costB) {
            high = b;
            b = a;
            costB = costA;
            a = high - kGolden * (high - low);
            costA = cost(a);
        } else {
            low = a;
            a = b;
            costA = costB;
            b = low + kGolden * (high - low);
            costB = cost(b);
        }
    }
    best = std::min({best, costA, costB});
    return best > 0 ? best * kMargin : best;
}

void Phases::saveWholeTiles()
{
    constexpr double kFew = 16; // beyond, a fraction of a tile hardly matters
    const WorkBox::Surface &in = m_box.inputs, &weights = m_box.weights;
    const double most = std::min(m_survivors, m_box.outputs.area);
    for (double outputs = 0; outputs <= most; ++outputs) {
        const double room = m_box.scratchpad - outputs * m_box.outputs.resident;
        double operands = 0;
        if (room / in.resident > kFew && room / weights.resident > kFew)
            operands = m_worth * room;
        else
            for (double i = 1; i * in.resident + weights.resident <= room + 1e-6; ++i)
                operands = std::max(
                    operands,
                    i * in.moved + std::floor((room - i * in.resident) / weights.resident + 1e-9) * weights.moved);
        const double all = m_price * outputs + operands;
        m_saved.push_back(m_saved.empty() ? all : std::max(m_saved.back(), all));
    }
}

double Phases::wholeOperandCost(double volume, double outputs, double most) const
{
    const WorkBox::Surface &in = m_box.inputs, &weights = m_box.weights;
    const double leastWeights = std::ceil(volume / weights.least - 1e-9), product = volume * volume / outputs;
    double best = kNoPhase;
    for (double i = std::max(std::ceil(volume / in.least - 1e-9), std::ceil(product / weights.area - 1e-9));
         i <= in.area; ++i) {
        if (in.moved * i + weights.moved * leastWeights >= std::min(best, most))
            break;
        best = std::min(best, in.moved * i + weights.moved * std::max(leastWeights, std::ceil(product / i - 1e-9)));
    }
    return best;
}

double Phases::leastOfTiles(double volume, bool isFirst) const
{
    double best = kNoPhase;
    for (double outputs = std::max(1.0, std::ceil(volume / m_box.outputs.least - 1e-9)); outputs <= m_box.outputs.area;
         ++outputs) {
        const double fixed = m_price * outputs - (isFirst ? 0 : saved(outputs));
        best = std::min(best, fixed + wholeOperandCost(volume, outputs, best - fixed));
    }
    return best;
}

/// Volume of a phase in which the outputs that survive, and as many bytes of inputs and of weights, meet: near there
/// the bound is best.
double balancedVolume(const WorkBox& box)
{
    const double outputs = std::max(1.0, (box.scratchpad - box.operands) / box.outputs.resident);
    return box.outputs.moved * std::pow(outputs, 1.5) / std::sqrt(box.inputs.moved * box.weights.moved);
}

/// Phases of whole operations share the operation between them: what it needs lies there when the later phase begins.
PhaseCut cutWhole(const WorkBox& box, double volume)
{
    const double others = std::floor((box.volume - 1) / (volume - 1));
    return {box.volume - others * (volume - 1), volume, others};
}

/// Cuts worth a try.
std::vector<PhaseCut> cuts(const WorkBox& box)
{
    constexpr double kMostPhases = 1e5, kFew = 40;
    std::vector<PhaseCut> result;
    const auto add = [&](double phases) {
        phases = std::round(phases);
        if (phases < 2 || phases > kMostPhases)
            return;
        const double volume = std::ceil(box.volume / phases);
        if (!box.wholeTiles)
            result.push_back({box.volume / phases, box.volume / phases, phases - 1});
        else if (volume >= 2 && volume < box.volume)
            result.push_back(cutWhole(box, volume));
    };
    for (const double phases : {2.0, 3.0, 4.0, 6.0})
        add(phases);
    for (const double part : {0.4, 0.7, 1.0, 1.5, 2.2})
        if (const double phases = box.volume / (balancedVolume(box) * part); phases > 6.5)
            add(phases);
    if (box.wholeTiles)
        for (double volume = 2; volume <= box.volume && (box.volume <= kFew || volume <= 4); ++volume)
            result.push_back(cutWhole(box, volume));
    return result;
}

} // namespace

double trafficBound(const workload::Layer& layer, const Machine& machine, const Tiling& tiling, double enough)
{
    const double compulsory = boundOf(layer, machine, tiling).bytes;
    if (!machine.scratchpad)
        return compulsory;
    double best = compulsory;
    for (const auto& make : {boxOfElements, boxOfTiles}) {
        if (best >= enough)
            break;
        const WorkBox box = make(layer, machine, tiling);
        const double beside = compulsory - box.compulsory(); // what the box leaves out moves once as well
        best = std::max(best, phaseBound(box, enough - beside) + beside);
    }
    return best;
}

double phaseBound(const WorkBox& box, double enough)
{
    constexpr int kRough = 14, kExact = 60;
    const std::vector<PhaseCut> tried = cuts(box);
    double best = box.compulsory();
    for (const double part : {1.0, 0.75, 0.5, 1.4, 2.0, 0.3}) {
        const Phases phases(box, part * box.outputs.moved);
        for (const PhaseCut& cut : tried) {
            if (phases.total(cut, kRough) > best)
                best = std::max(best, phases.total(cut, kExact));
            if (best >= enough)
                return best;
        }
    }
    return best;
}

} // namespace nestloom::schedule::flexer
