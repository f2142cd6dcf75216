// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_spec.h"

#include "engine/dram/memory.h"
#include "engine/explore/serving.h"
#include "ui/style/words.h"
#include "ui/workbench/field_kinds.h"

#include <algorithm>

namespace nestloom::ui {

using hardware::Accelerator;
using hardware::BufferLevel;

namespace {

FieldSpec clockField(const Session& session)
{
    return quantityField({QStringLiteral("clock"), FieldSpecWords::tr("Clock"),
                          FieldSpecWords::tr("Cycles per second; turns cycles into time.")},
                         session, QuantityKind::Frequency, 1.0,
                         {[](const Accelerator& a) { return std::optional(a.clock.count); },
                          [](Accelerator& a, std::optional<double> v) { a.clock.count = v.value_or(0); }});
}

FieldSpec macEnergyField(const Session& session)
{
    return quantityField({QStringLiteral("mac.energy"), FieldSpecWords::tr("Energy per MAC"),
                          FieldSpecWords::tr("Energy of one multiply-accumulate.")},
                         session, QuantityKind::Energy, 0.0,
                         {[](const Accelerator& a) { return std::optional(a.macEnergy.count); },
                          [](Accelerator& a, std::optional<double> v) { a.macEnergy.count = v.value_or(0); }});
}

FieldSpec nameField()
{
    FieldSpec spec{QStringLiteral("name"),
                   FieldSpecWords::tr("Name"),
                   FieldSpecWords::tr("How runs and reports call this accelerator."),
                   {},
                   {},
                   {},
                   {}};
    spec.text = [](const Accelerator& a) { return qt(a.name); };
    spec.apply = [](const Accelerator& a, const QString& text) -> Result<Accelerator> {
        Accelerator changed = a;
        changed.name = text.trimmed().toStdString();
        return changed;
    };
    spec.nearest = [](const Accelerator& a, const QString&) {
        return a.name.empty() ? QStringLiteral("accelerator") : qt(a.name);
    };
    return spec;
}

FieldSpec macWidthField(const Session& session)
{
    return quantityField(
        {QStringLiteral("mac.width"), FieldSpecWords::tr("Operand width"),
         FieldSpecWords::tr("Bits of one operand of a MAC unit.")},
        session, QuantityKind::Bits, 1.0,
        {[](const Accelerator& a) { return std::optional(double(a.macBits.count)); },
         [](Accelerator& a, std::optional<double> v) { a.macBits.count = std::int64_t(v.value_or(0)); }});
}

FieldSpec macLeakageField(const Session& session)
{
    return quantityField({QStringLiteral("mac.leakage"), FieldSpecWords::tr("MAC leakage"),
                          FieldSpecWords::tr("Power of one MAC unit, whatever it does.")},
                         session, QuantityKind::Power, 0.0,
                         {[](const Accelerator& a) { return std::optional(a.macLeakage.count); },
                          [](Accelerator& a, std::optional<double> v) { a.macLeakage.count = v.value_or(0); }});
}

FieldSpec energySourceField()
{
    using hardware::EnergySource;
    return choiceField(
        {QStringLiteral("energy_source"), FieldSpecWords::tr("Energies"),
         FieldSpecWords::tr("Where the energy of an access comes from: stated by each level, or by a formula where a "
                            "level does not state it: that of Timeloop's pat, fitted to memories of up to 100 KiB, or "
                            "the same with larger memories as banks.")},
        {FieldSpecWords::tr("by each level"), FieldSpecWords::tr("by formula"), FieldSpecWords::tr("banked")},
        [](const Accelerator& a) { return int(a.energySource); },
        [](Accelerator& a, int index) { a.energySource = static_cast<EnergySource>(index); });
}

FieldSpec timeloopField()
{
    using hardware::TimeloopVersion;
    return choiceField(
        {QStringLiteral("timeloop"), FieldSpecWords::tr("Timeloop mode"),
         FieldSpecWords::tr("What Timeloop compatibility mode counts as: commit 019f107, or 4cf6d4c, which leaves out "
                            "the first fill of outputs at inner levels and counts leakage.")},
        {FieldSpecWords::tr("June 2022"), FieldSpecWords::tr("March 2025")},
        [](const Accelerator& a) { return a.timeloop == TimeloopVersion::March2025 ? 1 : 0; },
        [](Accelerator& a, int index) {
            a.timeloop = index == 1 ? TimeloopVersion::March2025 : TimeloopVersion::June2022;
        });
}

/// Levels with children, after "none"; and the present one, whatever it has.
QStringList levelsWithChildren(const Accelerator& accelerator)
{
    QStringList names{FieldSpecWords::tr("none")};
    for (const BufferLevel& level : accelerator.levels)
        if (level.fanout.count() > 1 || level.name == accelerator.interconnect.below)
            names << qt(level.name);
    return names;
}

FieldSpec meshField()
{
    FieldSpec spec{
        QStringLiteral("interconnect.below"),
        FieldSpecWords::tr("Mesh below"),
        FieldSpecWords::tr("The level whose children the mesh connects; simulation and the mesh model need it."),
        {},
        {},
        {},
        {}};
    spec.choices = &levelsWithChildren;
    spec.text = [](const Accelerator& a) {
        return a.interconnect.below.empty() ? FieldSpecWords::tr("none") : qt(a.interconnect.below);
    };
    spec.nearest = [text = spec.text](const Accelerator& a, const QString&) { return text(a); };
    spec.apply = [](const Accelerator& a, const QString& text) -> Result<Accelerator> {
        const auto index = levelsWithChildren(a).indexOf(text);
        if (index < 0)
            return Error{ErrorCode::InvalidInput, "a level with a fan-out belongs here", ""};
        Accelerator changed = a;
        changed.interconnect.below = index == 0 ? std::string() : text.toStdString();
        return changed;
    };
    return spec;
}

FieldGroup interconnectGroup(const Accelerator& accelerator, const Session& session)
{
    FieldGroup group{QStringLiteral("interconnect"), FieldSpecWords::tr("Network-on-chip"), {}, {meshField()}, {}};
    if (accelerator.interconnect.below.empty())
        return group;
    group.fields.push_back(quantityField(
        {QStringLiteral("interconnect.flit"), FieldSpecWords::tr("Flit"),
         FieldSpecWords::tr("Bits that a link moves per cycle.")},
        session, QuantityKind::Bits, 1.0,
        {[](const Accelerator& a) { return std::optional(double(a.interconnect.flit.count)); },
         [](Accelerator& a, std::optional<double> v) { a.interconnect.flit.count = std::int64_t(v.value_or(0)); }}));
    group.fields.push_back(quantityField(
        {QStringLiteral("interconnect.hop"), FieldSpecWords::tr("Energy per hop"),
         FieldSpecWords::tr("Of one flit from a router to the next. The mesh model counts it.")},
        session, QuantityKind::Energy, 0.0,
        {[](const Accelerator& a) { return std::optional(a.interconnect.hopEnergy.count); },
         [](Accelerator& a, std::optional<double> v) { a.interconnect.hopEnergy.count = v.value_or(0); }}));
    return group;
}

/// What simulation and the mesh model know of the memory behind the outermost level.
FieldGroup dramGroup(const Accelerator& accelerator)
{
    FieldGroup group{QStringLiteral("dram"), FieldSpecWords::tr("DRAM timing"), {}, {}, {}};
    QStringList models{FieldSpecWords::tr("not described")};
    for (const std::string& name : dram::memoryModelNames())
        models << qt(name);
    group.fields.push_back(choiceField(
        {QStringLiteral("dram.model"), FieldSpecWords::tr("Memory"),
         FieldSpecWords::tr("A device with its timing, or \"bandwidth\": the bandwidth of the outermost level with one "
                            "latency. Simulation and the mesh model read it, the other cost models do not.")},
        models, [models](const Accelerator& a) { return std::max(0, int(models.indexOf(qt(a.dram.model)))); },
        [models](Accelerator& a, int index) {
            a.dram = index == 0 ? hardware::DramInterface() : a.dram;
            a.dram.model = index == 0 ? std::string() : models[index].toStdString();
        }));
    if (accelerator.dram.model.empty())
        return group;
    group.fields.push_back(countField({QStringLiteral("dram.outstanding"), FieldSpecWords::tr("Outstanding requests"),
                                       FieldSpecWords::tr("Requests that are in flight at once.")},
                                      1, [](Accelerator& a) -> std::int64_t& { return a.dram.outstanding; }));
    group.fields.push_back(
        countField({QStringLiteral("dram.latency"), FieldSpecWords::tr("Latency"),
                    FieldSpecWords::tr("Cycles of the accelerator from a request to its data; of \"bandwidth\" only, "
                                       "devices have their timing.")},
                   1, [](Accelerator& a) -> std::int64_t& { return a.dram.latency; }));
    return group;
}

FieldSpec nodeEnergyField(const Session& session, const QString& name, const QString& label, const QString& hint,
                          Picojoules hardware::NodeArray::*member)
{
    return quantityField(
        {QStringLiteral("nodes.") + name, label, hint}, session, QuantityKind::Energy, 0.0,
        {[member](const Accelerator& a) { return a.nodes ? std::optional(((*a.nodes).*member).count) : std::nullopt; },
         [member](Accelerator& a, std::optional<double> v) {
             if (a.nodes)
                 (*a.nodes).*member = Picojoules{v.value_or(0)};
         }});
}

FieldSpec nodeSwitch(const QString& name, const QString& label, const QString& hint, bool hardware::NodeArray::*member)
{
    return choiceField(
        {QStringLiteral("nodes.") + name, label, hint}, {FieldSpecWords::tr("no"), FieldSpecWords::tr("yes")},
        [member](const Accelerator& a) { return a.nodes && (*a.nodes).*member ? 1 : 0; },
        [member](Accelerator& a, int index) {
            if (a.nodes)
                (*a.nodes).*member = index == 1;
        });
}

/// What engines for nodes read; the number of nodes is the fan-out of the outermost level.
FieldGroup nodesGroup(const Accelerator& accelerator, const Session& session)
{
    using hardware::NodeArray;
    FieldGroup group{QStringLiteral("nodes"), FieldSpecWords::tr("Nodes"), {}, {}, {}};
    group.fields.push_back(choiceField(
        {QStringLiteral("nodes"), FieldSpecWords::tr("Section"),
         FieldSpecWords::tr("How the nodes below the outermost level work together, for engines that schedule nodes. "
                            "Described anew, it has the energies of kapla-4x4, by bit and by node.")},
        {FieldSpecWords::tr("not described"), FieldSpecWords::tr("described")},
        [](const Accelerator& a) { return a.nodes ? 1 : 0; },
        [](Accelerator& a, int index) {
            a.nodes = index == 1 ? std::optional(a.nodes.value_or(explore::assumedNodes(a))) : std::nullopt;
        }));
    if (!accelerator.nodes)
        return group;
    group.fields.push_back(choiceField(
        {QStringLiteral("nodes.pe_mapping"), FieldSpecWords::tr("Mapping on PEs"),
         FieldSpecWords::tr("How a layer lies on the PEs of a node.")},
        {FieldSpecWords::tr("row-stationary"), FieldSpecWords::tr("systolic")},
        [](const Accelerator& a) { return a.nodes ? int(a.nodes->peMapping) : 0; },
        [](Accelerator& a, int index) {
            if (a.nodes)
                a.nodes->peMapping = static_cast<NodeArray::PeMapping>(index);
        }));
    group.fields.push_back(nodeEnergyField(session, QStringLiteral("hop"), FieldSpecWords::tr("Energy per hop"),
                                           FieldSpecWords::tr("Of one element over one hop between nodes."),
                                           &NodeArray::hopEnergy));
    group.fields.push_back(nodeEnergyField(session, QStringLiteral("wires"), FieldSpecWords::tr("Energy of wires"),
                                           FieldSpecWords::tr("Of one element over the wires of a node's array."),
                                           &NodeArray::wireEnergy));
    group.fields.push_back(nodeEnergyField(session, QStringLiteral("idle"), FieldSpecWords::tr("Idle energy"),
                                           FieldSpecWords::tr("Of one cycle of all nodes."), &NodeArray::idleEnergy));
    group.fields.push_back(
        nodeSwitch(QStringLiteral("buffer_sharing"), FieldSpecWords::tr("Shared buffers"),
                   FieldSpecWords::tr("Nodes that need the same data keep a part each and pass it round."),
                   &NodeArray::bufferSharing));
    group.fields.push_back(
        nodeSwitch(QStringLiteral("temporal_layer_pipe"), FieldSpecWords::tr("Layers in turn"),
                   FieldSpecWords::tr("Layers one after the other may leave feature maps in the buffers."),
                   &NodeArray::temporalLayerPipe));
    group.fields.push_back(nodeSwitch(QStringLiteral("spatial_layer_pipe"), FieldSpecWords::tr("Layers side by side"),
                                      FieldSpecWords::tr("Layers may work on nodes of their own at the same time."),
                                      &NodeArray::spatialLayerPipe));
    return group;
}

FieldSpec vectorCount(const char* name, const QString& label, const QString& hint,
                      std::int64_t hardware::VectorUnit::*member)
{
    return countField({QStringLiteral("vector_unit.") + QLatin1String(name), label, hint}, 1,
                      [member](Accelerator& a) -> std::int64_t& {
                          if (!a.vectorUnit)
                              a.vectorUnit.emplace();
                          return (*a.vectorUnit).*member;
                      });
}

/// What operators that are no layers run on.
FieldGroup vectorGroup(const Accelerator& accelerator, const Session& session)
{
    using hardware::VectorUnit;
    FieldGroup group{QStringLiteral("vector_unit"), FieldSpecWords::tr("Vector unit"), {}, {}, {}};
    group.fields.push_back(choiceField(
        {QStringLiteral("vector_unit"), FieldSpecWords::tr("Section"),
         FieldSpecWords::tr("Runs activations, normalisations, softmax, pooling and elementwise operators; without one "
                            "they are not costed. Described anew, it has as many lanes as there are MAC units, and an "
                            "operation costs what a MAC does.")},
        {FieldSpecWords::tr("none"), FieldSpecWords::tr("described")},
        [](const Accelerator& a) { return a.vectorUnit ? 1 : 0; },
        [](Accelerator& a, int index) {
            const VectorUnit anew{.lanes = a.macUnits(), .energy = a.macEnergy};
            a.vectorUnit = index == 1 ? std::optional(a.vectorUnit.value_or(anew)) : std::nullopt;
        }));
    if (!accelerator.vectorUnit)
        return group;
    group.fields.push_back(vectorCount("lanes", FieldSpecWords::tr("Lanes"),
                                       FieldSpecWords::tr("Elements that it works on side by side."),
                                       &VectorUnit::lanes));
    group.fields.push_back(
        vectorCount("operations_per_cycle", FieldSpecWords::tr("Operations per cycle"),
                    FieldSpecWords::tr("Additions, multiplications or comparisons of one lane in a cycle."),
                    &VectorUnit::operationsPerCycle));
    group.fields.push_back(
        vectorCount("special_operations", FieldSpecWords::tr("Special function"),
                    FieldSpecWords::tr("Operations that exp, tanh, a reciprocal or a root takes as long as."),
                    &VectorUnit::specialOperations));
    group.fields.push_back(quantityField(
        {QStringLiteral("vector_unit.energy"), FieldSpecWords::tr("Energy per operation"),
         FieldSpecWords::tr("Of one operation of one lane.")},
        session, QuantityKind::Energy, 0.0,
        {[](const Accelerator& a) { return a.vectorUnit ? std::optional(a.vectorUnit->energy.count) : std::nullopt; },
         [](Accelerator& a, std::optional<double> v) {
             if (a.vectorUnit)
                 a.vectorUnit->energy = {v.value_or(0)};
         }}));
    return group;
}

FieldSpec areaField(const Session& session, const QString& name, const QString& label,
                    std::optional<SquareMicrometres> hardware::AreaTable::*member)
{
    return quantityField(
        {QStringLiteral("area.") + name, label, FieldSpecWords::tr("Empty means that it is not known.")}, session,
        QuantityKind::Area, 0.0,
        {[member](const Accelerator& a) {
             const auto& area = a.area.*member;
             return area ? std::optional(area->count) : std::nullopt;
         },
         [member](Accelerator& a, std::optional<double> v) {
             a.area.*member = v ? std::optional(SquareMicrometres{*v}) : std::nullopt;
         }},
        FieldSpecWords::tr("not known"));
}

FieldGroup areaGroup(const Session& session)
{
    using hardware::AreaTable;
    FieldSpec source = textField(
        {QStringLiteral("area.source"), FieldSpecWords::tr("Source"),
         FieldSpecWords::tr("Where the areas come from, with the technology.")},
        [](const Accelerator& a) { return qt(a.area.source); },
        [](Accelerator& a, const QString& text) { a.area.source = text.toStdString(); });
    source.placeholder = FieldSpecWords::tr("who says so");
    return {QStringLiteral("area"),
            FieldSpecWords::tr("Area"),
            {},
            {areaField(session, QStringLiteral("sram_per_kib"), FieldSpecWords::tr("SRAM, per KiB"),
                       &AreaTable::sramPerKib),
             areaField(session, QStringLiteral("registers_per_kib"), FieldSpecWords::tr("Registers, per KiB"),
                       &AreaTable::registersPerKib),
             areaField(session, QStringLiteral("mac"), FieldSpecWords::tr("MAC unit"), &AreaTable::mac),
             std::move(source)},
            {}};
}

} // namespace

std::vector<FieldGroup> describeFields(const Accelerator& accelerator, const Session& session)
{
    std::vector<FieldGroup> groups;
    groups.push_back({QString(),
                      FieldSpecWords::tr("General"),
                      {},
                      {nameField(), clockField(session), macEnergyField(session), macWidthField(session),
                       macLeakageField(session), energySourceField(), timeloopField()},
                      {}});
    for (std::size_t at = 0; at < accelerator.levels.size(); ++at)
        groups.push_back(levelFields(accelerator, at, session));
    groups.push_back(interconnectGroup(accelerator, session));
    groups.push_back(dramGroup(accelerator));
    groups.push_back(vectorGroup(accelerator, session));
    groups.push_back(nodesGroup(accelerator, session));
    groups.push_back(areaGroup(session));
    return groups;
}

namespace {

bool haveSameLevels(const Accelerator& a, const Accelerator& b)
{
    const auto sameLevel = [](const BufferLevel& x, const BufferLevel& y) {
        return x.kind == y.kind && x.keeps == y.keeps && (x.fanout.count() > 1) == (y.fanout.count() > 1)
               && (x.kind != hardware::LevelKind::Dram || x.capacity.has_value() == y.capacity.has_value());
    };
    return std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(), b.levels.end(), sameLevel);
}

} // namespace

bool haveSameForm(const Accelerator& a, const Accelerator& b)
{
    return a.interconnect.below.empty() == b.interconnect.below.empty() && a.nodes.has_value() == b.nodes.has_value()
           && a.vectorUnit.has_value() == b.vectorUnit.has_value() && a.dram.model.empty() == b.dram.model.empty()
           && a.energySource == b.energySource && haveSameLevels(a, b);
}

bool belongsTo(const QString& problemKey, const QString& fieldKey)
{
    return problemKey == fieldKey
           || (!problemKey.isEmpty() && fieldKey.startsWith(problemKey + QLatin1Char('.'))
               && problemKey.count(QLatin1Char('.')) > 0);
}

namespace {

QString shown(const FieldSpec& field, const hardware::Accelerator& accelerator)
{
    const QString text = field.text(accelerator);
    return text.isEmpty() ? field.placeholder : text;
}

} // namespace

std::vector<FieldChange> fieldChanges(const hardware::Accelerator& before, const hardware::Accelerator& after,
                                      const Session& session)
{
    if (before == after || !haveSameLevels(before, after))
        return {};
    std::vector<FieldChange> changes;
    for (const FieldGroup& group : describeFields(after, session)) {
        for (const FieldSpec& field : group.fields) {
            FieldChange change{field.key, field.label, shown(field, before), shown(field, after)};
            if (change.before == change.after)
                continue;
            if (group.level)
                change.field =
                    QCoreApplication::translate("FieldChange", "%1, %2").arg(group.title, field.nameInSentence());
            changes.push_back(std::move(change));
        }
    }
    std::stable_partition(changes.begin(), changes.end(), // a name changes no number
                          [](const FieldChange& change) { return change.key != QLatin1String("name"); });
    return changes;
}

QString changeWords(const std::vector<FieldChange>& changes)
{
    if (changes.empty())
        return {};
    const FieldChange& first = changes.front();
    const QString words = QStringLiteral("%1 %2 \u2192 %3").arg(first.field, first.before, first.after);
    return changes.size() == 1
               ? words
               : QCoreApplication::translate("FieldChange", "%1 and %2 more").arg(words).arg(changes.size() - 1);
}

QString fieldWords(const hardware::Accelerator& accelerator, const QString& key, const Session& session)
{
    for (const FieldGroup& group : describeFields(accelerator, session)) {
        for (const FieldSpec& field : group.fields)
            if (belongsTo(key, field.key))
                return group.level ? FieldSpecWords::tr("%1, %2").arg(group.title, field.nameInSentence())
                                   : field.label;
        if (group.level && key.startsWith(group.key + QLatin1Char('.')))
            return group.title; // what the level keeps has no field
    }
    return {};
}

} // namespace nestloom::ui
