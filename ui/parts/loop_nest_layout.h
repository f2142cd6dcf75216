// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "ui/words/buffer_use.h"
#include "ui/words/loop_words.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
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

/// Translates what the loop nest says.
class LoopNestViewWords {
    Q_DECLARE_TR_FUNCTIONS(LoopNestView)
};

/// Where everything of a loop nest is drawn, in pixels from the top left corner of the scrolled content. Computed from
/// values and fonts alone, so that hit tests, painting and tests agree.
struct LoopNestLayout {
    struct Factor { // a prime of a bound that can be taken on its own
        std::int64_t prime = 2;
        QRectF rect;
    };
    struct LoopRow {
        LoopRef loop;
        bool spatial = false;
        hardware::Axis axis = hardware::Axis::Columns;
        QString text;            // "for P in 0..7"
        QRectF rect;             // whole row, for hits and highlights
        double textLeft = 0;     // after indentation
        PerTensor<QRectF> chips; // W, I, O: re-used or moved
        PerTensor<TensorEffect> effects;
        std::vector<Factor> factors; // only while the nest is edited, and of bounds with several primes
    };
    struct Drop { // where a loop that is let go would stand
        mapping::LoopPlace place;
        QRectF mark;             // a line between rows, or the children that it would be spread over
        bool onChildren = false; // then along whichever axis has room
    };
    struct TensorRow {
        TensorUse use;
        QRectF rect;
        double fraction = 0; // of the capacity; 0 when unbounded
        bool bounded = false;
        QString bytes; // "14 KiB"
        QString shape; // may be elided; the tool tip has it whole
        QString toolTip;
    };
    struct Grid { // children of one instance
        QRectF rect;
        std::int64_t columns = 1, rows = 1, used = 1;
        std::int64_t usedColumns = 1, usedRows = 1;
        QString caption; // "K 4 across 4 columns, P 4 across 4 rows"
        QString count;   // "16 of 16 LocalBuffer"
        QRectF captionRect;
        bool shown() const { return columns * rows > 1; }
    };
    struct Band {
        std::size_t level = 0;
        QRectF rect;
        QRectF headerRect;
        QString name;
        QString instances; // "16 of 16 used"; empty for a single instance
        QString capacity;  // "32.8 KiB of 64 KiB (51 %)"
        bool overflows = false;
        std::vector<LoopRow> loops;
        std::vector<TensorRow> tensors;
        Grid grid;
        QRectF noLoopsRect; // where "no loops" is said
    };
    std::vector<Band> bands;
    double width = 0;
    double height = 0;

    const LoopRow* rowAt(QPointF point) const;
    const LoopRow* row(LoopRef loop) const;
    const TensorRow* tensorAt(QPointF point) const;
    const Band* bandAt(QPointF point) const;
    std::optional<Drop> dropAt(QPointF point) const;
};

/// Fonts of the view: words, and a fixed-width one for loops.
struct LoopNestFonts {
    QFont body;
    QFont caption;
    QFont strong;
    QFont code;
};

inline constexpr double kLoopNestMinimumWidth = 520; // below that the view scrolls sideways

LoopNestLayout layOutLoopNest(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const mapping::LayerMapping& mapping, const LoopNestFonts& fonts, double width,
                              bool editable = false);

} // namespace nestloom::ui
