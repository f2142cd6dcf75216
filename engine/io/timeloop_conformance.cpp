// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop_conformance.h"

#include "engine/cost/evaluate.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nestloom::io {

namespace {

constexpr double kCountTolerance = 1;
constexpr double kEnergyTolerance = 1e-9; // relative

std::string shown(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

class Comparison {
public:
    explicit Comparison(CaseReport& report) : m_report(report) {}

    void count(const std::string& what, double ours, double timeloops)
    {
        if (!(std::abs(ours - timeloops) <= kCountTolerance))
            differ(what, ours, timeloops);
    }
    void energy(const std::string& what, double ours, double timeloops)
    {
        if (!(std::abs(ours - timeloops) <= kEnergyTolerance * std::abs(timeloops)))
            differ(what, ours, timeloops);
    }
    void note(const std::string& line) { m_report.differences.push_back(line); }

private:
    void differ(const std::string& what, double ours, double timeloops)
    {
        note(what + ": " + shown(ours) + ", Timeloop has " + shown(timeloops));
    }
    CaseReport& m_report;
};

void compareTensor(const std::string& where, const std::optional<cost::TensorAccesses>& ours,
                   const std::optional<TimeloopAccesses>& timeloops, Comparison& comparison)
{
    if (ours.has_value() != timeloops.has_value())
        return comparison.note(
            where + (ours ? ": kept here, Timeloop lets it bypass" : ": bypasses here, Timeloop keeps it"));
    if (!ours)
        return;
    comparison.count(where + " tile size", double(ours->tileElements), double(timeloops->tileSize));
    comparison.count(where + " used instances", double(ours->instances), double(timeloops->utilizedInstances));
    comparison.count(where + " reads", ours->reads, double(timeloops->reads));
    comparison.count(where + " fills", ours->fills, double(timeloops->fills));
    comparison.count(where + " updates", ours->updates, double(timeloops->updates));
}

/// Says what makes the recording unusable for this accelerator, or nothing.
std::string levelMismatch(const TimeloopCase& recorded, const hardware::Accelerator& accelerator)
{
    if (recorded.levels.size() != accelerator.levels.size())
        return "the recording has " + std::to_string(recorded.levels.size()) + " levels, the accelerator has "
               + std::to_string(accelerator.levels.size());
    for (std::size_t i = 0; i < recorded.levels.size(); ++i)
        if (recorded.levels[i].name != accelerator.levels[i].name)
            return "level " + std::to_string(i) + " is " + recorded.levels[i].name + " in the recording, "
                   + accelerator.levels[i].name + " in the accelerator";
    return "";
}

hardware::Accelerator asRecorded(hardware::Accelerator accelerator, const mapping::LayerMapping& mapping)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        accelerator.levels[i].fanout = {accelerator.levels[i].fanout.count(), 1};
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (mapping.levels[i].keeps.contains(role))
                accelerator.levels[i].keeps = accelerator.levels[i].keeps.with(role);
    return accelerator;
}

} // namespace

CaseReport compareTimeloop(const TimeloopCase& recorded, const hardware::Accelerator& accelerator)
{
    CaseReport report;
    report.name = recorded.name;
    report.skipped = !recorded.found;
    if (report.skipped)
        return report;
    Comparison comparison(report);
    if (const std::string mismatch = levelMismatch(recorded, accelerator); !mismatch.empty()) {
        comparison.note(mismatch);
        return report;
    }
    const auto cost = cost::evaluate(asRecorded(accelerator, recorded.mapping), recorded.layer, recorded.mapping,
                                     cost::Model::Timeloop2022);
    if (!cost) {
        comparison.note("cannot be evaluated: " + cost.error().text());
        return report;
    }
    for (std::size_t i = 0; i < recorded.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            compareTensor(recorded.levels[i].name + " " + std::string(name(role)), cost->levels[i].tensors[role],
                          recorded.levels[i].tensors[role], comparison);
    comparison.count("cycles", double(cost->cycles.count), double(recorded.cycles));
    comparison.energy("energy (pJ)", cost->energy.count, recorded.energyPj);
    report.passed = report.differences.empty();
    return report;
}

} // namespace nestloom::io
