// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/energy_words.h"

#include "engine/hardware/energy_table.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

QString say(const char* text) { return QCoreApplication::translate("EnergyWords", text); }

enum class Origin { Stated, Formula, Overridden, Missing };

Origin originOf(const hardware::Accelerator& accelerator, std::size_t level)
{
    const bool formula = accelerator.energySource == hardware::EnergySource::TimeloopPat;
    if (accelerator.levels[level].accessEnergy)
        return formula ? Origin::Overridden : Origin::Stated;
    return hardware::accessEnergy(accelerator, BufferLevelId{static_cast<std::uint32_t>(level)}) ? Origin::Formula
                                                                                                 : Origin::Missing;
}

} // namespace

QString energySourceName(hardware::EnergySource source)
{
    return source == hardware::EnergySource::Explicit ? say("stated level by level")
                                                      : say("formula of Timeloop (pat-public)");
}

QString energyOrigin(const hardware::Accelerator& accelerator, std::size_t level)
{
    switch (originOf(accelerator, level)) {
    case Origin::Stated: return say("stated");
    case Origin::Formula: return say("formula");
    case Origin::Overridden: return say("stated, overrides");
    case Origin::Missing: return say("missing");
    }
    return {};
}

QString energyOriginSentence(const hardware::Accelerator& accelerator, std::size_t level)
{
    switch (originOf(accelerator, level)) {
    case Origin::Stated: return say("The accelerator states this energy.");
    case Origin::Formula:
        return say("Computed by the pat-public formula of Timeloop (commit 019f107) from capacity, word width and "
                   "cluster size.");
    case Origin::Overridden:
        return say("The accelerator states this energy; it overrides the pat-public formula of Timeloop. Clear it to "
                   "return to the formula.");
    case Origin::Missing:
        return say("No energy per access: state one, or take the formula of Timeloop as the energy source.");
    }
    return {};
}

} // namespace nestloom::ui
