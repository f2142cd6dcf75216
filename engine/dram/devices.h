// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/device.h"

#include <optional>
#include <span>
#include <string_view>

namespace nestloom::dram {

/// Known devices, each one channel: "ddr4-2400", "ddr4-2666", "ddr4-3200", "lpddr4-2400", "lpddr4-2400-x32",
/// "ddr3-1600".
std::span<const Device> devices();
std::optional<Device> findDevice(std::string_view name);

} // namespace nestloom::dram
