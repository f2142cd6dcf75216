// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking.h"
#include "engine/kapla/blocking_sweep.h"

namespace nestloom::kapla {

/// Tensors of one level while they grow: iterations of each loop that lie in it, how often they come again, and by how
/// much they may still grow.
struct CacheState {
    PerLoop size{1, 1, 1};
    PerLoop rounds{1, 1, 1}; // outside the level
    PerLoop room{1, 1, 1};
    void grow(std::size_t loop, std::int64_t factor)
    {
        size[loop] *= factor;
        rounds[loop] /= factor;
        room[loop] /= factor;
    }
};

/// How the words of the three tensors grow with the loops, and what bringing each of them costs.
class CacheModel {
public:
    CacheModel(const BlockingProblem& problem, const PerTensor<double>& hopCost);

    bool indexedBy(TensorRole role, Loop loop) const { return m_tensors[index(role)].indexes[index(loop)]; }
    bool fitsRegisters(const PerLoop& size) const
    {
        std::int64_t sum = 0;
        for (const Tensor& tensor : m_tensors)
            sum += iterations(tensor, size) * tensor.registerWords;
        return sum <= m_registerWords;
    }
    bool fitsBuffer(const PerLoop& size) const
    {
        std::int64_t sum = 0;
        for (const Tensor& tensor : m_tensors) {
            const std::int64_t words = iterations(tensor, size) * tensor.bufferWords;
            sum += tensor.sharers == 1 ? words : (words + tensor.sharers - 1) / tensor.sharers;
        }
        return sum <= m_bufferWords;
    }
    /// Times that a tensor is brought into a level: loops that do not index it bring it again, unless they run
    /// innermost.
    double fetches(TensorRole role, const PerLoop& rounds, std::size_t innermost) const
    {
        const Tensor& tensor = m_tensors[index(role)];
        double times = 1;
        for (std::size_t loop = 0; loop < 3; ++loop)
            if (loop != innermost && !tensor.indexes[loop])
                times *= double(rounds[loop]);
        return tensor.isMade ? 2 * times - 1 : times;
    }
    double topCost(TensorRole role) const
    {
        return m_tensors[index(role)].top;
    } // from memory into the buffers, all of it once
    double nearCost(TensorRole role) const
    {
        return m_tensors[index(role)].near;
    } // from the buffers into the registers, all of it once

private:
    struct Tensor {
        std::array<bool, 3> indexes{};
        bool isMade = false;
        std::int64_t registerWords = 0, bufferWords = 0, sharers = 1; // words of one pass
        double top = 0, near = 0;
    };
    static std::int64_t iterations(const Tensor& tensor, const PerLoop& size)
    {
        std::int64_t product = 1;
        for (std::size_t loop = 0; loop < 3; ++loop)
            product *= tensor.indexes[loop] ? size[loop] : 1;
        return product;
    }

    std::array<Tensor, 3> m_tensors;
    std::int64_t m_registerWords = 0, m_bufferWords = 0;
};

/// The smallest prime factor of a number above 1; 1 has none: 0.
std::int64_t smallestPrime(std::int64_t number);

/// What guides the search beside the costs of the problem itself.
struct CacheGuide {
    Goal goal = Goal::Energy;
    PerTensor<double> hopCost; // estimated cost on the mesh of bringing the whole tensor once
    bool thorough = true;      // begin with several fillings of the registers, not with the greedy one alone, and
                               // afterwards exchange prime factors between levels and loops while that helps
};

struct CacheResult {
    Blocking blocking;
    BlockingCounts counts;
    double cost = 0; // of accesses, idle cycles and the estimated hops
    double cycles() const { return double(counts.cycles()); }
};

/// KAPLA's caching (Algorithm 1), from the registers outwards: with each loop as the innermost one of a level in turn,
/// the tensors of that level grow step by step. Each step looks at the tensor that is brought most expensively, and
/// takes the next larger divisor of the loop that brings it again and again; when that does not fit, the tensor after
/// it is helped. `evaluated` is raised by the blockings that the detailed model counted.
/// Returns  nothing when not even one pass of the array fits.
std::optional<CacheResult> cacheBottomUp(const BlockingProblem& problem, const TopConstraint& constraint,
                                         const CacheGuide& guide, std::int64_t& evaluated);

} // namespace nestloom::kapla
