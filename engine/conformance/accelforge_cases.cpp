// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/accelforge_cases.h"

#include "engine/conformance/accelforge_machines.h"
#include "engine/conformance/recording.h"
#include "engine/cost/evaluate.h"
#include "engine/io/json_reader.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/exact/exact.h"
#include "engine/workload/matrix_product.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::conformance {

using namespace io;
using enum workload::LoopDimension;

namespace {

constexpr std::int64_t kMostBits = 1024;
constexpr double kPublishedTolerance = 1e-6; // relative: the source has single precision

/// The layer of an Einsum with two factors.
workload::Layer readFactors(const JsonObject& object, const std::string& name)
{
    if (!object.find("depthwise"))
        return workload::matrixProduct(
            name, {object.integer("m"), object.integer("n"), object.integer("k"), object.integer("batch")});
    const JsonObject depthwise = child(object, "depthwise");
    workload::Layer layer;
    layer.name = name;
    layer.bounds[G] = depthwise.integer("groups");
    const auto pair = [&](std::string_view key, workload::LoopDimension first, workload::LoopDimension second) {
        const Json* list = depthwise.list(key);
        if (list && list->size() == 2 && (*list)[0].is_number_integer() && (*list)[1].is_number_integer()) {
            layer.bounds[first] = (*list)[0].get<std::int64_t>();
            layer.bounds[second] = (*list)[1].get<std::int64_t>();
        } else if (list) {
            depthwise.report(key, "two integers are expected");
        }
    };
    pair("filter", R, S);
    pair("output", P, Q);
    return layer;
}

/// Sum of all numbers in the objects of an object.
double sumOf(const JsonObject& object, const Json& json)
{
    double sum = 0;
    for (const auto& [component, kinds] : json.items()) {
        const JsonObject figures(kinds, object.pathOf(component), object.errors());
        if (kinds.is_object())
            for (const auto& [kind, value] : kinds.items())
                sum += figures.number(kind);
    }
    return sum;
}

/// The figures of an Einsum that are told apart from those of others.
void readFigures(const JsonObject& line, AccelforgeEinsum& einsum, const PerTensor<std::string>& names)
{
    const JsonObject energies = child(line, "energy_per_component"), times = child(line, "latency_per_component");
    if (const Json* energy = energies.require(einsum.name))
        einsum.energy = sumOf(child(energies, einsum.name), *energy);
    if (const Json* time = times.require(einsum.name)) {
        const JsonObject components = child(times, einsum.name);
        for (const auto& [component, value] : time->items())
            einsum.time = std::max(einsum.time, components.number(component));
    }
    const JsonObject actions = child(child(line, "actions"), einsum.name);
    einsum.operations = child(actions, "mac").number("compute");
    const JsonObject memory = child(actions, "main_memory");
    for (const TensorRole role : kTensorRoles) {
        if (!memory.find(names[role]))
            continue; // passed on without main memory
        const JsonObject traffic = child(memory, names[role]);
        einsum.mainMemory[role] = {traffic.number("read"), traffic.number("write")};
    }
}

/// Nothing for an Einsum without two factors.
std::optional<AccelforgeEinsum> readEinsum(const JsonObject& line, const JsonObject& object)
{
    AccelforgeEinsum einsum;
    einsum.name = object.text("name");
    if (!object.find("layer"))
        return std::nullopt;
    const JsonObject layer = child(object, "layer");
    einsum.layer = readFactors(layer, einsum.name);
    PerTensor<std::string> names{{{layer.text("second"), layer.text("first"), ""}}};
    if (const Json* output = object.require("output")) {
        if (output->is_object() && output->size() == 1)
            names[TensorRole::Outputs] = output->begin().key();
        else
            object.report("output", "an object with one tensor is expected");
    }
    const JsonObject bits = child(object, "bits");
    for (const TensorRole role : kTensorRoles) {
        einsum.bits[role] = bits.integer(names[role]);
        if (einsum.bits[role] < 1 || einsum.bits[role] > kMostBits)
            bits.report(names[role], "1 to " + std::to_string(kMostBits) + " bits are expected");
    }
    for (const workload::Finding& finding : workload::check(einsum.layer))
        object.report("layer", finding.message);
    if (!object.errors().first())
        readFigures(line, einsum, names);
    return einsum;
}

void compare(const std::string& what, double ours, double published, CaseReport& report)
{
    report.compare(what, ours, published, kPublishedTolerance * std::abs(published));
}

/// Of the mapping of least energy.
void compareTraffic(const std::string& name, const AccelforgeOptimum& ours, const AccelforgeEinsum& published,
                    CaseReport& report)
{
    for (const TensorRole role : kTensorRoles) {
        const std::string what = name + " main memory " + std::string(nestloom::name(role));
        compare(what + " bits read", ours.mainMemory[role].read, published.mainMemory[role].read, report);
        compare(what + " bits written", ours.mainMemory[role].written, published.mainMemory[role].written, report);
    }
}

void compareEinsum(const AccelforgeCase& recorded, const AccelforgeEinsum& einsum, CaseReport& report)
{
    compare(einsum.name + " operations", double(workload::macs(einsum.layer)), einsum.operations, report);
    const bool isUnitCost = accelforgeMachine(recorded.arch, 8)->isUnitCost;
    const double price = isUnitCost ? 0 : recorded.energy / recorded.time;
    const double published = einsum.energy + price * einsum.time;
    const double enough = isUnitCost ? std::numeric_limits<double>::infinity() : published * (1 + kPublishedTolerance);
    const auto optimum = accelforgeOptimum(recorded.arch, einsum, price, enough);
    if (!optimum)
        report.note(einsum.name + ": " + optimum.error().text());
    else if (!*optimum)
        report.note(einsum.name + ": no mapping of ours has energy + " + shortestNumber(price)
                    + " W * time as low as the published " + shortestNumber(published) + " J");
    else if (!(*optimum)->proven)
        report.note(einsum.name + ": the least energy + " + shortestNumber(price) + " W * time is not proven, found "
                    + shortestNumber((*optimum)->energy + price * (*optimum)->time) + " J, published "
                    + shortestNumber(published) + " J");
    else if (isUnitCost)
        compareTraffic(einsum.name, **optimum, einsum, report);
}

AccelforgeOptimum figuresOf(const hardware::Accelerator& accelerator, const AccelforgeEinsum& einsum,
                            const mapping::LayerMapping& mapping, const AccelforgeMachine& machine)
{
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    const cost::Score score = cost::Evaluator(accelerator, einsum.layer).score(nest);
    cost::AccessCounts counts;
    cost::countAccesses(einsum.layer, nest, counts);
    AccelforgeOptimum found;
    found.time = score.cycles / machine.macsPerSecond;
    found.energy = score.energy / kPicojoulesPerJoule + machine.leakedWatts * found.time;
    for (const TensorRole role : kTensorRoles)
        found.mainMemory[role] = {counts[0][role].reads * double(einsum.bits[role]),
                                  counts[0][role].updates * double(einsum.bits[role])};
    return found;
}

} // namespace

Result<std::optional<AccelforgeOptimum>> accelforgeOptimum(const std::string& arch, const AccelforgeEinsum& einsum,
                                                           double price, double enough)
{
    const std::int64_t bits = *std::ranges::max_element(einsum.bits.values);
    const auto machine = accelforgeMachine(arch, bits);
    if (!machine)
        return Error{ErrorCode::InvalidInput, "there is no accelerator named '" + arch + "'", "arch"};
    if (!machine->isUnitCost && std::ranges::min(einsum.bits.values) != bits) // unit costs order mappings in any width
        return Error{ErrorCode::Unsupported, "a level of ours has one energy for tensors of all widths", "bits"};
    const double perSecond = price + machine->leakedWatts;
    schedule::Goal goal =
        machine->isUnitCost
            ? schedule::Goal(schedule::Objective::Energy)
            : schedule::Goal(schedule::Objective::Weighted, perSecond * kPicojoulesPerJoule / machine->macsPerSecond);
    goal.inParts = true;
    std::optional<AccelforgeOptimum> best;
    double least = std::min(enough * kPicojoulesPerJoule, std::numeric_limits<double>::max());
    bool proven = true;
    for (const hardware::Accelerator& accelerator : machine->choices) {
        const auto found = schedule::exact::searchExactly(accelerator, einsum.layer, goal, least);
        proven = proven && found.complete;
        if (!found.mapping || !mapping::verify(accelerator, einsum.layer, *found.mapping).empty())
            continue;
        least = found.value;
        best = figuresOf(accelerator, einsum, *found.mapping, *machine);
    }
    if (best)
        best->proven = proven;
    return best;
}

CaseReport compareAccelforge(const AccelforgeCase& recorded)
{
    const auto machine = accelforgeMachine(recorded.arch, 8);
    CaseReport report{recorded.name, !machine || recorded.einsums.empty() || (recorded.fused && !machine->isUnitCost)};
    if (report.skipped)
        return report;
    for (const AccelforgeEinsum& einsum : recorded.einsums)
        compareEinsum(recorded, einsum, report);
    return report;
}

Result<AccelforgeCase> parseAccelforgeCase(std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject line(json, "", errors);
    AccelforgeCase result;
    result.arch = line.text("arch");
    result.fused = line.boolean("fused");
    result.name = result.arch + " " + line.text("workload") + (result.fused ? " fused" : "");
    if (const Json* params = line.find("params"); params && !params->empty())
        result.name += " " + dump(*params);
    result.energy = line.number("energy");
    result.time = line.number("latency");
    if (const Json* einsums = line.list("einsums"))
        for (std::size_t i = 0; i < einsums->size(); ++i)
            if (auto einsum = readEinsum(line, {(*einsums)[i], "einsums[" + std::to_string(i) + "]", errors}))
                result.einsums.push_back(std::move(*einsum));
    if (errors.first())
        return *errors.first();
    return result;
}

Result<std::vector<AccelforgeCase>> readAccelforgeCases(const std::filesystem::path& path)
{
    return readJsonLines(path, parseAccelforgeCase);
}

} // namespace nestloom::conformance
