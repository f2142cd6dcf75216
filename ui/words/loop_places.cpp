// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/loop_places.h"

#include "engine/base/integers.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(LoopPlaces)
};

} // namespace

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
    const QString level = QString::fromStdString(accelerator.levels[place.level].name);
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

} // namespace nestloom::ui
