// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/cache_pass.h"

#include "engine/schedule/kapla/blocking_moves.h"

namespace nestloom::kapla {

CacheModel::CacheModel(const BlockingProblem& problem, const PerTensor<double>& hopCost)
    : m_registerWords(problem.registerWords), m_bufferWords(problem.bufferWords)
{
    const UnitLoops& loops = problem.loops;
    const Costs& costs = problem.costs;
    const double nodes = double(problem.nodes);
    for (const TensorRole role : kTensorRoles) {
        Tensor& tensor = m_tensors[index(role)];
        for (const Loop loop : kLoops)
            tensor.indexes[index(loop)] = indexes(loops.kind, role, loop);
        tensor.isMade = role == made(loops.kind);
        tensor.registerWords = loops.registerWords[role];
        tensor.bufferWords = loops.bufferWords[role];
        tensor.sharers = problem.features.bufferSharing ? problem.groups[role] : 1;
        const bool remote = (role == TensorRole::Inputs && problem.source != Endpoint::Memory)
                            || (role == TensorRole::Outputs && problem.destination != Endpoint::Memory);
        const double sharers = problem.features.forwards() ? double(problem.groups[role]) : 1;
        tensor.top = (remote ? costs.buffer : costs.dram) * loops.accessOnce(Level::Dram, role) * nodes / sharers
                     + hopCost[role];
        tensor.near =
            (costs.buffer * loops.accessOnce(Level::Buffer, role) + costs.array * loops.accessOnce(Level::Array, role))
            * nodes;
    }
}

std::int64_t smallestPrime(std::int64_t number)
{
    if (number <= 1)
        return 0;
    for (std::int64_t prime = 2; prime * prime <= number; prime += prime == 2 ? 1 : 2)
        if (number % prime == 0)
            return prime;
    return number;
}

namespace {

using Cost = std::array<double, 3>; // by tensor

/// What bringing a tensor costs at some stage of its level: `each` for every time that it comes, and `again` for every
/// round of the loop `near` outside.
struct Charges {
    Cost each{}, again{};
    std::size_t innermost = 0, near = 0;
};

std::array<TensorRole, 3> mostExpensiveFirst(const Cost& cost)
{
    std::array<TensorRole, 3> roles = kTensorRoles;
    const auto sink = [&](std::size_t i) {
        if (cost[index(roles[i])] < cost[index(roles[i + 1])])
            std::swap(roles[i], roles[i + 1]);
    };
    sink(0);
    sink(1);
    sink(0);
    return roles;
}

class CachePass {
public:
    CachePass(const BlockingProblem& problem, const TopConstraint& constraint, const CacheGuide& guide,
              std::int64_t& evaluated)
        : m_problem(problem), m_constraint(constraint), m_guide(guide), m_model(problem, guide.hopCost),
          m_counter(problem, guide, evaluated)
    {
    }

    std::optional<CacheResult> run()
    {
        if (!fillConstrained() || !m_model.fitsRegisters({1, 1, 1}) || !m_model.fitsBuffer(m_leastInBuffer))
            return std::nullopt;
        for (std::size_t near = 0; near < 3; ++near)
            for (const PerLoop& registers : registerFillings(near))
                for (std::size_t top = 0; top < 3; ++top)
                    tryTop(registers, near, top);
        if (m_best && m_guide.thorough)
            m_best = polished(m_counter, m_constraint, *std::move(m_best));
        return std::move(m_best);
    }

private:
    /// Iterations that lie in the buffers at most, and where the constraint says so, at least.
    bool fillConstrained()
    {
        for (std::size_t loop = 0; loop < 3; ++loop) {
            const std::int64_t trips = m_problem.loops.trips[loop], top = m_constraint.factor[loop];
            if (top != 0 && trips % top != 0)
                return false;
            m_inBuffer[loop] = top != 0 ? trips / top : trips;
            m_leastInBuffer[loop] = top != 0 ? trips / top : 1;
        }
        return true;
    }

    /// What the greedy steps fill the registers with, and without them one loop alone or nothing at all: what is
    /// cheapest for the registers need not be so for the buffers.
    std::vector<PerLoop> registerFillings(std::size_t near) const
    {
        Charges charges;
        charges.innermost = near;
        for (const TensorRole role : kTensorRoles)
            charges.each[index(role)] = m_model.nearCost(role);
        // What lies in registers lies in the buffers as well.
        const auto fits = [this](const PerLoop& size) {
            return m_model.fitsRegisters(size) && m_model.fitsBuffer(leastAround(size));
        };
        std::vector<PerLoop> all;
        const auto add = [&](const CacheState& state) {
            if (std::ranges::find(all, state.size) == all.end())
                all.push_back(state.size);
        };
        const CacheState empty{{1, 1, 1}, m_inBuffer, m_inBuffer};
        CacheState greedy = empty;
        grow(greedy, charges, fits);
        add(greedy);
        if (!m_guide.thorough)
            return all;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            CacheState alone = empty;
            for (CacheState next = alone; next.room[loop] > 1;) {
                next.grow(loop, smallestPrime(next.room[loop]));
                if (!fits(next.size))
                    break;
                alone = next;
            }
            add(alone);
            grow(alone, charges, fits);
            add(alone);
        }
        add(empty);
        return all;
    }

    /// What the buffers must hold with these iterations in the registers.
    PerLoop leastAround(PerLoop size) const
    {
        for (std::size_t loop = 0; loop < 3; ++loop)
            size[loop] = std::max(size[loop], m_leastInBuffer[loop]);
        return size;
    }

    void tryTop(const PerLoop& registers, std::size_t near, std::size_t top)
    {
        CacheState state{leastAround(registers), {}, {}};
        for (std::size_t loop = 0; loop < 3; ++loop) {
            state.rounds[loop] = m_problem.loops.trips[loop] / state.size[loop];
            state.room[loop] = m_inBuffer[loop] % state.size[loop] == 0 ? m_inBuffer[loop] / state.size[loop] : 1;
        }
        Charges charges;
        charges.innermost = top;
        charges.near = near;
        for (const TensorRole role : kTensorRoles) {
            charges.each[index(role)] = m_model.topCost(role);
            // What stays in the registers while `near` runs comes again with every round outside the buffers.
            charges.again[index(role)] = m_model.indexedBy(role, Loop(near)) ? 0 : m_model.nearCost(role);
        }
        grow(state, charges, [this](const PerLoop& size) { return m_model.fitsBuffer(size); });
        consider(registers, state.size, near, top);
    }

    double costOf(TensorRole role, const PerLoop& rounds, const Charges& charges) const
    {
        return charges.each[index(role)] * m_model.fetches(role, rounds, charges.innermost)
               + charges.again[index(role)] * double(rounds[charges.near]);
    }

    /// Grows step by step until no tensor can be helped any more.
    template <typename Fits>
    void grow(CacheState& state, const Charges& charges, const Fits& fits) const
    {
        while (growOnce(state, charges, fits)) {
        }
    }

    template <typename Fits>
    bool growOnce(CacheState& state, const Charges& charges, const Fits& fits) const
    {
        Cost now;
        for (const TensorRole role : kTensorRoles)
            now[index(role)] = costOf(role, state.rounds, charges);
        for (const TensorRole role : mostExpensiveFirst(now)) {
            std::optional<CacheState> best;
            double least = now[index(role)];
            for (std::size_t loop = 0; loop < 3; ++loop) {
                if (state.room[loop] <= 1 || m_model.indexedBy(role, Loop(loop)))
                    continue;
                CacheState next = state;
                next.grow(loop, smallestPrime(state.room[loop]));
                if (const double cost = costOf(role, next.rounds, charges); cost < least && fits(next.size)) {
                    least = cost;
                    best = next;
                }
            }
            if (best) {
                state = *best;
                return true;
            }
        }
        return false;
    }

    void consider(const PerLoop& registers, const PerLoop& buffer, std::size_t near, std::size_t top)
    {
        Blocking blocking;
        for (std::size_t loop = 0; loop < 3; ++loop)
            blocking.factors[0][loop] = m_problem.loops.trips[loop] / buffer[loop],
            blocking.factors[1][loop] = buffer[loop] / registers[loop], blocking.factors[2][loop] = registers[loop];
        if (!order(blocking, m_constraint, Loop(top), Loop(near)))
            return;
        if (auto result = m_counter.better(blocking, m_best))
            m_best = std::move(result);
    }

    const BlockingProblem& m_problem;
    const TopConstraint& m_constraint;
    const CacheGuide& m_guide;
    const CacheModel m_model;
    BlockingCounter m_counter;
    PerLoop m_inBuffer{1, 1, 1}, m_leastInBuffer{1, 1, 1};
    std::optional<CacheResult> m_best;
};

} // namespace

std::optional<CacheResult> cacheBottomUp(const BlockingProblem& problem, const TopConstraint& constraint,
                                         const CacheGuide& guide, std::int64_t& evaluated)
{
    return CachePass(problem, constraint, guide, evaluated).run();
}

} // namespace nestloom::kapla
