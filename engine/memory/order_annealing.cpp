// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_annealing.h"

#include "engine/base/rng.h"
#include "engine/memory/sections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nestloom::memory {

namespace {

constexpr std::size_t kBlock = 16;              // buffers of the order between two rows of heights that are kept
constexpr double kHot[] = {1.5e-4, 3e-4, 6e-4}; // in turns
constexpr double kCold = 2e-5;
constexpr std::int64_t kCooling = 1'000'000; // packings from hot to cold
constexpr double kForTop = 0.05;             // the highest end, beside what is above the capacity on average
constexpr std::size_t kNear = 20;            // places in the order
constexpr std::int64_t kBetweenStops = 256;

using Heights = std::vector<std::int64_t>; // by section: end of the highest buffer

/// An order of the buffers and the heights that it makes, at the beginning of each block and at the end.
class LaidOrder {
public:
    LaidOrder(const Sections& sections, std::vector<std::size_t> order)
        : m_sections(sections), m_order(std::move(order))
    {
        m_rows.assign((m_order.size() + kBlock - 1) / kBlock + 1, Heights(sections.load.size(), 0));
        for (std::size_t block = 0; block + 1 < m_rows.size(); ++block) {
            m_rows[block + 1] = m_rows[block];
            lay(block, m_rows[block + 1]);
        }
        m_newRows = m_rows;
    }

    const std::vector<std::size_t>& order() const { return m_order; }
    const Heights& heights() const { return m_rows.back(); }

    /// Heights when what is at `from` goes to `to`, or changes places with what is there; nothing becomes of it without
    /// keep().
    const Heights& change(std::size_t from, std::size_t to, bool swap)
    {
        m_from = from, m_to = to, m_swap = swap;
        move(from, to);
        m_first = std::min(from, to) / kBlock;
        const std::size_t last = std::max(from, to) / kBlock;
        m_newRows[m_first] = m_rows[m_first];
        for (m_end = m_first; m_end + 1 < m_rows.size();) {
            Heights& next = m_newRows[m_end + 1];
            next = m_newRows[m_end];
            lay(m_end, next);
            ++m_end;
            if (m_end > last && next == m_rows[m_end])
                return m_rows.back(); // all that follows is as before
        }
        return m_newRows.back();
    }

    void keep()
    {
        for (std::size_t row = m_first + 1; row <= m_end; ++row)
            std::swap(m_rows[row], m_newRows[row]);
    }
    void takeBack() { move(m_to, m_from); }

    std::vector<Bytes> offsets() const
    {
        std::vector<Bytes> offsets(m_order.size());
        Heights heights(m_sections.load.size(), 0);
        for (const std::size_t buffer : m_order)
            offsets[buffer] = {layOne(buffer, heights)};
        return offsets;
    }

private:
    void move(std::size_t from, std::size_t to)
    {
        const auto at = [this](std::size_t place) { return m_order.begin() + std::ptrdiff_t(place); };
        if (m_swap)
            std::swap(m_order[from], m_order[to]);
        else if (from < to)
            std::rotate(at(from), at(from + 1), at(to + 1));
        else
            std::rotate(at(to), at(from), at(from + 1));
    }

    void lay(std::size_t block, Heights& heights) const
    {
        const std::size_t end = std::min(m_order.size(), (block + 1) * kBlock);
        for (std::size_t place = block * kBlock; place < end; ++place)
            layOne(m_order[place], heights);
    }

    std::int64_t layOne(std::size_t buffer, Heights& heights) const
    {
        const SectionItem& item = m_sections.items[buffer];
        const auto first = heights.begin() + std::ptrdiff_t(item.first),
                   end = heights.begin() + std::ptrdiff_t(item.last) + 1;
        const std::int64_t offset = *std::max_element(first, end);
        std::fill(first, end, offset + item.size);
        return offset;
    }

    const Sections& m_sections;
    std::vector<std::size_t> m_order;
    std::vector<Heights> m_rows, m_newRows;
    std::size_t m_from = 0, m_to = 0, m_first = 0, m_end = 0;
    bool m_swap = false;
};

/// In capacities: what is above the capacity, on average over the sections, and a little the highest end.
class Excess {
public:
    explicit Excess(Bytes capacity) : m_capacity(capacity.count) {}

    double operator()(const Heights& heights) const
    {
        double sum = 0;
        std::int64_t top = 0;
        for (const std::int64_t height : heights) {
            sum += double(std::max<std::int64_t>(0, height - m_capacity));
            top = std::max(top, height);
        }
        const double above = double(std::max<std::int64_t>(0, top - m_capacity));
        return (sum / double(heights.size()) + kForTop * above) / double(m_capacity);
    }

private:
    const std::int64_t m_capacity;
};

std::vector<std::size_t> byOffset(const std::vector<Bytes>& offsets)
{
    std::vector<std::size_t> order(offsets.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return offsets[a] < offsets[b]; });
    return order;
}

/// Anywhere, or one time in two near `place`.
std::size_t otherPlace(Rng& rng, std::size_t place, std::size_t places)
{
    if (rng.below(2) == 0)
        return rng.below(places);
    const std::size_t first = place - std::min(place, kNear);
    return first + rng.below(std::min(places, place + kNear + 1) - first);
}

/// Cools again and again, each time from the lowest order that was met.
class OrderAnnealing {
public:
    OrderAnnealing(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
        : m_sections(sections(buffers)), m_excess(capacity), m_capacity(capacity.count), m_control(control),
          m_rng(control.seed)
    {
    }

    SweepSearchResult run(std::vector<std::size_t> order, std::int64_t nodes)
    {
        m_order = std::move(order);
        m_lowest = std::numeric_limits<std::int64_t>::max();
        for (std::size_t cooling = 0;
             m_result.nodes < nodes && m_lowest > m_capacity && m_result.cause == StopCause::Completed; ++cooling)
            cool(kHot[cooling % std::size(kHot)], std::min(kCooling, nodes - m_result.nodes));
        if (m_lowest > m_capacity && m_result.cause == StopCause::Completed)
            m_result.cause = StopCause::WorkLimit;
        m_result.offsets = LaidOrder(m_sections, m_order).offsets();
        return std::move(m_result);
    }

private:
    void cool(double hot, std::int64_t nodes)
    {
        LaidOrder laid(m_sections, m_order);
        double now = m_excess(laid.heights());
        offer(laid);
        for (std::int64_t node = 0; node < nodes && m_lowest > m_capacity; ++node, ++m_result.nodes) {
            if (node % kBetweenStops == 0 && m_control.stop.stop_requested()) {
                m_result.cause = StopCause::Cancelled;
                return;
            }
            const double heat = hot * std::pow(kCold / hot, double(node) / double(nodes));
            const std::size_t places = m_order.size(), from = m_rng.below(places), to = otherPlace(m_rng, from, places);
            const double then = m_excess(laid.change(from, to, m_rng.below(3) == 0));
            if (then > now - heat * std::log(1 - m_rng.unit())) {
                laid.takeBack();
                continue;
            }
            laid.keep();
            now = then;
            offer(laid);
        }
    }

    void offer(const LaidOrder& laid)
    {
        const std::int64_t top = *std::max_element(laid.heights().begin(), laid.heights().end());
        if (top >= m_lowest)
            return;
        m_lowest = top;
        m_order = laid.order();
    }

    const Sections m_sections;
    const Excess m_excess;
    const std::int64_t m_capacity;
    const RunControl& m_control;
    Rng m_rng;
    std::vector<std::size_t> m_order; // the lowest
    std::int64_t m_lowest = 0;
    SweepSearchResult m_result;
};

} // namespace

SweepSearchResult annealOrder(const std::vector<Buffer>& buffers, Bytes capacity, const std::vector<Bytes>& offsets,
                              std::int64_t nodes, const RunControl& control)
{
    if (buffers.empty() || capacity.count <= 0)
        return {};
    return OrderAnnealing(buffers, capacity, control).run(byOffset(offsets), nodes);
}

} // namespace nestloom::memory
