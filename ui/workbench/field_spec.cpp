// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_spec.h"

#include "ui/workbench/field_kinds.h"
#include "ui/workbench/field_spec_words.h"
#include "ui/workbench/level_fields.h"

#include <QCoreApplication>

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
        {QStringLiteral("mac.width"), FieldSpecWords::tr("Operand width"),
         FieldSpecWords::tr("Bits of one operand of a MAC unit.")},
        session, QuantityKind::Bits, 1.0,
        {[](const Accelerator& a) { return std::optional(double(a.macBits.count)); },
         [](Accelerator& a, std::optional<double> v) { a.macBits.count = std::int64_t(v.value_or(0)); }});
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
        [](const Accelerator& a) { return static_cast<int>(a.energySource); },
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
        [](const Accelerator& a) { return QString::fromStdString(a.area.source); },
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
                       energySourceField(), timeloopField()},
                      {}});
    for (std::size_t at = 0; at < accelerator.levels.size(); ++at)
        groups.push_back(levelFields(accelerator, at, session));
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
