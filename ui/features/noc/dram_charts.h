// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/window_chart.h"

namespace nestloom::ui {

/// What DRAM does over time, one figure of it.
class DramChart : public WindowChart {
    Q_OBJECT
public:
    enum class Figure {
        Bytes, // read and written, a cycle
        Rows,  // column commands and activates a cycle: hits, opened, conflicts
        Bus,   // share of its clocks in which data moved
    };
    DramChart(Figure figure, ShownSimulation& shown, SimulationFocus& focus, QWidget* parent = nullptr);

protected:
    QString title() const override;
    QString axisText(double value) const override;
    QString exportUnit() const override;
    std::vector<Series> series() const override;
    std::vector<double> means(std::int64_t from, std::int64_t to) const override;
    std::int64_t windowWidth() const override;
    double leastTop() const override { return m_figure == Figure::Bus ? 1 : 0; }
    double mostTop() const override { return m_figure == Figure::Bus ? 1 : WindowChart::mostTop(); }

private:
    const Figure m_figure;
};

/// "12.1 MiB read, 3.5 MiB written; 91.2 % row hits; bus in use 44.1 %", over the shown cycles.
QString dramSentence(const ShownSimulation& shown, const SimulationFocus& focus);

} // namespace nestloom::ui
