// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_stops.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr int kOctaves = 4; // each way
constexpr double kUsualBytesPerCycle = 64;

/// Rounded values of a tenth of a decade each (ISO 3, series R10).
constexpr std::array kTenths{1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 8.0};

void add(std::vector<double>& stops, double value)
{
    stops.push_back(value);
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
}

/// Powers of two between the ends, each octave split into `split` equal parts.
std::vector<double> octaves(double from, double to, int split)
{
    std::vector<double> stops;
    for (int octave = int(std::floor(std::log2(from))); std::ldexp(1.0, octave) <= to; ++octave)
        for (int part = 0; part < split; ++part)
            if (const double value = std::ldexp(1.0 + double(part) / split, octave); value >= from && value <= to)
                stops.push_back(value);
    return stops;
}

std::vector<double> decades(double from, double to)
{
    std::vector<double> stops;
    for (int decade = int(std::floor(std::log10(from))); std::pow(10.0, decade) <= to; ++decade)
        for (const double tenth : kTenths)
            if (const double value = tenth * std::pow(10.0, decade);
                value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9))
                stops.push_back(value);
    return stops;
}

double usual(QuantityKind kind)
{
    switch (kind) {
    case QuantityKind::Bytes: return 64 * 1024;
    case QuantityKind::Bits: return 8;
    case QuantityKind::Energy: return 1;
    case QuantityKind::Area: return 1000; // um2
    case QuantityKind::Frequency: return 1e9;
    }
    return 1;
}

} // namespace

std::vector<double> quantityStops(QuantityKind kind, std::optional<double> present)
{
    const double centre = present && *present > 0 ? *present : usual(kind);
    const double factor = std::ldexp(1.0, kOctaves);
    std::vector<double> stops;
    switch (kind) {
    case QuantityKind::Bytes:
    case QuantityKind::Bits:
        stops = octaves(std::max(1.0, centre / factor), centre * factor, kind == QuantityKind::Bits ? 1 : 4);
        std::erase_if(stops, [](double value) { return value != std::floor(value); });
        break;
    case QuantityKind::Energy:
    case QuantityKind::Area:
    case QuantityKind::Frequency: stops = decades(centre / 10, centre * 10); break;
    }
    if (kind == QuantityKind::Energy)
        add(stops, 0);
    if (present)
        add(stops, *present);
    return stops;
}

std::vector<Bandwidth> bandwidthStops(std::optional<Bandwidth> present)
{
    const bool perSecond = present && present->perSecond;
    const double one = perSecond ? 1e9 : 1; // stops are round in GB/s or in B/cycle
    const double centre = present && present->count > 0 ? present->count / one : kUsualBytesPerCycle;
    const double factor = std::ldexp(1.0, kOctaves);
    std::vector<double> stops = octaves(centre / factor, centre * factor, 4);
    for (double& stop : stops)
        stop *= one;
    if (present)
        add(stops, present->count);
    std::vector<Bandwidth> bandwidths;
    for (const double stop : stops)
        bandwidths.push_back(perSecond ? Bandwidth(BytesPerSecond{stop}) : BytesPerCycle{stop});
    return bandwidths;
}

std::vector<std::int64_t> countStops(std::int64_t present)
{
    std::vector<std::int64_t> stops;
    const std::int64_t most = std::max<std::int64_t>(64, std::min<std::int64_t>(present, 1 << 20) * 16);
    for (std::int64_t value = 1; value <= most; value *= 2)
        stops.push_back(value);
    const auto at = std::lower_bound(stops.begin(), stops.end(), present);
    if (at == stops.end() || *at != present)
        stops.insert(at, present);
    return stops;
}

std::vector<hardware::Fanout> gridStops(const hardware::Fanout& present)
{
    std::vector<hardware::Fanout> stops{present};
    const bool line = (present.columns == 1) != (present.rows == 1);
    for (int step = 0; step < kOctaves; ++step) {
        hardware::Fanout smaller = stops.front();
        std::int64_t& side = smaller.columns > smaller.rows ? smaller.columns : smaller.rows;
        if (side % 2 != 0)
            break;
        side /= 2;
        stops.insert(stops.begin(), smaller);
    }
    for (int step = 0; step < kOctaves; ++step) {
        hardware::Fanout larger = stops.back();
        const bool columns = line ? present.columns > 1 : larger.columns <= larger.rows;
        (columns ? larger.columns : larger.rows) *= 2;
        stops.push_back(larger);
    }
    return stops;
}

} // namespace nestloom::ui
