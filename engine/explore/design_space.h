// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/accelerator_fields.h"
#include "engine/explore/sampling.h"

#include <cstddef>
#include <functional>
#include <string>

namespace nestloom::explore {

inline constexpr std::size_t kMaxPoints = 1'000'000; // accelerators; more is a typing error

/// One field and the values it takes.
struct Axis {
    std::string path;           // see accelerator_fields.h and run_fields.h
    std::vector<double> values; // in the unit of kindOf()
    bool perSecond = false;     // of a bandwidth: the values are B/s, which a swept clock leaves alone; else B/cycle
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// A field that follows from others: set after the axes, and after the linked fields that it follows from.
struct LinkedField {
    std::string path;
    std::string expression; // as it is written; `value` evaluates it, in the unit of the field
    std::function<Result<double>(const hardware::Accelerator&)> value;
};

/// What an accelerator must keep to.
struct Condition {
    std::string expression; // as it is written
    std::function<Result<bool>(const hardware::Accelerator&)> holds;
};

/// An accelerator and what is varied of it: every combination of the axes' values is one point, or those that are
/// drawn of them and keep to the conditions.
struct DesignSpace {
    hardware::Accelerator base;
    std::vector<Axis> axes;
    std::vector<LinkedField> links{};
    std::vector<Condition> conditions{};
    std::optional<Sample> sample{}; // nothing = all combinations
    /// With a sample or conditions: which value of each axis a point has, points one after the other (choosePoints()).
    std::vector<std::uint32_t> chosen{};
    std::size_t leftOut = 0; // points that do not keep to the conditions
    bool isChosen() const { return sample || !conditions.empty(); }
};

struct DesignPoint {
    std::size_t index = 0;
    std::vector<double> values;        // one per axis
    hardware::Accelerator accelerator; // of a refused point: as far as its values could be set
    std::string refusal;               // why no such accelerator can be built; empty = it can
};

/// What the values of an axis over a field are; of a field that the base does not have, Count.
FieldKind kindOf(const Field& field, const Axis& axis);
FieldKind kindOf(const DesignSpace& space, const Axis& axis);

/// Input rules: axes over different fields of the accelerator, each with at least one value and none twice; links to
/// other fields than those, none of which follows from itself; at most kMaxPoints points.
/// Fails   InvalidInput, in one sentence.
Status check(const DesignSpace& space);

/// Chooses the points of a space with a sample or conditions. One that cannot be built stays: it is refused later.
/// Fails   as check() and drawRows(); InvalidInput when a condition has no value, or no point is left.
Status choosePoints(DesignSpace& space);

/// Number of points of a space that check() accepted.
std::size_t count(const DesignSpace& space);

/// The values of point number `index` < count(), one per axis: cheap, nothing is built.
std::vector<double> valuesAt(const DesignSpace& space, std::size_t index);
/// Which of the values of axis number `axis` that point has.
std::size_t levelAt(const DesignSpace& space, std::size_t index, std::size_t axis);

/// Point number `index` < count(): the last axis changes fastest, as digits do.
DesignPoint point(const DesignSpace& space, std::size_t index);

/// Makes points one after the other, as point() does: the swept fields are found once.
class PointMaker {
public:
    explicit PointMaker(const DesignSpace& space); // must outlive this
    DesignPoint operator()(std::size_t index) const;

private:
    struct Swept {
        Result<FieldSetter> field;
        FieldKind unit;
    };
    const DesignSpace& m_space;
    std::vector<Swept> m_swept;
    Result<std::vector<std::size_t>> m_links; // each after those that it follows from
};

/// On how many points of a space energies come from a formula for smaller memories, and of the first of them why
/// (hardware/energy_table.h): one sentence; empty when there is none.
std::string energyCaution(const DesignSpace& space);

/// What holds for `changed` and not for `base`; empty when there is nothing.
std::string newEnergyCaution(const hardware::Accelerator& base, const hardware::Accelerator& changed);

} // namespace nestloom::explore
