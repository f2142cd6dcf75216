// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/io/json_reader.h"
#include "engine/kapla/layer_cost.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

/// A mapping of one layer that nn_dataflow evaluated. Sizes in words, costs in the unit of the recording.
struct NnDataflowMapping {
    std::string name;
    kapla::Layer layer;
    std::int64_t batch = 1;
    kapla::Machine machine;
    kapla::Placement placement;
    kapla::Partition partition;
    kapla::PerLoop trips{};                             // of the PE mapping that was chosen
    PerTensor<std::int64_t> bufferWords, registerWords; // of one pass of it
    kapla::Blocking blocking;
    std::optional<kapla::DataLayout> inputs; // nothing = where the inputs lie is not recorded, hops cannot be compared

    /// What nn_dataflow counted; nothing = it refused the mapping.
    struct Outcome {
        double cost = 0, hopCost = 0;
        std::int64_t cycles = 0;
        double operations = 0;
        kapla::PerLevel access{};
        PerTensor<double> remote;
        kapla::Fetches fetches{};
        PerTensor<bool> stored;
    };
    std::optional<Outcome> outcome;
};

/// A list of such mappings. `where` of an Error is the key. Fails   InvalidInput.
Result<std::vector<NnDataflowMapping>> parseNnDataflowMappings(const io::Json& json);

// Parts that mappings and runs share.
kapla::Layer readKaplaLayer(const io::JsonObject& json);
kapla::NodeRegion readNodeRegion(const io::JsonObject& json);
kapla::Partition readPartition(const io::JsonObject& json);
kapla::DataLayout readDataLayout(const io::Json& list, const std::string& path, io::JsonErrors& errors);
kapla::Features readFeatures(const io::JsonObject& options);
/// A number of words per cycle; nothing for "inf".
std::optional<double> readRate(const io::JsonObject& json, std::string_view key);
std::vector<std::int64_t> readIntegers(const io::JsonObject& json, std::string_view key, std::size_t count);

} // namespace nestloom::conformance
