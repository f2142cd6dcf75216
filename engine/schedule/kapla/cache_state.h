// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking.h"

#include <vector>

namespace nestloom::kapla {

/// Tensors of one level while they grow: iterations of each loop that lie in it, out of `total`.
struct CacheState {
    PerLoop size{1, 1, 1};
    PerLoop total{1, 1, 1};
    std::int64_t rounds(Loop loop) const { return total[index(loop)] / size[index(loop)]; }
};

/// How the words of the three tensors grow with the loops, and what bringing each of them costs.
class CacheModel {
public:
    CacheModel(const BlockingProblem& problem, const PerTensor<double>& hopCost);

    bool indexedBy(TensorRole role, Loop loop) const { return m_indexes[std::size_t(role)][index(loop)]; }
    bool fitsRegisters(const PerLoop& size) const;
    bool fitsBuffer(const PerLoop& size) const;
    /// Times that a tensor is brought into a level: loops that do not index it bring it again, unless they run innermost.
    double fetches(TensorRole role, const CacheState& state, Loop innermost) const;
    double topCost(TensorRole role) const { return m_top[role]; }   // from memory into the buffers, all of it once
    double nearCost(TensorRole role) const { return m_near[role]; } // from the buffers into the registers, all of it once

private:
    std::int64_t words(TensorRole role, const PerLoop& size, const PerTensor<std::int64_t>& unit) const;

    const BlockingProblem& m_problem;
    std::array<std::array<bool, 3>, 3> m_indexes{};
    PerTensor<double> m_top, m_near;
};

/// The smallest divisor of `total` that is a larger multiple of `size`; 0 when there is none.
std::int64_t nextLarger(std::int64_t size, std::int64_t total);

} // namespace nestloom::kapla
