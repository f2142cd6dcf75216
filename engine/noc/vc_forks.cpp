// SPDX-License-Identifier: Apache-2.0
// Where multicasts part in VcMesh.
#include "engine/noc/vc_mesh.h"
#include "engine/noc/vc_ports.h"

#include <bit>

namespace nestloom::noc {

/// The header of a multicast is at the front of an input VC.
void VcMesh::beginMulticast(RouterId id, Router& router, std::size_t inputVc, PortMask ports)
{
    unsigned outputs = 0;
    forEachBit(ports, [&](std::size_t port) { outputs |= 1u << vcPortOf(port); });
    if (std::has_single_bit(outputs)) {
        router.output[inputVc] = std::uint8_t(std::countr_zero(outputs));
        return;
    }
    Fork& fork = this->fork(id, inputVc);
    fork = {};
    fork.outputs = fork.allocating = std::uint8_t(outputs);
    router.forks |= VcMask(1) << inputVc;
}

/// Outputs with a VC to which a flit in the buffer has not gone.
unsigned VcMesh::forkOutputs(const Router& router, const Fork& fork, std::size_t inputVc) const
{
    unsigned outputs = 0;
    forEachBit(unsigned(fork.active), [&](std::size_t output) {
        if (fork.copied[output] - fork.gone < router.count[inputVc])
            outputs |= 1u << output;
    });
    return outputs;
}

/// Copies of one flit cross the switch; when it has gone to all outputs, it leaves the buffer.
void VcMesh::crossFork(RouterId id, Router& router, std::size_t inputVc, unsigned outputs, Cycle now)
{
    Fork& fork = this->fork(id, inputVc);
    const std::uint32_t index = fork.copied[std::size_t(std::countr_zero(outputs))];
    const VcFlit flit = place(id, inputVc, wrapped(router.begin[inputVc] + index - fork.gone, m_depth));
    forEachBit(outputs, [&](std::size_t output) {
        ++fork.copied[output];
        leave(id, router, fork.output[output], flit, now);
    });
    if (flit.tail)
        fork.active &= std::uint8_t(~outputs);
    bool isGone = true;
    forEachBit(unsigned(fork.outputs), [&](std::size_t output) { isGone = isGone && fork.copied[output] > fork.gone; });
    if (!isGone)
        return;
    // What left now is the oldest flit in the buffer; it is this one, because no output was further behind.
    ++fork.gone;
    takeFromBuffer(id, router, inputVc, now);
    if (!flit.tail)
        return;
    router.forks &= ~(VcMask(1) << inputVc);
    endPacket(id, router, inputVc);
}

} // namespace nestloom::noc
