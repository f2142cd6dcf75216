// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/node_energy.h"
#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

struct Theme;

/// Energy of the whole batch stacked by component, one bar for each engine that answered the question; the shown one is
/// named in full colour.
class NodeEnergyBars : public QWidget, public ExportableChart {
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
    QString toolTipAt(QPointF at) const;

    QString chartName() const override { return m_bars.empty() ? QString() : tr("energy by component"); }
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
        std::size_t bar = 0;
        NodePart part{};
    };
    void refresh();
    double legendHeight() const;
    QRectF row(std::size_t bar) const;
    std::vector<Placed> place() const;
    void paintLegend(QPainter& painter, const Theme& theme) const;

    NodeEnergyBars(ShownNodes* nodes, std::vector<Bar> bars, QWidget* parent);
    void describe();
    ShownNodes* m_nodes; // null: the bars are given
    std::vector<Bar> m_bars;
};

} // namespace nestloom::ui
