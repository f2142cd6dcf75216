// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

#include <span>

namespace nestloom::records {

/// A run beside others. The model is that of its engine, unless its mappings are judged by another one.
struct ComparedSide {
    const RunRecord* run = nullptr;
    CostModel model = CostModel::Own;
};
ComparedSide asScheduled(const RunRecord& run); // by the model of its engine

std::string objectiveOf(const RunRecord& run);  // "latency", "latency-transfer"; empty where none is stated
std::string titleOf(const std::string& engine); // "CoSA" for "cosa"

/// "the layers' own sizes"; "some larger sizes, too, any choice of the tensors that levels keep".
std::string mappingsAmong(bool largerSizes, bool anyKeeps);

/// A figure, or a fact, of several runs of any kind.
struct RunFigure {
    enum class Better { Smaller, Larger, Neither };
    struct Value {
        std::optional<double> number; // in `unit`
        std::string text;             // "12.4 Mcycle", "CoSA"
        std::string exact;            // "12,400,123 cycles"; may be empty
        std::string missing;          // why there is none, one sentence; empty = the run has nothing of this kind
    };
    std::string title;
    std::string unit; // "pJ"; empty for ratios and words
    Better better = Better::Neither;
    bool isResult = true;      // a number that changes are told of; else a fact about the run
    bool isRatio = false;      // changes are told in percentage points
    bool perInput = false;     // says the same whatever the batch
    bool ofObjective = false;  // a bound: means nothing beside that of another objective or model
    bool ofSimulation = false; // of the machine as it is, whatever the model of the run
    std::vector<Value> values; // by run
};
/// What the runs have in common comes first; rows that no run has a value for are left out, but for cycles and energy.
std::vector<RunFigure> compareFigures(std::span<const ComparedSide> runs);

} // namespace nestloom::records
