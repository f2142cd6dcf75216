// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/accelerator_diff.h"

#include "engine/base/ranges.h"
#include "engine/hardware/accelerator.h"

#include <algorithm>
#include <unordered_map>

namespace nestloom::explore {

namespace {

using hardware::Accelerator;
using hardware::BufferLevel;

const BufferLevel* levelNamed(const Accelerator& accelerator, const std::string& name)
{
    const auto id = accelerator.findLevel(name);
    return id ? &accelerator.levels[id->value] : nullptr;
}

std::string namesOf(TensorSet tensors)
{
    const std::string names = joinText(kTensorRoles, ", ", [&](const TensorRole role) {
        return tensors.contains(role) ? std::string(name(role)) : std::string();
    });
    return names.empty() ? "none" : names;
}

/// Marks what is not on a longest common subsequence of both orders: the fewest levels that must move.
/// length[i][j] = longest common subsequence of first[i..] and other[j..]
std::vector<std::string> movedNames(const std::vector<std::string>& first, const std::vector<std::string>& other)
{
    std::vector<std::vector<std::size_t>> length(first.size() + 1, std::vector<std::size_t>(other.size() + 1, 0));
    for (std::size_t i = first.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;)
            length[i][j] =
                first[i] == other[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    std::vector<std::string> moved;
    std::size_t i = 0, j = 0;
    while (j < other.size()) {
        if (i < first.size() && first[i] == other[j]) {
            ++i;
            ++j;
        } else if (i < first.size() && length[i + 1][j] >= length[i][j + 1]) {
            ++i;
        } else {
            moved.push_back(other[j++]);
        }
    }
    return moved;
}

std::vector<std::string> sharedNames(const Accelerator& accelerator, const Accelerator& with)
{
    std::vector<std::string> names;
    for (const BufferLevel& level : accelerator.levels)
        if (with.findLevel(level.name))
            names.push_back(level.name);
    return names;
}

/// The names of all levels: those of the first accelerator, with the new ones of the others behind the level that they
/// follow there.
std::vector<std::string> allLevels(const std::vector<const Accelerator*>& accelerators)
{
    std::vector<std::string> names;
    for (const Accelerator* accelerator : accelerators) {
        auto behind = names.begin();
        for (const BufferLevel& level : accelerator->levels) {
            auto known = std::ranges::find(names, level.name);
            if (known == names.end())
                known = names.insert(behind, level.name);
            behind = known + 1;
        }
    }
    return names;
}

std::vector<LevelRow> levelRows(const std::vector<const Accelerator*>& accelerators)
{
    std::vector<LevelRow> rows;
    for (const std::string& levelName : allLevels(accelerators)) {
        LevelRow row{levelName, {}, std::vector<bool>(accelerators.size(), false)};
        for (const Accelerator* accelerator : accelerators) {
            const auto id = accelerator->findLevel(levelName);
            row.positions.push_back(id ? std::optional<std::size_t>(id->value) : std::nullopt);
        }
        rows.push_back(std::move(row));
    }
    const Accelerator& first = *accelerators.front();
    for (std::size_t i = 1; i < accelerators.size(); ++i) {
        const auto moved = movedNames(sharedNames(first, *accelerators[i]), sharedNames(*accelerators[i], first));
        for (LevelRow& row : rows)
            row.moved[i] = std::ranges::find(moved, row.name) != moved.end();
    }
    return rows;
}

/// The rows of a diff while they are gathered, accelerator by accelerator.
class Rows {
public:
    explicit Rows(const std::vector<const Accelerator*>& accelerators) : m_accelerators(accelerators)
    {
        for (const Accelerator* accelerator : accelerators) {
            std::unordered_map<std::string, Field> fields;
            for (Field& field : explore::fields(*accelerator))
                fields.emplace(field.path, std::move(field));
            m_numbers.push_back(std::move(fields));
        }
    }

    /// A number of accelerator_fields.h.
    void number(const std::string& level, const std::string& key)
    {
        FieldRow row = begin(level, key);
        std::optional<FieldKind> stated;
        for (const auto& fields : m_numbers)
            if (const auto found = fields.find(row.path); found != fields.end()) {
                const FieldKind kind = found->second.kind;
                row.kind = stated.value_or(kind);
                if (found->second.value)
                    stated = row.kind = stated && *stated != kind ? FieldKind::BytesPerCycle : kind;
            }
        for (std::size_t i = 0; i < m_numbers.size(); ++i)
            row.values.push_back(value(i, row));
        m_rows.push_back(std::move(row));
    }

    /// Something of the whole accelerator.
    template <typename Get>
    void whole(const std::string& key, FieldKind kind, bool isDerived, Get get)
    {
        FieldRow row = begin({}, key);
        row.kind = kind;
        row.isDerived = isDerived;
        for (const Accelerator* accelerator : m_accelerators)
            row.values.push_back(get(*accelerator));
        m_rows.push_back(std::move(row));
    }

    /// Something of a level, for those that have it.
    template <typename Get>
    void ofLevel(const std::string& level, const std::string& key, bool isDerived, Get get)
    {
        whole(key, FieldKind::Count, isDerived, [&](const Accelerator& accelerator) {
            const BufferLevel* found = levelNamed(accelerator, level);
            return found ? FieldValue(get(accelerator, *found)) : FieldValue(Missing{});
        });
        m_rows.back().level = level;
        m_rows.back().path = pathOf(level, key);
    }

    /// What few levels state: a row where one does.
    void statedEnergy(const std::string& level, const std::string& key, std::optional<Picojoules> BufferLevel::*member)
    {
        const auto states = [&](const Accelerator* accelerator) {
            const BufferLevel* found = levelNamed(*accelerator, level);
            return found && (found->*member).has_value();
        };
        if (std::ranges::none_of(m_accelerators, states))
            return;
        ofLevel(level, key, false, [&](const Accelerator&, const BufferLevel& l) {
            return l.*member ? FieldValue((l.*member)->count) : FieldValue(Unstated{});
        });
        m_rows.back().kind = FieldKind::Picojoules;
    }

    std::vector<FieldRow> take() { return std::move(m_rows); }

private:
    /// What accelerator `i` says in a row, in the unit of the row: bandwidths in B/s and in B/cycle meet in the latter.
    FieldValue value(std::size_t i, const FieldRow& row) const
    {
        const auto found = m_numbers[i].find(row.path);
        if (found == m_numbers[i].end())
            return row.level.empty() ? FieldValue(Unstated{}) : FieldValue(Missing{});
        const Field& field = found->second;
        if (!field.value)
            return Unstated{};
        if (field.kind == FieldKind::BytesPerSecond && row.kind == FieldKind::BytesPerCycle)
            return Bandwidth(BytesPerSecond{*field.value}).perCycle(m_accelerators[i]->clock).count;
        return *field.value;
    }

    static std::string pathOf(const std::string& level, const std::string& key)
    {
        return level.empty() ? key : "levels." + level + "." + key;
    }
    static FieldRow begin(const std::string& level, const std::string& key)
    {
        FieldRow row;
        row.path = pathOf(level, key);
        row.level = level;
        row.key = key;
        return row;
    }

    const std::vector<const Accelerator*>& m_accelerators;
    std::vector<std::unordered_map<std::string, Field>> m_numbers; // by accelerator, by path
    std::vector<FieldRow> m_rows;
};

void addWhole(Rows& rows)
{
    rows.whole("mac.units", FieldKind::Count, true,
               [](const Accelerator& a) { return FieldValue(double(a.macUnits())); });
    rows.whole("on_chip", FieldKind::Bytes, true,
               [](const Accelerator& a) { return FieldValue(double(a.onChipBytes().count)); });
    for (const char* key : {"clock", "mac.energy", "mac.width", "mac.leakage"})
        rows.number({}, key);
    rows.whole("energy_source", FieldKind::Count, false,
               [](const Accelerator& a) { return FieldValue(std::string(name(a.energySource))); });
    rows.whole("timeloop", FieldKind::Count, false,
               [](const Accelerator& a) { return FieldValue(std::string(name(a.timeloop))); });
    rows.whole("interconnect.below", FieldKind::Count, false, [](const Accelerator& a) {
        return a.interconnect.below.empty() ? FieldValue(Unstated{}) : FieldValue(a.interconnect.below);
    });
    for (const char* key : {"interconnect.flit", "interconnect.hop"})
        rows.number({}, key);
}

void addVectorUnit(Rows& rows)
{
    for (const char* key : {"lanes", "operations_per_cycle", "special_operations", "energy"})
        rows.number({}, std::string("vector_unit.") + key);
}

void addNodes(Rows& rows)
{
    using hardware::NodeArray;
    const auto word = [&rows](const char* key, auto get) {
        rows.whole(std::string("nodes.") + key, FieldKind::Count, false, [get](const Accelerator& a) {
            return a.nodes ? FieldValue(std::string(get(*a.nodes))) : FieldValue(Unstated{});
        });
    };
    word("pe_mapping", [](const NodeArray& nodes) { return name(nodes.peMapping); });
    for (const char* key : {"nodes.hop", "nodes.wires", "nodes.idle"})
        rows.number({}, key);
    for (const auto& [key, member] : {std::pair("buffer_sharing", &NodeArray::bufferSharing),
                                      std::pair("temporal_layer_pipe", &NodeArray::temporalLayerPipe),
                                      std::pair("spatial_layer_pipe", &NodeArray::spatialLayerPipe)})
        word(key, [member = member](const NodeArray& nodes) { return nodes.*member ? "yes" : "no"; });
}

void addDram(Rows& rows)
{
    rows.whole("dram.model", FieldKind::Count, false, [](const Accelerator& a) {
        return a.dram.model.empty() ? FieldValue(Unstated{}) : FieldValue(a.dram.model);
    });
    rows.whole("dram.outstanding", FieldKind::Count, false,
               [](const Accelerator& a) { return FieldValue(double(a.dram.outstanding)); });
    rows.whole("dram.latency", FieldKind::Count, false,
               [](const Accelerator& a) { return FieldValue(double(a.dram.latency)); });
}

void addConstraints(Rows& rows)
{
    rows.whole("constraints", FieldKind::Count, false, [](const Accelerator& a) {
        const std::string lines = joinText(a.constraints, "; ");
        return lines.empty() ? FieldValue(Unstated{}) : FieldValue(lines);
    });
}

/// Areas change no schedule, but they are what an accelerator costs.
void addAreas(Rows& rows)
{
    using Area = std::optional<SquareMicrometres>;
    const auto value = [](const Area& area) { return area ? FieldValue(area->count) : FieldValue(Unstated{}); };
    rows.whole("area.chip", FieldKind::Count, true,
               [&value](const Accelerator& a) { return value(hardware::chipArea(a)); });
    for (const auto& [key, member] : {std::pair("area.sram_per_kib", &hardware::AreaTable::sramPerKib),
                                      std::pair("area.registers_per_kib", &hardware::AreaTable::registersPerKib),
                                      std::pair("area.mac", &hardware::AreaTable::mac)})
        rows.whole(key, FieldKind::Count, false,
                   [&value, member = member](const Accelerator& a) { return value(a.area.*member); });
}

void addLevel(Rows& rows, const std::string& level)
{
    rows.ofLevel(level, "instances", true, [](const Accelerator& a, const BufferLevel& l) {
        return FieldValue(double(a.instances(*a.findLevel(l.name))));
    });
    rows.ofLevel(level, "kind", false,
                 [](const Accelerator&, const BufferLevel& l) { return FieldValue(std::string(name(l.kind))); });
    rows.ofLevel(level, "keeps", false,
                 [](const Accelerator&, const BufferLevel& l) { return FieldValue(namesOf(l.keeps)); });
    rows.ofLevel(level, "multicast", false,
                 [](const Accelerator&, const BufferLevel& l) { return FieldValue(namesOf(l.multicast)); });
    for (const char* key : {"capacity", "read_bandwidth", "write_bandwidth", "ports", "fanout.columns", "fanout.rows",
                            "access.elements", "access.energy", "leakage", "cluster"})
        rows.number(level, key);
    rows.statedEnergy(level, "access.fill_energy", &BufferLevel::fillEnergy);
    rows.statedEnergy(level, "access.update_energy", &BufferLevel::updateEnergy);
    for (const TensorRole role : kTensorRoles)
        rows.number(level, "element." + std::string(name(role)));
}

} // namespace

bool FieldRow::differs() const
{
    return std::ranges::any_of(values, [this](const FieldValue& value) { return value != values.front(); });
}

std::size_t AcceleratorDiff::changes(std::size_t i) const
{
    const auto isMissing = [](const FieldValue& value) { return std::holds_alternative<Missing>(value); };
    std::size_t count = 0;
    for (const FieldRow& row : rows)
        if (!row.isDerived && row.differs(i) && !isMissing(row.values[i]) && !isMissing(row.values.front()))
            ++count; // the fields of a level that came or went are counted with it
    for (const LevelRow& level : levels)
        count += level.added(i) || level.removed(i) || level.moved[i] ? 1 : 0;
    return count;
}

AcceleratorDiff diff(const std::vector<const Accelerator*>& accelerators)
{
    AcceleratorDiff result;
    if (accelerators.empty())
        return result;
    result.levels = levelRows(accelerators);
    Rows rows(accelerators);
    addWhole(rows);
    const auto anyOf = [&](auto states) { return std::ranges::any_of(accelerators, states); };
    if (anyOf([](const Accelerator* a) { return a->dram != hardware::DramInterface{}; }))
        addDram(rows);
    if (anyOf([](const Accelerator* a) { return a->vectorUnit.has_value(); }))
        addVectorUnit(rows);
    if (anyOf([](const Accelerator* a) { return a->nodes.has_value(); }))
        addNodes(rows);
    if (anyOf([](const Accelerator* a) { return !a->constraints.empty(); }))
        addConstraints(rows);
    addAreas(rows);
    for (const LevelRow& level : result.levels)
        addLevel(rows, level.name);
    result.rows = rows.take();
    return result;
}

} // namespace nestloom::explore
