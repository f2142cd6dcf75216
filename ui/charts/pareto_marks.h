// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pareto_cloud.h"
#include "ui/style/theme.h"

#include <QPixmap>

#include <map>
#include <tuple>

class QPainter;

namespace nestloom::ui {

/// The marks of points: a shape per series, a colour per legend entry. Each is painted once and then copied, which is
/// what makes ten thousand of them fast.
class ParetoMarks {
public:
    using Weight = ParetoWeight;

    static constexpr double kSize = 11; // side of the square that a mark stands in
    static constexpr int kColours = 32; // different ones; more legend entries share them
    static constexpr int kByFront = -1; // instead of a colour: that of the series

    void reset(const Theme& theme, double devicePixelRatio); // forgets all when either differs
    /// Draws shapes instead of copies, for a picture that can be scaled.
    void setVector(bool on) { m_isVector = on; }
    /// `colour` of `colours` legend entries. `hollow`: the outline only.
    void draw(QPainter& painter, QPointF centre, int series, int colour, int colours, Weight weight,
              bool hollow = false);
    /// Of a mark, premultiplied with the opacity of its weight.
    QRgb dotColour(int series, int colour, int colours, Weight weight) const;
    /// A ring with a dot: a stored run.
    void drawRun(QPainter& painter, QPointF centre, Weight weight);

private:
    static int shadeOf(int series, int colour, int colours);
    QColor fillOf(int shade) const;
    void drawMark(QPainter& painter, QPointF centre, int shape, int colour, Weight weight, bool hollow);
    void paintMark(QPainter& painter, int shape, int colour, Weight weight, bool hollow) const; // around the origin

    const Theme* m_theme = nullptr;
    double m_ratio = 1;
    bool m_isVector = false;
    std::map<std::tuple<int, int, Weight, bool>, QPixmap> m_marks;
};

/// The colour of one front among several (colour-blind safe; after Okabe and Ito, 2008). Six of them, then they repeat.
QColor frontColour(const Theme& theme, int series);

} // namespace nestloom::ui
