// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nestloom::fuzz {

/// Small ONNX files with operators of every kind that makes layers or shapes.
std::vector<std::string> onnxSeeds();

} // namespace nestloom::fuzz
