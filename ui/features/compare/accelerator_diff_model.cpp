// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/accelerator_diff_model.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QApplication>

#include <map>

namespace nestloom::ui {

using explore::FieldKind;
using explore::FieldRow;
using explore::LevelRow;
using explore::Missing;
using explore::Unstated;

namespace {

QString fieldTitle(const std::string& key)
{
    static const std::map<std::string, const char*> titles{
        {"mac.units", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "MAC units")},
        {"on_chip", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "bytes on chip")},
        {"clock", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "clock")},
        {"mac.energy", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per MAC")},
        {"mac.width", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "MAC width")},
        {"mac.leakage", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "leakage per MAC unit")},
        {"area.chip", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "chip area")},
        {"area.sram_per_kib", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "area per KiB of SRAM")},
        {"area.registers_per_kib", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "area per KiB of registers")},
        {"area.mac", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "area per MAC unit")},
        {"energy_source", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy source")},
        {"timeloop", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "Timeloop mode")},
        {"interconnect.below", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "interconnect below")},
        {"interconnect.flit", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "flit")},
        {"interconnect.hop", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per hop")},
        {"vector_unit.lanes", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "vector lanes")},
        {"vector_unit.operations_per_cycle",
         QT_TRANSLATE_NOOP("AcceleratorDiffModel", "operations per cycle of a lane")},
        {"vector_unit.special_operations",
         QT_TRANSLATE_NOOP("AcceleratorDiffModel", "operations of a special function")},
        {"vector_unit.energy", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per vector operation")},
        {"nodes.pe_mapping", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "mapping on PEs of a node")},
        {"nodes.hop", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per hop between nodes")},
        {"nodes.wires", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy of wires of nodes")},
        {"nodes.idle", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "idle energy of nodes")},
        {"nodes.buffer_sharing", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "nodes share buffers")},
        {"nodes.temporal_layer_pipe", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "layers in turn on nodes")},
        {"nodes.spatial_layer_pipe", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "layers side by side on nodes")},
        {"dram.model", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "DRAM model")},
        {"dram.outstanding", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "DRAM requests in flight")},
        {"dram.latency", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "DRAM latency, cycles")},
        {"multicast", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "multicasts to its children")},
        {"constraints", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "constraints on mappings")},
        {"instances", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "instances")},
        {"kind", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "kind")},
        {"keeps", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "keeps")},
        {"capacity", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "capacity")},
        {"read_bandwidth", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "read bandwidth")},
        {"write_bandwidth", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "write bandwidth")},
        {"fanout.columns", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "fan-out columns")},
        {"fanout.rows", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "fan-out rows")},
        {"access.elements", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "elements per access")},
        {"access.energy", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per access")},
        {"access.fill_energy", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per fill")},
        {"access.update_energy", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "energy per update")},
        {"ports", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "ports")},
        {"leakage", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "leakage of an instance")},
        {"cluster", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "cluster size")},
        {"element.weights", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "width of weights")},
        {"element.inputs", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "width of inputs")},
        {"element.outputs", QT_TRANSLATE_NOOP("AcceleratorDiffModel", "width of outputs")}};
    const auto found = titles.find(key);
    return found == titles.end() ? qt(key) : AcceleratorDiffModel::tr(found->second);
}

bool isArea(const std::string& key) { return key.starts_with("area."); }

QString unstatedText(const std::string& key)
{
    if (key == "capacity")
        return AcceleratorDiffModel::tr("unbounded");
    if (key == "access.energy")
        return AcceleratorDiffModel::tr("from the energy source");
    if (key == "ports" || key.starts_with("access."))
        return AcceleratorDiffModel::tr("not stated");
    if (isArea(key))
        return AcceleratorDiffModel::tr("not known");
    return key.ends_with("bandwidth") ? AcceleratorDiffModel::tr("unlimited") : AcceleratorDiffModel::tr("none");
}

QString numberText(FieldKind kind, double value)
{
    switch (kind) {
    case FieldKind::Bytes: return format::bytes(value);
    case FieldKind::BytesPerCycle: return format::bandwidth(BytesPerCycle{value});
    case FieldKind::BytesPerSecond: return format::bandwidth(BytesPerSecond{value});
    case FieldKind::Count: return format::integer(std::int64_t(value));
    case FieldKind::Picojoules: return QStringLiteral("%1 pJ").arg(value, 0, 'g', 6);
    case FieldKind::Hertz: return format::si(value, QStringLiteral("Hz"));
    case FieldKind::Bits: return format::exactBits(Bits{std::int64_t(value)});
    case FieldKind::Watts: return format::si(value, QStringLiteral("W"));
    case FieldKind::Engine: // no field of an accelerator
    case FieldKind::Objective:
    case FieldKind::YesNo: break;
    }
    return {};
}

} // namespace

AcceleratorDiffModel::AcceleratorDiffModel(QObject* parent) : TableModel(parent) { setAccelerators({}); }

void AcceleratorDiffModel::setAccelerators(const std::vector<NamedAccelerator>& accelerators)
{
    beginResetModel();
    m_titles.clear();
    m_columns = {{tr("Field"), Kind::Text, tr("As in the accelerator's YAML; levels are matched by name")}};
    std::vector<const hardware::Accelerator*> values;
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        m_titles.push_back(accelerators[i].title);
        values.push_back(&accelerators[i].accelerator);
        m_columns.push_back({m_titles[i], Kind::Number, qt(accelerators[i].accelerator.name)});
        if (i > 0)
            m_columns.push_back({tr("Change"), Kind::Text, tr("%1 against %2").arg(m_titles[i], m_titles[0])});
    }
    m_diff = explore::diff(values);
    refill();
    endResetModel();
}

void AcceleratorDiffModel::setAllShown(bool all)
{
    if (all == m_all)
        return;
    beginResetModel();
    m_all = all;
    refill();
    endResetModel();
}

/// The whole accelerator first, then each level: itself when it came, went or moved, and its fields.
void AcceleratorDiffModel::refill()
{
    m_lines.clear();
    const auto addFields = [this](const std::string& level) {
        for (const FieldRow& row : m_diff.rows)
            if (row.level == level && (m_all || row.differs()))
                m_lines.push_back({&row, nullptr});
    };
    addFields({});
    for (const LevelRow& level : m_diff.levels) {
        const Line line{nullptr, &level};
        bool changed = false;
        for (std::size_t i = 1; i < m_titles.size(); ++i)
            changed = changed || hasChanged(line, i);
        if (changed)
            m_lines.push_back(line);
        addFields(level.name);
    }
}

QString AcceleratorDiffModel::title(const Line& line) const
{
    if (line.level != nullptr)
        return tr("level %1").arg(qt(line.level->name));
    const QString field = fieldTitle(line.field->key);
    return line.field->level.empty() ? field : tr("%1, %2").arg(qt(line.field->level), field);
}

QString AcceleratorDiffModel::valueText(const Line& line, std::size_t i) const
{
    if (line.level != nullptr)
        return line.level->positions[i] ? tr("level %1").arg(*line.level->positions[i]) : format::kNoValue;
    const explore::FieldValue& value = line.field->values[i];
    if (std::holds_alternative<Missing>(value))
        return format::kNoValue;
    if (std::holds_alternative<Unstated>(value))
        return unstatedText(line.field->key);
    if (const auto* word = std::get_if<std::string>(&value))
        return qt(*word);
    const double number = std::get<double>(value);
    return isArea(line.field->key) ? format::area(SquareMicrometres{number}) : numberText(line.field->kind, number);
}

bool AcceleratorDiffModel::hasChanged(const Line& line, std::size_t i) const
{
    return line.level != nullptr ? line.level->added(i) || line.level->removed(i) || line.level->moved[i]
                                 : line.field->differs(i);
}

QString AcceleratorDiffModel::changeText(const Line& line, std::size_t i) const
{
    if (!hasChanged(line, i))
        return QStringLiteral("=");
    if (line.level != nullptr)
        return line.level->added(i)     ? tr("+ added")
               : line.level->removed(i) ? tr("\u2212 removed")
                                        : tr("\u2195 moved");
    const auto* before = std::get_if<double>(&line.field->values.front());
    const auto* after = std::get_if<double>(&line.field->values[i]);
    if (before != nullptr && after != nullptr && *before > 0)
        return QStringLiteral("\u2192 %1").arg(format::times(*after / *before));
    if (std::holds_alternative<Missing>(line.field->values[i]))
        return tr("\u2212 removed");
    return std::holds_alternative<Missing>(line.field->values.front()) ? tr("+ added") : tr("\u2192 changed");
}

QString AcceleratorDiffModel::text(int row, int column) const
{
    const Line& line = m_lines[std::size_t(row)];
    if (column == 0)
        return title(line);
    const std::size_t i = std::size_t(column / 2); // 1 -> 0, 2 and 3 -> 1, 4 and 5 -> 2
    return isChange(column) ? changeText(line, i) : valueText(line, i);
}

QString AcceleratorDiffModel::toolTip(int row, int column) const
{
    const Line& line = m_lines[std::size_t(row)];
    if (column == 0 && line.field != nullptr)
        return line.field->isDerived ? tr("Follows from other fields") : qt(line.field->path);
    if (column == 0)
        return tr("Level 0 is the outermost");
    const std::size_t i = std::size_t(column / 2);
    if (line.field == nullptr || i == 0)
        return valueText(line, i);
    const QString both = tr("%1: %2 \u2192 %3").arg(title(line), valueText(line, 0), valueText(line, i));
    const auto* bytes = std::get_if<double>(&line.field->values[i]);
    return bytes != nullptr && line.field->kind == FieldKind::Bytes
               ? tr("%1 (%2)").arg(both, format::exactBytes(Bytes{std::int64_t(*bytes)}))
               : both;
}

QVariant AcceleratorDiffModel::other(int row, int column, int role) const
{
    const Line& line = m_lines[std::size_t(row)];
    const std::size_t i = std::size_t(column / 2);
    const bool changed = column >= 2 && hasChanged(line, i);
    const Theme& theme = themeFor(QApplication::palette());
    if (role == Qt::FontRole && changed)
        return strongFont(QApplication::font());
    if (role == Qt::BackgroundRole && changed)
        return QBrush(theme.accentSoft);
    if (role == Qt::ForegroundRole && ((column >= 2 && !changed) || (line.field != nullptr && line.field->isDerived)))
        return QBrush(theme.mutedText);
    return {};
}

} // namespace nestloom::ui
