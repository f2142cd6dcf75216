// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/summary_chart.h"
#include "ui/features/tiles/shown_tiles.h"

namespace nestloom::ui {

/// Off-chip bytes of the selected layer by data type and by how often their tile had moved before: the chosen schedule
/// between the best static one and what unlimited scratchpad would move.
class MovementBars : public SummaryChart {
    Q_OBJECT
public:
    explicit MovementBars(ShownTiles& tiles, QWidget* parent = nullptr);

    struct Bar {
        QString name;
        std::vector<schedule::flexer::Movement> parts;
        double bytes() const;
    };
    std::vector<Bar> bars() const; // empty without a schedule

    QString chartName() const override { return m_tiles.detail() ? tr("data movement") : QString(); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    QSize sizeHint() const override { return {420, 150}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

protected:
    Content content(const Theme& theme) const override;

private:
    ShownTiles& m_tiles;
};

} // namespace nestloom::ui
