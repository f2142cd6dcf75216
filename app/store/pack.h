// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace nestloom::store {

/// Bytes made small by zlib.
std::string packed(std::string_view bytes);
/// Fails   InvalidInput for anything that packed() did not make.
Result<std::string> unpacked(std::string_view bytes);

} // namespace nestloom::store
