// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/statement.h"
#include "engine/records/run.h"

namespace nestloom::store {

/// A row of the table of results that are one schedule for a whole network: on nodes, or of its memory.
struct WholeResult {
    std::optional<std::int64_t> cycles{};
    std::optional<double> energy{}; // pJ
    double cpuMs = 0;
    std::string figures{};             // JSON: what a list of runs says besides
    std::string result{};              // JSON, of nodes packed: see restore()
    std::optional<std::string> seal{}; // nothing when it was stored before version 9
};
/// `run` has a schedule, which the verifier has accepted.
WholeResult wholeResult(const kapla::NodeRun& run, bool training);
WholeResult wholeResult(const records::PlannedMemory& memory);

/// What a list says of such a run, without opening it. What is not there stays 0: the result itself is judged when it
/// is opened.
void readFigures(const WholeResult& stored, records::RunSummary& summary);

/// Gives the record its result, evaluated and verified anew; takes some time for large networks.
/// Fails   InvalidInput when it is damaged, or when this version of the program takes it for no schedule.
Status restore(const WholeResult& stored, records::RunRecord& record);

/// What decides a run, as it is stored, and back into the inputs, whose kind is known.
std::string optionsText(const records::RunInputs& inputs);
/// What operators that are no layers add to a run of layers, as JSON; nothing of other kinds.
std::optional<std::string> vectorText(const records::RunInputs& inputs);
Status readOptions(const std::string& text, records::RunKind kind, records::RunInputs& inputs);
/// What it minimises, in one word: "latency", "simulated", "latency-transfer", "traffic".
std::string objectiveText(const records::RunInputs& inputs);
/// Inputs that the figures are for: of layers the batch that all of them have in common, of a memory plan what
/// its network states.
std::optional<std::int64_t> batchOf(const records::RunInputs& inputs);

} // namespace nestloom::store
