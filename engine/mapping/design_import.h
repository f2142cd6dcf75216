// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/workload/network.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::mapping {

/// What an import says of one place in its files.
struct ImportRemark {
    enum class Kind {
        Assumed, // the file leaves it open or says it in another unit; the text says what was taken
        Ignored, // it is not taken over; the text says why
        Refused, // a whole part (the mapping, say) could not be taken over
    };
    Kind kind = Kind::Assumed;
    std::string file;
    int line = 0;     // 0 = of no line
    std::string key;  // "architecture.nodes[3].attributes.n_banks"; may be empty
    std::string text; // one sentence or clause
    friend bool operator==(const ImportRemark&, const ImportRemark&) = default;
};

std::string_view name(ImportRemark::Kind kind); // "assumed", "ignored", "refused"

/// What a file leaves to its user, with the possible answers. Without an answer, `chosen` is the usual one.
struct ImportQuestion {
    struct Choice {
        std::string value;   // as on the command line, --answer ID=VALUE
        std::string meaning; // a clause
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    std::string id;
    std::string text;            // one question
    std::vector<Choice> choices; // empty = any value
    std::string chosen;          // empty = there is no usual answer; it must be given
    friend bool operator==(const ImportQuestion&, const ImportQuestion&) = default;
};

struct DesignImportOptions {
    std::map<std::string, std::string> answers; // by the id of the question
    std::filesystem::path folder;               // files may include others from there; empty = the given files' folder
    std::optional<hardware::Accelerator> accelerator; // for a mapping whose files hold no architecture
};

/// What files of another tool describe: an accelerator, layers, and a mapping of one of these, each where there is one.
struct DesignImport {
    std::vector<std::string> files; // read, included ones too
    std::optional<hardware::Accelerator> accelerator;
    std::optional<workload::Network> network;
    std::optional<LayerMapping> mapping; // of the only layer of `network` on `accelerator`; not yet verified
    std::vector<ImportRemark> remarks;
    std::vector<ImportQuestion> questions;
};

} // namespace nestloom::mapping
