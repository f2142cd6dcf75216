// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/block_forest.h"

#include "engine/memory/sections.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nestloom::memory {

BlockForest::BlockForest(const std::vector<Buffer>& buffers) : m_count(buffers.size())
{
    const Sections all = sections(buffers);
    m_lastEvent = std::uint32_t(all.load.size());
    m_ending.resize(m_lastEvent + 1);
    m_beginning.resize(m_lastEvent + 1);
    m_isChanged.resize(m_lastEvent + 1);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const SectionItem& item = all.items[i];
        if (item.size == 0)
            continue;
        m_buffers.push_back(i);
        m_blocks.push_back({std::uint32_t(item.first), std::uint32_t(item.last) + 1, item.size, 0, 0, {}});
        put(std::uint32_t(m_blocks.size() - 1));
    }
}

std::uint32_t BlockForest::spanOf(std::uint32_t first, std::uint32_t end) const
{
    const auto found = m_spanIds.find(std::uint64_t(first) << 32 | end);
    return found == m_spanIds.end() || m_spans[found->second].blocks.empty() ? Block::kNone : found->second;
}

std::uint32_t BlockForest::addSpan(std::uint32_t first, std::uint32_t end)
{
    const auto [found, isNew] = m_spanIds.try_emplace(std::uint64_t(first) << 32 | end, std::uint32_t(m_spans.size()));
    if (isNew)
        m_spans.push_back({first, end, {}});
    return found->second;
}

void BlockForest::markChanged(std::uint32_t event)
{
    if (!m_isChanged[event])
        m_changed.push_back(event);
    m_isChanged[event] = 1;
}

std::vector<std::uint32_t> BlockForest::takeChanged()
{
    for (const std::uint32_t event : m_changed)
        m_isChanged[event] = 0;
    return std::exchange(m_changed, {});
}

void BlockForest::put(std::uint32_t id)
{
    const Block& block = m_blocks[id];
    const std::uint32_t at = addSpan(block.first, block.end);
    std::vector<std::uint32_t>& blocks = m_spans[at].blocks;
    if (blocks.empty()) {
        m_ending[block.end].push_back(at);
        m_beginning[block.first].push_back(at);
    }
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(m_blocks[a].size, a) < std::tie(m_blocks[b].size, b);
    };
    blocks.insert(std::upper_bound(blocks.begin(), blocks.end(), id, isBefore), id);
    m_loose += lastsThroughout(block) ? 0 : 1;
    markChanged(block.first);
    markChanged(block.end);
}

void BlockForest::take(std::uint32_t id)
{
    const Block& block = m_blocks[id];
    const std::uint32_t at = spanOf(block.first, block.end);
    std::erase(m_spans[at].blocks, id);
    if (m_spans[at].blocks.empty()) {
        std::erase(m_ending[block.end], at);
        std::erase(m_beginning[block.first], at);
    }
    m_loose -= lastsThroughout(block) ? 0 : 1;
    markChanged(block.first);
    markChanged(block.end);
}

void BlockForest::putParts(std::uint32_t id)
{
    take(id);
    m_blocks[id].isJoined = false;
    for (const std::uint32_t part : m_blocks[id].parts) {
        m_blocks[part].whole = Block::kNone;
        put(part);
    }
}

void BlockForest::takeParts(std::uint32_t id)
{
    for (const std::uint32_t part : m_blocks[id].parts) {
        take(part);
        m_blocks[part].whole = id;
    }
    m_blocks[id].isJoined = true;
    put(id);
}

void BlockForest::join(Block block)
{
    std::uint32_t id = std::uint32_t(m_blocks.size());
    if (m_free.empty()) {
        m_blocks.push_back(std::move(block));
    } else {
        id = m_free.back();
        m_free.pop_back();
        m_blocks[id] = std::move(block);
    }
    takeParts(id);
    m_changes.push_back({id, true});
}

bool BlockForest::isOutermost(std::uint32_t id) const
{
    const Block& block = m_blocks[id];
    return block.whole == Block::kNone && (id < m_buffers.size() || block.isJoined);
}

void BlockForest::split(std::uint32_t id)
{
    if (m_blocks[id].whole != Block::kNone)
        split(m_blocks[id].whole);
    if (!m_blocks[id].isJoined)
        return;
    putParts(id);
    m_changes.push_back({id, false});
}

void BlockForest::keep()
{
    for (const Change& change : m_changes)
        if (!change.joined) {
            m_blocks[change.block].parts.clear();
            m_free.push_back(change.block);
        }
    m_changes.clear();
}

void BlockForest::takeBack()
{
    for (auto change = m_changes.rbegin(); change != m_changes.rend(); ++change) {
        if (change->joined) {
            putParts(change->block);
            m_blocks[change->block].parts.clear();
            m_free.push_back(change->block);
        } else {
            takeParts(change->block);
        }
    }
    m_changes.clear();
}

std::vector<std::uint32_t> BlockForest::looseBlocks() const
{
    std::vector<std::uint32_t> loose;
    for (const std::vector<std::uint32_t>& spans : m_ending)
        for (const std::uint32_t at : spans)
            for (const std::uint32_t id : m_spans[at].blocks)
                if (!lastsThroughout(m_blocks[id]))
                    loose.push_back(id);
    return loose;
}

std::vector<std::uint32_t> BlockForest::joinedBlocks() const
{
    std::vector<std::uint32_t> joined;
    for (std::uint32_t id = std::uint32_t(m_buffers.size()); id < m_blocks.size(); ++id)
        if (m_blocks[id].isJoined)
            joined.push_back(id);
    return joined;
}

void BlockForest::place(std::uint32_t id, std::int64_t address, std::vector<Bytes>& addresses) const
{
    const Block& block = m_blocks[id];
    if (block.parts.empty())
        addresses[m_buffers[id]] = {address};
    for (std::size_t i = 0; i < block.parts.size(); ++i)
        place(block.parts[i], address + block.addresses[i], addresses);
}

std::vector<Bytes> BlockForest::addresses() const
{
    std::vector<Bytes> addresses(m_count);
    std::int64_t top = 0;
    for (const std::uint32_t at : m_ending[m_lastEvent])
        for (const std::uint32_t id : m_spans[at].blocks) {
            place(id, top, addresses);
            top += m_blocks[id].size;
        }
    return addresses;
}

} // namespace nestloom::memory
