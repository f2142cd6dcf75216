// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/fingerprint.h"

#include <array>
#include <cstdio>
#include <string>

namespace nestloom::store {

/// The fingerprint of a row as it is stored beside it. It tells accidents: flipped bits, changes by hand.
inline std::string seal(const Fingerprint& print)
{
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(print.value()));
    return text.data();
}

} // namespace nestloom::store
