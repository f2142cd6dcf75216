// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/features/noc/simulation_focus.h"

#include <functional>

namespace nestloom::ui {

/// Counts of a simulation over its windows, stacked from below, with a scale from 0 to a round top. Where windows are
/// thinner than a pixel, a column shows their mean.
class WindowChart : public TimeChart {
    Q_OBJECT
public:
    struct Series {
        QString name;
        std::function<QColor(const Theme&)> colour;
        bool isHatched = false;
    };

    WindowChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent = nullptr);

    QString chartName() const override { return hasData() ? title() : QString(); }
    TableValues chartValues() const override;
    QSize sizeHint() const override { return {760, 90}; }
    QSize minimumSizeHint() const override { return {320, 40}; }
    double top() const { return m_top; }

protected:
    virtual QString title() const = 0; // what is counted: "flits a cycle, all links"
    virtual QString axisText(double value) const = 0;
    virtual QString exportUnit() const = 0;
    virtual std::vector<Series> series() const = 0;
    /// Means over some cycles, one for each series.
    virtual std::vector<double> means(std::int64_t from, std::int64_t to) const = 0;
    virtual std::int64_t windowWidth() const = 0; // cycles; 0 = no data
    virtual double leastTop() const { return 0; } // the scale reaches this at least
    virtual double mostTop() const { return 1e300; }

    bool hasData() const override { return windowWidth() > 0 && m_shown.end() > 0; }
    void paintEmpty(QPainter& painter, const Theme& theme) override;
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter&, const Theme&) override {}
    QString hint(QPointF at) const override;
    double headRoom() const override;
    virtual void prepare() {} // the data changed, means() will be asked
    void refresh();

    ShownSimulation& shown() const { return m_shown; }
    SimulationFocus& simulationFocus() const { return m_focus; }

private:
    struct Column {
        std::int64_t from = 0, to = 0; // cycles
        std::vector<double> values;
    };
    std::vector<Column> columns(double low, double high, std::size_t most) const;
    double y(double value) const;
    void paintLegend(QPainter& painter, const Theme& theme, const std::vector<Series>& all) const;

    ShownSimulation& m_shown;
    SimulationFocus& m_focus;
    double m_top = 1;
};

} // namespace nestloom::ui
