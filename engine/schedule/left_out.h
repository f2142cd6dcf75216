// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/workload/network.h"

#include <string>
#include <vector>

namespace nestloom::schedule {

/// An operator of a network that a result's figures do not count, and why.
struct LeftOut {
    std::string name, type;
    std::string reason; // one clause
    friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

/// What engines that map layers do not schedule: operators without multiplications, costed or not. Nothing of a network
/// without a graph, here and below; inputs are no operators of these lists.
std::vector<LeftOut> leftOutOfMaps(const workload::Network& network);
/// What engines for nodes leave out: operators that are no layer of theirs, as pooling and addition are. All of them of
/// a network that nodes refuse.
std::vector<LeftOut> leftOutOfNodes(const workload::Network& network);
/// What a plan of the network's memory has no step for: with `fused`, operators that joined the one before them.
std::vector<LeftOut> leftOutOfPlan(const workload::Network& network, bool fused);

/// What a reader of a run must know of how its engine takes the accelerator and the network, a clause each: words
/// narrower than the operands, and fields that Flexer does not look at.
std::vector<std::string> notesOf(const hardware::Accelerator& accelerator, const workload::Network& network,
                                 const std::string& engine);

/// "2 relu, 1 softmax (it costs nothing on nodes)", by type; empty for an empty list.
std::string notCosted(const std::vector<LeftOut>& list);

} // namespace nestloom::schedule
