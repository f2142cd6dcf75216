// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/dram_runs.h"

#include "engine/base/text.h"
#include "engine/conformance/recording.h"
#include "engine/dram/bank_timing_memory.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::conformance {

using namespace io;

namespace {

constexpr double kMeanBandwidth = 0.06, kPercentileBandwidth = 0.20, kLatency = 0.12;
constexpr std::int64_t kFewInFlight = 4;
constexpr std::string_view kLowestGroups = "_bgil", kWidth = "_w";

std::string percentOf(double fraction, int digits) { return fixedNumber(100 * fraction, digits) + " %"; }

dram::Stream::Pattern patternNamed(const JsonObject& run)
{
    const std::string name = run.text("pattern");
    if (name == "seq")
        return dram::Stream::Pattern::Sequential;
    if (name == "rand")
        return dram::Stream::Pattern::Random;
    if (name != "stride")
        run.report("pattern", "must be seq, stride or rand");
    return dram::Stream::Pattern::Strided;
}

DramRun readRun(const JsonObject& object)
{
    DramRun run;
    run.config = object.text("config");
    run.stream.pattern = patternNamed(object);
    run.stream.stride = std::uint64_t(object.integer("stride"));
    run.stream.writeFraction = object.number("write_frac");
    run.stream.outstanding = object.integer("max_outstanding");
    run.stream.requestsPerClock = object.number("offered_req_per_clk");
    run.stream.requests = object.integer("requests");
    run.clockNanoseconds = object.number("tck_ns");
    run.bytesPerRequest = object.integer("bytes_per_req");
    run.gigabytesPerSecond = object.number("bandwidth_GBps");
    run.readLatency = object.number("read_latency_avg_clk");
    if (run.stream.outstanding < 1 || run.stream.requests < 1 || run.stream.requests > 10'000'000)
        object.report("requests", "needs 1 to 10000000 requests, and at least one in flight");
    if (!(run.stream.requestsPerClock > 0) || !(run.gigabytesPerSecond > 0))
        object.report("bandwidth_GBps", "rates and bandwidths must be above 0");
    run.name = run.config + " " + object.text("pattern") + " stride " + std::to_string(run.stream.stride) + ", writes "
               + fixedNumber(run.stream.writeFraction, 2) + ", offered " + fixedNumber(run.stream.requestsPerClock, 2)
               + ", " + std::to_string(run.stream.outstanding) + " in flight";
    return run;
}

/// Cuts a marker off the end of a name, and says whether it was there.
bool cut(std::string& name, std::string_view marker)
{
    if (!name.ends_with(marker))
        return false;
    name.resize(name.size() - marker.size());
    return true;
}

struct Compared {
    CaseReport report;
    double bandwidthError = 1;
    std::string bandwidths; // both numbers
};

Compared compareRun(const DramRun& run)
{
    Compared result;
    result.report.name = run.name;
    const auto device = deviceOfConfig(run.config);
    if (!device || device->burst().count != run.bytesPerRequest
        || std::llround(run.clockNanoseconds * 1e6) != device->clockFemtoseconds) {
        result.report.note("there is no device of this name, clock and burst");
        return result;
    }
    dram::BankTimingMemory memory(*device);
    const auto streamed = dram::runStream(memory, run.stream);
    if (!streamed) {
        result.report.note(streamed.error().text());
        return result;
    }
    const dram::StreamResult& ours = *streamed;
    result.bandwidthError = std::abs(ours.gigabytesPerSecond - run.gigabytesPerSecond) / run.gigabytesPerSecond;
    result.bandwidths = "bandwidth " + fixedNumber(ours.gigabytesPerSecond, 3) + " GB/s, recorded "
                        + fixedNumber(run.gigabytesPerSecond, 3) + " (" + percentOf(result.bandwidthError, 1) + " off)";
    const double latencyError =
        run.readLatency > 0 ? std::abs(ours.readLatency - run.readLatency) / run.readLatency : 0;
    if (run.stream.outstanding <= kFewInFlight && latencyError > kLatency)
        result.report.note("latency " + fixedNumber(ours.readLatency, 2) + " clocks, recorded "
                           + fixedNumber(run.readLatency, 2) + " (" + percentOf(latencyError, 1) + " off)");
    return result;
}

} // namespace

std::optional<dram::Device> deviceOfConfig(const std::string& config)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kFiles{
        {{"DDR4_8Gb_x8_2400", "ddr4-2400"},
         {"DDR4_8Gb_x8_2666", "ddr4-2666"},
         {"DDR4_8Gb_x8_3200", "ddr4-3200"},
         {"LPDDR4_8Gb_x16_2400", "lpddr4-2400"},
         {"DDR3_8Gb_x8_1600", "ddr3-1600"}}};
    std::string name = config;
    cut(name, ".ini");
    const bool lowestGroups = cut(name, kLowestGroups);
    int bits = 0;
    if (const std::size_t at = name.rfind(kWidth); at != std::string::npos) {
        bits = std::atoi(name.c_str() + at + kWidth.size());
        name.resize(at);
    }
    const bool groupsBeforeWidth = cut(name, kLowestGroups);
    const auto* file = std::ranges::find_if(kFiles, [&](const auto& f) { return f.first == name; });
    auto device = file == kFiles.end() ? std::nullopt : dram::findDevice(file->second);
    if (!device)
        return std::nullopt;
    if (bits > 0)
        device->busBits = bits;
    if (lowestGroups || groupsBeforeWidth)
        device->order = dram::AddressOrder::BankGroupsLowest;
    return dram::problemOf(*device) ? std::nullopt : device;
}

Result<std::vector<DramRun>> readDramRuns(const std::filesystem::path& path)
{
    return readJsonFile(path, [](const Json& json) { return readList(json, "runs", readRun); });
}

std::vector<CaseReport> compareDram(const std::vector<DramRun>& runs)
{
    std::vector<Compared> compared;
    std::vector<double> errors;
    double sum = 0;
    for (const DramRun& run : runs) {
        compared.push_back(compareRun(run));
        errors.push_back(compared.back().bandwidthError);
        sum += errors.back();
    }
    std::ranges::sort(errors);
    const double mean = errors.empty() ? 1 : sum / double(errors.size());
    const double percentile = errors.empty() ? 1 : errors[(errors.size() - 1) * 95 / 100];
    CaseReport all{.name = "mean"};
    if (mean > kMeanBandwidth || percentile > kPercentileBandwidth)
        all.note("bandwidth is off by " + percentOf(mean, 2) + " on average (at most 6) and " + percentOf(percentile, 2)
                 + " at the 95th percentile (at most 20)");
    std::vector<CaseReport> reports;
    for (Compared& run : compared) {
        const bool countsBeyond = percentile > kPercentileBandwidth && run.bandwidthError > kPercentileBandwidth;
        if (countsBeyond && !run.bandwidths.empty())
            run.report.note(run.bandwidths);
        reports.push_back(std::move(run.report));
    }
    reports.push_back(std::move(all));
    return reports;
}

} // namespace nestloom::conformance
