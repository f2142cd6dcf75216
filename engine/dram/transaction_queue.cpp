// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/transaction_queue.h"

namespace nestloom::dram {

void TransactionQueue::add(Waiting waiting)
{
    ++(waiting.request.write ? m_pendingWrites : m_pendingReads)[waiting.burst];
    (waiting.request.write ? m_writes : m_reads).push_back(waiting);
}

void TransactionQueue::finish(const Waiting& waiting)
{
    auto& pending = waiting.request.write ? m_pendingWrites : m_pendingReads;
    const auto found = pending.find(waiting.burst);
    if (found != pending.end() && --found->second == 0)
        pending.erase(found);
}

void TransactionQueue::chooseDirection()
{
    if (m_draining > 0)
        return;
    const bool full = m_writes.size() >= m_controller.transactions;
    if (full || (m_reads.empty() && m_writes.size() >= m_controller.writesToDrain))
        m_draining = m_writes.size();
}

} // namespace nestloom::dram
