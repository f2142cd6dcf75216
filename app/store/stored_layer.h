// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/records/run.h"

namespace nestloom::store {

/// A row of the table of layers. The list of runs sums up its numbers, everything else reads its text.
struct StoredLayer {
    std::int64_t index = 0;
    std::string status;
    std::optional<std::int64_t> cycles, macs;
    std::optional<double> energy, lowerBoundCycles, objectiveBound, gap;
    std::string json;                // the whole result
    std::optional<std::string> seal; // nothing when it was stored before there were any
};
StoredLayer storedLayer(const hardware::Accelerator& accelerator, const schedule::LayerResult& layer);

/// Judges the layers of one run as they are read: what a file says of a mapping is not believed.
class LayerJudge {
public:
    /// `sameVersion`: by this version of the program, which counts the same cost for the same mapping.
    LayerJudge(const records::RunInputs& inputs, bool sameVersion);

    /// The layer with its mapping verified and its cost counted once more. Where another version counted other figures,
    /// or the program before there were seals, those of this one are taken, without a bound.
    /// Fails   InvalidInput with what does not hold, in half a sentence: "its mapping breaks a rule: ...".
    Result<schedule::LayerResult> judge(const StoredLayer& stored) const;

private:
    Status judgeMapping(schedule::LayerResult& layer, bool sameModel) const;

    const records::RunInputs& m_inputs;
    const hardware::Accelerator m_constrained; // as the engine had it
    const bool m_sameVersion;
};

/// In the place of a layer that does not hold.
schedule::LayerResult damagedLayer(const workload::Network& network, std::size_t index, const std::string& why);

} // namespace nestloom::store
