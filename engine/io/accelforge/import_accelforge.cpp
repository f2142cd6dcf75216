// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelforge/import_accelforge.h"

#include "engine/io/accelforge/read_arch.h"
#include "engine/io/accelforge/read_workload.h"
#include "engine/io/script/render.h"
#include "engine/io/text.h"

#include <algorithm>

namespace nestloom::io {

using namespace accelforge;
using mapping::DesignImport;
using timeloop::ImportNotes;
namespace fs = std::filesystem;

namespace {

/// A top-level key of one of the files.
struct Part {
    const YamlNode* node = nullptr;
    std::string name; // of the file
};

/// The parts of all files. Reports   a second one of a kind and keys that are not understood
struct Parts {
    std::optional<Part> arch, workload, renames;
    std::vector<Part> costs;

    void add(const YamlNode& tree, const std::string& name, ImportNotes& notes)
    {
        if (tree.kind != YamlNode::Kind::Map)
            return notes.fail(tree.line, "", "a file of AccelForge is a map (key: value) at its top");
        for (std::size_t i = 0; i < tree.keys.size(); ++i) {
            const std::string& key = tree.keys[i];
            std::optional<Part>* place = key == "arch"       ? &arch
                                         : key == "workload" ? &workload
                                         : key == "renames"  ? &renames
                                                             : nullptr;
            const Part part{&tree.items[i], name};
            if (place && *place)
                notes.fail(part.node->line, key, "there is a second " + inQuotes(key) + "; give one");
            else if (place)
                *place = part;
            else if (key == "component_costs")
                costs.push_back(part);
            else if (key == "mapper" || key == "config" || key == "model")
                notes.ignore(part.node->line, key, "settings of AccelForge's search");
            else
                notes.fail(part.node->line, key, "this key is not understood");
        }
    }
};

DesignImport readParts(const std::vector<script::Document>& documents, ImportNotes& notes)
{
    Parts parts;
    for (const script::Document& document : documents)
        parts.add(document.tree, document.path.stem().string(), notes);
    DesignImport result;
    PerTensor<std::int64_t> bits{{{8, 8, 8}}};
    if (parts.workload) {
        Workload read = readWorkload(*parts.workload->node, parts.renames ? parts.renames->node : nullptr,
                                     parts.workload->name, notes);
        bits = read.bits;
        result.network = std::move(read.network);
    }
    CostTable costs;
    for (const Part& part : parts.costs)
        readCostTable(*part.node, "component_costs", costs, notes);
    if (parts.arch && !notes.error()) {
        if (!parts.workload)
            notes.assume(parts.arch->node->line, "arch", "no workload is given; values have 8 bits");
        result.accelerator = readArch(*parts.arch->node, parts.arch->name, bits, costs, notes);
        result.accelerator->notes.push_back(
            "Imported from files of AccelForge; the report of the import says what was assumed.");
    }
    if (!parts.arch && !parts.workload && !notes.error())
        notes.fail(1, "", "there is neither an architecture nor a workload here");
    return result;
}

} // namespace

bool looksLikeAccelforge(std::string_view head)
{
    bool hasArch = false, hasTag = false;
    for (std::size_t begin = 0; begin < head.size();) {
        const std::size_t end = std::min(head.find('\n', begin), head.size());
        const std::string_view line = head.substr(begin, end - begin);
        if (line.starts_with("workload:") || line.starts_with("component_costs:"))
            return true;
        hasArch = hasArch || line.starts_with("arch:");
        const std::size_t dash = line.find_first_not_of(" \t");
        if (dash != std::string_view::npos && line.substr(dash, 1) == "-")
            for (const std::string_view tag : {"!Memory", "!Compute", "!Toll", "!Container"})
                hasTag = hasTag || line.find(tag, dash) != std::string_view::npos;
        begin = end + 1;
    }
    return hasArch && hasTag;
}

Result<DesignImport> importAccelforge(const std::vector<fs::path>& paths, const mapping::DesignImportOptions& options)
{
    return script::importFiles(paths, options, readParts);
}

} // namespace nestloom::io
