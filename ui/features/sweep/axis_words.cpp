// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/axis_words.h"

#include "ui/ports/sweeps.h"
#include "ui/style/format.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {

using explore::Field;
using explore::FieldKind;

class AxisWords {
    Q_DECLARE_TR_FUNCTIONS(AxisWords)
};

/// What the fields of a level are called, by the end of their path; as in the form of the accelerator.
QString levelFieldTitle(const std::string& key)
{
    static const std::array<std::pair<const char*, const char*>, 11> titles{{
        {"capacity", QT_TRANSLATE_NOOP("AxisWords", "capacity")},
        {"element.weights", QT_TRANSLATE_NOOP("AxisWords", "word of weights")},
        {"element.inputs", QT_TRANSLATE_NOOP("AxisWords", "word of inputs")},
        {"element.outputs", QT_TRANSLATE_NOOP("AxisWords", "word of outputs")},
        {"read_bandwidth", QT_TRANSLATE_NOOP("AxisWords", "read bandwidth")},
        {"write_bandwidth", QT_TRANSLATE_NOOP("AxisWords", "write bandwidth")},
        {"access.elements", QT_TRANSLATE_NOOP("AxisWords", "elements per access")},
        {"access.energy", QT_TRANSLATE_NOOP("AxisWords", "energy per access")},
        {"cluster", QT_TRANSLATE_NOOP("AxisWords", "instances per macro")},
        {"fanout.columns", QT_TRANSLATE_NOOP("AxisWords", "fan-out columns")},
        {"fanout.rows", QT_TRANSLATE_NOOP("AxisWords", "fan-out rows")},
    }};
    for (const auto& [end, title] : titles)
        if (key == end)
            return AxisWords::tr(title);
    return QString::fromStdString(key);
}

/// "levels.NAME.KEY" taken apart; both empty for fields of the whole accelerator. Names may contain points, keys are
/// known: the longest key that fits ends the path.
struct LevelPath {
    std::string level, key;
};
LevelPath levelPath(const std::string& path)
{
    constexpr std::string_view start = "levels.";
    if (!path.starts_with(start))
        return {};
    for (const char* key :
         {".capacity", ".element.weights", ".element.inputs", ".element.outputs", ".read_bandwidth", ".write_bandwidth",
          ".access.elements", ".access.energy", ".cluster", ".fanout.columns", ".fanout.rows"})
        if (path.ends_with(key))
            return {path.substr(start.size(), path.size() - start.size() - std::string_view(key).size()),
                    std::string(key).substr(1)};
    return {};
}

} // namespace

QString fieldTitle(const std::string& path)
{
    if (path == "clock")
        return AxisWords::tr("Clock");
    if (path == "mac.energy")
        return AxisWords::tr("Energy per MAC");
    if (path == "mac.width")
        return AxisWords::tr("MAC width");
    if (path == "interconnect.flit")
        return AxisWords::tr("Network-on-chip flit");
    const LevelPath parts = levelPath(path);
    return parts.level.empty()
               ? QString::fromStdString(path)
               : QStringLiteral("%1 %2").arg(QString::fromStdString(parts.level), levelFieldTitle(parts.key));
}

std::vector<Field> sweepableFields(const hardware::Accelerator& accelerator)
{
    const auto matters = [&](const Field& field) {
        if (field.path == "interconnect.flit")
            return !accelerator.interconnect.below.empty();
        const LevelPath parts = levelPath(field.path);
        const auto level = accelerator.findLevel(parts.level);
        if (!level)
            return true;
        const hardware::BufferLevel& buffer = accelerator.levels[level->value];
        for (const TensorRole role : kTensorRoles)
            if (parts.key == "element." + std::string(name(role)))
                return buffer.keeps.contains(role);
        return parts.key != "capacity" || buffer.capacity || buffer.kind != hardware::LevelKind::Dram;
    };
    std::vector<Field> fields = explore::fields(accelerator);
    std::erase_if(fields, [&](const Field& field) { return !matters(field); });
    return fields;
}

QString fieldText(FieldKind kind, double value)
{
    switch (kind) {
    case FieldKind::Bytes: return format::bytes(value);
    case FieldKind::BytesPerCycle: return format::bandwidth(BytesPerCycle{value});
    case FieldKind::BytesPerSecond: return format::bandwidth(BytesPerSecond{value});
    case FieldKind::Picojoules: return format::energy(Picojoules{value});
    case FieldKind::Hertz: return format::si(value, QStringLiteral("Hz"));
    case FieldKind::Bits: return QStringLiteral("%1 bit").arg(value);
    case FieldKind::Count: return format::exactNumber(value, value == std::floor(value) ? 0 : 2);
    }
    return {};
}

QString exactFieldText(FieldKind kind, double value)
{
    if (kind == FieldKind::Bytes)
        return format::exactBytes(Bytes{std::int64_t(value)});
    if (kind == FieldKind::Hertz)
        return format::exactNumber(value, 0) + QStringLiteral(" Hz");
    return kind == FieldKind::Picojoules ? format::exactEnergy(Picojoules{value}) : fieldText(kind, value);
}

QString suggestedValues(const Field& field, const Sweeps& sweeps)
{
    if (!field.value || *field.value <= 0)
        return {};
    const double low = isWhole(field.kind) ? std::max(1.0, std::floor(*field.value / 2)) : *field.value / 2;
    return QStringLiteral("%1..%2 x2").arg(sweeps.valueText(field.kind, low), sweeps.valueText(field.kind, low * 8));
}

} // namespace nestloom::ui
