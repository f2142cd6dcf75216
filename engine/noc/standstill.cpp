// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/standstill.h"

#include <algorithm>
#include <bit>

namespace nestloom::noc {

namespace {

constexpr const char* kPortNames[kRouterPorts] = {"local", "north", "east", "south", "west"};
constexpr std::size_t kMostLines = 32;

using Wait = WormholeMesh::Wait;

std::string words(const Wait& wait, std::size_t output, std::optional<TransactionId> holder)
{
    std::string text = "router " + std::to_string(wait.router) + ": transaction " + std::to_string(wait.flit.transaction())
                       + " from " + kPortNames[wait.input] + " waits for output " + kPortNames[output];
    if (wait.held >> output & 1)
        return text + ", held by transaction " + (holder ? std::to_string(*holder) : "that moved on");
    return text + (wait.flit.isHead() ? ", which has no room for its packet" : ", which is full")
           + (holder ? " of transaction " + std::to_string(*holder) : "");
}

/// Where the flits go that fill up or hold an output: the input of the next router, or nowhere at an endpoint.
std::optional<std::pair<RouterId, std::size_t>> beyond(const Grid& grid, RouterId router, std::size_t output)
{
    const GridLink link = gridLink(grid, grid.outOf(router, output));
    if (link.kind != GridLink::Kind::Hop)
        return std::nullopt;
    return std::pair(link.to, (output + 1) % 4 + 1);
}

std::vector<std::string> followWaits(const Grid& grid, const WormholeMesh& mesh, const std::vector<Wait>& waits)
{
    std::vector<std::string> lines;
    std::vector<const Wait*> seen;
    for (const Wait* at = waits.data(); at && lines.size() < kMostLines;) {
        const unsigned blocked = at->held ? at->held : at->full;
        if (blocked == 0)
            break;
        const auto output = std::size_t(std::countr_zero(blocked));
        lines.push_back(words(*at, output, mesh.holder(at->router, output)));
        if (std::find(seen.begin(), seen.end(), at) != seen.end()) {
            lines.back() += " (as above)";
            break;
        }
        seen.push_back(at);
        // A held output belongs to the packet of another input here; a full one waits for the next router.
        const auto next = beyond(grid, at->router, output);
        const auto holder = mesh.holder(at->router, output);
        const Wait* following = nullptr;
        for (const Wait& wait : waits) {
            const bool here = at->held && holder && wait.router == at->router && wait.flit.transaction() == *holder;
            if (here || (!following && next && wait.router == next->first && wait.input == next->second))
                following = &wait;
        }
        at = following;
    }
    return lines;
}

} // namespace

Standstill describeStandstill(const Grid& grid, const TransactionList& list, const WormholeMesh& mesh,
                              const TransactionTracker& tracker, Cycle since)
{
    Standstill standstill{since, followWaits(grid, mesh, mesh.waits())};
    if (!standstill.waits.empty())
        return standstill;
    for (const TransactionId id : tracker.incomplete(kMostLines))
        standstill.waits.push_back("transaction " + std::to_string(id) + " of endpoint " + std::to_string(list[id].actor)
                                   + " is not complete and waits for " + std::to_string(tracker.openWaits(id)) + " others");
    return standstill;
}

} // namespace nestloom::noc
