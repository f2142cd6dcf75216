// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/conformance/case_report.h"
#include "engine/noc/load_point.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::conformance {

/// A curve of latency over load that BookSim 2 recorded on a square mesh.
struct LoadCurveCase {
    struct Point {
        double flitRate = 0;
        double packetLatency = 0;
        bool stable = true;
    };
    std::string name; // "p4, 8x8, 4 VCs, 16 flits, uniform"
    noc::Grid grid;
    noc::VcOptions options;
    noc::OfferedLoad load; // pattern, packet length and how it was measured; the rate is set for each point
    double capacity = 0;   // flits per node and cycle that X-Y routes allow
    double highestStable = 0;
    std::vector<Point> points;
    double overload = 0, acceptedAtOverload = 0;
};

/// Whether a file begins as a list in JSON does; false if it cannot be read.
bool isJsonList(const std::filesystem::path& path);
/// A list of curves. `where` of an Error is "file: key".
Result<std::vector<LoadCurveCase>> readLoadCurves(const std::filesystem::path& path);

/// Our routers against a curve: the latency of every stable point up to 0.6 of the highest stable load within 5 %, and
/// the accepted rate under overload within 5 %. Points of hotspot traffic below 5 % of the capacity are left out: they
/// hold too few packets.
CaseReport compareLoadCurve(const LoadCurveCase& recorded);

} // namespace nestloom::conformance
