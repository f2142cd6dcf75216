// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_chart.h"

namespace nestloom::ui {

/// A chart of points that come from elsewhere, and say so when it is exported.
class PointsChart : public PaintedChart {
public:
    using PaintedChart::PaintedChart;

    /// Name of the points, and where their numbers come from.
    void setSource(const QString& name, const Provenance& from)
    {
        m_name = name;
        m_from = from;
    }
    const QString& source() const { return m_name; }
    std::optional<Provenance> chartProvenance() const override { return m_from; }
    QSize sizeHint() const override { return {720, 420}; }
    QSize minimumSizeHint() const override { return {360, 220}; }

private:
    QString m_name;
    Provenance m_from;
};

} // namespace nestloom::ui
