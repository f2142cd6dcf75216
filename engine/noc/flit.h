// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction.h"

namespace nestloom::noc {

/// A flit in the mesh: the transaction that it belongs to and its place in its packet.
class Flit {
public:
    enum Kind : std::uint32_t { Head, Body, Tail };
    Flit() = default;
    Flit(TransactionId transaction, Kind kind) : m_bits(transaction << 2 | kind) {}
    TransactionId transaction() const { return m_bits >> 2; }
    bool isHead() const { return (m_bits & 3) == Head; }
    bool isTail() const { return (m_bits & 3) == Tail; }

private:
    std::uint32_t m_bits = 0;
};

} // namespace nestloom::noc
