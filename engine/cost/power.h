// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"

namespace nestloom::cost {

/// Mean power over so many cycles: energy over time.
inline Watts meanPower(Picojoules energy, double cycles, Hertz clock)
{
    return {cycles > 0 ? energy.count * 1e-12 * clock.count / cycles : 0};
}

} // namespace nestloom::cost
