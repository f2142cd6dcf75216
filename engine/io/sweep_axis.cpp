// SPDX-License-Identifier: Apache-2.0
#include "engine/io/sweep_axis.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"

#include "engine/explore/run_fields.h"
#include "engine/io/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace nestloom::io {

namespace {

using explore::FieldKind;

Error refuse(const std::string& why, const std::string& where = {}) { return {ErrorCode::InvalidInput, why, where}; }

template <typename Quantity>
Result<double> countOf(const Result<Quantity>& quantity)
{
    return quantity ? Result<double>(double(quantity->count)) : Result<double>(quantity.error());
}

std::optional<double> plainNumber(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Result<double> parseValue(std::string_view text, FieldKind kind)
{
    text = trimmed(text);
    if (const auto& words = explore::choices(kind); !words.empty()) {
        if (const auto word = std::ranges::find(words, text); word != words.end())
            return double(word - words.begin());
        return refuse("'" + std::string(text.substr(0, 40)) + "' is none of "
                      + (kind == FieldKind::Engine ? "the engines that map single layers: " : "")
                      + joinText(words, ", "));
    }
    if (const auto number = plainNumber(text); number && kind != FieldKind::BytesPerSecond) {
        if (isWhole(kind) && *number != std::floor(*number))
            return refuse("'" + std::string(text) + "' is not a whole number");
        return *number;
    }
    switch (kind) {
    case FieldKind::Bytes: return countOf(io::parseBytes(text));
    case FieldKind::BytesPerCycle:
    case FieldKind::BytesPerSecond: {
        const auto bandwidth = io::parseBandwidth(text);
        if (bandwidth && bandwidth->perSecond != (kind == FieldKind::BytesPerSecond))
            return refuse("'" + std::string(text) + "' is among bandwidths in " + std::string(unit(kind))
                          + "; write all values of an axis in B/cycle, or all in GB/s");
        return countOf(bandwidth);
    }
    case FieldKind::Picojoules: return countOf(io::parseEnergy(text));
    case FieldKind::Hertz: return countOf(io::parseFrequency(text));
    case FieldKind::Bits: return countOf(io::parseBits(text));
    case FieldKind::Watts: return countOf(io::parsePower(text));
    default: break;
    }
    return refuse(text.empty() ? std::string("a value is missing")
                               : "'" + std::string(text.substr(0, 40)) + "' is not a number");
}

Result<double> parseFactor(std::string_view text)
{
    const auto number = plainNumber(trimmed(text));
    return number ? Result<double>(*number) : refuse("'" + std::string(text.substr(0, 40)) + "' is not a number");
}

/// What the values of an axis are: bandwidths are of the unit that the first one with a unit is written in.
FieldKind writtenKind(const explore::Field& field, std::string_view text)
{
    if (!isBandwidth(field.kind))
        return field.kind;
    const bool perSecond = text.find("B/s") != std::string_view::npos;
    const bool perCycle = text.find("/cycle") != std::string_view::npos;
    return perSecond && !perCycle ? FieldKind::BytesPerSecond : perCycle ? FieldKind::BytesPerCycle : field.kind;
}

/// Values of a range; each comes from its number, not from the one before, so that no error adds up.
Result<std::vector<double>> expand(double from, double to, double step, bool isFactor, bool isWhole)
{
    if (!(from < to))
        return refuse("a range goes from a smaller to a larger number");
    if (isFactor ? !(step > 1 && from > 0) : !(step > 0))
        return refuse(isFactor ? "a range by a factor needs a factor above 1 and a start above 0"
                               : "the step must be above 0");
    std::vector<double> values;
    for (std::size_t i = 0; i <= explore::kMaxPoints; ++i) {
        const double value = isFactor ? from * std::pow(step, double(i)) : from + step * double(i);
        if (value > to * (1 + 1e-12))
            return values;
        if (const double next = isWhole ? std::round(value) : value; values.empty() || next != values.back())
            values.push_back(next);
    }
    return refuse("the range has more than " + std::to_string(explore::kMaxPoints) + " values");
}

/// Where the end of a range stops and its step begins: ":4", ":x2", " +4" or " x2"; npos when there is no step.
std::size_t stepAt(std::string_view text, std::size_t dots)
{
    const std::size_t colon = text.find(':', dots);
    return colon != std::string_view::npos ? colon : std::min(text.rfind(" x"), text.rfind(" +"));
}

Result<std::vector<double>> parseRange(std::string_view text, std::size_t dots, FieldKind kind)
{
    const std::size_t end = stepAt(text, dots);
    if (end == std::string_view::npos || end < dots)
        return refuse("a range needs a step, as in FROM..TO:STEP or FROM..TO:xFACTOR");
    std::string_view by = trimmed(text.substr(end + 1));
    const bool isFactor = !by.empty() && by.front() == 'x';
    if (isFactor || (!by.empty() && by.front() == '+'))
        by.remove_prefix(1);
    const auto from = parseValue(text.substr(0, dots), kind);
    const auto to = parseValue(text.substr(dots + 2, end - dots - 2), kind);
    const auto step = isFactor ? parseFactor(by) : parseValue(by, kind);
    for (const Result<double>* each : {&from, &to, &step})
        if (!*each)
            return each->error();
    return expand(*from, *to, *step, isFactor, isWhole(kind));
}

Result<std::vector<double>> parseList(std::string_view text, FieldKind kind)
{
    std::vector<double> values;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        TRY(const auto value, parseValue(text.substr(0, comma), kind));
        values.push_back(value);
        more = comma != std::string_view::npos;
        text = more ? text.substr(comma + 1) : std::string_view();
    }
    return values;
}

} // namespace

Result<explore::Axis> parseAxisValues(const explore::Field& field, std::string_view text)
{
    const FieldKind kind = writtenKind(field, text);
    if (!explore::choices(kind).empty() && text.find("..") != std::string_view::npos)
        return refuse("choices are listed, not ranged: " + joinText(explore::choices(kind), ", "));
    TRY(auto values,
        text.find("..") != std::string_view::npos ? parseRange(text, text.find(".."), kind) : parseList(text, kind));
    return explore::Axis{field.path, std::move(values), kind == FieldKind::BytesPerSecond};
}

Result<explore::Axis> parseAxis(const std::string& text, const hardware::Accelerator& accelerator)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return refuse("an axis is written PATH=VALUE,VALUE,... or PATH=FROM..TO:STEP", "axis " + text);
    const std::string path = text.substr(0, equals);
    const Result<explore::Field> field = explore::sweptField(accelerator, path);
    if (!field)
        return refuse(field.error().message, "axis " + path);
    auto axis = parseAxisValues(*field, std::string_view(text).substr(equals + 1));
    if (!axis)
        return refuse(axis.error().message, "axis " + path);
    return axis;
}

std::string axisValueText(FieldKind kind, double value)
{
    if (!explore::isWhole(kind) || (value == std::floor(value) && std::fabs(value) < 9e15)) {
        switch (kind) {
        case FieldKind::Bytes: return io::text(Bytes{std::int64_t(value)});
        case FieldKind::BytesPerCycle: return io::text(BytesPerCycle{value});
        case FieldKind::BytesPerSecond: return io::text(BytesPerSecond{value});
        case FieldKind::Picojoules: return io::text(Picojoules{value});
        case FieldKind::Hertz: return io::text(Hertz{value});
        case FieldKind::Bits: return io::text(Bits{std::int64_t(value)});
        case FieldKind::Watts: return io::text(Watts{value});
        case FieldKind::Count: return std::to_string(std::int64_t(value));
        default:
            if (const auto& words = explore::choices(kind); value >= 0 && value < double(words.size()))
                return std::string(words[std::size_t(value)]);
        }
    }
    const std::string_view unit =
        explore::unit(kind); // a fraction where whole numbers are counted: its point is refused, but shown
    return generalNumber(value) + (unit.empty() ? "" : " " + std::string(unit));
}

} // namespace nestloom::io
