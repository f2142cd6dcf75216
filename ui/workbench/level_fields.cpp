// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/hardware/energy_table.h"
#include "engine/hardware/level_edits.h"
#include "ui/style/words.h"
#include "ui/workbench/field_kinds.h"
#include "ui/workbench/field_spec.h"

#include <algorithm>
#include <array>

namespace nestloom::ui {

using hardware::Accelerator;
using hardware::BufferLevel;

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

} // namespace nestloom::ui
