// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/import_map.h"

namespace nestloom::io::timeloop {

/// One component of an architecture, in whichever version it was written, or a place where it fans out.
struct ArchNode {
    enum class Kind { Storage, Fanout, Compute };
    Kind kind = Kind::Storage;
    std::string name;                     // without the range of instances; a fan-out's is "inter_PE_spatial"
    std::string className;                // "smartbuffer_SRAM"; of Kind::Storage and Kind::Compute
    const YamlNode* attributes = nullptr; // of the whole node in the old form; empty = none
    std::string path;                     // of the attributes
    int line = 0;
    std::int64_t instances = 1; // in the whole architecture, columns * rows
    std::int64_t columns = 1, rows = 1;
    bool isBranch = false;   // one of several side by side (!Parallel)
    Variables variables;     // numbers of the containers around it, and its own
    std::string container{}; // of Kind::Fanout: the part that it leads to, "PE"
};

/// What an architecture file states, in one form for all versions.
struct ArchForm {
    std::string name;
    std::vector<ArchNode> nodes;         // outermost first; fan-outs between what they connect; compute last
    std::vector<std::string> containers; // names of those that do not fan out
    /// Constraints that stand at a component: its name, and the map.
    std::vector<std::pair<std::string, const YamlNode*>> constraints;
    Variables variables;    // of the whole file
    bool isOfToday = false; // v0.4, or processed by its front end
};

/// Reads `architecture` of v0.4 (nodes), of v0.2 and v0.3 and of processed input (subtree), and `arch` of the first
/// form (arithmetic, storage). The form refers to the nodes of the tree.
ArchForm readArchForm(const YamlNode& node, const std::string& key, Variables variables, ImportNotes& notes);

/// "PE[0..15]" -> 16, "GlobalBuffer" -> 1; nothing for a broken range.
std::optional<std::int64_t> instancesInName(std::string_view name);
std::string withoutRange(std::string_view name);

enum class ComponentKind { Storage, Fanout, Network, Compute, Unknown };
ComponentKind componentKind(std::string_view className);

/// Does it name an accelerator? Not "system", as the outermost part is called by default.
bool isName(std::string_view name);

/// Instances of a node and how they lie, by Timeloop's rules; reports what makes no whole mesh.
void setMesh(ArchNode& node, std::int64_t instances, std::optional<std::int64_t> meshX,
             std::optional<std::int64_t> meshY, ImportNotes& notes);

/// v0.4: a list of !Component, !Container, !Hierarchical, !Parallel and !Nothing.
void readNodesForm(const YamlNode& nodes, const std::string& path, ArchForm& form, ImportNotes& notes);
/// v0.2, v0.3 and processed input: subtrees with local components, instances in their names.
void readSubtreeForm(const YamlNode& subtree, const std::string& path, ArchForm& form, ImportNotes& notes);
/// The first form, which CoSA uses: `storage` from the innermost level out, and `arithmetic`.
void readFirstForm(ImportMap& arch, ArchForm& form);

} // namespace nestloom::io::timeloop
