// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/level_edits.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace nestloom::hardware {

namespace {

constexpr Bytes kFirstCapacity{64 * 1024}; // of a level that is added where no level has a capacity

Error refused(const std::string& message) { return {ErrorCode::InvalidInput, message, ""}; }

/// "Buffer", "Buffer2", "Buffer3": the first that no level is called.
std::string freeName(const Accelerator& accelerator, const std::string& wish)
{
    std::string name = wish;
    for (int number = 2; accelerator.findLevel(name); ++number)
        name = wish + std::to_string(number);
    return name;
}

/// The level that a finding is about: "levels[2].keeps" -> its name.
std::string levelOf(const Accelerator& accelerator, const Finding& finding)
{
    constexpr std::string_view kPrefix = "levels[";
    std::size_t index = accelerator.levels.size();
    if (finding.key.starts_with(kPrefix))
        std::from_chars(finding.key.data() + kPrefix.size(), finding.key.data() + finding.key.size(), index);
    return index < accelerator.levels.size() ? accelerator.levels[index].name : std::string();
}

/// The edit, unless check() finds something in it that was not there before.
Result<LevelEdit> checked(const Accelerator& before, LevelEdit edit, const std::string& what)
{
    const std::vector<Finding> known = check(before);
    for (const Finding& finding : check(edit.accelerator)) {
        const std::string level = levelOf(edit.accelerator, finding);
        const auto isKnown = [&](const Finding& old) {
            return old.message == finding.message && levelOf(before, old) == level;
        };
        if (std::ranges::none_of(known, isKnown))
            return refused(what + (level.empty() ? ": " : ", because " + level + " would break a rule: ")
                           + finding.message);
    }
    return edit;
}

/// The nearest level to `at`, outwards first, that satisfies `has`; nothing when there is none.
template <typename Has>
const BufferLevel* nearest(const Accelerator& accelerator, std::size_t at, Has has)
{
    for (std::size_t i = at + 1; i-- > 0;)
        if (has(accelerator.levels[i]))
            return &accelerator.levels[i];
    for (std::size_t i = at + 1; i < accelerator.levels.size(); ++i)
        if (has(accelerator.levels[i]))
            return &accelerator.levels[i];
    return nullptr;
}

void insert(Accelerator& accelerator, std::size_t at, BufferLevel level)
{
    accelerator.levels.insert(accelerator.levels.begin() + std::ptrdiff_t(at), std::move(level));
}

Result<LevelEdit> noSuchLevel(std::size_t level) { return refused("there is no level " + std::to_string(level + 1)); }

} // namespace

Result<LevelEdit> withLevelAdded(const Accelerator& accelerator, std::size_t outer)
{
    if (outer >= accelerator.levels.size())
        return noSuchLevel(outer);
    const BufferLevel& above = accelerator.levels[outer];
    BufferLevel level;
    level.name = freeName(accelerator, "Buffer");
    level.elementBits = above.elementBits;
    level.accessElements = above.accessElements;
    const auto* sized = nearest(accelerator, outer, [](const BufferLevel& one) { return one.capacity.has_value(); });
    level.capacity = sized ? sized->capacity : kFirstCapacity;
    if (accelerator.energySource == EnergySource::Explicit)
        if (const auto* stated =
                nearest(accelerator, outer, [](const BufferLevel& one) { return one.accessEnergy.has_value(); }))
            level.accessEnergy = stated->accessEnergy, level.fillEnergy = stated->fillEnergy,
            level.updateEnergy = stated->updateEnergy;
    LevelEdit edit{accelerator, outer + 1};
    insert(edit.accelerator, outer + 1, std::move(level));
    return checked(accelerator, std::move(edit), "no level can be added inside " + above.name);
}

Result<LevelEdit> withLevelDuplicated(const Accelerator& accelerator, std::size_t level)
{
    if (level >= accelerator.levels.size())
        return noSuchLevel(level);
    LevelEdit edit{accelerator, level + 1};
    BufferLevel copy = accelerator.levels[level];
    copy.name = freeName(accelerator, copy.name + "Copy");
    edit.accelerator.levels[level].fanout = {}; // the copy feeds the children now
    if (accelerator.interconnect.below == accelerator.levels[level].name)
        edit.accelerator.interconnect.below = copy.name;
    insert(edit.accelerator, level + 1, std::move(copy));
    return checked(accelerator, std::move(edit), accelerator.levels[level].name + " cannot be duplicated");
}

Result<LevelEdit> withLevelRemoved(const Accelerator& accelerator, std::size_t level)
{
    if (level >= accelerator.levels.size())
        return noSuchLevel(level);
    const std::string what = accelerator.levels[level].name + " cannot be removed";
    if (accelerator.levels.size() == 1)
        return refused(what + ": an accelerator needs at least one level");
    const std::size_t heir = level == 0 ? 1 : level - 1; // takes over the fan-out
    LevelEdit edit{accelerator, level == 0 ? 0 : level - 1};
    Fanout& fanout = edit.accelerator.levels[heir].fanout;
    fanout.columns *= accelerator.levels[level].fanout.columns;
    fanout.rows *= accelerator.levels[level].fanout.rows;
    if (accelerator.interconnect.below == accelerator.levels[level].name)
        edit.accelerator.interconnect.below = accelerator.levels[heir].name;
    edit.accelerator.levels.erase(edit.accelerator.levels.begin() + std::ptrdiff_t(level));
    return checked(accelerator, std::move(edit), what);
}

Result<LevelEdit> withLevelMoved(const Accelerator& accelerator, std::size_t level, bool inwards)
{
    const std::size_t count = accelerator.levels.size();
    if (level >= count)
        return noSuchLevel(level);
    const std::string what = accelerator.levels[level].name + " cannot move " + (inwards ? "inwards" : "outwards");
    if (inwards ? level + 1 == count : level == 0)
        return refused(what + ": it is the " + (inwards ? "innermost" : "outermost") + " level already");
    const std::size_t other = inwards ? level + 1 : level - 1;
    LevelEdit edit{accelerator, other};
    BufferLevel& here = edit.accelerator.levels[level];
    BufferLevel& there = edit.accelerator.levels[other];
    std::swap(here, there);
    std::swap(here.fanout, there.fanout); // fan-outs stay at their places
    std::string& below = edit.accelerator.interconnect.below;
    if (below == here.name)
        below = there.name;
    else if (below == there.name)
        below = here.name;
    return checked(accelerator, std::move(edit), what);
}

Accelerator withLevelRenamed(const Accelerator& accelerator, std::size_t level, const std::string& name)
{
    Accelerator changed = accelerator;
    std::string& now = changed.levels[level].name;
    if (changed.interconnect.below == now && !name.empty()) // empty would mean that there is no interconnect
        changed.interconnect.below = name;
    now = name;
    return changed;
}

} // namespace nestloom::hardware
