// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/energy_words.h"

#include "engine/hardware/energy_table.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

QString say(const char* text) { return QCoreApplication::translate("EnergyWords", text); }

enum class Origin { Stated, Formula, Overridden, Missing };

Origin originOf(const hardware::Accelerator& accelerator, std::size_t level)
{
    const bool formula = accelerator.energySource != hardware::EnergySource::Explicit;
    if (accelerator.levels[level].accessEnergy)
        return formula ? Origin::Overridden : Origin::Stated;
    return hardware::accessEnergy(accelerator, BufferLevelId{static_cast<std::uint32_t>(level)}) ? Origin::Formula
                                                                                                 : Origin::Missing;
}

QString formulaSentence(const hardware::Accelerator& accelerator, std::size_t level)
{
    const QString formula =
        accelerator.energySource == hardware::EnergySource::TimeloopPat
            ? say("Computed by the pat-public formula of Timeloop (commit 019f107) from capacity, word width and "
                  "cluster size; it was fitted to memories of 0.5 to 100 KiB.")
            : say("Computed by the pat-public formula of Timeloop (commit 019f107) up to 100 KiB; larger memories "
                  "as banks, by the square root of their size.");
    const auto caution = hardware::energyCaution(accelerator, BufferLevelId{static_cast<std::uint32_t>(level)});
    return caution ? formula + QLatin1Char('\n') + say("Caution: %1.").arg(QString::fromStdString(*caution)) : formula;
}

} // namespace

QString energySourceName(hardware::EnergySource source)
{
    switch (source) {
    case hardware::EnergySource::Explicit: return say("stated level by level");
    case hardware::EnergySource::TimeloopPat: return say("formula of Timeloop (pat-public)");
    case hardware::EnergySource::BankedPat: return say("formula of Timeloop, large memories in banks");
    }
    return {};
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
    case Origin::Formula: return formulaSentence(accelerator, level);
    case Origin::Overridden:
        return say("The accelerator states this energy; it overrides the pat-public formula of Timeloop. Clear it to "
                   "return to the formula.");
    case Origin::Missing:
        return say("No energy per access: state one, or take the formula of Timeloop as the energy source.");
    }
    return {};
}

} // namespace nestloom::ui
