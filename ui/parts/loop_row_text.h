// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "ui/words/loop_words.h"

#include <QFontMetricsF>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// The words of a row of the loop nest and the chips behind them, with their widths in pixels.
class LoopRowText {
public:
    static constexpr double kChip = 15; // side of a chip, at least
    static constexpr double kFactorLeft = 8, kFactorGap = 3;

    LoopRowText(const QFont& code, const QFont& caption, bool editable)
        : m_code(code), m_caption(caption), m_editable(editable)
    {
    }

    enum class Kind { Temporal, Spatial, OverAxis };
    /// What a loop is: spatial ones name their axis where children lie on columns and rows.
    static Kind kindOf(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, LoopRef loop);

    /// "for P in 0..8", "par for K in 0..4", "par for K in 0..4 along rows".
    static QString text(const mapping::Loop& loop, Kind kind);
    /// "K 4 x P 4"; words for none.
    static QString factors(const std::vector<mapping::Loop>& loops);

    double textWidth(const mapping::Loop& loop, Kind kind) const { return m_code.horizontalAdvance(text(loop, kind)); }
    /// Text and chips.
    double width(const mapping::Loop& loop, Kind kind) const;
    /// Primes of a bound that can be taken one by one; none while the nest is not edited.
    std::vector<std::int64_t> loosePrimes(const mapping::Loop& loop) const;
    double factorWidth(std::int64_t prime) const;

private:
    QFontMetricsF m_code, m_caption;
    bool m_editable;
};

} // namespace nestloom::ui
