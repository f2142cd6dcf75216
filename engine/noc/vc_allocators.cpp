// SPDX-License-Identifier: Apache-2.0
// The allocators of VcMesh: iSLIP with one iteration.
#include "engine/noc/vc_mesh.h"
#include "engine/noc/vc_ports.h"

#include <bit>

namespace nestloom::noc {

/// Each free VC of an output is granted to one of the packets that want this output; each packet accepts one of its
/// grants for each output. Both take turns, which move on with what was accepted.
VcMesh::VcGrants VcMesh::allocateVcs(RouterId id, Router& router)
{
    std::array<VcMask, kRouterPorts> wanted{}; // input VCs by output
    forEachBit(router.allocating & ~router.forks,
               [&](std::size_t inputVc) { wanted[router.output[inputVc]] |= VcMask(1) << inputVc; });
    forEachBit(router.allocating & router.forks, [&](std::size_t inputVc) {
        forEachBit(fork(id, inputVc).allocating, [&](std::size_t output) { wanted[output] |= VcMask(1) << inputVc; });
    });
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
    const std::size_t all = kRouterPorts * m_vcs;
    forEachBit(granted, [&](std::size_t inputVc) {
        for (VcMask offered = offers[inputVc]; offered != 0;) {
            const std::size_t outputVc = firstFrom(offered, router.acceptTurn[inputVc]);
            router.grantTurn[outputVc] = std::uint8_t((inputVc + 1) % all);
            router.acceptTurn[inputVc] = std::uint8_t((outputVc + 1) % all);
            grants.inputVc[grants.count] = std::uint8_t(inputVc);
            grants.outputVc[grants.count++] = std::uint8_t(outputVc);
            offered &= ~portMask(m_portOf[outputVc]);
        }
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
            const auto distance = [&](std::size_t of) {
                return wrapped(std::uint32_t(of) + m_vcs - router.vcTurn[input], m_vcs);
            };
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
VcMesh::SwitchRequests VcMesh::switchRequests(RouterId id, const Router& router) const
{
    SwitchRequests requests;
    forEachBit(router.active & router.queued & ~router.forks, [&](std::size_t inputVc) {
        const std::size_t outputVc = router.output[inputVc];
        if (router.credit >> outputVc & 1)
            request(router, requests, inputVc, m_portOf[outputVc], false);
        else
            requests.lacking |= 1u << m_portOf[outputVc];
    });
    forEachBit(router.active & router.queued & router.forks, [&](std::size_t inputVc) {
        const Fork& fork = this->fork(id, inputVc);
        forEachBit(forkOutputs(router, fork, inputVc), [&](std::size_t output) {
            if (router.credit >> fork.output[output] & 1)
                request(router, requests, inputVc, output, false);
            else
                requests.lacking |= 1u << output;
        });
    });
    if (m_speculative)
        forEachBit(router.allocating & ~router.forks, [&](std::size_t inputVc) {
            const std::size_t output = router.output[inputVc];
            if (portMask(output) & ~router.held & router.credit)
                request(router, requests, inputVc, output, true);
        });
    return requests;
}

void VcMesh::takeVcs(RouterId id, Router& router, const VcGrants& grants)
{
    for (std::size_t i = 0; i < grants.count; ++i) {
        const std::uint8_t inputVc = grants.inputVc[i], outputVc = grants.outputVc[i];
        const VcMask bit = VcMask(1) << inputVc;
        router.held |= VcMask(1) << outputVc;
        router.active |= bit;
        if (router.forks & bit) {
            Fork& fork = this->fork(id, inputVc);
            const std::size_t output = m_portOf[outputVc];
            fork.output[output] = outputVc;
            fork.active |= std::uint8_t(1u << output);
            fork.allocating &= std::uint8_t(~(1u << output));
            if (fork.allocating != 0)
                continue;
        } else {
            router.output[inputVc] = outputVc;
        }
        router.allocating &= ~bit;
    }
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
        router.vcTurn[input] = std::uint8_t(wrapped(std::uint32_t(vc) + 1, m_vcs));
        if (router.forks >> inputVc & 1) {
            const Fork& fork = this->fork(id, inputVc);
            unsigned outputs = 1u << output; // that take the same flit
            forEachBit(offers[input] & ~outputs, [&](std::size_t other) {
                if (requests.vc[other][input] != vc || fork.copied[other] != fork.copied[output])
                    return;
                outputs |= 1u << other;
                router.switchGrantTurn[other] = router.switchGrantTurn[output];
            });
            crossFork(id, router, inputVc, outputs, now);
            continue;
        }
        const bool speculated = !(wasActive >> inputVc & 1);
        if (!speculated || ((router.active >> inputVc & 1) && (router.credit >> router.output[inputVc] & 1)))
            cross(id, router, inputVc, now);
    }
}

} // namespace nestloom::noc
