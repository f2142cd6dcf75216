// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/field_spec.h"

#include "engine/hardware/level_edits.h"
#include "ui/editor/field_kinds.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace nestloom::ui {

using hardware::Accelerator;
using hardware::BufferLevel;

namespace {

QString say(const char* text) { return QCoreApplication::translate("FieldSpec", text); }
QString fromStd(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

FieldSpec clockField(const Session& session)
{
    return quantityField({QStringLiteral("clock"), say("Clock"), say("Cycles per second; turns cycles into time.")},
                         session, QuantityKind::Frequency, 1.0,
                         {[](const Accelerator& a) { return std::optional(a.clock.count); },
                          [](Accelerator& a, std::optional<double> v) { a.clock.count = v.value_or(0); }});
}

FieldSpec macEnergyField(const Session& session)
{
    return quantityField(
        {QStringLiteral("mac.energy"), say("Energy per MAC"), say("Energy of one multiply-accumulate.")}, session,
        QuantityKind::Energy, 0.0,
        {[](const Accelerator& a) { return std::optional(a.macEnergy.count); },
         [](Accelerator& a, std::optional<double> v) { a.macEnergy.count = v.value_or(0); }});
}

FieldSpec nameField()
{
    FieldSpec spec{
        QStringLiteral("name"), say("Name"), say("How runs and reports call this accelerator."), {}, {}, {}, {}};
    spec.text = [](const Accelerator& a) { return QString::fromStdString(a.name); };
    spec.apply = [](const Accelerator& a, const QString& text) -> Result<Accelerator> {
        Accelerator changed = a;
        changed.name = text.trimmed().toStdString();
        return changed;
    };
    spec.nearest = [](const Accelerator& a, const QString&) {
        return a.name.empty() ? QStringLiteral("accelerator") : QString::fromStdString(a.name);
    };
    return spec;
}

FieldSpec macWidthField(const Session& session)
{
    return quantityField(
        {QStringLiteral("mac.width"), say("Operand width"), say("Bits of one operand of a MAC unit.")}, session,
        QuantityKind::Bits, 1.0,
        {[](const Accelerator& a) { return std::optional(double(a.macBits.count)); },
         [](Accelerator& a, std::optional<double> v) { a.macBits.count = std::int64_t(v.value_or(0)); }});
}

FieldSpec energySourceField()
{
    using hardware::EnergySource;
    return choiceField({QStringLiteral("energy_source"), say("Energies"),
                        say("Where the energy of an access comes from: stated by each level, or by the formula of Timeloop's pat where a level does not state it.")},
                       {say("by each level"), say("by formula")},
                       [](const Accelerator& a) { return a.energySource == EnergySource::TimeloopPat ? 1 : 0; },
                       [](Accelerator& a, int index) {
                           a.energySource = index == 1 ? EnergySource::TimeloopPat : EnergySource::Explicit;
                       });
}

/// Every set of tensors a level may keep, the largest first.
const std::vector<TensorSet>& keepSets()
{
    using enum TensorRole;
    const auto w = TensorSet::of(Weights), i = TensorSet::of(Inputs), o = TensorSet::of(Outputs);
    static const std::vector<TensorSet> sets{TensorSet::all(), w.with(Inputs), w.with(Outputs), i.with(Outputs), w, i, o};
    return sets;
}

QStringList keepChoices()
{
    QStringList choices;
    for (const TensorSet set : keepSets()) {
        QStringList names;
        for (const TensorRole role : kTensorRoles)
            if (set.contains(role))
                names << fromStd(nestloom::name(role));
        choices << (set == TensorSet::all() ? say("all tensors") : names.join(QStringLiteral(", ")));
    }
    return choices;
}

int indexOfKeeps(TensorSet keeps)
{
    const auto& sets = keepSets();
    return int(std::find(sets.begin(), sets.end(), keeps) - sets.begin());
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
        group.title = QString::fromStdString(level.name);
        group.level = m_at;
        group.fields.push_back(levelName());
        if (level.capacity || level.kind != hardware::LevelKind::Dram)
            group.fields.push_back(capacity());
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                group.fields.push_back(elementBits(role));
        group.fields.push_back(bandwidth(say("Read"), QStringLiteral("read_bandwidth"), &BufferLevel::readBandwidth));
        group.fields.push_back(
            bandwidth(say("Write"), QStringLiteral("write_bandwidth"), &BufferLevel::writeBandwidth));
        group.fields.push_back(fanout());
        group.fields.push_back(accessElements());
        group.fields.push_back(accessEnergy());
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
            return text.isEmpty()                ? say("a level needs a name")
                   : other && other->value != at ? say("the name '%1' is used by another level").arg(text)
                                                 : QString();
        };
        return textField(
            {key(QStringLiteral("name")), say("Name"), say("How mappings and reports call this level.")},
            [at = m_at](const Accelerator& a) { return QString::fromStdString(a.levels[at].name); },
            [at = m_at](Accelerator& a, const QString& text) {
                a = hardware::withLevelRenamed(a, at, text.toStdString());
            },
            refuse);
    }

    FieldSpec capacity() const
    {
        return quantityField({key(QStringLiteral("capacity")), say("Capacity"), say("Bytes of one instance.")},
                             m_session, QuantityKind::Bytes, 1.0,
                             {[at = m_at](const Accelerator& a) {
                                  const auto& capacity = a.levels[at].capacity;
                                  return capacity ? std::optional(double(capacity->count)) : std::nullopt;
                              },
                              [at = m_at](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].capacity = v ? std::optional(Bytes{std::int64_t(*v)}) : std::nullopt;
                              }},
                             say("unbounded"));
    }

    FieldSpec elementBits(TensorRole role) const
    {
        const QString tensor = fromStd(nestloom::name(role));
        return quantityField({key(QStringLiteral("element.") + tensor), say("Word of %1").arg(tensor),
                              say("Width of one stored element of the %1.").arg(tensor)},
                             m_session, QuantityKind::Bits, 1.0,
                             {[at = m_at, role](const Accelerator& a) {
                                  return std::optional(double(a.levels[at].elementBits[role].count));
                              },
                              [at = m_at, role](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].elementBits[role].count = std::int64_t(v.value_or(0));
                              }});
    }

    FieldSpec bandwidth(const QString& what, const QString& name,
                        std::optional<BytesPerCycle> BufferLevel::*member) const
    {
        return quantityField(
            {key(name), say("%1 bandwidth").arg(what), say("Of one instance; empty means that it is no limit.")},
            m_session, QuantityKind::Bandwidth, 1.0,
            {[at = m_at, member](const Accelerator& a) {
                 const auto& rate = a.levels[at].*member;
                 return rate ? std::optional(rate->count) : std::nullopt;
             },
             [at = m_at, member](Accelerator& a, std::optional<double> v) {
                 a.levels[at].*member = v ? std::optional(BytesPerCycle{*v}) : std::nullopt;
             }},
            say("unlimited"));
    }

    FieldSpec fanout() const
    {
        const bool innermost = m_at + 1 == m_accelerator.levels.size();
        return gridField({key(QStringLiteral("fanout")), innermost ? say("MAC units") : say("Fan-out"),
                          innermost ? say("Columns x rows of MAC units that one instance feeds.")
                                    : say("Columns x rows of the next level that one instance feeds.")},
                         [at = m_at](Accelerator& a) -> hardware::Fanout& { return a.levels[at].fanout; });
    }

    FieldSpec accessElements() const
    {
        return countField({key(QStringLiteral("access.elements")), say("Elements per access"),
                           say("Elements that one read or write moves.")},
                          1, [at = m_at](Accelerator& a) -> std::int64_t& { return a.levels[at].accessElements; });
    }

    FieldSpec accessEnergy() const
    {
        const bool formula = m_accelerator.energySource != hardware::EnergySource::Explicit;
        return quantityField({key(QStringLiteral("access.energy")), say("Energy per access"),
                              say("Empty takes the energy source of the accelerator.")},
                             m_session, QuantityKind::Energy, 0.0,
                             {[at = m_at](const Accelerator& a) {
                                  const auto& energy = a.levels[at].accessEnergy;
                                  return energy ? std::optional(energy->count) : std::nullopt;
                              },
                              [at = m_at](Accelerator& a, std::optional<double> v) {
                                  a.levels[at].accessEnergy = v ? std::optional(Picojoules{*v}) : std::nullopt;
                              }},
                             formula ? say("by formula") : say("not given"));
    }

    FieldSpec clusterSize() const
    {
        return countField({key(QStringLiteral("cluster")), say("Instances per macro"),
                           say("Instances that share one physical memory macro.")},
                          1, [at = m_at](Accelerator& a) -> std::int64_t& { return a.levels[at].clusterSize; });
    }

    FieldSpec kind() const
    {
        using enum hardware::LevelKind;
        return choiceField({key(QStringLiteral("kind")), say("Kind"), say("What the level is made of; formulas for energy and area depend on it.")},
                           {say("DRAM"), say("SRAM"), say("registers")},
                           [at = m_at](const Accelerator& a) { return static_cast<int>(a.levels[at].kind); },
                           [at = m_at](Accelerator& a, int kind) { a.levels[at].kind = std::array{Dram, Sram, Registers}[std::size_t(kind)]; });
    }

    FieldSpec keeps() const
    {
        return choiceField({key(QStringLiteral("keeps")), say("Keeps"), say("Tensors that may stay here; the others bypass the level.")},
                           keepChoices(), [at = m_at](const Accelerator& a) { return indexOfKeeps(a.levels[at].keeps); },
                           [at = m_at](Accelerator& a, int index) { a.levels[at].keeps = keepSets()[std::size_t(index)]; });
    }

    const Accelerator& m_accelerator;
    const std::size_t m_at;
    const Session& m_session;
    const QString m_key;
};

FieldGroup interconnectGroup(const Session& session)
{
    FieldGroup group{QStringLiteral("interconnect"), say("Network-on-chip"), {}, {}, {}};
    group.fields.push_back(quantityField(
        {QStringLiteral("interconnect.flit"), say("Flit"), say("Bits that a link moves per cycle.")}, session,
        QuantityKind::Bits, 1.0,
        {[](const Accelerator& a) { return std::optional(double(a.interconnect.flit.count)); },
         [](Accelerator& a, std::optional<double> v) { a.interconnect.flit.count = std::int64_t(v.value_or(0)); }}));
    return group;
}

FieldSpec areaField(const Session& session, const QString& name, const QString& label,
                    std::optional<SquareMicrometres> hardware::AreaTable::*member)
{
    return quantityField({QStringLiteral("area.") + name, label, say("Empty means that it is not known.")}, session,
                         QuantityKind::Area, 0.0,
                         {[member](const Accelerator& a) {
                              const auto& area = a.area.*member;
                              return area ? std::optional(area->count) : std::nullopt;
                          },
                          [member](Accelerator& a, std::optional<double> v) {
                              a.area.*member = v ? std::optional(SquareMicrometres{*v}) : std::nullopt;
                          }},
                         say("not known"));
}

FieldGroup areaGroup(const Session& session)
{
    using hardware::AreaTable;
    FieldSpec source = textField(
        {QStringLiteral("area.source"), say("Source"), say("Where the areas come from, with the technology.")},
        [](const Accelerator& a) { return QString::fromStdString(a.area.source); },
        [](Accelerator& a, const QString& text) { a.area.source = text.toStdString(); });
    source.placeholder = say("who says so");
    return {QStringLiteral("area"),
            say("Area"),
            {},
            {areaField(session, QStringLiteral("sram_per_kib"), say("SRAM, per KiB"), &AreaTable::sramPerKib),
             areaField(session, QStringLiteral("registers_per_kib"), say("Registers, per KiB"),
                       &AreaTable::registersPerKib),
             areaField(session, QStringLiteral("mac"), say("MAC unit"), &AreaTable::mac), std::move(source)},
            {}};
}

} // namespace

std::vector<FieldGroup> describeFields(const Accelerator& accelerator, const Session& session)
{
    std::vector<FieldGroup> groups;
    groups.push_back({QString(),
                      say("General"),
                      {},
                      {nameField(), clockField(session), macEnergyField(session), macWidthField(session), energySourceField()},
                      {}});
    for (std::size_t at = 0; at < accelerator.levels.size(); ++at)
        groups.push_back(LevelFields(accelerator, at, session).group());
    if (!accelerator.interconnect.below.empty())
        groups.push_back(interconnectGroup(session));
    groups.push_back(areaGroup(session));
    return groups;
}

bool haveSameForm(const Accelerator& a, const Accelerator& b)
{
    const auto sameLevel = [](const BufferLevel& x, const BufferLevel& y) {
        return x.kind == y.kind && x.keeps == y.keeps
               && (x.kind != hardware::LevelKind::Dram || x.capacity.has_value() == y.capacity.has_value());
    };
    return a.interconnect.below.empty() == b.interconnect.below.empty() && a.energySource == b.energySource
           && std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(), b.levels.end(), sameLevel);
}

bool belongsTo(const QString& problemKey, const QString& fieldKey)
{
    return problemKey == fieldKey
           || (!problemKey.isEmpty() && fieldKey.startsWith(problemKey + QLatin1Char('.'))
               && problemKey.count(QLatin1Char('.')) > 0);
}

} // namespace nestloom::ui
