// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/exchanges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace nestloom::memory {

namespace {

constexpr std::size_t kMaxItems = 64;       // of a side that are looked at: bits of a mask
constexpr std::size_t kMaxMatches = 20'000; // that are ranked
constexpr std::size_t kMaxExchanges = 200;
constexpr double kDeviations = 3.5; // two sizes differ by at most
constexpr double kRounding = 0.1;   // B^2, of every size
constexpr std::int64_t kSumsPerWork = 200;

void add(Subset& subset, const SweepItem& item, std::uint64_t bit)
{
    subset.size += item.size;
    subset.items |= bit;
    subset.squares += double(item.size) * double(item.size);
}

Subset total(const std::vector<SweepItem>& items)
{
    Subset all;
    for (std::size_t i = 0; i < items.size(); ++i)
        add(all, items[i], i < kMaxItems ? std::uint64_t{1} << i : 0);
    return all;
}

/// Most items of a subset besides the first one, so that there are some thousand subsets.
std::size_t mostOf(std::size_t count)
{
    return count <= 13 ? count : count <= 17 ? 5 : count <= 22 ? 4 : count <= 35 ? 3 : 2;
}

void addSubsets(const std::vector<SweepItem>& items, std::size_t i, std::size_t most, const Subset& subset,
                std::vector<Subset>& result)
{
    const std::size_t count = std::min(items.size(), kMaxItems);
    if (most == 0 || i == count) {
        result.push_back(subset);
        return;
    }
    Subset with = subset;
    add(with, items[i], std::uint64_t{1} << i);
    addSubsets(items, i + 1, most - 1, with, result);
    std::size_t next = i + 1;
    while (next < count && items[i].twin > 0 && items[next].twin == items[i].twin && items[next].size == items[i].size)
        ++next;
    addSubsets(items, next, most, subset, result);
}

/// Logarithms of the number of ways to choose none, one, ... all of them.
std::vector<double> allLogChoices(std::size_t of)
{
    std::vector<double> result;
    for (std::size_t taken = 0; taken <= of; ++taken)
        result.push_back(std::lgamma(double(of) + 1) - std::lgamma(double(taken) + 1)
                         - std::lgamma(double(of - taken) + 1));
    return result;
}

/// An exchange of the items of two masks.
struct Match {
    double chance = 0;
    std::uint64_t leaving = 0, arriving = 0;
    friend bool operator<(const Match& a, const Match& b)
    {
        return std::tie(a.chance, a.leaving, a.arriving) < std::tie(b.chance, b.leaving, b.arriving);
    }
};

class Matching {
public:
    Matching(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving, const SizeMatch& match)
        : m_leaving(leaving), m_arriving(arriving), m_match(match), m_logOut(allLogChoices(leaving.size())),
          m_logIn(allLogChoices(arriving.size())), m_out(total(leaving)), m_in(total(arriving))
    {
    }

    void match(const std::vector<std::uint64_t>& leavingSets, const std::vector<Subset>& arrivingSets,
               std::int64_t& work)
    {
        std::int64_t looks = 0;
        for (const std::uint64_t mask : leavingSets) {
            Subset out;
            for (std::uint64_t left = mask; left != 0; left &= left - 1)
                add(out, m_leaving[std::size_t(std::countr_zero(left))], left & -left);
            const auto reach = std::int64_t(kDeviations * deviation(out.squares + m_in.squares));
            for (auto it = std::lower_bound(arrivingSets.begin(), arrivingSets.end(), Subset{out.size - reach});
                 it != arrivingSets.end() && it->size <= out.size + reach && m_found.size() < kMaxMatches;
                 ++it, ++looks)
                if (matches(out, *it) && !isEverything(out, *it))
                    m_found.push_back(
                        {chance(std::size_t(std::popcount(mask)), std::size_t(std::popcount(it->items)), out, *it),
                         mask, it->items});
        }
        work += (std::int64_t(leavingSets.size()) + looks) / kSumsPerWork;
    }

    std::vector<Exchange> best()
    {
        const std::size_t ranked = std::min(m_found.size(), kMaxExchanges);
        std::partial_sort(m_found.begin(), m_found.begin() + std::ptrdiff_t(ranked), m_found.end());
        std::vector<Exchange> exchanges;
        if (matches(m_out, m_in))
            exchanges.push_back(everything());
        for (std::size_t i = 0; i < ranked; ++i)
            exchanges.push_back({positions(m_found[i].leaving), positions(m_found[i].arriving), m_found[i].chance});
        std::stable_sort(exchanges.begin(), exchanges.end(),
                         [](const Exchange& a, const Exchange& b) { return a.chance < b.chance; });
        return exchanges;
    }

private:
    static std::vector<std::uint32_t> positions(std::uint64_t mask)
    {
        std::vector<std::uint32_t> result;
        for (; mask != 0; mask &= mask - 1)
            result.push_back(std::uint32_t(std::countr_zero(mask)));
        return result;
    }

    bool isEverything(const Subset& out, const Subset& in) const
    {
        return m_leaving.size() <= kMaxItems && m_arriving.size() <= kMaxItems && out.items == m_out.items
               && in.items == m_in.items;
    }

    Exchange everything() const
    {
        Exchange exchange;
        exchange.leaving.resize(m_leaving.size());
        exchange.arriving.resize(m_arriving.size());
        std::iota(exchange.leaving.begin(), exchange.leaving.end(), 0U);
        std::iota(exchange.arriving.begin(), exchange.arriving.end(), 0U);
        exchange.chance = chance(m_leaving.size(), m_arriving.size(), m_out, m_in);
        return exchange;
    }

    /// Of the difference of two totals that are the same but for what each item has lost, B.
    double deviation(double squares) const
    {
        return m_match.deviation == 0 ? 0 : std::sqrt(m_match.deviation * m_match.deviation * squares + kRounding);
    }

    bool matches(const Subset& out, const Subset& in) const
    {
        const double difference = double(std::abs(out.size - in.size));
        return difference <= kDeviations * deviation(out.squares + in.squares);
    }

    /// For so many leaving and arriving items of these totals.
    double chance(std::size_t leaving, std::size_t arriving, const Subset& out, const Subset& in) const
    {
        const double ways = m_logOut[leaving] + m_logIn[arriving] + 0.01 * double(leaving + arriving);
        const double width = std::max(1.0, deviation(out.squares + in.squares));
        const double apart = double(out.size - in.size) / width;
        return ways + std::log(width / double(m_match.capacity)) + apart * apart / 2;
    }

    const std::vector<SweepItem>&m_leaving, &m_arriving;
    const SizeMatch m_match;
    const std::vector<double> m_logOut, m_logIn; // by the number of items that are taken
    const Subset m_out, m_in;                    // everything
    std::vector<Match> m_found;
};

} // namespace

std::vector<Subset> subsetsWithFirst(const std::vector<SweepItem>& items)
{
    std::vector<Subset> result;
    if (items.empty())
        return result;
    Subset first;
    add(first, items.front(), 1);
    const std::size_t most = mostOf(items.size());
    addSubsets(items, 1, most, first, result);
    const std::size_t few = result.size();
    if (most < items.size() && items.size() <= kMaxItems)
        for (std::size_t i = 0; i < few; ++i) {
            const Subset all = total(items), without = result[i];
            result.push_back({all.size - without.size + first.size, (all.items & ~without.items) | 1,
                              all.squares - without.squares + first.squares});
        }
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<Exchange> exchanges(const std::vector<SweepItem>& leaving, const std::vector<std::uint64_t>& leavingSets,
                                const std::vector<SweepItem>& arriving, const std::vector<Subset>& arrivingSets,
                                std::int64_t& work, const SizeMatch& match)
{
    if (leaving.empty() || arriving.empty())
        return {};
    Matching matching(leaving, arriving, match);
    matching.match(leavingSets, arrivingSets, work);
    return matching.best();
}

} // namespace nestloom::memory
