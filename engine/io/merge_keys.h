// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/located_yaml.h"

namespace nestloom::io {

/// Replaces the merge key of a map by what it brings; anything else stays as it is.
///   <<: {...} or [{...}, ...]    keys that the map does not have itself
///   <<<: the same                also merges maps that both have, key by key, and appends lists to lists;
///                                a value tagged !nomerge stays as it is
/// Fails   InvalidInput for a merge of anything but maps, and for two merge keys in one map; `where` is the key
Status applyMergeKeys(YamlNode& node);

} // namespace nestloom::io
