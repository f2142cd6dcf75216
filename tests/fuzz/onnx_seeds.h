// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nestloom::fuzz {

/// Small ONNX files with operators of every kind that makes layers or shapes.
std::vector<std::string> onnxSeeds();

} // namespace nestloom::fuzz
