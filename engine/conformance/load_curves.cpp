// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/load_curves.h"

#include "engine/base/text.h"
#include "engine/conformance/recording.h"

#include <cmath>
#include <fstream>

namespace nestloom::conformance {

using namespace io;

namespace {

using Pattern = noc::TrafficPattern;

constexpr double kCurveTolerance = 0.05;
constexpr double kHighestLoad = 0.6;   // of the highest stable one
constexpr double kLeastHotspot = 0.05; // of the capacity

Pattern patternIn(const JsonObject& object)
{
    const std::string word = object.text("traffic");
    if (word == "uniform")
        return Pattern::Uniform;
    if (word == "transpose")
        return Pattern::Transpose;
    if (word == "hotspot")
        return Pattern::Hotspot;
    if (word != "neighbor")
        object.report("traffic", "is not 'uniform', 'transpose', 'hotspot' or 'neighbor'");
    return Pattern::Neighbour;
}

std::uint32_t from1(const JsonObject& object, std::string_view key, std::int64_t most)
{
    const std::int64_t number = object.integer(key);
    if (number < 1 || number > most)
        object.report(key, "is not from 1 to " + std::to_string(most));
    return std::uint32_t(number);
}

LoadCurveCase readCurve(const JsonObject& object)
{
    LoadCurveCase curve;
    const std::string pipeline = object.text("pipeline");
    if (pipeline != "p2" && pipeline != "p4")
        object.report("pipeline", "is not 'p2' or 'p4'");
    const std::uint32_t side = from1(object, "k", 64);
    curve.grid = {side, side};
    curve.options.vcs = from1(object, "num_vcs", noc::VcOptions::kMostVcs);
    curve.options.pipeline = pipeline == "p4" ? noc::VcOptions::Pipeline::Four : noc::VcOptions::Pipeline::Two;
    curve.load.pattern = patternIn(object);
    curve.load.packetFlits = from1(object, "packet_size", 1'000'000);
    // How the recordings were made: large meshes with several VCs were measured for a shorter time.
    if (side >= 8 && curve.options.vcs > 1) {
        curve.load.period = 1000;
        curve.load.mostPeriods = 8;
    }
    curve.capacity = object.number("theta_flits_per_node_cycle");
    curve.highestStable = object.number("highest_stable_offered");
    curve.overload = object.number("overload_offered");
    curve.acceptedAtOverload = object.number("accepted_flit_rate_overload");
    if (const Json* points = object.list("points"))
        for (const Json& json : *points) {
            const JsonObject point(json, object.pathOf("points[" + std::to_string(curve.points.size()) + "]"),
                                   object.errors());
            const bool stable = point.text("status") == "ok";
            curve.points.push_back(
                {point.number("offered_flit_rate"), stable ? point.number("packet_latency") : 0, stable});
        }
    curve.name = pipeline + ", " + std::to_string(side) + "x" + std::to_string(side) + ", "
                 + std::to_string(curve.options.vcs) + " VCs, " + std::to_string(curve.load.packetFlits) + " flits, "
                 + object.text("traffic");
    return curve;
}

bool isCompared(const LoadCurveCase& curve, const LoadCurveCase::Point& point)
{
    constexpr double kRounding = 1e-9;
    return point.stable && point.flitRate <= kHighestLoad * curve.highestStable + kRounding
           && (curve.load.pattern != Pattern::Hotspot || point.flitRate >= kLeastHotspot * curve.capacity - kRounding);
}

void compare(const std::string& what, double rate, double ours, double recorded, CaseReport& report)
{
    report.compare(what + " at " + generalNumber(rate) + " flits per node and cycle", ours, recorded,
                   kCurveTolerance * recorded);
}

} // namespace

bool isJsonList(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) // a pipe would be waited for
        return false;
    std::ifstream file(path);
    char first = 0;
    return file >> first && first == '[';
}

Result<std::vector<LoadCurveCase>> readLoadCurves(const std::filesystem::path& path)
{
    return readJsonFile(path, [](const Json& json) { return readList(json, "curves", readCurve); });
}

CaseReport compareLoadCurve(const LoadCurveCase& recorded)
{
    CaseReport report{recorded.name};
    const auto measure = [&](double rate, bool latency) {
        noc::OfferedLoad load = recorded.load;
        load.flitRate = rate;
        load.latency = latency;
        if (!latency) // recorded with five periods
            load.mostPeriods = 5;
        const auto point = noc::measureLoad(recorded.grid, recorded.options, load, {});
        if (!point)
            report.note(point.error().text());
        return point ? *point : noc::LoadPoint{};
    };
    for (const LoadCurveCase::Point& point : recorded.points)
        if (isCompared(recorded, point))
            compare("packet latency", point.flitRate, measure(point.flitRate, true).packetLatency, point.packetLatency,
                    report);
    compare("accepted rate", recorded.overload, measure(recorded.overload, false).acceptedRate,
            recorded.acceptedAtOverload, report);
    return report;
}

} // namespace nestloom::conformance
