// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/transaction.h"

#include <algorithm>
#include <string>

namespace nestloom::noc {

TransactionId TransactionList::add(const Transaction& transaction, std::span<const EndpointId> destinations,
                                   std::span<const TransactionId> after)
{
    m_transactions.push_back(transaction);
    m_destinations.insert(m_destinations.end(), destinations.begin(), destinations.end());
    m_after.insert(m_after.end(), after.begin(), after.end());
    m_destinationsBegin.push_back(m_destinations.size());
    m_afterBegin.push_back(m_after.size());
    return TransactionId(m_transactions.size() - 1);
}

std::span<const EndpointId> TransactionList::destinations(TransactionId id) const
{
    return std::span(m_destinations)
        .subspan(m_destinationsBegin[id], m_destinationsBegin[id + 1] - m_destinationsBegin[id]);
}

std::span<const TransactionId> TransactionList::after(TransactionId id) const
{
    return std::span(m_after).subspan(m_afterBegin[id], m_afterBegin[id + 1] - m_afterBegin[id]);
}

namespace {

using Fault = std::optional<std::string>;

bool namedTwice(std::span<const std::uint32_t> ids)
{
    std::vector<std::uint32_t> sorted(ids.begin(), ids.end());
    std::ranges::sort(sorted);
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

Fault destinationFault(const Grid& grid, const Transaction& transaction, std::span<const EndpointId> destinations)
{
    if (transaction.operation == Operation::Count)
        return destinations.empty() ? Fault() : "counts, and yet has a destination";
    if (destinations.empty())
        return "has no destination";
    if (transaction.operation == Operation::Unicast && destinations.size() > 1)
        return "is a unicast to " + std::to_string(destinations.size()) + " destinations";
    for (const EndpointId destination : destinations) {
        if (destination >= grid.endpointCount())
            return "goes to endpoint " + std::to_string(destination) + " of " + std::to_string(grid.endpointCount());
        if (transaction.operation == Operation::Multicast && !grid.isLocal(destination))
            return "is a multicast to endpoint " + std::to_string(destination) + ", which is not a local port";
    }
    return namedTwice(destinations) ? "names a destination twice" : Fault();
}

Fault waitFault(const TransactionList& list, TransactionId id)
{
    for (const TransactionId wait : list.after(id))
        if (wait >= list.size())
            return "waits for transaction " + std::to_string(wait) + " of " + std::to_string(list.size());
    if (namedTwice(list.after(id)))
        return "waits for a transaction twice";
    const auto follows = list[id].follows;
    if (!follows)
        return {};
    if (*follows >= list.size())
        return "follows transaction " + std::to_string(*follows) + " of " + std::to_string(list.size());
    const auto reached = list.destinations(*follows);
    if (std::ranges::find(reached, list[id].actor) == reached.end())
        return "follows transaction " + std::to_string(*follows) + ", which does not reach its actor";
    if (list[id].operation == Operation::Count || list[*follows].size < list[id].size)
        return "cannot follow transaction " + std::to_string(*follows) + ", which brings fewer packets";
    return {};
}

Fault faultOf(const Grid& grid, const TransactionList& list, TransactionId id)
{
    const Transaction& transaction = list[id];
    if (transaction.actor >= grid.endpointCount())
        return "acts at endpoint " + std::to_string(transaction.actor) + " of " + std::to_string(grid.endpointCount());
    if (transaction.size == 0)
        return "has a size of 0";
    if (transaction.trafficClass >= kTrafficClasses)
        return "has traffic class " + std::to_string(transaction.trafficClass) + " of "
               + std::to_string(kTrafficClasses);
    if (const Fault fault = destinationFault(grid, transaction, list.destinations(id)))
        return fault;
    return waitFault(list, id);
}

/// A transaction that comes before itself, by waiting or following; found by taking away what waits for nothing.
std::optional<TransactionId> inCircle(const TransactionList& list)
{
    std::vector<std::vector<TransactionId>> dependents(list.size());
    std::vector<std::uint32_t> open(list.size(), 0);
    const auto comesAfter = [&](TransactionId id, TransactionId before) {
        dependents[before].push_back(id);
        ++open[id];
    };
    for (TransactionId id = 0; id < list.size(); ++id) {
        for (const TransactionId before : list.after(id))
            comesAfter(id, before);
        if (list[id].follows)
            comesAfter(id, *list[id].follows);
    }
    std::vector<TransactionId> free;
    for (TransactionId id = 0; id < list.size(); ++id)
        if (open[id] == 0)
            free.push_back(id);
    for (std::size_t next = 0; next < free.size(); ++next)
        for (const TransactionId id : dependents[free[next]])
            if (--open[id] == 0)
                free.push_back(id);
    if (free.size() == list.size())
        return std::nullopt;
    return TransactionId(std::ranges::find_if(open, [](auto left) { return left > 0; }) - open.begin());
}

} // namespace

Status checkTransactions(const Grid& grid, const TransactionList& list)
{
    const auto invalid = [](TransactionId id, const std::string& fault) {
        return Error{ErrorCode::InvalidInput, "transaction " + std::to_string(id) + " " + fault, {}};
    };
    for (TransactionId id = 0; id < list.size(); ++id)
        if (const Fault fault = faultOf(grid, list, id))
            return invalid(id, *fault);
    if (const auto id = inCircle(list))
        return invalid(*id, "waits for itself by some way round");
    return success();
}

} // namespace nestloom::noc
