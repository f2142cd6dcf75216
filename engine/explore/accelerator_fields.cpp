// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/accelerator_fields.h"

#include "engine/base/text.h"

#include <array>
#include <cmath>
#include <functional>
#include <sstream>

namespace nestloom::explore {

namespace {

using hardware::Accelerator;
using hardware::BufferLevel;

constexpr double kLargestWhole = 9007199254740992.0; // 2^53: above it a double skips whole numbers

/// A field with the ways to read and write it.
struct Access {
    std::string path;
    FieldKind kind;
    std::function<std::optional<double>(const Accelerator&)> get;
    std::function<void(Accelerator&, double)> set;
    std::function<void(Accelerator&, Bandwidth)> setBandwidth{}; // of a bandwidth
};

/// Reading and writing one number, whatever it is stored as.
std::optional<double> read(std::int64_t number) { return double(number); }
void write(std::int64_t& number, double value) { number = std::int64_t(value); }

template <typename Tag, typename Rep>
std::optional<double> read(const Quantity<Tag, Rep>& quantity)
{
    return double(quantity.count);
}
template <typename Tag, typename Rep>
void write(Quantity<Tag, Rep>& quantity, double value)
{
    quantity.count = static_cast<Rep>(value);
}

std::optional<double> read(const Bandwidth& bandwidth) { return bandwidth.count; }
void write(Bandwidth& bandwidth, double value) { bandwidth.count = value; } // stays in its unit

template <typename T>
std::optional<double> read(const std::optional<T>& quantity)
{
    return quantity ? read(*quantity) : std::nullopt;
}
template <typename T>
void write(std::optional<T>& quantity, double value)
{
    if (!quantity)
        quantity.emplace();
    write(*quantity, value);
}

/// `member` finds the number in an accelerator that may or may not be const.
template <typename Member>
Access access(std::string path, FieldKind kind, Member member)
{
    return {std::move(path), kind,
            [member](const Accelerator& accelerator) { return read(std::invoke(member, accelerator)); },
            [member](Accelerator& accelerator, double value) { write(std::invoke(member, accelerator), value); }};
}

void addLevel(std::vector<Access>& table, const BufferLevel& level, std::size_t i)
{
    const auto add = [&](const std::string& key, FieldKind kind, auto member) {
        const auto ofLevel = [ i, member ](auto& accelerator) -> auto&
        {
            return std::invoke(member, accelerator.levels[i]);
        };
        table.push_back(access("levels." + level.name + "." + key, kind, ofLevel));
    };
    const auto addBandwidth = [&](const std::string& key, std::optional<Bandwidth> BufferLevel::*member) {
        const auto& stated = level.*member;
        const bool perSecond = stated && stated->perSecond;
        add(key, perSecond ? FieldKind::BytesPerSecond : FieldKind::BytesPerCycle, member);
        table.back().setBandwidth = [i, member](Accelerator& accelerator, Bandwidth value) {
            accelerator.levels[i].*member = value;
            if (accelerator.hasOnePort(i)) // it has one bandwidth
                accelerator.levels[i].readBandwidth = accelerator.levels[i].writeBandwidth = value;
        };
        table.back().set = [perSecond, set = table.back().setBandwidth](Accelerator& accelerator, double value) {
            set(accelerator, perSecond ? Bandwidth(BytesPerSecond{value}) : BytesPerCycle{value});
        };
    };
    const auto columns = [](auto& at) -> auto& { return at.fanout.columns; };
    const auto rows = [](auto& at) -> auto& { return at.fanout.rows; };
    add("capacity", FieldKind::Bytes, &BufferLevel::capacity);
    for (const TensorRole role : kTensorRoles) {
        const auto width = [role](auto& at) -> auto& { return at.elementBits[role]; };
        add("element." + std::string(name(role)), FieldKind::Bits, width);
    }
    addBandwidth("read_bandwidth", &BufferLevel::readBandwidth);
    addBandwidth("write_bandwidth", &BufferLevel::writeBandwidth);
    add("ports", FieldKind::Count, &BufferLevel::ports);
    add("access.elements", FieldKind::Count, &BufferLevel::accessElements);
    add("access.energy", FieldKind::Picojoules, &BufferLevel::accessEnergy);
    add("leakage", FieldKind::Watts, &BufferLevel::leakage);
    add("cluster", FieldKind::Count, &BufferLevel::clusterSize);
    add("fanout.columns", FieldKind::Count, columns);
    add("fanout.rows", FieldKind::Count, rows);
}

std::vector<Access> accessTable(const Accelerator& accelerator)
{
    const auto flit = [](auto& a) -> auto& { return a.interconnect.flit; };
    const auto hop = [](auto& a) -> auto& { return a.interconnect.hopEnergy; };
    std::vector<Access> table;
    table.push_back(access("clock", FieldKind::Hertz, &Accelerator::clock));
    table.push_back(access("mac.energy", FieldKind::Picojoules, &Accelerator::macEnergy));
    table.push_back(access("mac.width", FieldKind::Bits, &Accelerator::macBits));
    table.push_back(access("mac.leakage", FieldKind::Watts, &Accelerator::macLeakage));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        addLevel(table, accelerator.levels[i], i);
    table.push_back(access("interconnect.flit", FieldKind::Bits, flit));
    table.push_back(access("interconnect.hop", FieldKind::Picojoules, hop));
    if (accelerator.vectorUnit) {
        using hardware::VectorUnit;
        const auto add = [&](const char* key, FieldKind kind, auto member) {
            const auto ofUnit = [member](auto& a) -> auto& { return (*a.vectorUnit).*member; };
            table.push_back(access(std::string("vector_unit.") + key, kind, ofUnit));
        };
        add("lanes", FieldKind::Count, &VectorUnit::lanes);
        add("operations_per_cycle", FieldKind::Count, &VectorUnit::operationsPerCycle);
        add("special_operations", FieldKind::Count, &VectorUnit::specialOperations);
        add("energy", FieldKind::Picojoules, &VectorUnit::energy);
    }
    if (!accelerator.nodes)
        return table;
    const auto addEnergy = [&](const char* path, Picojoules hardware::NodeArray::*member) {
        const auto ofNodes = [member](auto& a) -> auto& { return (*a.nodes).*member; };
        table.push_back(access(path, FieldKind::Picojoules, ofNodes));
    };
    addEnergy("nodes.hop", &hardware::NodeArray::hopEnergy);
    addEnergy("nodes.wires", &hardware::NodeArray::wireEnergy);
    addEnergy("nodes.idle", &hardware::NodeArray::idleEnergy);
    return table;
}

Result<Access> find(const Accelerator& accelerator, std::string_view path)
{
    std::vector<Access> table = accessTable(accelerator);
    for (Access& candidate : table)
        if (candidate.path == path)
            return std::move(candidate);
    const Access* nearest = nullptr;
    std::size_t best = 0;
    for (const Access& candidate : table) {
        const std::size_t distance = editDistance(path.substr(0, 200), candidate.path);
        if (!nearest || distance < best) {
            nearest = &candidate;
            best = distance;
        }
    }
    const bool isNear = best <= std::max<std::size_t>(3, path.size() / 3);
    const std::string example =
        accelerator.levels.size() > 1 ? "levels." + accelerator.levels[1].name + ".capacity" : "clock";
    return Error{
        ErrorCode::InvalidInput,
        "there is no field '" + std::string(path.substr(0, 200))
            + (isNear ? "'; did you mean '" + nearest->path + "'?" : "'; fields are named like '" + example + "'"),
        "accelerator " + accelerator.name};
}

} // namespace

std::string_view unit(FieldKind kind)
{
    constexpr std::array<std::string_view, 11> units{"B", "B/cycle", "B/s", "", "pJ", "Hz", "bit", "W", "", "", ""};
    return units[std::size_t(kind)];
}

bool isWhole(FieldKind kind)
{
    return kind == FieldKind::Bytes || kind == FieldKind::Bits || kind == FieldKind::Count || !choices(kind).empty();
}

const std::vector<std::string_view>& choices(FieldKind kind)
{
    static const std::vector<std::string_view> none, engines{"cosa", "random", "hybrid", "annealing", "exhaustive"},
        objectives{"latency", "energy", "edp"}, answers{"no", "yes"};
    switch (kind) {
    case FieldKind::Engine: return engines;
    case FieldKind::Objective: return objectives;
    case FieldKind::YesNo: return answers;
    default: return none;
    }
}

bool isBandwidth(FieldKind kind) { return kind == FieldKind::BytesPerCycle || kind == FieldKind::BytesPerSecond; }

std::vector<Field> fields(const Accelerator& accelerator)
{
    std::vector<Field> result;
    for (const Access& entry : accessTable(accelerator))
        result.push_back({entry.path, entry.kind, entry.get(accelerator)});
    return result;
}

Result<Field> field(const Accelerator& accelerator, std::string_view path)
{
    TRY(const auto found, find(accelerator, path));
    return Field{found.path, found.kind, found.get(accelerator)};
}

Result<FieldSetter> fieldSetter(const Accelerator& accelerator, std::string_view path)
{
    TRY(auto found, find(accelerator, path));
    const FieldKind kind = found.kind;
    return FieldSetter{
        kind, [found = std::move(found)](Accelerator& changed, double value, std::optional<FieldKind> unit) -> Status {
            const bool usable =
                std::isfinite(value)
                && (!isWhole(found.kind) || (value == std::floor(value) && std::fabs(value) <= kLargestWhole));
            if (!usable) {
                std::ostringstream text;
                text << value << " is not a value for '" << found.path << "', which takes "
                     << (isWhole(found.kind) ? "whole" : "finite") << " numbers";
                return Error{ErrorCode::InvalidInput, text.str(), "accelerator " + changed.name};
            }
            if (found.setBandwidth && unit)
                found.setBandwidth(changed, *unit == FieldKind::BytesPerSecond ? Bandwidth(BytesPerSecond{value})
                                                                               : BytesPerCycle{value});
            else
                found.set(changed, value);
            return success();
        }};
}

Result<Accelerator> withField(const Accelerator& accelerator, std::string_view path, double value,
                              std::optional<FieldKind> unit)
{
    TRY(const auto setter, fieldSetter(accelerator, path));
    Accelerator changed = accelerator;
    TRY_DO(setter.set(changed, value, unit));
    return changed;
}

} // namespace nestloom::explore
