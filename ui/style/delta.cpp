// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/delta.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <cmath>

namespace nestloom::ui {

namespace {

constexpr int kMostDecimals = 4;

Delta::Verdict verdictOf(double change, Better better)
{
    if (change == 0)
        return Delta::Verdict::Same;
    if (better == Better::Neither)
        return Delta::Verdict::Other;
    return (change < 0) == (better == Better::Smaller) ? Delta::Verdict::Better : Delta::Verdict::Worse;
}

/// `change` as "+0.4 %": a change that one decimal would round away gets more.
QString visiblePercent(double change)
{
    for (int decimals = 1; decimals < kMostDecimals; ++decimals)
        if (std::abs(change) * 100 >= 0.5 * std::pow(10.0, -decimals))
            return format::signedPercent(change, decimals);
    return format::signedPercent(change, kMostDecimals);
}

QString verdictWord(Delta::Verdict verdict)
{
    switch (verdict) {
    case Delta::Verdict::Better: return Words::tr(", better");
    case Delta::Verdict::Worse: return Words::tr(", worse");
    default: return {};
    }
}

} // namespace

Delta delta(std::optional<double> value, std::optional<double> baseline, Better better)
{
    if (!value || !baseline || !std::isfinite(*value) || !std::isfinite(*baseline))
        return {};
    if (*value == *baseline)
        return {{}, Delta::Verdict::Same, {}};
    if (*baseline == 0)
        return {Words::tr("from 0"), verdictOf(*value, better), {}}; // no percentage of nothing
    const double change = (*value - *baseline) / std::abs(*baseline);
    return {visiblePercent(change), verdictOf(change, better), {}};
}

Delta pointsDelta(std::optional<double> value, std::optional<double> baseline, Better better)
{
    if (!value || !baseline || !std::isfinite(*value) || !std::isfinite(*baseline))
        return {};
    const double change = *value - *baseline;
    if (std::abs(change) * 100 < 0.5 * std::pow(10.0, -kMostDecimals)) // nothing of it would be shown
        return {{}, Delta::Verdict::Same, {}};
    QString text = visiblePercent(change);
    text.replace(QLatin1Char('%'), Words::tr("pp"));
    return {text, verdictOf(change, better), {}};
}

Delta unlike(Delta delta, const QString& reason)
{
    if (reason.isEmpty())
        return delta;
    if (delta.isShown())
        delta.verdict = Delta::Verdict::Other;
    delta.reason = reason;
    return delta;
}

QColor deltaColour(Delta::Verdict verdict, const Theme& theme)
{
    switch (verdict) {
    case Delta::Verdict::Better: return theme.better;
    case Delta::Verdict::Worse: return theme.worse;
    default: return theme.mutedText;
    }
}

QString deltaSentence(const Delta& delta, const QString& exactBaseline, const QString& baselineName)
{
    if (delta.verdict == Delta::Verdict::None)
        return {};
    const QString change = delta.isShown() ? delta.text + verdictWord(delta.verdict) : Words::tr("no difference");
    const QString sentence = Words::tr("%1 (baseline): %2; %3").arg(baselineName, exactBaseline, change);
    return delta.reason.isEmpty() ? sentence : sentence + Words::tr("; no verdict: %1").arg(delta.reason);
}

} // namespace nestloom::ui
