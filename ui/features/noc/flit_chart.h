// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/window_chart.h"

namespace nestloom::ui {

/// Flits over time by class: of the selected link, or of all links that enter the mesh.
class FlitChart : public WindowChart {
    Q_OBJECT
public:
    FlitChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent = nullptr);

protected:
    QString title() const override;
    QString axisText(double value) const override;
    QString exportUnit() const override { return tr("flits/cycle"); }
    std::vector<Series> series() const override;
    std::vector<double> means(std::int64_t from, std::int64_t to) const override;
    void prepare() override;
    std::int64_t windowWidth() const override { return shown().windows() ? shown().windows()->width : 0; }

private:
    std::vector<noc::LinkId> links() const; // of the grid

    std::vector<std::array<std::int64_t, noc::kTrafficClasses + 1>> m_sums; // over the links, of each window
};

} // namespace nestloom::ui
