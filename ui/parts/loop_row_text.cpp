// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/loop_row_text.h"

#include "ui/words/loop_places.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kFactorPadding = 4;
}

LoopRowText::Kind LoopRowText::kindOf(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping,
                                      LoopRef loop)
{
    if (!isSpatial(mapping, loop))
        return Kind::Temporal;
    return accelerator.levels[loop.level].fanout.isPlane() ? Kind::OverAxis : Kind::Spatial;
}

QString LoopRowText::text(const mapping::Loop& loop, Kind kind)
{
    const QString along =
        kind != Kind::OverAxis
            ? QString()
            : QStringLiteral(" along %1").arg(QString::fromStdString(std::string(hardware::name(loop.axis))));
    return QStringLiteral("%1for %2 in 0..%3%4")
        .arg(kind != Kind::Temporal ? QStringLiteral("par ") : QString(),
             QString(QLatin1Char(workload::letter(loop.dimension))))
        .arg(loop.bound)
        .arg(along);
}

QString LoopRowText::factors(const std::vector<mapping::Loop>& loops)
{
    QStringList parts;
    for (const mapping::Loop& loop : loops)
        parts << QStringLiteral("%1 %2").arg(QLatin1Char(workload::letter(loop.dimension))).arg(loop.bound);
    return parts.isEmpty() ? QCoreApplication::translate("LoopNestView", "no spatial loop")
                           : parts.join(QStringLiteral(" \u00d7 "));
}

double LoopRowText::factorWidth(std::int64_t prime) const
{
    return std::max(kChip, m_caption.horizontalAdvance(QString::number(prime)) + 2 * kFactorPadding);
}

std::vector<std::int64_t> LoopRowText::loosePrimes(const mapping::Loop& loop) const
{
    const std::vector<std::int64_t> primes = m_editable ? primesOf(loop.bound) : std::vector<std::int64_t>{};
    return primes.size() > 1 ? primes : std::vector<std::int64_t>{};
}

double LoopRowText::width(const mapping::Loop& loop, Kind kind) const
{
    const std::vector<std::int64_t> primes = loosePrimes(loop);
    double width = textWidth(loop, kind) + (primes.empty() ? 0 : kFactorLeft);
    for (const std::int64_t prime : primes)
        width += factorWidth(prime) + kFactorGap;
    return width;
}

} // namespace nestloom::ui
