// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_spec.h"

#include "engine/explore/serving.h"
#include "engine/hardware/energy_table.h"
#include "engine/hardware/level_edits.h"
#include "ui/style/words.h"
#include "ui/workbench/field_kinds.h"

#include <algorithm>
#include <array>

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

FieldGroup interconnectGroup(const Session& session)
{
    FieldGroup group{QStringLiteral("interconnect"), FieldSpecWords::tr("Network-on-chip"), {}, {}, {}};
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
    if (!accelerator.interconnect.below.empty())
        groups.push_back(interconnectGroup(session));
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
           && a.vectorUnit.has_value() == b.vectorUnit.has_value() && a.energySource == b.energySource
           && haveSameLevels(a, b);
}

bool belongsTo(const QString& problemKey, const QString& fieldKey)
{
    return problemKey == fieldKey
           || (!problemKey.isEmpty() && fieldKey.startsWith(problemKey + QLatin1Char('.'))
               && problemKey.count(QLatin1Char('.')) > 0);
}

namespace {

/// Every set of tensors, the largest first.
const std::vector<TensorSet>& tensorSets()
{
    using enum TensorRole;
    const auto w = TensorSet::of(Weights), i = TensorSet::of(Inputs), o = TensorSet::of(Outputs);
    static const std::vector<TensorSet> sets{
        TensorSet::all(), w.with(Inputs), w.with(Outputs), i.with(Outputs), w, i, o, TensorSet{}};
    return sets;
}

/// `none`: what the empty set means.
QStringList setChoices(const QString& none)
{
    QStringList choices;
    for (const TensorSet set : tensorSets()) {
        QStringList names;
        for (const TensorRole role : kTensorRoles)
            if (set.contains(role))
                names << qt(nestloom::name(role));
        choices << (set == TensorSet::all() ? FieldSpecWords::tr("all tensors")
                    : set.empty()           ? none
                                            : names.join(QStringLiteral(", ")));
    }
    return choices;
}

int indexOf(TensorSet set)
{
    const auto& sets = tensorSets();
    return int(std::ranges::find(sets, set) - sets.begin());
}

/// Builds the fields of one level; `at` is where the level stands in the accelerator.
class LevelFields {
public:
    LevelFields(const Accelerator& accelerator, std::size_t at, const Session& session)
        : m_accelerator(accelerator), m_at(at), m_session(session), m_key(QStringLiteral("levels[%1]").arg(at))
    {
    }

    FieldGroup group() const
    {
        FieldGroup group;
        const BufferLevel& level = m_accelerator.levels[m_at];
        group.key = m_key;
        group.title = qt(level.name);
        group.level = m_at;
        group.fields.push_back(levelName());
        if (level.capacity || level.kind != hardware::LevelKind::Dram)
            group.fields.push_back(capacity());
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                group.fields.push_back(elementBits(role));
        group.fields.push_back(
            bandwidth(FieldSpecWords::tr("Read"), QStringLiteral("read_bandwidth"), &BufferLevel::readBandwidth));
        group.fields.push_back(
            bandwidth(FieldSpecWords::tr("Write"), QStringLiteral("write_bandwidth"), &BufferLevel::writeBandwidth));
        group.fields.push_back(ports());
        group.fields.push_back(fanout());
        if (level.fanout.count() > 1)
            group.fields.push_back(multicast());
        group.fields.push_back(accessElements());
        group.fields.push_back(accessEnergy());
        group.fields.push_back(energyOf(QStringLiteral("access.fill_energy"), FieldSpecWords::tr("Energy per fill"),
                                        FieldSpecWords::tr("Of an access that brings data from the level outside."),
                                        &BufferLevel::fillEnergy));
        group.fields.push_back(
            energyOf(QStringLiteral("access.update_energy"), FieldSpecWords::tr("Energy per update"),
                     FieldSpecWords::tr("Of an access that brings outputs from inside; empty: as a fill."),
                     &BufferLevel::updateEnergy));
        group.fields.push_back(leakage());
        group.fields.push_back(clusterSize());
        group.fields.push_back(kind());
        if (m_at > 0) // the outermost level keeps all tensors
            group.fields.push_back(keeps());
        return group;
    }

private:
    QString key(const QString& name) const { return m_key + QLatin1Char('.') + name; }

    FieldSpec levelName() const
    {
        const auto refuse = [at = m_at](const Accelerator& a, const QString& text) {
            const auto other = a.findLevel(text.toStdString());
            return text.isEmpty() ? FieldSpecWords::tr("a level needs a name")
                   : other && other->value != at
                       ? FieldSpecWords::tr("the name '%1' is used by another level").arg(text)
                       : QString();
        };
        return textField(
            {key(QStringLiteral("name")), FieldSpecWords::tr("Name"),
             FieldSpecWords::tr("How mappings and reports call this level.")},
            [at = m_at](const Accelerator& a) { return qt(a.levels[at].name); },
            [at = m_at](Accelerator& a, const QString& text) {
                a = hardware::withLevelRenamed(a, at, text.toStdString());
            },
            refuse);
    }

    FieldSpec capacity() const
    {
        return quantityField({key(QStringLiteral("capacity")), FieldSpecWords::tr("Capacity"),
                              FieldSpecWords::tr("Bytes of one instance.")},
                             m_session, QuantityKind::Bytes, 1.0,
                             {[at = m_at](const Accelerator& a) {
                                  const auto& capacity = a.levels[at].capacity;
                                  return capacity ? std::optional(double(capacity->count)) : std::nullopt;
                              },
                              [at = m_at](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].capacity = v ? std::optional(Bytes{std::int64_t(*v)}) : std::nullopt;
                              }},
                             FieldSpecWords::tr("unbounded"));
    }

    FieldSpec elementBits(TensorRole role) const
    {
        const QString tensor = qt(nestloom::name(role));
        return quantityField({key(QStringLiteral("element.") + tensor), FieldSpecWords::tr("Word of %1").arg(tensor),
                              FieldSpecWords::tr("Width of one stored element of the %1.").arg(tensor)},
                             m_session, QuantityKind::Bits, 1.0,
                             {[at = m_at, role](const Accelerator& a) {
                                  return std::optional(double(a.levels[at].elementBits[role].count));
                              },
                              [at = m_at, role](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].elementBits[role].count = std::int64_t(v.value_or(0));
                              }});
    }

    FieldSpec bandwidth(const QString& what, const QString& name, std::optional<Bandwidth> BufferLevel::*member) const
    {
        FieldSpec spec = bandwidthField(
            {key(name), FieldSpecWords::tr("%1 bandwidth").arg(what),
             FieldSpecWords::tr("Of one instance; empty means that it is no limit. In B/cycle it follows the clock, in "
                                "GB/s it does not. With one port it is that of both directions.")
                 + (m_at == 0
                        ? FieldSpecWords::tr(" The smaller one of read and write is that of Flexer's DMA channel, "
                                             "and of nodes both ways together.")
                        : QString())},
            m_session,
            [at = m_at, member](Accelerator& a) -> std::optional<Bandwidth>& { return a.levels[at].*member; },
            FieldSpecWords::tr("unlimited"));
        spec.apply = [at = m_at, member, apply = spec.apply](const Accelerator& a,
                                                             const QString& text) -> Result<Accelerator> {
            TRY(Accelerator changed, apply(a, text));
            BufferLevel& level = changed.levels[at];
            if (const std::optional<Bandwidth> both = level.*member; changed.hasOnePort(at)) // as in a sweep
                level.readBandwidth = level.writeBandwidth = both;
            return changed;
        };
        return spec;
    }

    FieldSpec fanout() const
    {
        const bool innermost = m_at + 1 == m_accelerator.levels.size();
        const bool ofNodes = m_at == 0 && m_accelerator.nodes;
        return gridField({key(QStringLiteral("fanout")),
                          innermost ? FieldSpecWords::tr("MAC units")
                          : ofNodes ? FieldSpecWords::tr("Nodes")
                                    : FieldSpecWords::tr("Fan-out"),
                          innermost ? FieldSpecWords::tr("Columns x rows of MAC units that one instance feeds.")
                          : ofNodes ? FieldSpecWords::tr("Columns x rows of nodes.")
                          : m_at == 1
                              ? FieldSpecWords::tr("Columns x rows of the next level that one instance feeds; "
                                                   "for Flexer the NPUs.")
                              : FieldSpecWords::tr("Columns x rows of the next level that one instance feeds.")},
                         [at = m_at](Accelerator& a) -> hardware::Fanout& { return a.levels[at].fanout; });
    }

    FieldSpec accessElements() const
    {
        return countField({key(QStringLiteral("access.elements")), FieldSpecWords::tr("Elements per access"),
                           FieldSpecWords::tr("Elements that one read or write moves.")},
                          1, [at = m_at](Accelerator& a) -> std::int64_t& { return a.levels[at].accessElements; });
    }

    /// An energy that a level may state for one kind of access, in place of that of any access.
    FieldSpec energyOf(const QString& name, const QString& title, const QString& tip,
                       std::optional<Picojoules> BufferLevel::*member) const
    {
        return quantityField({key(name), title, tip}, m_session, QuantityKind::Energy, 0.0,
                             {[at = m_at, member](const Accelerator& a) {
                                  const auto& energy = a.levels[at].*member;
                                  return energy ? std::optional(energy->count) : std::nullopt;
                              },
                              [at = m_at, member](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].*member = v ? std::optional(Picojoules{*v}) : std::nullopt;
                              }},
                             FieldSpecWords::tr("as any access"));
    }

    FieldSpec accessEnergy() const
    {
        const auto words = [at = m_at](const Accelerator& a) -> std::pair<QString, QString> {
            if (const auto caution = hardware::energyCaution(a, BufferLevelId{std::uint32_t(at)}))
                return {FieldSpecWords::tr("Caution: %1.").arg(qt(*caution)), FieldSpecWords::tr("extrapolated")};
            const bool formula = a.energySource != hardware::EnergySource::Explicit;
            return {FieldSpecWords::tr("Empty takes the energy source of the accelerator."),
                    formula ? FieldSpecWords::tr("by formula") : FieldSpecWords::tr("not given")};
        };
        const auto [hint, placeholder] = words(m_accelerator);
        FieldSpec spec =
            quantityField({key(QStringLiteral("access.energy")), FieldSpecWords::tr("Energy per access"), hint},
                          m_session, QuantityKind::Energy, 0.0,
                          {[at = m_at](const Accelerator& a) {
                               const auto& energy = a.levels[at].accessEnergy;
                               return energy ? std::optional(energy->count) : std::nullopt;
                           },
                           [at = m_at](Accelerator& a, std::optional<double> v) {
                               a.levels[at].accessEnergy = v ? std::optional(Picojoules{*v}) : std::nullopt;
                           }},
                          placeholder);
        spec.words = words;
        return spec;
    }

    FieldSpec leakage() const
    {
        return quantityField(
            {key(QStringLiteral("leakage")), FieldSpecWords::tr("Leakage"),
             FieldSpecWords::tr("Power of one instance, whatever it does.")},
            m_session, QuantityKind::Power, 0.0,
            {[at = m_at](const Accelerator& a) { return std::optional(a.levels[at].leakage.count); },
             [at = m_at](Accelerator& a, std::optional<double> v) { a.levels[at].leakage.count = v.value_or(0); }});
    }

    FieldSpec clusterSize() const
    {
        return countField({key(QStringLiteral("cluster")), FieldSpecWords::tr("Instances per macro"),
                           FieldSpecWords::tr("Instances that share one physical memory macro.")},
                          1, [at = m_at](Accelerator& a) -> std::int64_t& { return a.levels[at].clusterSize; });
    }

    FieldSpec ports() const
    {
        return choiceField(
            {key(QStringLiteral("ports")), FieldSpecWords::tr("Ports"),
             FieldSpecWords::tr(
                 "With one port reads and writes take turns, and the smaller bandwidth counts for both.")},
            {FieldSpecWords::tr("as engines do"), FieldSpecWords::tr("1, in turns"),
             FieldSpecWords::tr("2, side by side")},
            [at = m_at](const Accelerator& a) { return int(a.levels[at].ports.value_or(0)); },
            [at = m_at](Accelerator& a, int ports) {
                a.levels[at].ports = ports > 0 ? std::optional<std::int64_t>(ports) : std::nullopt;
            });
    }

    FieldSpec kind() const
    {
        using enum hardware::LevelKind;
        return choiceField(
            {key(QStringLiteral("kind")), FieldSpecWords::tr("Kind"),
             FieldSpecWords::tr("What the level is made of; formulas for energy and area depend on it.")},
            {FieldSpecWords::tr("DRAM"), FieldSpecWords::tr("SRAM"), FieldSpecWords::tr("registers")},
            [at = m_at](const Accelerator& a) { return int(a.levels[at].kind); },
            [at = m_at](Accelerator& a, int kind) {
                a.levels[at].kind = std::array{Dram, Sram, Registers}[std::size_t(kind)];
            });
    }

    FieldSpec keeps() const
    {
        return choiceField(
            {key(QStringLiteral("keeps")), FieldSpecWords::tr("Keeps"),
             FieldSpecWords::tr("Tensors that may stay here; the others bypass the level.")},
            setChoices(FieldSpecWords::tr("nothing: fans out only")),
            [at = m_at](const Accelerator& a) { return indexOf(a.levels[at].keeps); },
            [at = m_at](Accelerator& a, int index) { a.levels[at].keeps = tensorSets()[std::size_t(index)]; });
    }

    FieldSpec multicast() const
    {
        return choiceField(
            {key(QStringLiteral("multicast")), FieldSpecWords::tr("Multicast"),
             FieldSpecWords::tr("One read of weights or inputs serves all children that need the same, and sums of the "
                                "same outputs are added on the way. Of other tensors each child has its own copy.")},
            setChoices(FieldSpecWords::tr("nothing: a copy for each child")),
            [at = m_at](const Accelerator& a) { return indexOf(a.levels[at].multicast); },
            [at = m_at](Accelerator& a, int index) { a.levels[at].multicast = tensorSets()[std::size_t(index)]; });
    }

    const Accelerator& m_accelerator;
    const std::size_t m_at;
    const Session& m_session;
    const QString m_key;
};

} // namespace

FieldGroup levelFields(const Accelerator& accelerator, std::size_t at, const Session& session)
{
    return LevelFields(accelerator, at, session).group();
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

} // namespace nestloom::ui
