// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/summary_chart.h"
#include "ui/features/nodes/nodes_words.h"

namespace nestloom::ui {

/// Energy of the whole batch stacked by component, one bar for each engine that answered the question; the shown one is
/// named in full colour.
class NodeEnergyBars : public SummaryChart {
    Q_OBJECT
public:
    struct Bar {
        QString name;
        NodeEnergy energy;
        bool isShown = false;
    };
    explicit NodeEnergyBars(ShownNodes& nodes, QWidget* parent = nullptr);
    /// Bars that stay as they are.
    explicit NodeEnergyBars(std::vector<Bar> bars, QWidget* parent = nullptr);

    const std::vector<Bar>& bars() const { return m_bars; }

    QString chartName() const override { return m_bars.empty() ? QString() : tr("energy by component"); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    QSize sizeHint() const override { return {420, 150}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

protected:
    Content content(const Theme& theme) const override;

private:
    NodeEnergyBars(ShownNodes* nodes, std::vector<Bar> bars, QWidget* parent);
    void takeRuns();
    ShownNodes* m_nodes; // null: the bars are given
    std::vector<Bar> m_bars;
};

} // namespace nestloom::ui
