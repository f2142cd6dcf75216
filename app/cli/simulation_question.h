// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/records/run.h"
#include "engine/simulation/simulation_question.h"

namespace nestloom::cli {

/// How a layer is simulated, as it is typed.
struct ChoiceArguments {
    std::string dram;              // empty = the accelerator's
    std::string router, reduction; // names; empty = the first ones
};
void addChoiceOptions(const Options& command, ChoiceArguments& arguments);
simulation::Choices choicesOf(const ChoiceArguments& arguments);

/// A layer of a run under its mapping, and its place among the run's layers.
struct LayerQuestion {
    simulation::Question question;
    std::size_t layer = 0;
};
/// Fails   InvalidInput when there is no such layer, or none with a verified mapping.
Result<LayerQuestion> layerQuestion(const records::RunRecord& run, const std::string& layer,
                                    const simulation::Choices& choices);

/// The choices with the DRAM that the accelerator has where none is chosen.
simulation::Choices statedChoices(const simulation::Question& question);

std::string place(const noc::Mesh& mesh, noc::EndpointId endpoint); // "PE 3", "buffer", "DRAM", "router 17"
std::string linkWords(const noc::Mesh& mesh, noc::LinkId link);     // "router 3 to router 4"

/// Why simulated cycles may be below those that are proven: one line.
std::string otherMemoryText(const std::string& dram, const hardware::Accelerator& accelerator);

/// What --json prints of a simulation.
std::string simulationJson(const simulation::Question& question, const simulation::LayerSimulation& simulated);

} // namespace nestloom::cli
