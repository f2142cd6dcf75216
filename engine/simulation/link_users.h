// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"

#include <span>
#include <vector>

namespace nestloom::simulation {

/// Which transactions cross each link of the grid.
class LinkUsers {
public:
    LinkUsers() = default;
    explicit LinkUsers(const traffic::MappingTraffic& traffic);
    std::span<const noc::TransactionId> of(noc::LinkId link) const; // ascending

private:
    std::vector<std::size_t> m_begin; // of each link in m_users, and the end
    std::vector<noc::TransactionId> m_users;
};

/// Bytes of each flow (MappingTraffic::flows) that crossed a link in the cycles [from, to). A transaction that is
/// partly in counts by the share of its time; what fills up last packets and headers are not counted.
std::vector<double> flowBytes(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run,
                              const LinkUsers& users, noc::LinkId link, noc::Cycle from, noc::Cycle to);

} // namespace nestloom::simulation
