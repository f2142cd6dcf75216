// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/network.h"

#include <string>

namespace nestloom::cli {

/// A file that was read: what it says and its text.
template <typename T>
struct InputFile {
    T value;
    std::string yaml;
};

/// `nameOrFile` is a preset or a path; of a network also that of an ONNX file without open dimensions. Errors carry
/// file:line: key. The text of a network that a builder or an import makes is the network as we write it.
Result<InputFile<hardware::Accelerator>> readAccelerator(const std::string& nameOrFile);
Result<InputFile<workload::Network>> readNetwork(const std::string& nameOrFile);

/// Fails   InvalidInput, with a few names that there are.
Result<workload::Layer> findLayer(const workload::Network& network, const std::string& name);

/// A layer of a network and the accelerator that it is for. Fails as the three above.
struct LayerInput {
    hardware::Accelerator accelerator;
    workload::Layer layer;
};
Result<LayerInput> readLayer(const std::string& accelerator, const std::string& network, const std::string& layer);

} // namespace nestloom::cli
