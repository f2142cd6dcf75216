// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"
#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

/// Off-chip bytes of the selected layer by data type and by how often their tile had moved before: the chosen schedule
/// between the best static one and what unlimited scratchpad would move.
class MovementBars : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit MovementBars(ShownTiles& tiles, QWidget* parent = nullptr);

    struct Bar {
        QString name;
        std::vector<schedule::flexer::Movement> parts;
        double bytes() const;
    };
    std::vector<Bar> bars() const; // empty without a schedule
    /// Tool tip of the part under a point.
    QString toolTipAt(QPointF at) const;

    QString chartName() const override { return m_tiles.detail() ? tr("data movement") : QString(); }
    TableValues chartValues() const override;
    QSize chartSize() const override { return size(); }
    std::optional<Provenance> chartProvenance() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {420, 150}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Placed {
        QRectF rect;
        int bar = 0;
        schedule::flexer::Movement part;
    };
    std::vector<Placed> place(const std::vector<Bar>& bars) const;
    QRectF row(int bar, int bars) const;

    ShownTiles& m_tiles;
};

} // namespace nestloom::ui
