// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/exchanges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>

namespace nestloom::memory {

namespace {

constexpr std::size_t kMaxItems = 64; // of a side that are looked at: bits of a mask
constexpr std::size_t kMaxSums = 3000;
constexpr std::size_t kMaxMatches = 20'000; // that are ranked
constexpr std::size_t kMaxExchanges = 400;
constexpr double kDeviations = 3.5; // two sizes differ by at most
constexpr double kRounding = 0.1;   // B^2, of every size
constexpr std::size_t kMeetingItems = 34; // both sides together: 2^17 sums each half
constexpr std::int64_t kSumsPerWork = 200;

struct Sum {
    std::int64_t size = 0;
    std::uint64_t items = 0;
    double squares = 0; // sum of them, B^2

    void add(const SweepItem& item, std::uint64_t bit)
    {
        size += item.size;
        items |= bit;
        squares += double(item.size) * double(item.size);
    }
    friend bool operator<(const Sum& a, const Sum& b) { return std::tie(a.size, a.items) < std::tie(b.size, b.items); }
};

/// Most items of a subset, so that there are not many more subsets than kMaxSums.
std::size_t mostOf(std::size_t count) { return count <= 10 ? count : count <= 14 ? 5 : count <= 20 ? 4 : 3; }

/// Sums of subsets; of interchangeable items the first ones are taken.
class Subsets {
public:
    explicit Subsets(const std::vector<SweepItem>& items)
        : m_items(items), m_count(std::min(items.size(), kMaxItems)), m_most(mostOf(items.size()))
    {
    }

    std::vector<Sum> all()
    {
        add(0, {}, 0);
        return std::move(m_sums);
    }

private:
    void add(std::size_t i, Sum sum, std::size_t taken)
    {
        if (m_sums.size() >= kMaxSums)
            return;
        if (i == m_count) {
            m_sums.push_back(sum);
            return;
        }
        if (taken < m_most) {
            Sum with = sum;
            with.add(m_items[i], std::uint64_t{1} << i);
            add(i + 1, with, taken + 1);
        }
        std::size_t next = i + 1;
        while (next < m_count && m_items[i].twin > 0 && m_items[next].twin == m_items[i].twin
               && m_items[next].size == m_items[i].size)
            ++next;
        add(next, sum, taken);
    }

    const std::vector<SweepItem>& m_items;
    const std::size_t m_count, m_most;
    std::vector<Sum> m_sums;
};

/// Natural logarithm of the number of ways to choose.
double logChoices(std::size_t of, std::size_t taken)
{
    return std::lgamma(double(of) + 1) - std::lgamma(double(taken) + 1) - std::lgamma(double(of - taken) + 1);
}

using Masks = std::pair<std::uint64_t, std::uint64_t>; // of leaving and of arriving items

class Search {
public:
    Search(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving, std::int64_t& work,
           const SizeMatch& match)
        : m_leaving(leaving), m_arriving(arriving), m_work(work), m_match(match), m_out(total(leaving)),
          m_in(total(arriving)), m_balanced(matches(m_out, m_in))
    {
    }

    std::vector<Exchange> run()
    {
        matchSubsets();
        if (m_match.deviation == 0 && std::max(m_leaving.size(), m_arriving.size()) > 10
            && m_leaving.size() + m_arriving.size() - 1 <= kMeetingItems)
            meetInTheMiddle();
        std::sort(m_found.begin(), m_found.end());
        m_found.erase(std::unique(m_found.begin(), m_found.end()), m_found.end());
        std::vector<Exchange> exchanges;
        if (m_balanced)
            exchanges.push_back(everything());
        for (const Masks& masks : m_found)
            if (Exchange exchange = exchangeOf(masks); exchanges.empty() || exchange != exchanges.front())
                exchanges.push_back(std::move(exchange));
        std::stable_sort(exchanges.begin(), exchanges.end(),
                         [](const Exchange& a, const Exchange& b) { return a.chance < b.chance; });
        if (exchanges.size() > kMaxExchanges)
            exchanges.resize(kMaxExchanges);
        return exchanges;
    }

private:
    static Sum total(const std::vector<SweepItem>& items)
    {
        Sum sum;
        for (const SweepItem& item : items)
            sum.add(item, 0);
        return sum;
    }

    static std::vector<std::uint32_t> positions(std::uint64_t mask)
    {
        std::vector<std::uint32_t> result;
        for (; mask != 0; mask &= mask - 1)
            result.push_back(std::uint32_t(std::countr_zero(mask)));
        return result;
    }

    Exchange everything() const
    {
        Exchange exchange;
        exchange.leaving.resize(m_leaving.size());
        exchange.arriving.resize(m_arriving.size());
        std::iota(exchange.leaving.begin(), exchange.leaving.end(), 0U);
        std::iota(exchange.arriving.begin(), exchange.arriving.end(), 0U);
        exchange.chance = chance(exchange, m_out, m_in);
        return exchange;
    }

    Exchange exchangeOf(const Masks& masks) const
    {
        Exchange exchange{positions(masks.first), positions(masks.second)};
        Sum out, in;
        for (const std::uint32_t i : exchange.leaving)
            out.add(m_leaving[i], 0);
        for (const std::uint32_t i : exchange.arriving)
            in.add(m_arriving[i], 0);
        exchange.chance = chance(exchange, out, in);
        return exchange;
    }

    /// Of the difference of two totals that are the same but for what each item has lost, B.
    double deviation(double squares) const
    {
        return m_match.deviation == 0 ? 0 : std::sqrt(m_match.deviation * m_match.deviation * squares + kRounding);
    }

    bool matches(const Sum& out, const Sum& in) const
    {
        const double difference = double(std::abs(out.size - in.size));
        return difference <= kDeviations * deviation(out.squares + in.squares);
    }

    double chance(const Exchange& exchange, const Sum& out, const Sum& in) const
    {
        const std::size_t leaving = exchange.leaving.size(), arriving = exchange.arriving.size();
        const double ways = logChoices(m_leaving.size(), leaving) + logChoices(m_arriving.size(), arriving)
                            + 0.01 * double(leaving + arriving);
        const double width = std::max(1.0, deviation(out.squares + in.squares));
        const double apart = double(out.size - in.size) / width;
        return ways + std::log(width / double(m_match.capacity)) + apart * apart / 2;
    }

    void matchSubsets()
    {
        std::vector<Sum> out = Subsets(m_leaving).all();
        const std::vector<Sum> in = Subsets(m_arriving).all();
        std::sort(out.begin(), out.end());
        double most = 0; // squares
        for (const Sum& sum : out)
            most = std::max(most, sum.squares);
        const bool complements = m_balanced && std::max(m_leaving.size(), m_arriving.size()) <= kMaxItems;
        std::int64_t looks = 0;
        for (const Sum& sum : in) {
            const bool hasFirst = (sum.items & 1) == 1;
            if (sum.items == 0 || (!hasFirst && !complements))
                continue;
            const auto reach = std::int64_t(kDeviations * deviation(most + sum.squares));
            for (auto it = std::lower_bound(out.begin(), out.end(), Sum{sum.size - reach});
                 it != out.end() && it->size <= sum.size + reach && m_found.size() < kMaxMatches; ++it, ++looks)
                if (matches(*it, sum))
                    add(hasFirst ? Masks{it->items, sum.items} : without({it->items, sum.items}));
        }
        m_work += (std::int64_t(out.size() + in.size()) + looks) / kSumsPerWork;
    }

    /// What differs little from nothing is no exchange.
    void add(const Masks& masks)
    {
        if (masks.first != 0)
            m_found.push_back(masks);
    }

    /// All the others.
    Masks without(const Masks& masks) const
    {
        const auto all = [](std::size_t count) { return ~std::uint64_t{0} >> (kMaxItems - count); };
        return {all(m_leaving.size()) & ~masks.first, all(m_arriving.size()) & ~masks.second};
    }

    /// Signed sums of one half of the items are looked up among those of the other half.
    void meetInTheMiddle()
    {
        std::vector<std::int64_t> sizes;
        for (const SweepItem& item : m_leaving)
            sizes.push_back(item.size);
        for (std::size_t i = 1; i < m_arriving.size(); ++i)
            sizes.push_back(-m_arriving[i].size);
        const std::size_t half = sizes.size() / 2;
        std::vector<Sum> low = sums(sizes, 0, half);
        const std::vector<Sum> high = sums(sizes, half, sizes.size());
        std::sort(low.begin(), low.end());
        const std::size_t limit = m_found.size() + kMaxExchanges / 2;
        for (const Sum& sum : high)
            for (auto it = std::lower_bound(low.begin(), low.end(), Sum{m_arriving[0].size - sum.size});
                 it != low.end() && it->size == m_arriving[0].size - sum.size && m_found.size() < limit; ++it)
                addSigned(it->items | sum.items << half);
        m_work += std::int64_t(low.size() + high.size()) / kSumsPerWork;
    }

    static std::vector<Sum> sums(const std::vector<std::int64_t>& sizes, std::size_t begin, std::size_t end)
    {
        std::vector<Sum> result(std::size_t{1} << (end - begin));
        for (std::uint64_t mask = 1; mask < result.size(); ++mask)
            result[mask] = {result[mask & (mask - 1)].size + sizes[begin + std::size_t(std::countr_zero(mask))], mask, 0};
        return result;
    }

    void addSigned(std::uint64_t signedItems)
    {
        const std::size_t out = m_leaving.size();
        const std::uint64_t leaving = signedItems & ((std::uint64_t{1} << out) - 1);
        add({leaving, signedItems >> out << 1 | 1});
    }

    const std::vector<SweepItem>&m_leaving, &m_arriving;
    std::int64_t& m_work;
    const SizeMatch m_match;
    const Sum m_out, m_in;
    const bool m_balanced; // everything may be exchanged
    std::vector<Masks> m_found;
};

} // namespace

std::vector<Exchange> exchangesOfFirst(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving,
                                       std::int64_t& work, const SizeMatch& match)
{
    if (leaving.empty() || arriving.empty())
        return {};
    return Search(leaving, arriving, work, match).run();
}

} // namespace nestloom::memory
