// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/exchanges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace nestloom::memory {

namespace {

constexpr std::size_t kMaxItems = 64; // of a side that are looked at: bits of a mask
constexpr std::size_t kMaxSums = 3000;
constexpr std::size_t kMaxExchanges = 400;
constexpr std::size_t kMeetingItems = 34; // both sides together: 2^17 sums each half
constexpr std::int64_t kSumsPerWork = 200;

struct Sum {
    std::int64_t size = 0;
    std::uint64_t items = 0;
    friend auto operator<=>(const Sum&, const Sum&) = default;
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
    std::vector<Sum> withFirst()
    {
        add(1, {m_items[0].size, 1}, 1);
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
        if (taken < m_most)
            add(i + 1, {sum.size + m_items[i].size, sum.items | std::uint64_t{1} << i}, taken + 1);
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

double logChoices(std::size_t of, int taken)
{
    return std::lgamma(double(of) + 1) - std::lgamma(double(taken) + 1) - std::lgamma(double(of) - taken + 1);
}

using Masks = std::pair<std::uint64_t, std::uint64_t>; // of leaving and of arriving items

class Search {
public:
    Search(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving, std::int64_t& work)
        : m_leaving(leaving), m_arriving(arriving), m_work(work)
    {
    }

    std::vector<Exchange> run()
    {
        matchSubsets();
        if (std::max(m_leaving.size(), m_arriving.size()) > 10
            && m_leaving.size() + m_arriving.size() - 1 <= kMeetingItems)
            meetInTheMiddle();
        std::vector<std::pair<double, Masks>> ranked;
        for (const Masks& masks : m_found)
            ranked.emplace_back(chance(masks), masks);
        std::sort(ranked.begin(), ranked.end());
        std::vector<Exchange> exchanges;
        if (total(m_leaving) == total(m_arriving))
            exchanges.push_back(everything());
        for (const auto& [rank, masks] : ranked)
            if (const Exchange exchange{positions(masks.first), positions(masks.second)};
                exchanges.empty() || exchange != exchanges.front())
                exchanges.push_back(exchange);
        return exchanges;
    }

private:
    static std::int64_t total(const std::vector<SweepItem>& items)
    {
        std::int64_t sum = 0;
        for (const SweepItem& item : items)
            sum += item.size;
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
        for (std::size_t i = 0; i < m_leaving.size(); ++i)
            exchange.leaving.push_back(std::uint32_t(i));
        for (std::size_t i = 0; i < m_arriving.size(); ++i)
            exchange.arriving.push_back(std::uint32_t(i));
        return exchange;
    }

    /// Grows with the number of such exchanges that chance would offer.
    double chance(const Masks& masks) const
    {
        const int out = std::popcount(masks.first), in = std::popcount(masks.second);
        return logChoices(m_leaving.size(), out) + logChoices(m_arriving.size(), in) + 0.01 * (out + in);
    }

    void matchSubsets()
    {
        std::vector<Sum> out = Subsets(m_leaving).all();
        const std::vector<Sum> in = Subsets(m_arriving).withFirst();
        std::sort(out.begin(), out.end());
        for (const Sum& sum : in)
            for (auto it = std::lower_bound(out.begin(), out.end(), Sum{sum.size, 0});
                 it != out.end() && it->size == sum.size && m_found.size() < kMaxExchanges; ++it)
                m_found.emplace(it->items, sum.items);
        m_work += std::int64_t(out.size() + in.size()) / kSumsPerWork;
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
            for (auto it = std::lower_bound(low.begin(), low.end(), Sum{m_arriving[0].size - sum.size, 0});
                 it != low.end() && it->size == m_arriving[0].size - sum.size && m_found.size() < limit; ++it)
                add(it->items | sum.items << half);
        m_work += std::int64_t(low.size() + high.size()) / kSumsPerWork;
    }

    static std::vector<Sum> sums(const std::vector<std::int64_t>& sizes, std::size_t begin, std::size_t end)
    {
        std::vector<Sum> result(std::size_t{1} << (end - begin));
        for (std::uint64_t mask = 1; mask < result.size(); ++mask)
            result[mask] = {result[mask & (mask - 1)].size + sizes[begin + std::size_t(std::countr_zero(mask))], mask};
        return result;
    }

    void add(std::uint64_t signedItems)
    {
        const std::size_t out = m_leaving.size();
        const std::uint64_t leaving = signedItems & ((std::uint64_t{1} << out) - 1);
        m_found.emplace(leaving, signedItems >> out << 1 | 1);
    }

    const std::vector<SweepItem>&m_leaving, &m_arriving;
    std::int64_t& m_work;
    std::set<Masks> m_found;
};

} // namespace

std::vector<Exchange> exchangesOfFirst(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving,
                                       std::int64_t& work)
{
    return Search(leaving, arriving, work).run();
}

} // namespace nestloom::memory
