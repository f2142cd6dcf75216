// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/simulation_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace nestloom::store {

namespace {

/// Numbers as bytes: whole ones by seven bits each, lowest first; signed ones with the sign in the lowest bit; reals as
/// the eight bytes of their IEEE form, lowest first. The same on every machine.
class ByteWriter {
public:
    void number(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes.push_back(char(value | 0x80));
        m_bytes.push_back(char(value));
    }
    void signedNumber(std::int64_t value) { number(std::uint64_t(value) << 1 ^ std::uint64_t(value >> 63)); }
    void real(double value)
    {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int shift = 0; shift < 64; shift += 8)
            m_bytes.push_back(char(bits >> shift));
    }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads what ByteWriter wrote. After a fault everything is 0 and isBroken() says so: ask at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint64_t byte = next();
            value |= (byte & 0x7F) << shift;
            if (byte < 0x80)
                return m_broken ? 0 : value;
        }
        m_broken = true;
        return 0;
    }
    std::int64_t signedNumber()
    {
        const std::uint64_t value = number();
        return std::int64_t(value >> 1 ^ (~(value & 1) + 1));
    }
    double real()
    {
        std::uint64_t bits = 0;
        for (int shift = 0; shift < 64; shift += 8)
            bits |= next() << shift;
        return m_broken ? 0 : std::bit_cast<double>(bits);
    }
    /// A number of things that take a byte each or more: more than there are bytes left is a fault.
    std::size_t count()
    {
        const std::uint64_t value = number();
        if (value > m_rest.size())
            m_broken = true;
        return m_broken ? 0 : std::size_t(value);
    }
    bool isBroken() const { return m_broken; }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::uint64_t next()
    {
        if (m_rest.empty()) {
            m_broken = true;
            return 0;
        }
        const auto byte = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        return byte;
    }

    std::string_view m_rest;
    bool m_broken = false;
};

using simulation::LayerSimulation;

constexpr std::uint64_t kVersion = 1;
constexpr std::uint64_t kMostCells = std::uint64_t(1)
                                     << 26; // of a table; 32 x 33 routers in 1024 windows have 7 million

// Both directions go through the same functions, so that what is written is what is read.

struct Writing {
    ByteWriter bytes;
    template <typename T>
    void whole(const T& value)
    {
        if constexpr (std::is_signed_v<T>)
            bytes.signedNumber(value);
        else
            bytes.number(value);
    }
    void real(double value) { bytes.real(value); }
    void flag(bool value) { bytes.number(value ? 1 : 0); }
    template <typename Choice>
    void choice(Choice value, Choice)
    {
        bytes.number(std::uint64_t(value));
    }
    template <typename T>
    void size(const std::vector<T>& list)
    {
        bytes.number(list.size());
    }
};

struct Reading {
    ByteReader bytes;
    template <typename T>
    void whole(T& value)
    {
        if constexpr (std::is_signed_v<T>)
            value = T(bytes.signedNumber());
        else
            value = T(bytes.number());
    }
    void real(double& value) { value = bytes.real(); }
    void flag(bool& value) { value = bytes.number() != 0; }
    template <typename Choice>
    void choice(Choice& value, Choice last)
    {
        value = static_cast<Choice>(std::min(bytes.number(), std::uint64_t(last)));
    }
    template <typename T>
    void size(std::vector<T>& list)
    {
        list.assign(bytes.count(), T{});
    }
};

/// Rows of equal length, one after the other; written column by column: neighbours in time are alike.
template <typename Direction, typename Table, typename Visit>
void column(Direction& direction, Table& table, std::size_t columns, Visit visit)
{
    for (std::size_t at = 0; at < columns; ++at)
        for (std::size_t cell = at; cell < table.size(); cell += columns)
            direction.whole(visit(table[cell]));
}

template <typename Direction, typename Counters>
void meshCounters(Direction& direction, Counters& counters, const noc::Grid& grid)
{
    const std::size_t links = grid.linkCount(), routers = grid.routerCount(), endpoints = grid.endpointCount();
    column(
        direction, counters.links, links, [](auto& link) -> auto& { return link.flits; });
    column(
        direction, counters.links, links, [](auto& link) -> auto& { return link.blocked; });
    column(
        direction, counters.routers, routers, [](auto& router) -> auto& { return router.occupancy; });
    column(
        direction, counters.routers, routers, [](auto& router) -> auto& { return router.headersWait; });
    column(
        direction, counters.routers, routers, [](auto& router) -> auto& { return router.mostFlits; });
    column(
        direction, counters.endpoints, endpoints, [](auto& endpoint) -> auto& { return endpoint.busy; });
    column(
        direction, counters.endpoints, endpoints, [](auto& endpoint) -> auto& { return endpoint.sending; });
}

template <typename Direction, typename Table>
void classes(Direction& direction, Table& table, std::size_t columns)
{
    for (std::size_t flits = 0; flits <= noc::kTrafficClasses; ++flits)
        column(
            direction, table, columns, [flits](auto& link) -> auto& { return link[flits]; });
}

template <typename Direction, typename Dram>
void statistics(Direction& direction, Dram& dram)
{
    for (auto* figure : {&dram.reads, &dram.writes, &dram.rowHits, &dram.rowMisses, &dram.rowConflicts, &dram.refreshes,
                         &dram.busClocks})
        direction.whole(*figure);
}

template <typename Direction, typename Layer>
void figures(Direction& direction, Layer& layer)
{
    auto& run = layer.run;
    direction.whole(run.cycles);
    direction.whole(run.flitHops);
    direction.whole(run.injected);
    direction.whole(run.ejected);
    direction.whole(run.steppedCycles);
    direction.whole(layer.analytical.count);
    direction.whole(layer.bufferSending);
    direction.whole(layer.sendersBlocked);
    direction.real(layer.dramBusUse);
    statistics(direction, layer.dram);
}

template <typename Direction, typename Windows>
void dramWindows(Direction& direction, Windows& dram)
{
    direction.whole(dram.width);
    direction.whole(dram.burst.count);
    direction.real(dram.clocksPerCycle);
    direction.size(dram.windows);
    for (auto& window : dram.windows)
        statistics(direction, window);
}

template <typename Direction, typename Shares>
void timeShares(Direction& direction, Shares& shares)
{
    direction.whole(shares.compute);
    direction.whole(shares.tail);
    direction.size(shares.waits);
    for (auto& wait : shares.waits) {
        direction.choice(wait.traffic, traffic::TrafficClass::Outputs);
        direction.flag(wait.fromDram);
        direction.whole(wait.cycles);
    }
}

template <typename Direction, typename Layer>
void hottest(Direction& direction, Layer& layer)
{
    direction.size(layer.hottest);
    for (auto& hot : layer.hottest) {
        direction.whole(hot.link);
        direction.whole(hot.count.flits);
        direction.whole(hot.count.blocked);
        direction.real(hot.use);
    }
}

template <typename Direction, typename Layer>
void allButCounters(Direction& direction, Layer& layer)
{
    figures(direction, layer);
    dramWindows(direction, layer.dramWindows);
    timeShares(direction, layer.shares);
    hottest(direction, layer);
    direction.whole(layer.run.windows.firstCycle);
    direction.whole(layer.run.windows.width);
    direction.whole(layer.run.windows.windows);
}

template <typename Direction, typename Layer>
void counters(Direction& direction, Layer& layer)
{
    const noc::Grid grid = noc::gridOf(layer.traffic.mesh);
    meshCounters(direction, layer.run.windows, grid);
    classes(direction, layer.run.windows.classes, grid.linkCount());
    meshCounters(direction, layer.run.totals, grid);
    classes(direction, layer.run.totals.linkClasses, grid.linkCount());
    column(
        direction, layer.run.totals.multicastFlits, grid.linkCount(), [](auto& flits) -> auto& { return flits; });
}

/// What must be equal for the counters to fit.
std::array<std::uint64_t, 5> shapeOf(const traffic::MappingTraffic& traffic)
{
    return {traffic.mesh.columns, traffic.mesh.rows, traffic.list.size(), traffic.list.destinationCount(),
            traffic.flows.size()};
}

void writeTimes(ByteWriter& bytes, const std::vector<noc::TransactionTimes>& times)
{
    noc::Cycle before = 0;
    for (const noc::TransactionTimes& one : times) {
        bytes.signedNumber(one.start - before);
        bytes.signedNumber(one.end - one.start);
        before = one.start;
    }
}

void readTimes(ByteReader& bytes, std::vector<noc::TransactionTimes>& times)
{
    noc::Cycle before = 0;
    for (noc::TransactionTimes& one : times) {
        one.start = before + bytes.signedNumber();
        one.end = one.start + bytes.signedNumber();
        before = one.start;
    }
}

Result<traffic::MappingTraffic> trafficOf(const simulation::Question& question)
{
    TRY(const auto settings, simulation::settingsFor(question.accelerator, question.choices));
    return traffic::mappingTraffic(question.accelerator, question.layer, question.mapping, settings.traffic);
}

bool isPlausible(const LayerSimulation& layer)
{
    const std::size_t links = noc::gridOf(layer.traffic.mesh).linkCount();
    const noc::WindowCounters& windows = layer.run.windows;
    return windows.width > 0 && layer.dramWindows.width > 0 && windows.windows <= noc::WindowCounters::kMaxWindows
           && windows.windows * links <= kMostCells
           && std::ranges::all_of(layer.hottest, [links](const auto& hot) { return hot.link < links; });
}

void makeRoom(LayerSimulation& layer, bool withClasses)
{
    const noc::Grid grid = noc::gridOf(layer.traffic.mesh);
    noc::WindowCounters& windows = layer.run.windows;
    windows.links.resize(windows.windows * grid.linkCount());
    windows.routers.resize(windows.windows * grid.routerCount());
    windows.endpoints.resize(windows.windows * grid.endpointCount());
    windows.classes.resize(withClasses ? windows.links.size() : 0);
    noc::TotalCounters& totals = layer.run.totals;
    totals.links.resize(grid.linkCount());
    totals.routers.resize(grid.routerCount());
    totals.endpoints.resize(grid.endpointCount());
    totals.linkClasses.resize(grid.linkCount());
    totals.multicastFlits.resize(grid.linkCount());
}

Error damaged() { return {ErrorCode::InvalidInput, "the stored simulation is damaged", ""}; }

} // namespace

std::string simulationToBytes(const LayerSimulation& simulation, bool withTimes)
{
    Writing writing;
    writing.bytes.number(kVersion);
    for (const std::uint64_t figure : shapeOf(simulation.traffic))
        writing.bytes.number(figure);
    allButCounters(writing, simulation);
    writing.flag(!simulation.run.windows.classes.empty());
    counters(writing, simulation);
    writing.flag(withTimes);
    if (withTimes)
        writeTimes(writing.bytes, simulation.run.times);
    return writing.bytes.take();
}

Result<LayerSimulation> simulationFromBytes(std::string_view bytes, const simulation::Question& question)
{
    Reading reading{ByteReader(bytes)};
    if (reading.bytes.number() != kVersion)
        return Error{ErrorCode::InvalidInput, "the simulation was stored by a newer version of Nestloom, or is damaged",
                     ""};
    auto traffic = trafficOf(question);
    if (!traffic)
        return traffic.error();
    LayerSimulation layer;
    layer.traffic = *std::move(traffic);
    for (const std::uint64_t figure : shapeOf(layer.traffic))
        if (reading.bytes.number() != figure)
            return Error{
                ErrorCode::InvalidInput,
                "the stored simulation is of other transactions than this version of Nestloom makes; simulate again",
                ""};
    allButCounters(reading, layer);
    bool withClasses = false, withTimes = false;
    reading.flag(withClasses);
    if (reading.bytes.isBroken() || !isPlausible(layer))
        return damaged();
    makeRoom(layer, withClasses);
    counters(reading, layer);
    reading.flag(withTimes);
    layer.run.times.resize(layer.traffic.list.size());
    if (withTimes)
        readTimes(reading.bytes, layer.run.times);
    if (reading.bytes.isBroken() || !reading.bytes.isAtEnd())
        return damaged();
    layer.run.finished = true;
    return layer;
}

} // namespace nestloom::store
