// SPDX-License-Identifier: Apache-2.0
// Accelerators and layers of shapes that real ones seldom have, for properties that must hold whatever users bring.
#pragma once

#include "tests/support/builders.h"

namespace nestloom::tests {

/// Draws accelerators without a global buffer, of one to six levels, with buffers of one tensor each, arrays of one or
/// two dimensions or none, and limits on ports here and there; and layers with primes, strides, dilations and groups.
class OddShapes {
public:
    explicit OddShapes(Rng& rng) : m_rng(rng) {}

    hardware::Accelerator accelerator()
    {
        hardware::Accelerator made;
        made.name = "odd";
        made.macEnergy = {0.5};
        switch (m_rng.below(4)) {
        case 0: addLevels(made, 1); break; // registers at most
        case 1: addLevels(made, 2 + m_rng.below(5)); break;
        case 2: addTensorBuffers(made, 1); break; // one for each tensor
        default: addTensorBuffers(made, 1 + m_rng.below(2)); break;
        }
        for (hardware::BufferLevel& level : made.levels)
            vary(level);
        made.levels[0].keeps = TensorSet::all();
        made.levels[0].capacity.reset();
        return made;
    }

    workload::Layer layer()
    {
        workload::Layer layer;
        layer.name = "odd";
        layer.bounds = {{draw({1, 1, 3, 5, 7, 2}), draw({1, 1, 3, 5, 7, 2}), draw({1, 1, 7, 13, 14, 28, 56, 127}),
                         draw({1, 7, 13, 14, 28, 31}), draw({1, 3, 16, 24, 64, 96, 127, 256}),
                         draw({1, 2, 10, 32, 64, 128, 250, 251}), draw({1, 1, 1, 2, 16}), draw({1, 1, 1, 2, 32})}};
        layer.strideP = draw({1, 1, 2, 3, 4});
        layer.strideQ = m_rng.below(3) > 0 ? layer.strideP : draw({1, 2, 5});
        layer.dilationR = draw({1, 1, 1, 2, 6});
        layer.dilationS = m_rng.below(3) > 0 ? layer.dilationR : draw({1, 2, 3});
        if (layer.bounds[workload::LoopDimension::G] > 1 && m_rng.below(2) > 0) // depthwise
            layer.bounds[workload::LoopDimension::C] = layer.bounds[workload::LoopDimension::K] = 1;
        return layer;
    }

private:
    std::int64_t draw(std::initializer_list<std::int64_t> values)
    {
        return *(values.begin() + static_cast<std::ptrdiff_t>(m_rng.below(values.size())));
    }

    hardware::BufferLevel next(const hardware::Accelerator& made, TensorSet keeps)
    {
        using enum hardware::LevelKind;
        const std::size_t i = made.levels.size();
        const std::int64_t columns = m_rng.below(2) > 0 ? 1 : draw({2, 3, 4, 7, 8, 16}),
                           rows = m_rng.below(4) > 0 ? 1 : draw({2, 4, 5});
        return level("L" + std::to_string(i), i == 0 ? Dram : Sram, Bytes{std::int64_t(1) << m_rng.below(18)}, keeps,
                     columns, rows);
    }

    void addLevels(hardware::Accelerator& made, std::size_t count)
    {
        while (made.levels.size() < count) {
            TensorSet keeps;
            while (keeps.empty())
                for (const TensorRole role : kTensorRoles)
                    keeps = m_rng.below(3) > 0 ? keeps.with(role) : keeps;
            made.levels.push_back(next(made, keeps));
        }
    }

    void addTensorBuffers(hardware::Accelerator& made, std::size_t rounds)
    {
        made.levels.push_back(next(made, TensorSet::all()));
        for (std::size_t round = 0; round < rounds; ++round) {
            std::array<TensorRole, 3> roles = kTensorRoles;
            m_rng.shuffle(std::span<TensorRole>(roles));
            for (std::size_t i = 0; i < 2 + m_rng.below(2); ++i)
                made.levels.push_back(next(made, TensorSet::of(roles[i])));
        }
    }

    void vary(hardware::BufferLevel& level)
    {
        level.accessEnergy = Picojoules{double(m_rng.below(200)) / 4};
        level.accessElements = draw({1, 1, 2, 8, 64});
        level.clusterSize = draw({1, 1, 4});
        if (m_rng.below(6) == 0)
            level.capacity.reset();
        for (const TensorRole role : kTensorRoles)
            level.elementBits[role] = Bits{draw({8, 8, 8, 16, 24, 4})};
        if (m_rng.below(3) == 0)
            level.readBandwidth = BytesPerCycle{double(1 + m_rng.below(64)) / 4};
        if (m_rng.below(3) == 0)
            level.writeBandwidth = BytesPerCycle{double(1 + m_rng.below(64)) / 4};
        if (m_rng.below(3) == 0)
            level.ports = draw({1, 1, 2});
    }

    Rng& m_rng;
};

} // namespace nestloom::tests
