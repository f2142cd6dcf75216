// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/cut_worth.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace nestloom::memory {

namespace {

constexpr double kFewWays = 1.1; // ln of more than are tried at once
constexpr double kUnknown = 0.3; // exchanges for each buffer of which the pile is not known yet

std::uint64_t printOf(std::uint64_t value) { return Rng(value).next(); }

/// ln of the ways to part `count` sizes among so many exchanges with sums that match.
double lnWays(double count, double squares, double exchanges)
{
    if (exchanges <= 1 || count == 0)
        return 0;
    const double deviation = std::sqrt(squares / exchanges * (1 - 1 / exchanges) + 0.25);
    return count * std::log(exchanges) - (exchanges - 1) * std::log(std::sqrt(2 * std::numbers::pi) * deviation);
}

} // namespace

CutWorth::CutWorth(const CutEvents& events)
    : m_events(events), m_sums(events.count()), m_ways(events.count()), m_unstarted(events.count() + 1),
      m_exchanges(events.count() + 1), m_waiting(events.count() + 1), m_slots(events.count() + 1)
{
    for (std::uint32_t event = 0; event < events.count(); ++event) {
        for (const std::uint32_t buffer : events.arriving(event)) {
            m_sums[event].count += 1;
            m_sums[event].squares += double(events.size(buffer)) * double(events.size(buffer));
            ++m_unstarted[events.end[buffer]];
        }
        const std::size_t most = events.sweep.events[event].leaving.size() + 1;
        for (std::size_t known = 0; known < most; ++known)
            for (std::size_t unknown = 0; unknown < most; ++unknown)
                m_ways[event].push_back(float(
                    lnWays(m_sums[event].count, m_sums[event].squares, double(known) + kUnknown * double(unknown))));
    }
}

void CutWorth::goTo(std::uint32_t event)
{
    for (; m_now <= event && m_now < m_events.count(); ++m_now)
        for (const std::uint32_t buffer : m_events.arriving(m_now))
            --m_unstarted[m_events.end[buffer]];
}

void CutWorth::rate(CutState& state, double noise, std::uint64_t salt)
{
    std::size_t at = 0;
    std::uint64_t print = scan(state, at).print;
    state.worth = waitingWays(state) + futureWays();
    for (const CutWaiting& waiting : state.waiting)
        print += printOf(waiting.items * 31 + waiting.event);
    state.fingerprint = printOf(print);
    if (noise > 0) {
        Rng rng(state.fingerprint ^ salt);
        state.worth -= noise * std::log(-std::log(std::max(rng.unit(), 1e-300)));
    }
}

/// Counts the exchanges and slots below `at`.
CutWorth::Part CutWorth::scan(const CutState& state, std::size_t& at)
{
    const std::int16_t token = state.tree[at++];
    if (CutState::isBuffer(token))
        return {m_events.twin[std::uint32_t(token)], m_events.end[std::uint32_t(token)]};
    if (CutState::isSlot(token)) {
        const CutSlot& slot = state.slotOf(token);
        ++m_slots[slot.event];
        m_slotted.push_back(slot);
        return {printOf(std::uint64_t(slot.size) * 0x9E3779B97F4A7C15ULL + slot.event), CutNode::kNever};
    }
    Part pile;
    const std::size_t mine = m_ends.size();
    for (bool first = true; state.tree[at] != CutState::kClose; first = false) {
        const Part member = scan(state, at);
        pile.print += printOf(member.print);
        pile.end = first || pile.end == member.end ? member.end : CutNode::kNever;
        if (member.end != CutNode::kNever)
            m_ends.push_back(member.end);
    }
    ++at;
    pile.print = printOf(pile.print ^ 0x1234567);
    if (pile.end == CutNode::kNever)
        countExchanges(mine);
    m_ends.resize(mine);
    return pile;
}

/// What ends at one event in a pile that goes on takes one exchange at least.
void CutWorth::countExchanges(std::size_t firstEnd)
{
    const auto begin = m_ends.begin() + std::ptrdiff_t(firstEnd);
    std::sort(begin, m_ends.end());
    for (auto end = begin; end != m_ends.end(); ++end)
        if (end == begin || *end != *(end - 1)) {
            ++m_exchanges[*end];
            m_touched.push_back(*end);
        }
}

/// Of the buffers that have begun and are in no slot yet, and of those of the present event.
double CutWorth::waitingWays(const CutState& state)
{
    double sum = 0;
    for (const CutWaiting& waiting : state.waiting) {
        double count = 0, squares = 0;
        for (std::uint64_t rest = waiting.items; rest != 0; rest &= rest - 1) {
            const std::uint32_t buffer = m_events.arriving(waiting.event)[std::size_t(std::countr_zero(rest))];
            count += 1;
            squares += double(m_events.size(buffer)) * double(m_events.size(buffer));
            ++m_waiting[m_events.end[buffer]];
            m_touched.push_back(m_events.end[buffer]);
        }
        const bool now = waiting.event + 1 == m_now;
        const double ln =
            lnWays(count, squares, double(m_slots[waiting.event] + (now ? m_exchanges[waiting.event] : 0)));
        sum += now ? ln : std::max(ln, kFewWays);
    }
    return sum;
}

/// Of later events, against those of which nothing is known.
double CutWorth::futureWays()
{
    double sum = 0;
    for (const std::uint32_t event : m_touched) {
        if (event >= m_now && event < m_events.count())
            sum += ways(event, m_exchanges[event], m_unstarted[event] + m_waiting[event])
                   - ways(event, 0, m_unstarted[event]);
        m_exchanges[event] = m_waiting[event] = 0;
    }
    m_touched.clear();
    for (const CutSlot& slot : m_slotted)
        m_slots[slot.event] = 0;
    m_slotted.clear();
    return sum;
}

double CutWorth::ways(std::uint32_t event, std::size_t exchanges, std::size_t unknown) const
{
    return m_ways[event][exchanges * (m_events.sweep.events[event].leaving.size() + 1) + unknown];
}

} // namespace nestloom::memory
