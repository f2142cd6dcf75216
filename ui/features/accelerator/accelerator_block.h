// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QString>

#include <optional>

namespace nestloom::ui {

/// What can be selected in the block diagram of an accelerator: a buffer level, the network-on-chip,
/// the nodes, or the MAC units.
struct AcceleratorBlock {
    enum class Kind { Level, Network, Nodes, Macs };
    Kind kind = Kind::Level;
    std::size_t level = 0; // of a Level

    static AcceleratorBlock ofLevel(std::size_t level) { return {Kind::Level, level}; }
    bool isLevel() const { return kind == Kind::Level; }
    friend bool operator==(const AcceleratorBlock&, const AcceleratorBlock&) = default;
};

/// Something to mark on a block: one sentence.
struct BlockMark {
    AcceleratorBlock block;
    QString message;
    friend bool operator==(const BlockMark&, const BlockMark&) = default;
};

/// The key of our YAML under which the block's fields stand: "levels[2]", "interconnect", "nodes", "mac".
QString keyOf(AcceleratorBlock block);
/// The block that a key such as "levels[2].capacity" belongs to; nothing for "clock".
std::optional<AcceleratorBlock> blockOf(const QString& key);

/// First line and second line of a block: "GlobalBuffer", "64 KiB"; "InputBuffer", "4 KiB, 16 in all". `perPe` is the
/// number of PEs when the block is drawn inside one of them, else 1.
QString blockTitle(const hardware::Accelerator& accelerator, AcceleratorBlock block, std::int64_t perPe);
QString blockNote(const hardware::Accelerator& accelerator, AcceleratorBlock block, std::int64_t perPe);
/// Everything that follows from the fields of the block, with exact numbers; several lines.
QString blockToolTip(const hardware::Accelerator& accelerator, AcceleratorBlock block);
/// Bandwidth of a level towards its inner side: "10 B/cycle each way", "unlimited".
QString bandwidthWords(const hardware::BufferLevel& level);

} // namespace nestloom::ui
