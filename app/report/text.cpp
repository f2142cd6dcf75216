// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/text.h"

#include "engine/base/number_words.h"
#include "engine/io/quantity.h"
#include "engine/io/sweep_axis.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/standing.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>

namespace nestloom::report {

namespace {

/// Code points of two or three bytes; the text is UTF-8.
std::uint32_t codePointAt(std::string_view text, std::size_t at, std::size_t& length)
{
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    length = 1;
    if ((byte(0) & 0xE0) == 0xC0) {
        length = 2;
        return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    }
    if ((byte(0) & 0xF0) == 0xE0) {
        length = 3;
        return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    }
    return byte(0);
}

bool isControl(std::uint32_t point) { return point < 0x20 || (point >= 0x7F && point < 0xA0); }

/// Marks, embeddings, overrides and isolates of direction, and the separators of lines.
bool turns(std::uint32_t point)
{
    return point == 0x61C || point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E)
           || (point >= 0x2066 && point <= 0x2069);
}

} // namespace

std::string printable(std::string_view text, bool lines)
{
    std::string result;
    for (std::size_t at = 0, length = 1; at < text.size(); at += length) {
        const std::uint32_t point = codePointAt(text, at, length);
        const bool isByte = length == 1 && point >= 0x80; // of four bytes, or of none: no control character
        if (isByte || (!isControl(point) && !turns(point)) || (lines && (point == '\n' || point == '\t'))) {
            result += text.substr(at, length);
            continue;
        }
        std::array<char, 8> code{};
        if (point == '\n')
            result += "\\n";
        else if (point == '\t')
            result += "\\t";
        else {
            std::snprintf(code.data(), code.size(), point < 0x100 ? "\\x%02x" : "\\u%04x",
                          static_cast<unsigned>(point));
            result += code.data();
        }
    }
    return result;
}

std::string utcText(std::chrono::sys_time<std::chrono::milliseconds> time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
    return text.data();
}

std::string fieldText(explore::FieldKind kind, double value)
{
    switch (kind) {
    case explore::FieldKind::Bytes: return io::text(Bytes{std::int64_t(value)});
    case explore::FieldKind::BytesPerCycle: return io::text(BytesPerCycle{value});
    case explore::FieldKind::BytesPerSecond: return io::text(BytesPerSecond{value});
    case explore::FieldKind::Picojoules: return io::text(Picojoules{value});
    case explore::FieldKind::Hertz: return io::text(Hertz{value});
    case explore::FieldKind::Bits: return io::text(Bits{std::int64_t(value)});
    case explore::FieldKind::Watts: return io::text(Watts{value});
    default: break;
    }
    if (!explore::choices(kind).empty())
        return io::axisValueText(kind, value);
    return grouped(std::int64_t(std::llround(value)));
}

std::string boundText(const schedule::LayerResult& result, const schedule::ScheduleOptions& options, Hertz clock)
{
    if (!result.objectiveBound)
        return "-";
    const double bound = *result.objectiveBound;
    if (result.tiled) // of what the gap beside it is of
        return options.flexer.metric == schedule::flexer::Metric::Latency
                   ? grouped(std::int64_t(std::ceil(bound - 1e-6)))
                   : shortNumber(bound, schedule::flexer::unitOf(options.flexer));
    switch (options.cosa.objective) {
    case schedule::Objective::Energy:
    case schedule::Objective::Weighted: return shortEnergy({bound});
    case schedule::Objective::Edp: return shortEdp(bound, clock);
    case schedule::Objective::Latency:
    case schedule::Objective::CosaPaper: break;
    }
    return grouped(std::int64_t(std::ceil(bound - 1e-6)));
}

std::string meshSentence(const schedule::Totals& totals, std::optional<Cycles> withMesh)
{
    if (!schedule::isMeshHeeded(totals, withMesh))
        return {};
    const std::string part = totals.overMesh == 0 ? "the cost model gives the mesh no bandwidth; "
                                                  : "on " + std::to_string(totals.overMesh) + " of "
                                                        + counted(std::int64_t(totals.solved), "layer")
                                                        + " the mesh would not carry what the cost model assumes; ";
    if (!withMesh)
        return part + "for its bytes alone the worst needs at least " + fixedNumber(totals.worstMeshLoad, 2)
               + " times its cycles";
    const Cycles all = *withMesh + totals.vector.cycles;
    const double ratio = double(all.count) / double(totals.cycles.count);
    return part + "with the mesh these mappings take " + exactCycles(all) + ", " + fixedNumber(ratio, 2)
           + " times as many (engine " + std::string(schedule::kMeshEngine) + " maps for it)";
}

std::string partsSentence(const schedule::Totals& totals)
{
    const cost::VectorSums& vector = totals.vector;
    if (vector.operators == 0)
        return {};
    return "layers " + exactCycles(totals.cycles - vector.cycles) + " and " + shortEnergy(totals.energy - vector.energy)
           + ", " + counted(vector.operators, "vector operator") + " " + exactCycles(vector.cycles) + ", "
           + shortEnergy(vector.energy) + " and " + shortBytes(double(vector.read.count + vector.written.count))
           + " of traffic";
}

std::string notCostedSentence(const std::string& leftOut) { return leftOut.empty() ? "" : "not costed: " + leftOut; }

std::string gapText(const std::optional<double>& gap) { return gap ? percent(schedule::shownGap(*gap), 2) : kNoNumber; }

} // namespace nestloom::report
