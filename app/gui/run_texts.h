// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"
#include "ui/ports/session.h"

#include <vector>

namespace nestloom::app {

/// The texts a run is kept with: an unchanged preset as it is, with its comments; an edited accelerator, and a network
/// that a builder makes, as we write it.
class RunTexts {
public:
    RunTexts() = default;
    /// Keeps the presets that are called like the inputs.
    RunTexts(const ui::ScheduleRequest& request, const std::vector<ui::AcceleratorEntry>& accelerators,
             const std::vector<ui::NetworkEntry>& networks);

    /// Reads presets and writes YAML, which takes some milliseconds. Thread rule: any thread.
    void addTo(store::RunInputs& inputs) const;

private:
    std::vector<ui::AcceleratorEntry> m_accelerators;
    std::vector<ui::NetworkEntry> m_networks;
};

} // namespace nestloom::app
