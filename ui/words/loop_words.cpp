// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/loop_words.h"

#include "engine/base/integers.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QStringList>

#include <algorithm>

namespace nestloom::ui {

mapping::LoopPlace placeOf(const mapping::LayerMapping& mapping, LoopRef loop)
{
    const std::size_t temporal = mapping.levels[loop.level].temporal.size();
    return loop.position < temporal
               ? mapping::LoopPlace{loop.level, false, loop.position}
               : mapping::LoopPlace{loop.level, true, loop.position - temporal, loopAt(mapping, loop).axis};
}

LoopRef refOf(const mapping::LayerMapping& mapping, const mapping::LoopPlace& place)
{
    return {place.level, place.position + (place.spatial ? mapping.levels[place.level].temporal.size() : 0)};
}

std::vector<std::int64_t> primesOf(std::int64_t bound)
{
    std::vector<std::int64_t> primes;
    for (const PrimeFactor& factor : primeFactors(bound))
        primes.insert(primes.end(), std::size_t(factor.multiplicity), factor.prime);
    return primes;
}

QString placeName(const hardware::Accelerator& accelerator, const mapping::LoopPlace& place)
{
    const QString level = qt(accelerator.levels[place.level].name);
    if (place.spatial && accelerator.levels[place.level].fanout.isPlane())
        return (place.axis == hardware::Axis::Rows ? Words::tr("%1, rows") : Words::tr("%1, columns")).arg(level);
    return place.spatial ? Words::tr("%1, spatial").arg(level) : level;
}

QString moveWords(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, const LoopMove& move)
{
    const mapping::Loop* loop = mapping::loopAt(mapping, move.from);
    if (!loop)
        return {};
    const QString what = QStringLiteral("%1 %2").arg(QLatin1Char(workload::letter(loop->dimension))).arg(move.factor);
    const bool sameList = move.from.level == move.to.level && move.from.spatial == move.to.spatial
                          && (!move.to.spatial || loop->axis == move.to.axis);
    return (sameList ? Words::tr("%1 within %2") : Words::tr("%1 to %2")).arg(what, placeName(accelerator, move.to));
}

using mapping::LayerMapping;
using mapping::LevelLoops;
using mapping::Loop;

namespace {

bool anyRelevant(const std::vector<Loop>& loops, std::size_t from, TensorRole role)
{
    return std::any_of(
        loops.begin() + std::ptrdiff_t(std::min(from, loops.size())), loops.end(),
        [role](const Loop& loop) { return loop.bound > 1 && workload::isRelevant(role, loop.dimension); });
}

/// The next level inside `level` that keeps the tensor.
std::optional<std::size_t> innerKeeper(const LayerMapping& mapping, std::size_t level, TensorRole role)
{
    for (std::size_t i = level + 1; i < mapping.levels.size(); ++i)
        if (mapping.levels[i].keeps.contains(role))
            return i;
    return std::nullopt;
}

/// The level at or outside `level` that keeps the tensor; the outermost keeps all.
std::size_t outerKeeper(const LayerMapping& mapping, std::size_t level, TensorRole role)
{
    while (level > 0 && !mapping.levels[level].keeps.contains(role))
        --level;
    return level;
}

TensorEffect temporalEffect(const LayerMapping& mapping, LoopRef ref, TensorRole role)
{
    const std::optional<std::size_t> keeper = innerKeeper(mapping, ref.level, role);
    if (workload::isRelevant(role, loopAt(mapping, ref).dimension))
        return {LoopEffect::Moves, keeper};
    bool changedInside = anyRelevant(mapping.levels[ref.level].temporal, ref.position + 1, role);
    for (std::size_t i = ref.level + 1; keeper && i < *keeper; ++i)
        changedInside = changedInside || anyRelevant(mapping.levels[i].temporal, 0, role);
    if (keeper && !changedInside)
        return {LoopEffect::Stays, keeper};
    return {LoopEffect::ReadAgain, outerKeeper(mapping, ref.level, role)};
}

QString placeName(const hardware::Accelerator& accelerator, std::optional<std::size_t> level)
{
    return level ? qt(accelerator.levels[*level].name) : Words::tr("the MAC units");
}

/// "(stay in LocalBuffer)" and so on; outputs need words of their own because they are written.
QString effectDetail(const hardware::Accelerator& accelerator, TensorRole role, const TensorEffect& effect)
{
    const QString place = placeName(accelerator, effect.level);
    const bool outputs = role == TensorRole::Outputs;
    switch (effect.effect) {
    case LoopEffect::Stays: return outputs ? Words::tr("add up in %1").arg(place) : Words::tr("stay in %1").arg(place);
    case LoopEffect::ReadAgain:
        return outputs ? Words::tr("partial sums go back to %1 each step").arg(place)
                       : Words::tr("read again from %1 each step").arg(place);
    case LoopEffect::Moves:
        return outputs ? Words::tr("another tile in %1 each step").arg(place)
                       : Words::tr("another tile to %1 each step").arg(place);
    case LoopEffect::Shared:
        return outputs ? Words::tr("the children's partial sums are added") : Words::tr("one copy serves all children");
    case LoopEffect::Copied:
        return outputs ? Words::tr("added in %1, one child after the other").arg(place)
                       : Words::tr("each child has its own copy from %1").arg(place);
    case LoopEffect::Split: return Words::tr("each child has its own part");
    }
    return {};
}

} // namespace

std::vector<LoopRef> loopsOf(const LayerMapping& mapping)
{
    std::vector<LoopRef> loops;
    for (std::size_t level = 0; level < mapping.levels.size(); ++level) {
        const std::size_t count = mapping.levels[level].temporal.size() + mapping.levels[level].spatial.size();
        for (std::size_t position = 0; position < count; ++position)
            loops.push_back({level, position});
    }
    return loops;
}

bool isSpatial(const LayerMapping& mapping, LoopRef loop)
{
    return loop.position >= mapping.levels[loop.level].temporal.size();
}

const Loop& loopAt(const LayerMapping& mapping, LoopRef loop)
{
    const LevelLoops& level = mapping.levels[loop.level];
    return isSpatial(mapping, loop) ? level.spatial[loop.position - level.temporal.size()]
                                    : level.temporal[loop.position];
}

PerTensor<TensorEffect> loopEffects(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopRef loop)
{
    PerTensor<TensorEffect> effects;
    for (const TensorRole role : kTensorRoles) {
        if (isSpatial(mapping, loop)) {
            const bool split = workload::isRelevant(role, loopAt(mapping, loop).dimension);
            if (split || accelerator.levels[loop.level].multicast.contains(role))
                effects[role] = {split ? LoopEffect::Split : LoopEffect::Shared,
                                 innerKeeper(mapping, loop.level, role)};
            else
                effects[role] = {LoopEffect::Copied, outerKeeper(mapping, loop.level, role)};
        } else {
            effects[role] = temporalEffect(mapping, loop, role);
        }
    }
    return effects;
}

bool isReuse(LoopEffect effect) { return effect == LoopEffect::Stays || effect == LoopEffect::Shared; }

QString loopTitle(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopRef loop)
{
    const Loop& l = loopAt(mapping, loop);
    const bool overAxis = isSpatial(mapping, loop) && accelerator.levels[loop.level].fanout.isPlane();
    const QString pattern = !isSpatial(mapping, loop)        ? Words::tr("for %1 in 0..%2 at %3")
                            : !overAxis                      ? Words::tr("par for %1 in 0..%2 at %3")
                            : l.axis == hardware::Axis::Rows ? Words::tr("par for %1 in 0..%2 along the rows at %3")
                                                             : Words::tr("par for %1 in 0..%2 along the columns at %3");
    return pattern.arg(QLatin1Char(workload::letter(l.dimension)))
        .arg(l.bound)
        .arg(qt(accelerator.levels[loop.level].name));
}

QString loopExplanation(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopRef loop)
{
    const PerTensor<TensorEffect> effects = loopEffects(accelerator, mapping, loop);
    QStringList reused;
    QStringList copied;
    QStringList moved;
    for (const TensorRole role : kTensorRoles) {
        const QString text = Words::tr("%1 (%2)").arg(tensorName(role), effectDetail(accelerator, role, effects[role]));
        (isReuse(effects[role].effect) ? reused : effects[role].effect == LoopEffect::Copied ? copied : moved) << text;
    }
    const QString separator = QStringLiteral(", ");
    QStringList parts;
    if (!reused.isEmpty())
        parts << Words::tr("re-uses %1").arg(reused.join(separator));
    if (!copied.isEmpty())
        parts << Words::tr("copies %1").arg(copied.join(separator));
    if (!moved.isEmpty())
        parts << (isSpatial(mapping, loop) ? Words::tr("splits %1") : Words::tr("moves %1")).arg(moved.join(separator));
    return parts.join(QStringLiteral("; "));
}

QString multicastText(TensorSet multicast)
{
    if (multicast == TensorSet::all())
        return Words::tr("multicast");
    QStringList tensors;
    for (const TensorRole role : kTensorRoles)
        if (multicast.contains(role))
            tensors << tensorName(role);
    return tensors.isEmpty() ? Words::tr("no multicast")
                             : Words::tr("multicast of %1").arg(tensors.join(QStringLiteral(", ")));
}

QString dataflowText(const LayerMapping& mapping)
{
    for (std::size_t level = std::min<std::size_t>(2, mapping.levels.size()); level-- > 0;) {
        const std::vector<Loop>& loops = mapping.levels[level].temporal;
        const auto innermost =
            std::find_if(loops.rbegin(), loops.rend(), [](const Loop& loop) { return loop.bound > 1; });
        if (innermost == loops.rend())
            continue;
        if (!workload::isRelevant(TensorRole::Weights, innermost->dimension))
            return Words::tr("weight stationary");
        if (!workload::isRelevant(TensorRole::Inputs, innermost->dimension))
            return Words::tr("input stationary");
        if (!workload::isRelevant(TensorRole::Outputs, innermost->dimension))
            return Words::tr("output stationary");
        return Words::tr("nothing stationary");
    }
    return Words::tr("no loops outside the PEs");
}

} // namespace nestloom::ui
