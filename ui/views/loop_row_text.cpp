// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/loop_row_text.h"

#include "ui/models/loop_places.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kFactorPadding = 4;
}

QString LoopRowText::text(const mapping::Loop& loop, bool spatial)
{
    return QStringLiteral("%1for %2 in 0..%3")
        .arg(spatial ? QStringLiteral("par ") : QString(), QString(QLatin1Char(workload::letter(loop.dimension))))
        .arg(loop.bound);
}

QString LoopRowText::factors(const std::vector<mapping::Loop>& loops)
{
    QStringList parts;
    for (const mapping::Loop& loop : loops)
        parts << QStringLiteral("%1 %2").arg(QLatin1Char(workload::letter(loop.dimension))).arg(loop.bound);
    return parts.isEmpty() ? QCoreApplication::translate("LoopNestView", "no spatial loop") : parts.join(QStringLiteral(" \u00d7 "));
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

double LoopRowText::width(const mapping::Loop& loop, bool spatial) const
{
    const std::vector<std::int64_t> primes = loosePrimes(loop);
    double width = textWidth(loop, spatial) + (primes.empty() ? 0 : kFactorLeft);
    for (const std::int64_t prime : primes)
        width += factorWidth(prime) + kFactorGap;
    return width;
}

} // namespace nestloom::ui
