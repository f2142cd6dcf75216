// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/features/tiles/shown_tiles.h"

namespace nestloom::ui {

/// Which data NPUs use at the same time: for every set of operations a column with a row for inputs and one for
/// weights; the column is filled as far as NPUs share a tile, once for each tile that is shared. On the right how many
/// sets have which pattern, ours and the best static schedule's.
class SharingChart : public TimeChart {
    Q_OBJECT
public:
    SharingChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent = nullptr);

    struct Pattern {
        QString text; // "inputs 4" or "inputs 2, weights 2"
        std::int64_t sets = 0, staticSets = 0;
    };
    const std::vector<Pattern>& patterns() const { return m_patterns; } // most frequent first

    QString chartName() const override { return hasData() ? tr("spatial reuse") : QString(); }
    TableValues chartValues() const override; // one row for each pattern
    QSize sizeHint() const override { return {420, 150}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

protected:
    bool hasData() const override { return m_tiles.detail() != nullptr; }
    void paintEmpty(QPainter& painter, const Theme& theme) override;
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter& painter, const Theme& theme) override;
    QString hint(QPointF at) const override;
    void pick(QPointF at) override;
    double headRoom() const override;

private:
    int setAt(double cycle) const; // into LayerDetail::sharing
    void refresh();
    void paintSet(QPainter& painter, const Theme& theme, std::size_t set) const;
    void paintPatterns(QPainter& painter, const Theme& theme) const;
    double patternsTop() const { return 2; }

    ShownTiles& m_tiles;
    TilesFocus& m_focus;
    std::vector<Pattern> m_patterns;
};

/// "inputs 4, weights 2 + 2": how many NPUs use the same tile; "nothing" when none is shared.
QString sharingText(const schedule::flexer::SetSharing& set);

} // namespace nestloom::ui
