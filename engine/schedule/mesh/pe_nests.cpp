// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/pe_nests.h"

#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/cosa/local_search.h"

namespace nestloom::schedule {

namespace {

constexpr std::int64_t kEvaluations = 2000; // for one tile
constexpr double kDear = 1e6;               // pJ of an access outside a PE: more than all inside it for each

void add(mapping::LevelLoops& level, const mapping::LevelLoops& inner)
{
    level.temporal.insert(level.temporal.end(), inner.temporal.begin(), inner.temporal.end());
    level.spatial = inner.spatial;
}

} // namespace

PeNests::PeNests(const cosa::MappingSpace& space, std::size_t mesh)
    : m_space(space), m_mesh(mesh), m_pe(space.accelerator())
{
    // What is outside a PE stands for all that is: it holds the tile, and every access of it counts.
    m_pe.levels.erase(m_pe.levels.begin(), m_pe.levels.begin() + std::ptrdiff_t(mesh));
    hardware::BufferLevel& outside = m_pe.levels.front();
    outside.capacity.reset();
    outside.keeps = TensorSet::all();
    outside.readBandwidth = outside.writeBandwidth = std::nullopt;
    outside.fanout = {};
    outside.accessElements = 1;
    outside.accessEnergy = Picojoules{kDear};
    outside.fillEnergy = outside.updateEnergy = std::nullopt;
    m_pe.interconnect = {};
}

const std::optional<mapping::LayerMapping>& PeNests::inside(const workload::Extents& tile)
{
    const auto [at, isNew] = m_found.try_emplace(tile.values);
    if (!isNew)
        return at->second;
    workload::Layer part = m_space.layer();
    part.bounds = tile;
    const cosa::MappingSpace space(m_pe, part);
    cosa::LocalSearch search(space, Goal(Objective::Latency), 1);
    search.run(kEvaluations, {}, [](const auto&) { return false; });
    if (search.best())
        at->second = space.toMapping(search.best()->candidate);
    return at->second;
}

std::optional<mapping::LayerMapping> PeNests::mapping(const MeshLoops& loops)
{
    const hardware::Accelerator& accelerator = m_space.accelerator();
    if (!accelerator.constraints.empty() || m_mesh + 1 >= m_space.levelCount())
        return std::nullopt;
    const std::optional<mapping::LayerMapping>& pe = inside(loops.tile);
    if (!pe)
        return std::nullopt;
    mapping::LayerMapping mapping;
    for (const hardware::BufferLevel& level : accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    mapping.levels[m_mesh - 1].temporal.assign(loops.atDram.rbegin(), loops.atDram.rend());
    mapping.levels[m_mesh].temporal.assign(loops.atBuffer.rbegin(), loops.atBuffer.rend());
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (loops.spread[d] > 1)
            mapping.levels[m_mesh].spatial.push_back({d, loops.spread[d]});
    add(mapping.levels[m_mesh + 1], pe->levels.front()); // what is outside the PE's levels goes to the first of them
    for (std::size_t i = 1; i < pe->levels.size(); ++i)
        add(mapping.levels[m_mesh + i], pe->levels[i]);
    mapping::layOut(accelerator, mapping);
    const auto candidate = m_space.toCandidate(mapping);
    if (!candidate || !m_space.fits(*candidate))
        return std::nullopt;
    return mapping;
}

} // namespace nestloom::schedule
