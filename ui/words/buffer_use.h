// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/mapping/layer_mapping.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// What one tensor needs at one level.
struct TensorUse {
    TensorRole role = TensorRole::Weights;
    QString shape; // "C 64 × H 10 × W 30", sizes above 1 only; "1 element"
    std::int64_t elements = 0;
    Bits bits{};
};

/// What a mapping needs at one level, against what the level has. Per instance.
struct LevelUse {
    std::string level;
    std::optional<Bytes> capacity;  // nothing = unbounded
    std::vector<TensorUse> tensors; // kept ones, in the order of kTensorRoles
    Bits total{};
    std::int64_t instances = 1;     // of the accelerator
    std::int64_t usedInstances = 1; // by this mapping: the product of the spatial loops outside
    double share() const;           // of the capacity, 0 when unbounded; above 1 = does not fit
};

/// One entry per level, outermost first. `mapping` must have as many levels as the accelerator.
std::vector<LevelUse> bufferUse(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                const mapping::LayerMapping& mapping);

/// What tiles take: "28.1 KiB", "12 bits" where a few do not fill whole bytes; exact: "28,774 B", "2 B (12 bits)".
QString shortSize(Bits bits);
QString exactSize(Bits bits);

/// "28.1 KiB inputs + 24.5 KiB outputs of 64 KiB (82 %)"; "2.0 MiB weights, unbounded"; "keeps nothing".
QString useText(const LevelUse& use);
/// The same with exact bytes; bits where a tile does not fill whole bytes.
QString exactUseText(const LevelUse& use);
/// Shape of the tile of a tensor in its own coordinates: inputs have height H and width W, halo included.
QString tileShape(const workload::Layer& layer, TensorRole role, const workload::Extents& tile);

} // namespace nestloom::ui
