// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/records/run.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/simulation/simulation_question.h"
#include "tests/engine/schedule/kapla/small_nodes.h"
#include "tests/engine/traffic/small_mesh.h"

namespace nestloom::testing {

/// A layer on a small mesh, and its simulation by the real engine.
inline simulation::Question smallQuestion(const char* dram = "bandwidth")
{
    simulation::Question question;
    question.accelerator = tests::meshAccelerator(2, 2, 2);
    question.accelerator.interconnect = {"Buffer", Bits{64}};
    question.layer = tests::convolution("conv", 3, 6, 8, 12);
    Rng rng(11);
    do
        question.mapping = tests::randomMapping(rng, question.accelerator, question.layer);
    while (!traffic::mappingTraffic(question.accelerator, question.layer, question.mapping));
    question.choices.dram = dram;
    return question;
}

inline simulation::LayerSimulation simulated(const simulation::Question& question)
{
    auto settings = *simulation::settingsFor(question.accelerator, question.choices);
    settings.countClasses = true;
    return *simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, {});
}

/// The inputs of a run whose first layer is that of the question.
inline records::RunInputs runOf(const simulation::Question& question)
{
    workload::Network network;
    network.name = "one";
    network.layers = {question.layer};
    return {question.accelerator, network, {}, io::writeAccelerator(question.accelerator), io::writeNetwork(network)};
}

/// A small network with branches on 2 x 2 nodes.
inline kapla::NodeRunOptions smallNodeOptions(bool training = false)
{
    kapla::NodeRunOptions options;
    options.batch = 4;
    options.training = training;
    return options;
}

} // namespace nestloom::testing
