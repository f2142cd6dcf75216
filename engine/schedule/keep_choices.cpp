// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/keep_choices.h"

#include "engine/mapping/constraints.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace nestloom::schedule {

namespace {

constexpr std::size_t kMostPlaces = 16; // the masks of more are not listed at all

/// A tensor that a level keeps and need not keep.
struct Place {
    std::size_t level = 0;
    TensorRole role = TensorRole::Weights;
};

bool mustKeep(const hardware::Accelerator& accelerator, const std::vector<mapping::Constraint>& constraints,
              const Place& place)
{
    return std::ranges::any_of(constraints, [&](const mapping::Constraint& constraint) {
        const auto* keeps = std::get_if<mapping::KeepConstraint>(&constraint.what);
        return keeps && keeps->keep && constraint.level == accelerator.levels[place.level].name
               && keeps->tensors.contains(place.role);
    });
}

std::vector<Place> freePlaces(const hardware::Accelerator& accelerator)
{
    const auto constraints = mapping::parseConstraints(accelerator, accelerator.constraints);
    std::vector<Place> places;
    for (std::size_t level = 1; level < accelerator.levels.size(); ++level)
        for (const TensorRole role : kTensorRoles)
            if (accelerator.levels[level].keeps.contains(role)
                && !(constraints && mustKeep(accelerator, *constraints, {level, role})))
                places.push_back({level, role});
    if (places.size() > kMostPlaces)
        places.resize(kMostPlaces);
    return places;
}

} // namespace

std::vector<hardware::Accelerator> fewerKeeps(const hardware::Accelerator& accelerator)
{
    const std::vector<Place> places = freePlaces(accelerator);
    std::vector<std::uint32_t> masks; // of the places that are left out
    for (std::uint32_t mask = 1; mask < (std::uint32_t(1) << places.size()); ++mask)
        masks.push_back(mask);
    std::ranges::stable_sort(masks, {}, [](std::uint32_t mask) { return std::popcount(mask); });
    if (masks.size() > kMostKeepChoices)
        masks.resize(kMostKeepChoices);
    std::vector<hardware::Accelerator> choices;
    for (const std::uint32_t mask : masks) {
        hardware::Accelerator& choice = choices.emplace_back(accelerator);
        for (std::size_t i = 0; i < places.size(); ++i)
            if (mask >> i & 1) {
                hardware::BufferLevel& level = choice.levels[places[i].level];
                level.keeps = level.keeps.without(places[i].role);
                if (level.keeps.empty()) // it only fans out
                    level.capacity.reset();
            }
    }
    return choices;
}

bool hasAllKeepChoices(const hardware::Accelerator& accelerator)
{
    return (std::size_t(1) << freePlaces(accelerator).size()) <= kMostKeepChoices + 1;
}

} // namespace nestloom::schedule
