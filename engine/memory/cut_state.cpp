// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/cut_state.h"

#include <algorithm>

namespace nestloom::memory {

CutEvents::CutEvents(const std::vector<Buffer>& all) : buffers(all), sweep(sweepEvents(all)), end(all.size(), count())
{
    for (std::uint32_t event = 0; event < count(); ++event)
        for (const std::uint32_t buffer : sweep.events[event].leaving)
            end[buffer] = event;
    for (const Buffer& buffer : buffers)
        twin.push_back(twinOf(buffer));
}

bool CutEvents::isSeam(std::uint32_t event) const
{
    return sweep.events[event].inUse == std::int64_t(arriving(event).size());
}

void CutState::begin(const Items& buffers)
{
    tree.assign(1, kOpen);
    for (const std::uint32_t buffer : buffers)
        tree.push_back(std::int16_t(buffer));
    tree.push_back(kClose);
    openSlots.clear();
    waiting.clear();
}

void CutState::fill(std::int16_t slot, std::uint32_t buffer, std::int64_t size)
{
    const auto at = std::find(tree.begin(), tree.end(), slot);
    CutSlot& room = openSlots[std::size_t(kSlots - slot)];
    steps = std::make_shared<CutStep>(CutStep{steps, room.exchange, false, {buffer}});
    room.size -= size;
    if (room.size > 0) {
        tree.insert(at, std::int16_t(buffer));
        return;
    }
    *at = std::int16_t(buffer);
    if (*(at - 1) == kOpen && *(at + 1) == kClose) { // a pile of one
        tree.erase(at + 1);
        tree.erase(at - 1);
    }
}

void CutState::forgetFullSlots()
{
    std::vector<CutSlot> left;
    for (std::int16_t& token : tree)
        if (isSlot(token)) {
            left.push_back(slotOf(token));
            token = std::int16_t(kSlots - std::int16_t(left.size() - 1));
        }
    openSlots = std::move(left);
}

namespace {

int addNodes(const CutEvents& events, const CutState& state, std::size_t& at, int parent, std::vector<CutNode>& nodes)
{
    const int id = int(nodes.size());
    const std::int16_t token = state.tree[at];
    nodes.push_back({token, parent, 0, CutNode::kNever, at, 1});
    if (CutState::isSlot(token)) {
        nodes[id].size = state.slotOf(token).size;
        ++at;
        return id;
    }
    if (CutState::isBuffer(token)) {
        nodes[id].size = events.size(std::uint32_t(token));
        nodes[id].end = events.end[std::uint32_t(token)];
        ++at;
        return id;
    }
    bool first = true;
    for (++at; state.tree[at] != CutState::kClose; first = false) {
        const int member = addNodes(events, state, at, id, nodes);
        nodes[id].size += nodes[member].size;
        nodes[id].end = first || nodes[id].end == nodes[member].end ? nodes[member].end : CutNode::kNever;
    }
    nodes[id].tokens = ++at - nodes[id].at;
    return id;
}

} // namespace

std::vector<CutNode> cutNodes(const CutEvents& events, const CutState& state)
{
    std::vector<CutNode> nodes;
    nodes.reserve(state.tree.size());
    std::size_t at = 0;
    addNodes(events, state, at, -1, nodes);
    return nodes;
}

} // namespace nestloom::memory
