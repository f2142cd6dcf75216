// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/directive_facts.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <optional>

namespace nestloom::kapla {

namespace {

/// Columns and rows of inputs follow those of outputs.
bool follows(Dim dim) { return dim == Dim::Xi || dim == Dim::Yi; }

std::int64_t sizeAlong(const LevelDirectives& level, Dim dim)
{
    std::int64_t size = 1;
    for (const TensorDirective& tensor : level.tensors)
        size = std::max(size, tensor.sizeOf(dim));
    return size;
}

const LevelDirectives* outside(const Directives& directives, std::size_t at)
{
    for (std::size_t i = at + 1; i < directives.size(); ++i)
        if (directives[i].layer == directives[at].layer)
            return &directives[i];
    return nullptr;
}

/// A stack or an update along one dimension.
struct Stride {
    std::int64_t stride = 1;
    std::optional<std::int64_t> copies; // of a stack
    std::size_t update = 0;
};

/// How far a level's tensors reach along one dimension.
class Reach {
public:
    Reach(const LevelDirectives& level, Dim dim, std::int64_t total) : m_total(total), m_reach(sizeAlong(level, dim))
    {
        for (const StackDirective& stack : level.stacks)
            for (const DimSize& shift : stack.shifts)
                if (shift.dim == dim && stack.copies > 1)
                    m_strides.push_back({shift.size, stack.copies, 0});
        for (std::size_t i = 0; i < level.updates.size(); ++i)
            for (const DimSize& step : level.updates[i].steps)
                if (step.dim == dim)
                    m_strides.push_back({step.size, std::nullopt, i});
        std::ranges::stable_sort(m_strides, [](const Stride& a, const Stride& b) { return a.stride < b.stride; });
    }

    /// Raises the trips of the updates to what this dimension needs.
    void walk(std::vector<std::int64_t>& trips)
    {
        for (std::size_t i = 0; i < m_strides.size(); ++i) {
            const Stride& one = m_strides[i];
            hasGap = hasGap || (one.stride > m_reach && m_reach < m_total);
            const std::int64_t until = i + 1 < m_strides.size() ? std::min(m_strides[i + 1].stride, m_total) : m_total;
            const std::int64_t count =
                one.copies ? *one.copies : 1 + ceilDivide(std::max<std::int64_t>(0, until - m_reach), one.stride);
            if (!one.copies)
                trips[one.update] = std::max(trips[one.update], count);
            m_reach += one.stride * (count - 1);
        }
        isCovered = m_reach >= m_total;
    }

    bool hasGap = false, isCovered = true;

private:
    std::int64_t m_total = 1, m_reach = 1;
    std::vector<Stride> m_strides;
};

struct Walked {
    std::vector<std::int64_t> trips;
    std::vector<std::string> problems;
};

Walked walk(const LevelDirectives& level, const LevelDirectives& whole)
{
    Walked result{std::vector<std::int64_t>(level.updates.size(), 1), {}};
    for (std::size_t i = 0; i < kDimNames.size(); ++i) {
        const Dim dim = Dim(i);
        if (follows(dim))
            continue;
        Reach reach(level, dim, sizeAlong(whole, dim));
        reach.walk(result.trips);
        const std::string where = "layer " + level.layer + ", level " + level.level + ": ";
        if (reach.hasGap)
            result.problems.push_back(where + "a shift or step along " + std::string(name(dim)) + " leaves a gap");
        else if (!reach.isCovered)
            result.problems.push_back(where + "the tensors do not cover " + std::string(name(dim)) + "="
                                      + std::to_string(sizeAlong(whole, dim)));
    }
    return result;
}

bool touches(const std::vector<DimSize>& steps, const TensorDirective& tensor)
{
    return std::ranges::any_of(steps, [&](const DimSize& step) { return tensor.has(step.dim); });
}

/// Blocks and fetches of a tensor by the updates of one level; `begun` tells whether some update inside touches it.
void addUpdates(const LevelDirectives& level, const std::vector<std::int64_t>& trips, const TensorDirective& tensor,
                bool begun, TensorFacts& facts)
{
    for (std::size_t i = 0; i < level.updates.size(); ++i) {
        if (trips[i] == 1)
            continue;
        if (touches(level.updates[i].steps, tensor)) {
            facts.blocks *= double(trips[i]);
            begun = true;
        } else if (begun) {
            facts.fetches *= double(trips[i]);
        }
    }
}

/// Buffers that a word of the tensor goes through from neighbour to neighbour, the first one included.
std::int64_t chainLength(const LevelDirectives& level, const TensorDirective& tensor)
{
    std::int64_t length = 1;
    for (const StackDirective& stack : level.stacks)
        if (std::ranges::find(stack.passed, tensor.name) != stack.passed.end())
            length *= stack.copies;
    return length;
}

/// Tensors that buffers hand on must be the same in all of them.
void checkPassing(const LevelDirectives& level, std::vector<std::string>& problems)
{
    for (const StackDirective& stack : level.stacks)
        for (const std::string& name : stack.passed) {
            const std::string where = "layer " + level.layer + ", level " + level.level + ": ";
            const TensorDirective* tensor = level.find(name);
            if (!tensor)
                problems.push_back(where + "a stack passes tensor " + name + ", which the level does not have");
            else if (touches(stack.shifts, *tensor))
                problems.push_back(where + "a stack passes tensor " + name + ", but shifts it");
        }
}

} // namespace

std::vector<LevelFacts> factsOf(const Directives& directives)
{
    std::vector<LevelFacts> all;
    for (std::size_t at = 0; at < directives.size(); ++at) {
        const LevelDirectives& level = directives[at];
        if (!outside(directives, at))
            continue;
        LevelFacts facts{level.layer, level.level, 0, 1, {}, {}};
        for (const StackDirective& stack : level.stacks)
            facts.parallelism *= stack.copies;
        facts.trips = walk(level, *outside(directives, at)).trips;
        for (const TensorDirective& tensor : level.tensors) {
            TensorFacts one{tensor.name, tensor.words(), 1, 1, 0, 0};
            facts.words += one.words;
            double held = 1; // of all buffers, copies once
            for (const DimSize& size : tensor.sizes)
                held *= double(size.size);
            for (const StackDirective& stack : level.stacks)
                held *= touches(stack.shifts, tensor) ? double(stack.copies) : 1;
            // From this level outwards: once a tensor has changed, every loop around brings it again.
            bool begun = false;
            for (std::size_t i = at; i < directives.size(); ++i)
                if (directives[i].layer == level.layer && outside(directives, i)) {
                    const auto trips = walk(directives[i], *outside(directives, i)).trips;
                    addUpdates(directives[i], trips, tensor, begun, one);
                    for (std::size_t u = 0; u < trips.size(); ++u)
                        begun = begun || (trips[u] > 1 && touches(directives[i].updates[u].steps, tensor));
                    for (const StackDirective& stack : directives[i].stacks)
                        held *= i > at && touches(stack.shifts, tensor) ? double(stack.copies) : 1;
                }
            one.volume = held * one.blocks * one.fetches;
            one.passed = one.volume * double(chainLength(level, tensor) - 1);
            facts.tensors.push_back(one);
        }
        all.push_back(std::move(facts));
    }
    return all;
}

std::vector<std::string> check(const Directives& directives, const std::vector<LevelLimit>& limits)
{
    std::vector<std::string> problems;
    for (const LevelFacts& facts : factsOf(directives))
        for (const LevelLimit& limit : limits) {
            if (limit.level != facts.level)
                continue;
            const std::string where = "layer " + facts.layer + ", level " + facts.level + ": ";
            if (facts.words > limit.words)
                problems.push_back(where + "the tensors need " + std::to_string(facts.words) + " words of "
                                   + std::to_string(limit.words));
            if (facts.parallelism > limit.buffers)
                problems.push_back(where + "the stacks need " + std::to_string(facts.parallelism) + " buffers of "
                                   + std::to_string(limit.buffers));
        }
    for (std::size_t at = 0; at < directives.size(); ++at)
        if (const LevelDirectives* whole = outside(directives, at)) {
            const auto more = walk(directives[at], *whole).problems;
            problems.insert(problems.end(), more.begin(), more.end());
            checkPassing(directives[at], problems);
        }
    return problems;
}

} // namespace nestloom::kapla
