// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep_axis.h"

#include "engine/io/quantity.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace nestloom::cli {

namespace {

using explore::FieldKind;

Error refuse(const std::string& axis, const std::string& why)
{
    return {ErrorCode::InvalidInput, why, "--axis " + axis};
}

template <typename Quantity>
Result<double> countOf(const Result<Quantity>& quantity)
{
    return quantity ? Result<double>(static_cast<double>(quantity->count)) : Result<double>(quantity.error());
}

std::optional<double> plainNumber(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Result<double> parseValue(std::string_view text, FieldKind kind, Hertz clock)
{
    const std::size_t first = text.find_first_not_of(' ');
    text = first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
    if (const auto number = plainNumber(text))
        return *number;
    switch (kind) {
    case FieldKind::Bytes: return countOf(io::parseBytes(text));
    case FieldKind::BytesPerCycle: return countOf(io::parseBandwidth(text, clock));
    case FieldKind::Picojoules: return countOf(io::parseEnergy(text));
    case FieldKind::Hertz: return countOf(io::parseFrequency(text));
    case FieldKind::Bits: return countOf(io::parseBits(text));
    case FieldKind::Count: break;
    }
    return Error{ErrorCode::InvalidInput, "'" + std::string(text) + "' is not a number", ""};
}

/// Values of a range; each comes from its number, not from the one before, so that no error adds up.
Result<std::vector<double>> expand(const std::string& axis, double from, double to, double step, bool isFactor)
{
    if (!(from < to))
        return refuse(axis, "a range goes from a smaller to a larger number");
    if (isFactor ? !(step > 1 && from > 0) : !(step > 0))
        return refuse(axis, isFactor ? "a range by a factor needs a factor above 1 and a start above 0"
                                     : "the step must be above 0");
    std::vector<double> values;
    for (std::size_t i = 0; values.size() <= explore::kMaxPoints; ++i) {
        const double value = isFactor ? from * std::pow(step, double(i)) : from + step * double(i);
        if (value > to * (1 + 1e-12))
            return values;
        values.push_back(value);
    }
    return refuse(axis, "the range has more than " + std::to_string(explore::kMaxPoints) + " values");
}

Result<std::vector<double>> parseRange(const std::string& axis, std::string_view text, std::size_t dots, FieldKind kind,
                                       Hertz clock)
{
    const std::size_t colon = text.find(':', dots);
    if (colon == std::string_view::npos)
        return refuse(axis, "a range needs a step: FROM..TO:STEP or FROM..TO:xFACTOR");
    const std::string_view by = text.substr(colon + 1);
    const bool isFactor = !by.empty() && by.front() == 'x';
    const auto from = parseValue(text.substr(0, dots), kind, clock);
    const auto to = parseValue(text.substr(dots + 2, colon - dots - 2), kind, clock);
    const auto step = isFactor ? parseValue(by.substr(1), FieldKind::Count, clock) : parseValue(by, kind, clock);
    for (const Result<double>* each : {&from, &to, &step})
        if (!*each)
            return refuse(axis, each->error().message);
    return expand(axis, *from, *to, *step, isFactor);
}

} // namespace

Result<explore::Axis> parseAxis(const std::string& text, const hardware::Accelerator& accelerator)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return refuse(text, "an axis is written PATH=VALUE,VALUE,... or PATH=FROM..TO:STEP");
    explore::Axis axis{text.substr(0, equals), {}};
    const Result<explore::Field> field = explore::field(accelerator, axis.path);
    if (!field)
        return refuse(axis.path, field.error().message);
    std::string_view rest = std::string_view(text).substr(equals + 1);
    if (const std::size_t dots = rest.find(".."); dots != std::string_view::npos) {
        auto values = parseRange(axis.path, rest, dots, field->kind, accelerator.clock);
        if (!values)
            return values.error();
        axis.values = *std::move(values);
        return axis;
    }
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const auto value = parseValue(rest.substr(0, comma), field->kind, accelerator.clock);
        if (!value)
            return refuse(axis.path, value.error().message);
        axis.values.push_back(*value);
        more = comma != std::string_view::npos;
        rest = more ? rest.substr(comma + 1) : std::string_view();
    }
    return axis;
}

std::string axisValueText(FieldKind kind, double value)
{
    if (!explore::isWhole(kind) || (value == std::floor(value) && std::fabs(value) < 9e15)) {
        switch (kind) {
        case FieldKind::Bytes: return io::text(Bytes{std::int64_t(value)});
        case FieldKind::BytesPerCycle: return io::text(BytesPerCycle{value});
        case FieldKind::Picojoules: return io::text(Picojoules{value});
        case FieldKind::Hertz: return io::text(Hertz{value});
        case FieldKind::Bits: return io::text(Bits{std::int64_t(value)});
        case FieldKind::Count: return std::to_string(std::int64_t(value));
        }
    }
    char text[40]; // a fraction where whole numbers are counted: its point is refused, but shown
    std::snprintf(text, sizeof text, "%g", value);
    const std::string_view unit = explore::unit(kind);
    return text + (unit.empty() ? "" : " " + std::string(unit));
}

} // namespace nestloom::cli
