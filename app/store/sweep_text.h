// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::store {

/// The texts that decide a sweep's results, as they are stored: YAML, and JSON.
struct SweepText {
    explicit SweepText(const explore::SweepInputs& inputs);
    SweepText(std::string acceleratorText, std::string axesText, std::string networksText, std::string optionsText)
        : accelerator(std::move(acceleratorText)), axes(std::move(axesText)), networks(std::move(networksText)),
          options(std::move(optionsText))
    {
    }

    /// Equal for sweeps of equal results.
    std::string identity(std::string_view version = NESTLOOM_VERSION) const;
    /// Of sweeps whose points began with the mappings of their neighbours: such a one is read, but not gone on with.
    std::string identityWithNeighbours(std::string_view version) const;
    /// Fails   Io when they are damaged; `place` says where they come from.
    Result<explore::SweepInputs> read(const std::string& place) const;

    std::string accelerator, axes, networks, options;
};

/// The swept fields that SweepText::axes names.
std::vector<std::string> axisPaths(const std::string& axes);

} // namespace nestloom::store
