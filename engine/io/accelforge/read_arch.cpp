// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelforge/read_arch.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/io/accelforge/einsum.h"
#include "engine/io/script/value.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace nestloom::io::accelforge {

using namespace script;

using hardware::Accelerator;
using hardware::BufferLevel;
using timeloop::ImportMap;
using timeloop::ImportNotes;
using YamlKind = YamlNode::Kind;

namespace {

constexpr double kPicojoulesPerJoule = 1e12;
/// To fourteen digits: 2e9 words a second are given as the time of one, and 0.084 pJ as 8.4e-14 J.
double withoutRounding(double value)
{
    const std::string text = generalNumber(value, 14);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

Picojoules inPicojoules(double joules) { return {withoutRounding(joules * kPicojoulesPerJoule)}; }

constexpr std::array<std::string_view, 3> kNames{"weight", "input", "output"}; // of TensorRole

std::string_view nameOf(TensorRole role) { return kNames[std::size_t(role)]; }

std::string listOf(TensorSet tensors)
{
    std::string text;
    for (const TensorRole role : kTensorRoles)
        if (tensors.contains(role))
            text += (text.empty() ? "" : "+") + std::string(nestloom::name(role));
    return text.empty() ? "nothing" : text;
}

TensorSet rolesOf(const std::set<std::string>& names)
{
    TensorSet roles;
    for (const TensorRole role : kTensorRoles)
        if (names.contains(std::string(nameOf(role))))
            roles = roles.with(role);
    return roles;
}

class ArchReader {
public:
    ArchReader(const std::string& name, const PerTensor<std::int64_t>& bits, const CostTable& costs, ImportNotes& notes)
        : m_bits(bits), m_costs(costs), m_notes(notes)
    {
        m_accelerator.name = name;
        m_accelerator.description = "imported from AccelForge";
        m_accelerator.macBits = {std::max(bits[TensorRole::Weights], bits[TensorRole::Inputs])};
        for (const TensorRole role : kTensorRoles) {
            const std::string tensor(nameOf(role));
            m_scope.tensors.insert(tensor);
            m_scope.values[tensor] = Value::of(std::set{tensor});
            m_scope.values[tensor + ".bits_per_value"] = Value::of(double(bits[role]));
        }
        m_scope.values["Intermediates"] = Value::of(std::set<std::string>{}); // unfused
        m_scope.values["Inputs"] = Value::of(std::set<std::string>{"input", "weight"});
        m_scope.values["Outputs"] = Value::of(std::set<std::string>{"output"});
    }

    Accelerator run(const YamlNode& node)
    {
        ImportMap map(node, "arch", m_notes);
        map.find("version");
        if (const YamlNode* variables = map.find("variables"))
            readVariables(*variables, "arch.variables");
        map.find("extra_attributes_for_all_component_models"); // of the library
        const YamlNode* nodes = map.find("nodes");
        refuseRest(map);
        if (nodes)
            readNodes(*nodes, "arch.nodes");
        if (!m_hasCompute)
            m_notes.fail(node.line, "arch", "there is no compute unit for products of two tensors");
        else if (m_scalarUnit)
            addVectorUnit(*m_scalarUnit);
        if (!m_unknown.empty())
            askFormula(node);
        if (!m_notes.error())
            for (const hardware::Finding& finding : hardware::check(m_accelerator))
                m_notes.fail(node.line, "arch", finding.key + ": " + finding.message);
        return std::move(m_accelerator);
    }

    void readVariables(const YamlNode& node, const std::string& path)
    {
        for (std::size_t i = 0; i < node.keys.size(); ++i) {
            const auto value = evaluate(node.items[i].scalar, m_scope);
            if (value)
                m_scope.values[node.keys[i]] = *value;
            else
                m_notes.fail(node.items[i].line, path + "." + node.keys[i], value.error().message);
        }
    }

private:
    void readNodes(const YamlNode& list, const std::string& path)
    {
        if (list.kind != YamlKind::List)
            return m_notes.fail(list.line, path, "a list of components belongs here");
        for (std::size_t i = 0; i < list.items.size() && !m_notes.error(); ++i) {
            const YamlNode& node = list.items[i];
            const std::string own = path + "[" + std::to_string(i) + "]";
            ImportMap map(node, own, m_notes);
            if (node.tag == "!Memory")
                addMemory(map);
            else if (node.tag == "!Compute")
                addCompute(map);
            else if (node.tag == "!Container")
                addContainer(map);
            else if (const YamlNode* inner = node.tag == "!Hierarchical" ? map.find("nodes") : nullptr)
                readNodes(*inner, own + ".nodes");
            else
                m_notes.fail(node.line, own,
                             (node.tag.empty() ? "a component without a tag" : inQuotes(node.tag))
                                 + " has no counterpart here; memories, compute units and containers are read");
        }
    }

    TensorSet tensors(ImportMap& map, std::string_view key, TensorSet fallback)
    {
        const YamlNode* node = map.find(key);
        if (!node)
            return fallback;
        const auto names = evaluateNames(node->scalar, m_scope);
        if (!names)
            m_notes.fail(node->line, map.pathOf(key), names.error().message);
        return names ? rolesOf(*names) : fallback;
    }

    bool isEnabled(ImportMap& map)
    {
        const YamlNode* node = map.find("enabled");
        const auto value = node ? evaluate(node->scalar, m_scope) : Result<Value>(Value::of(1.0));
        if (!value)
            m_notes.fail(node->line, map.pathOf("enabled"), value.error().message);
        else if (!value->isTrue())
            m_notes.ignore(map.line(), map.path(), "not enabled for products of two tensors");
        return value && value->isTrue();
    }

    /// A name that no level has yet.
    std::string freeName(const std::string& wanted) const
    {
        std::string name = wanted;
        for (int copy = 2; m_accelerator.findLevel(name); ++copy)
            name = wanted + "_" + std::to_string(copy);
        return name;
    }

    /// Fan-outs that lead to a component: each is one of the level outside it, or of a level that keeps nothing.
    void addFanouts(ImportMap& map, const std::string& name)
    {
        const YamlNode* list = map.find("spatial");
        for (std::size_t i = 0; list && i < list->items.size(); ++i) {
            ImportMap fanout(list->items[i], map.pathOf("spatial") + "[" + std::to_string(i) + "]", m_notes);
            const std::string dimension = fanout.text("name");
            const auto count = numberIn(fanout, "fanout", m_scope);
            const TensorSet reuse = tensors(fanout, "reuse", {});
            const TensorSet mayReuse = tensors(fanout, "may_reuse", fanout.find("reuse") ? reuse : TensorSet::all());
            fanout.ignore({"min_usage"}, "least use is not a rule here; mappings may use fewer");
            refuseRest(fanout);
            if (!count || *count < 1 || *count != std::floor(*count) || *count > 1e9)
                return m_notes.fail(fanout.line(), fanout.pathOf("fanout"), "a whole number from 1 up belongs here");
            if (*count == 1)
                continue;
            if (m_accelerator.levels.empty())
                return m_notes.fail(fanout.line(), fanout.path(), "the outermost memory has one instance");
            attach(std::int64_t(*count), reuse, name + "_" + dimension, fanout);
            m_accelerator.levels.back().multicast = mayReuse;
        }
    }

    void attach(std::int64_t count, TensorSet reuse, const std::string& name, ImportMap& fanout)
    {
        auto& levels = m_accelerator.levels;
        if (levels.back().fanout.count() > 1) {
            BufferLevel passage;
            passage.name = freeName(name);
            passage.keeps = {};
            levels.push_back(passage);
            m_accelerator.constraints.push_back(passage.name + ": no temporal");
        }
        levels.back().fanout = {count, 1};
        if (reuse.empty())
            return;
        std::string loops;
        for (const workload::LoopDimension d : workload::kLoopDimensions) {
            const bool isShared = std::ranges::none_of(
                kTensorRoles, [&](TensorRole role) { return reuse.contains(role) && workload::isRelevant(role, d); });
            loops += isShared ? std::string(" ") + workload::letter(d) : "";
        }
        const std::string line = levels.back().name + ": " + (loops.empty() ? "no spatial" : "spatial only" + loops);
        m_accelerator.constraints.push_back(line);
        m_notes.assume(fanout.line(), fanout.pathOf("reuse"), "taken over as the constraint " + inQuotes(line));
    }

    void addContainer(ImportMap& map)
    {
        const std::string name = map.text("name");
        addFanouts(map, name);
        refuseRest(map);
    }

    void addMemory(ImportMap& map)
    {
        if (!isEnabled(map))
            return;
        Component component(map, m_scope, m_costs);
        addFanouts(map, component.name());
        BufferLevel level;
        level.name = freeName(component.name());
        const bool isOutermost = m_accelerator.levels.empty();
        level.kind = isOutermost ? hardware::LevelKind::Dram : hardware::LevelKind::Sram;
        readKeeps(map, component.name(), isOutermost, level);
        readWidths(map, level);
        if (const auto size = numberIn(map, "size", m_scope); size && std::isfinite(*size) && !level.keeps.empty()) {
            constexpr double kMostBits = 8e15; // 1 PB
            level.capacity = Bytes{std::int64_t(std::min(*size, kMostBits)) / 8};
            if (level.capacity->count < 64)
                level.kind = hardware::LevelKind::Registers;
        }
        const Timing timing = component.timing();
        const Action read = component.action("read"), write = component.action("write");
        component.refuseActions({"read", "write"});
        if (!level.keeps.empty()) {
            takeEnergies(map, component, read, write, level);
            takeRates(map, component, read, write, timing, level);
        }
        level.leakage = {component.leakage()};
        component.tell();
        component.ignoreUnmodelled();
        m_accelerator.levels.push_back(level);
    }

    void readKeeps(ImportMap& map, const std::string& name, bool isOutermost, BufferLevel& level)
    {
        TensorSet must, may = TensorSet::all();
        if (const YamlNode* node = map.find("tensors")) {
            ImportMap tensorsMap(*node, map.pathOf("tensors"), m_notes);
            const bool isStated = tensorsMap.find("keep") != nullptr;
            must = tensors(tensorsMap, "keep", {});
            may = tensors(tensorsMap, "may_keep", isStated ? TensorSet{} : TensorSet::all());
            tensorsMap.ignore({"back", "tile_shape", "no_refetch_from_above", "no_resend_to_below",
                               "tensor_order_options", "force_memory_hierarchy_order"},
                              "this limit of AccelForge's search is not taken over");
            refuseRest(tensorsMap);
        }
        std::vector<TensorSet> choices{must};
        for (const TensorRole role : kTensorRoles)
            if (may.contains(role) && !must.contains(role))
                for (std::size_t i = 0, end = choices.size(); i < end; ++i)
                    choices.push_back(choices[i].with(role));
        level.keeps = choices.back();
        if (isOutermost) {
            level.keeps = TensorSet::all();
            m_notes.assume(map.line(), map.pathOf("tensors"), "layers are not fused: " + name + " keeps all tensors");
        } else if (choices.size() > 1) {
            mapping::ImportQuestion question{
                name, "Which tensors does " + name + " keep? AccelForge searches it for each Einsum.", {}, {}};
            for (const TensorSet keeps : choices)
                question.choices.push_back({listOf(keeps), "keeps " + listOf(keeps)});
            question.chosen = listOf(level.keeps);
            const std::string chosen = m_notes.ask(question);
            for (const TensorSet keeps : choices)
                if (listOf(keeps) == chosen)
                    level.keeps = keeps;
        }
        std::set<std::string> names;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                names.insert(std::string(nameOf(role)));
        // What another memory keeps unless this one does: what it must keep, and all of main memory.
        m_scope.values[name] = m_scope.values[name + ".tensors"] = Value::of(names);
    }

    void readWidths(ImportMap& map, BufferLevel& level)
    {
        for (const TensorRole role : kTensorRoles)
            level.elementBits[role] = {m_bits[role]};
        if (const YamlNode* own = map.find("bits_per_value"))
            for (const TensorBits& widths : readTensorBits(*own, map.pathOf("bits_per_value"), m_scope, m_notes))
                for (const TensorRole role : kTensorRoles)
                    if (rolesOf(widths.tensors).contains(role))
                        level.elementBits[role] = {widths.bits};
    }

    /// pJ of an element. A level has one energy for all tensors: that of the widest that it keeps.
    void takeEnergies(ImportMap& map, Component& component, const Action& read, const Action& write, BufferLevel& level)
    {
        if (!read.energy || !write.energy) {
            m_unknown.push_back(level.name);
            return component.noteUnstated("energy (a formula stands in)");
        }
        std::set<std::int64_t> widths;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                widths.insert(level.elementBits[role].count);
        if (widths.size() > 1)
            m_notes.assume(map.line(), map.path(),
                           "tensors of different widths cost as much as the widest at a level here");
        const auto energy = [&](const Action& action) {
            return inPicojoules(*action.energy / action.bits * double(*widths.rbegin()));
        };
        level.accessEnergy = energy(read);
        if (energy(write) != energy(read))
            level.fillEnergy = energy(write);
    }

    void takeRates(ImportMap& map, Component& component, const Action& read, const Action& write, const Timing& timing,
                   BufferLevel& level)
    {
        const double scale = component.number("throughput_scale", 1);
        const auto rate = [&](const Action& action) -> std::optional<Bandwidth> {
            const auto perSecond = timing.perSecond ? timing.perSecond : action.throughput;
            if (!perSecond || std::isinf(*perSecond) || *perSecond <= 0)
                return std::nullopt;
            return BytesPerSecond{withoutRounding(*perSecond * action.bits * scale / 8)};
        };
        if (!timing.perSecond && (!read.throughput || !write.throughput))
            component.noteUnstated("throughput (unlimited taken)");
        level.readBandwidth = rate(read);
        level.writeBandwidth = rate(write);
        level.ports = timing.isEachWay ? 2 : 1;
        if (!timing.isEachWay && level.readBandwidth != level.writeBandwidth)
            m_notes.assume(map.line(), map.path(),
                           "one port for reads and writes has the lower of both throughputs here");
    }

    /// Whether a part that products of two tensors do not use works on single tensors.
    bool isForOneInput(const YamlNode& enabled)
    {
        Scope scope = m_scope;
        scope.tensors.erase("weight");
        scope.values["weight"] = Value::of(std::set<std::string>{});
        scope.values["Inputs"] = Value::of(std::set<std::string>{"input"});
        const auto ofTwo = evaluate(enabled.scalar, m_scope), ofOne = evaluate(enabled.scalar, scope);
        return ofTwo && !ofTwo->isTrue() && ofOne && ofOne->isTrue();
    }

    /// A unit for Einsums of one tensor. What it comes to is known once the clock is.
    struct ScalarUnit {
        std::string name, path;
        int line = 0;
        double perSecond = 0; // operations of all instances
        Picojoules energy{0};
    };

    void readScalarUnit(ImportMap& map)
    {
        if (m_scalarUnit)
            return m_notes.fail(map.line(), map.path(), "a second compute unit for single tensors");
        Component component(map, m_scope, m_costs);
        const Timing timing = component.timing();
        const Action compute = component.action("compute");
        component.refuseActions({"compute"});
        const double perSecond =
            timing.perSecond.value_or(compute.throughput.value_or(0)) * component.number("throughput_scale", 1);
        if (!compute.energy)
            component.noteUnstated("energy (0 pJ taken)");
        if (component.leakage() > 0)
            m_notes.ignore(map.line(), map.pathOf("leak_power"), "the vector unit has no leakage here");
        component.tell();
        component.ignoreUnmodelled();
        if (!std::isfinite(perSecond) || perSecond <= 0)
            return m_notes.ignore(map.line(), map.path(),
                                  "no finite throughput of " + component.name()
                                      + " is stated: what works on single tensors is not costed");
        const auto& levels = m_accelerator.levels;
        const double instances =
            levels.empty() ? 1 : double(m_accelerator.instances(levels.size() - 1) * levels.back().fanout.count());
        m_scalarUnit = {component.name(), map.path(), map.line(), perSecond * instances,
                        inPicojoules(compute.energy.value_or(0))};
    }

    void addVectorUnit(const ScalarUnit& unit)
    {
        hardware::VectorUnit vector;
        vector.lanes =
            std::max<std::int64_t>(1, std::llround(std::min(unit.perSecond / m_accelerator.clock.count, 1e9)));
        vector.specialOperations = 1; // every point of an Einsum takes one operation
        vector.energy = unit.energy;
        m_accelerator.vectorUnit = vector;
        m_notes.assume(unit.line, unit.path,
                       unit.name + " works on single tensors: a vector unit of " + std::to_string(vector.lanes)
                           + " lanes, which reads from main memory or from the layer before it");
    }

    void addCompute(ImportMap& map)
    {
        if (const YamlNode* enabled = map.find("enabled"); enabled && isForOneInput(*enabled))
            return readScalarUnit(map);
        if (!isEnabled(map))
            return;
        if (m_hasCompute)
            return m_notes.fail(map.line(), map.path(), "a second compute unit for products of two tensors");
        m_hasCompute = true;
        Component component(map, m_scope, m_costs);
        addFanouts(map, component.name());
        const Timing timing = component.timing();
        const Action compute = component.action("compute");
        component.refuseActions({"compute"});
        const auto perSecond = timing.perSecond ? timing.perSecond : compute.throughput;
        if (perSecond && std::isfinite(*perSecond) && *perSecond > 0)
            m_accelerator.clock = {*perSecond * component.number("throughput_scale", 1)};
        else
            m_notes.assume(map.line(), map.path(),
                           "no finite throughput of " + component.name() + " is stated; 1 GHz is taken");
        const double share = double(m_accelerator.macBits.count) / 16; // pat-public: (bits/16)^2 pJ
        m_accelerator.macEnergy = {share * share};
        if (compute.energy)
            m_accelerator.macEnergy = inPicojoules(*compute.energy);
        else
            component.noteUnstated("energy ((bits/16)^2 pJ taken)");
        m_accelerator.macLeakage = {component.leakage()};
        component.tell();
        component.ignoreUnmodelled();
    }

    void askFormula(const YamlNode& node)
    {
        const std::string names = joinText(m_unknown, ", ");
        const std::string chosen =
            m_notes.ask({"energies",
                         "Which formula stands in for energies that the files do not have (" + names + ")?",
                         {{"pat-banked", "Timeloop's pat-public, large memories in banks"},
                          {"timeloop-pat", "Timeloop's pat-public"},
                          {"refuse", "none: the import fails"}},
                         "pat-banked"});
        if (chosen == "refuse")
            m_notes.fail(node.line, "arch", "the files do not have the energies of " + names);
        m_accelerator.energySource =
            chosen == "timeloop-pat" ? hardware::EnergySource::TimeloopPat : hardware::EnergySource::BankedPat;
        m_accelerator.notes.push_back("Energies of " + names + " are those of a formula (" + chosen
                                      + "), not of AccelForge's component library.");
    }

    const PerTensor<std::int64_t> m_bits;
    const CostTable& m_costs;
    ImportNotes& m_notes;
    Scope m_scope;
    Accelerator m_accelerator;
    std::vector<std::string> m_unknown; // memories whose energies are in no file
    bool m_hasCompute = false;
    std::optional<ScalarUnit> m_scalarUnit;
};

} // namespace

Accelerator readArch(const YamlNode& arch, const std::string& name, const PerTensor<std::int64_t>& bits,
                     const CostTable& costs, ImportNotes& notes)
{
    return ArchReader(name, bits, costs, notes).run(arch);
}

} // namespace nestloom::io::accelforge
