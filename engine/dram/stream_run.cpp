// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/stream_run.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <optional>

namespace nestloom::dram {

namespace {

constexpr int kMostStillSteps = 1 << 20; // looks at a memory that finishes nothing

class StreamRun {
public:
    StreamRun(Memory& memory, const Stream& stream)
        : m_memory(memory), m_stream(stream), m_rng(stream.seed), m_sentAt(stream.requests)
    {
    }

    Result<StreamResult> run()
    {
        const std::int64_t warm = m_stream.requests / 10;
        Clock measuredFrom = 0;
        std::int64_t doneBefore = 0;
        while (m_done < m_stream.requests) {
            const Clock next = nextClock();
            if (next == kNever || m_stillSteps > kMostStillSteps)
                return Error{ErrorCode::Internal,
                             "the memory stands still with " + std::to_string(m_inFlight) + " requests under way",
                             "clock " + std::to_string(m_memory.now())};
            m_memory.advance(next, m_finished);
            m_stillSteps = m_finished.empty() && m_inFlight > 0 ? m_stillSteps + 1 : 0;
            takeFinished();
            offer();
            if (measuredFrom == 0 && m_done >= warm) {
                measuredFrom = m_memory.now();
                doneBefore = m_done;
            }
        }
        StreamResult result;
        result.clocks = m_memory.now();
        result.readLatency = m_reads > 0 ? m_latency / double(m_reads) : 0;
        const double bytes = double((m_done - doneBefore) * m_memory.burst().count);
        const auto femtoseconds = double(m_memory.now() - measuredFrom) * double(m_memory.clockFemtoseconds());
        result.gigabytesPerSecond = femtoseconds > 0 ? bytes * 1e6 / femtoseconds : 0;
        return result;
    }

private:
    /// The next clock at which something is done or can be sent.
    Clock nextClock() const
    {
        const bool waiting = m_sent == m_stream.requests || m_inFlight >= m_stream.outstanding;
        return waiting ? std::max(m_memory.now() + 1, m_memory.nextEventTime()) : m_memory.now() + 1;
    }

    void takeFinished()
    {
        for (const Done& done : m_finished) {
            ++m_done;
            --m_inFlight;
            if (!done.write) {
                ++m_reads;
                m_latency += double(done.clock - m_sentAt[done.id]);
            }
        }
        m_finished.clear();
    }

    void offer()
    {
        // Offers do not pile up while the memory is behind.
        m_credit = std::min(1.0, m_credit + m_stream.requestsPerClock * double(m_memory.now() - m_offeredAt));
        m_offeredAt = m_memory.now();
        if (m_credit < 1 || m_inFlight >= m_stream.outstanding || m_sent == m_stream.requests)
            return;
        if (!m_next)
            m_next = makeRequest();
        if (!m_memory.canSend(*m_next))
            return;
        m_sentAt[m_sent++] = m_memory.now();
        m_memory.send(*m_next);
        m_next.reset();
        m_credit -= 1;
        ++m_inFlight;
    }

    Request makeRequest()
    {
        const auto burst = std::uint64_t(m_memory.burst().count);
        const auto index = std::uint64_t(m_sent);
        Request request{std::uint32_t(m_sent), 0, false};
        switch (m_stream.pattern) {
        case Stream::Pattern::Sequential: request.address = index * burst % m_stream.span; break;
        case Stream::Pattern::Strided: request.address = index * m_stream.stride % m_stream.span; break;
        case Stream::Pattern::Random: request.address = m_rng.below(m_stream.span / burst) * burst; break;
        }
        request.write = m_rng.unit() < m_stream.writeFraction;
        return request;
    }

    Memory& m_memory;
    const Stream& m_stream;
    Rng m_rng;
    std::vector<Clock> m_sentAt;
    std::vector<Done> m_finished;
    std::optional<Request> m_next;
    std::int64_t m_sent = 0, m_done = 0, m_reads = 0, m_inFlight = 0;
    double m_latency = 0, m_credit = 0;
    Clock m_offeredAt = 0;
    int m_stillSteps = 0;
};

} // namespace

Result<StreamResult> runStream(Memory& memory, const Stream& stream) { return StreamRun(memory, stream).run(); }

} // namespace nestloom::dram
