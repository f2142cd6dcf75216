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
    std::int64_t windowWidth() const override { return shown().dram() ? shown().dram()->width : 0; }
    double leastTop() const override { return m_figure == Figure::Bus ? 1 : 0; }
    double mostTop() const override { return m_figure == Figure::Bus ? 1 : WindowChart::mostTop(); }

private:
    const Figure m_figure;
};

/// "12.1 MiB read, 3.5 MiB written; 91.2 % row hits; bus in use 44.1 %", over the shown cycles.
QString dramSentence(const ShownSimulation& shown, const SimulationFocus& focus);

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
