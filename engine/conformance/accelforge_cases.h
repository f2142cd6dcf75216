// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/tensor_role.h"
#include "engine/conformance/case_report.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

/// An Einsum with two factors, and what its best mapping costs as AccelForge publishes it.
struct AccelforgeEinsum {
    std::string name;
    workload::Layer layer;        // inputs are the first factor, weights the second
    PerTensor<std::int64_t> bits; // of a value
    struct Traffic {
        double read = 0, written = 0;
    };
    PerTensor<Traffic> mainMemory; // bits
    double operations = 0;
    double energy = 0, time = 0; // J and s; of the unit-cost machines bits and operations
};

/// The best mappings of a workload on an accelerator: one line of a recording (JSON lines).
struct AccelforgeCase {
    std::string name; // accelerator, workload and its parameters
    std::string arch;
    bool fused = false;
    double energy = 0, time = 0;           // of all Einsums, those without two factors as well
    std::vector<AccelforgeEinsum> einsums; // with two factors
};

/// Reads one line. `where` of an Error is the key. Fails with InvalidInput.
Result<AccelforgeCase> parseAccelforgeCase(std::string_view line);

/// Reads a file of such lines; empty lines are left out. `where` of an Error is "file:line: key".
Result<std::vector<AccelforgeCase>> readAccelforgeCases(const std::filesystem::path& path);

/// Our proven optimum of an Einsum by AccelForge's energies and time rules: what the global buffer keeps is searched
/// with the rest, factors are perfect, memories have one port, everything leaks all the time.
struct AccelforgeOptimum {
    double energy = 0, time = 0;                     // J and s, leakage included
    PerTensor<AccelforgeEinsum::Traffic> mainMemory; // bits
    bool proven = false;
};

/// Least energy + price * time of an Einsum on an accelerator of AccelforgeMachine, found by exact search. `enough` is
/// a value that is known to be reached, or infinity; nothing when no mapping is below it.
/// Fails   InvalidInput for an accelerator that is not known or tensors of different widths where energy depends on
///         them
Result<std::optional<AccelforgeOptimum>> accelforgeOptimum(const std::string& arch, const AccelforgeEinsum& einsum,
                                                           double price, double enough);

/// Ours against a recording, Einsum by Einsum:
///   simple, snowcat           operations, and what main memory reads and writes of each tensor in the mapping of least
///                             energy, exactly
///   eyeriss, simba, unfused   operations; our proven least energy + price * time at most the published one (within
///                             1e-6), with price = energy / time of the whole case. That is how a published case was
///                             minimised, and when it holds for every Einsum, our EDP of the case is at most theirs: energy +
///                             price * time of a case is at least twice the root of price * EDP, and of theirs equal to it.
/// Skipped are Einsums without two factors, fused cases of the latter two, and other accelerators.
/// Ours counts as theirs but for two rules: a tile that a loop leaves unchanged is not fetched again, and every level
/// has one place in the nest for all its tensors, in any order of places.
CaseReport compareAccelforge(const AccelforgeCase& recorded);

} // namespace nestloom::conformance
