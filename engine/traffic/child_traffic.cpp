// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/child_traffic.h"

namespace nestloom::traffic {

namespace {

/// Outputs that one child sends outward: what its keeper is updated with, shared among the children that differ.
double sent(const workload::Layer& layer, const cost::Nest& nest, const cost::AccessCounts& counts, std::size_t outer,
            std::size_t inner)
{
    constexpr TensorRole role = TensorRole::Outputs;
    return counts[outer][role].updates / cost::distinctChildren(layer, nest, role, outer, inner);
}

double childrenBetween(const cost::Nest& nest, std::size_t outer, std::size_t inner)
{
    double product = 1;
    for (const cost::NestLoop& loop : nest.spatial())
        if (loop.level >= outer && loop.level < inner)
            product *= static_cast<double>(loop.bound);
    return product;
}

} // namespace

std::size_t keeperAtOrOutside(const cost::Nest& nest, TensorRole role, std::size_t level)
{
    while (level > 0 && !nest.keeps[level].contains(role))
        --level;
    return level;
}

std::size_t keeperInside(const cost::Nest& nest, TensorRole role, std::size_t level)
{
    std::size_t inner = level + 1;
    while (inner < nest.levelCount() && !nest.keeps[inner].contains(role))
        ++inner;
    return inner;
}

ChildTraffic childTraffic(const workload::Layer& layer, const cost::Nest& nest, const cost::AccessCounts& counts,
                          TensorRole role, std::size_t inner)
{
    const std::size_t outer = keeperAtOrOutside(nest, role, inner - 1);
    if (role != TensorRole::Outputs)
        return {counts[outer][role].reads / cost::distinctChildren(layer, nest, role, outer, inner), 0};
    // What the keeper reads is what it brings back to its children and what it drains itself.
    const double drained = outer == 0 ? 0 : sent(layer, nest, counts, keeperAtOrOutside(nest, role, outer - 1), outer);
    return {(counts[outer][role].reads - drained) / childrenBetween(nest, outer, inner),
            sent(layer, nest, counts, outer, inner)};
}

} // namespace nestloom::traffic
