// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/conformance/case_report.h"
#include "engine/dram/device.h"
#include "engine/dram/stream_run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::conformance {

/// A stream of requests that DRAMsim3 simulated, and what it measured.
struct DramRun {
    std::string name;   // of the device file, pattern, stride, writes, in flight, offered
    std::string config; // the device file: "LPDDR4_8Gb_x16_2400_w32.ini"
    dram::Stream stream;
    double clockNanoseconds = 0;
    std::int64_t bytesPerRequest = 0;
    double gigabytesPerSecond = 0;
    double readLatency = 0; // mean, in clocks; 0 without reads
};

/// Reads a JSON list of runs. Fails Io or InvalidInput.
Result<std::vector<DramRun>> readDramRuns(const std::filesystem::path& path);

/// The device of a DRAMsim3 device file by its name. "_bgil" in it means that bank groups are lowest in the address,
/// "_w32" a bus of 32 bits. Nothing when the file is not known.
std::optional<dram::Device> deviceOfConfig(const std::string& config);

/// Our bank timings against the recording: a report for each run, and one for the mean. A run with at most 4 requests
/// in flight has a mean latency within 12 %; over all runs the mean error of the bandwidth is at most 6 %, the 95th
/// percentile at most 20 %. When it is more, the runs beyond 20 % fail as well.
std::vector<CaseReport> compareDram(const std::vector<DramRun>& runs);

} // namespace nestloom::conformance
