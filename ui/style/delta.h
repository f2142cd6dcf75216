// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

#include <optional>

namespace nestloom::ui {

struct Theme;

/// Which way a quantity should move: cycles and energy down, utilisation up; of a size neither is better.
enum class Better { Smaller, Larger, Neither };

/// A value against that of the baseline.
struct Delta {
    enum class Verdict {
        None, // there is nothing to compare with
        Same,
        Better,
        Worse,
        Other // differs, and neither way is better
    };
    QString text; // "-8.2 %", "+3.1 pp"; empty for None and Same
    Verdict verdict = Verdict::None;
    QString reason{}; // why it is no verdict, or why there is none at all
    bool isShown() const { return !text.isEmpty(); }
};

/// The change as a percentage of the baseline, with as many decimals as it takes to see it.
Delta delta(std::optional<double> value, std::optional<double> baseline, Better better);
/// Of two ratios (0.71), in percentage points.
Delta pointsDelta(std::optional<double> value, std::optional<double> baseline, Better better);

/// Between figures that are not of one kind: it is told, and neither better nor worse. Unchanged without a reason.
Delta unlike(Delta delta, const QString& reason);

/// Text colour: green-blue for better, orange for worse, muted for the rest. The sign says it as well.
QColor deltaColour(Delta::Verdict verdict, const Theme& theme);

/// "run 11 (baseline): 13,522,000 cycles; -8.2 %, better"; "... ; no difference"; and the reason of unlike(). Empty for
/// None.
QString deltaSentence(const Delta& delta, const QString& exactBaseline, const QString& baselineName);

} // namespace nestloom::ui
