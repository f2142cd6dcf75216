// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace nestloom::store {

/// Tags as one text: sorted, none twice, one space between two.
/// Fails   InvalidInput for a tag that could not be read back.
Result<std::string> tagText(std::vector<std::string> tags);
std::vector<std::string> wordsOf(const std::string& text);

} // namespace nestloom::store
