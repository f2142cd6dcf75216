// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/migrations.h"

namespace nestloom::store {

std::span<const Migration> migrations()
{
    static constexpr Migration kSteps[] = {
#include "migrations.inc"
    };
    return kSteps;
}

} // namespace nestloom::store
