// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/script/render.h"

#include <optional>
#include <vector>

namespace nestloom::io::timeloop {

using script::Document;

/// One top-level key of a file that is read.
struct Section {
    const YamlNode* node = nullptr; // of a Document
    std::string key;
    std::string fileStem; // "resnet_conv1" of resnet_conv1.yaml
};

/// The top-level keys of all files, which Timeloop reads as if they stood in one.
struct Sections {
    std::optional<Section> architecture, mapping;
    std::vector<Section> problems, constraints, energies;
    Variables variables;
    std::string folderName; // of the first file
};

/// Sorts the keys of the documents, which must stay as they are. Keys that say nothing here are told.
/// Reports   a second architecture or mapping
Sections findSections(const std::vector<Document>& documents, ImportNotes& notes);

} // namespace nestloom::io::timeloop
