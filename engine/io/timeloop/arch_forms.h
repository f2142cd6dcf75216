// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"

namespace nestloom::io::timeloop {

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
