// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/simulation_words.h"
#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

/// Where the time of the PE that is done last goes: one bar over the simulated cycles, with the cycles of the cost
/// model marked, and below it what its parts are.
class TimeShareBar : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit TimeShareBar(ShownSimulation& shown, QWidget* parent = nullptr);

    QString toolTipAt(QPointF at) const;
    QString chartName() const override;
    TableValues chartValues() const override;
    QSize chartSize() const override { return size(); }
    void paintChart(QPainter& painter) override;
    std::optional<Provenance> chartProvenance() const override { return simulationProvenance(m_shown); }
    QSize sizeHint() const override { return {600, minimumSizeHint().height()}; }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::vector<TimePart> parts() const;
    double all() const; // cycles that the width stands for
    QRectF bar() const;

    ShownSimulation& m_shown;
};

} // namespace nestloom::ui
