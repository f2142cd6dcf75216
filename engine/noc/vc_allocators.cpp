// SPDX-License-Identifier: Apache-2.0
// The allocators of VcMesh: iSLIP with one iteration.
#include "engine/noc/vc_mesh.h"
#include "engine/noc/vc_ports.h"

#include <bit>

namespace nestloom::noc {

/// Each free VC of an output is granted to one of the packets that want this output; each packet accepts one of its
/// grants. Both take turns, which move on with what was accepted.
VcMesh::VcGrants VcMesh::allocateVcs(Router& router)
{
    std::array<VcMask, kRouterPorts> wanted{}; // input VCs by output
    forEachBit(router.allocating, [&](std::size_t inputVc) { wanted[router.output[inputVc]] |= VcMask(1) << inputVc; });
    VcMask granted = 0; // input VCs
    std::array<VcMask, kMostPortVcs> offers;
    for (std::size_t port = 0; port < kRouterPorts; ++port) {
        if (wanted[port] == 0)
            continue;
        forEachBit(portMask(port) & ~router.held, [&](std::size_t outputVc) {
            const std::size_t inputVc = firstFrom(wanted[port], router.grantTurn[outputVc]);
            if (!(granted >> inputVc & 1))
                offers[inputVc] = 0;
            granted |= VcMask(1) << inputVc;
            offers[inputVc] |= VcMask(1) << outputVc;
        });
    }
    VcGrants grants;
    grants.inputs = granted;
    const std::size_t all = kRouterPorts * m_vcs;
    forEachBit(granted, [&](std::size_t inputVc) {
        const std::size_t outputVc = firstFrom(offers[inputVc], router.acceptTurn[inputVc]);
        router.grantTurn[outputVc] = std::uint8_t((inputVc + 1) % all);
        router.acceptTurn[inputVc] = std::uint8_t((outputVc + 1) % all);
        grants.output[inputVc] = std::uint8_t(outputVc);
        m_moved = true;
    });
    return grants;
}

void VcMesh::request(const Router& router, SwitchRequests& requests, std::size_t inputVc, std::size_t output,
                     bool speculative) const
{
    const std::size_t input = m_portOf[inputVc], vc = m_vcOf[inputVc];
    const auto bit = std::uint8_t(1u << input);
    if (requests.inputs[output] & bit) {
        const bool otherSpeculates = requests.speculative[output] & bit;
        if (speculative != otherSpeculates) {
            if (speculative)
                return;
        } else {
            const auto distance = [&](std::size_t of) { return (of + m_vcs - router.vcTurn[input]) % m_vcs; };
            if (distance(vc) >= distance(requests.vc[output][input]))
                return;
        }
    }
    requests.inputs[output] |= bit;
    requests.vc[output][input] = std::uint8_t(vc);
    requests.speculative[output] =
        std::uint8_t(speculative ? requests.speculative[output] | bit : requests.speculative[output] & ~bit);
}

/// One VC speaks for each pair of input and output: one that has its output VC before one that hopes for it, then in
/// turn.
VcMesh::SwitchRequests VcMesh::switchRequests(const Router& router) const
{
    SwitchRequests requests;
    forEachBit(router.active & router.queued, [&](std::size_t inputVc) {
        const std::size_t outputVc = router.output[inputVc];
        if (router.credit >> outputVc & 1)
            request(router, requests, inputVc, m_portOf[outputVc], false);
    });
    if (m_speculative)
        forEachBit(router.allocating, [&](std::size_t inputVc) {
            const std::size_t output = router.output[inputVc];
            if (portMask(output) & ~router.held & router.credit)
                request(router, requests, inputVc, output, true);
        });
    return requests;
}

void VcMesh::takeVcs(Router& router, const VcGrants& grants)
{
    forEachBit(grants.inputs, [&](std::size_t inputVc) {
        router.output[inputVc] = grants.output[inputVc];
        router.held |= VcMask(1) << grants.output[inputVc];
    });
    router.active |= grants.inputs;
    router.allocating &= ~grants.inputs;
}

/// Each output offers itself to an input, each input accepts one output. An input that speculated crosses only if it
/// got a VC in this cycle, and one with room.
void VcMesh::allocateSwitch(RouterId id, Router& router, const SwitchRequests& requests, VcMask wasActive, Cycle now)
{
    std::array<std::uint8_t, kRouterPorts> offers{}; // outputs by input
    for (std::size_t output = 0; output < kRouterPorts; ++output)
        if (requests.inputs[output])
            offers[firstFrom(requests.inputs[output], router.switchGrantTurn[output])] |= std::uint8_t(1u << output);
    for (std::size_t input = 0; input < kRouterPorts; ++input) {
        if (offers[input] == 0)
            continue;
        const std::size_t output = firstFrom(offers[input], router.switchAcceptTurn[input]);
        router.switchGrantTurn[output] = std::uint8_t((input + 1) % kRouterPorts);
        router.switchAcceptTurn[input] = std::uint8_t((output + 1) % kRouterPorts);
        const std::size_t vc = requests.vc[output][input], inputVc = input * m_vcs + vc;
        router.vcTurn[input] = std::uint8_t((vc + 1) % m_vcs);
        const bool speculated = !(wasActive >> inputVc & 1);
        if (!speculated || ((router.active >> inputVc & 1) && (router.credit >> router.output[inputVc] & 1)))
            cross(id, router, inputVc, now);
    }
}

} // namespace nestloom::noc
