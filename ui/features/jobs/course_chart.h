// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/ports/session.h"
#include "ui/widgets/painted_chart.h"

#include <QRectF>

#include <vector>

namespace nestloom::ui {

/// The best so far and the proven bound of a job, as they went.
struct JobCourse {
    struct Point {
        double ms = 0; // since the job's turn came
        double best = 0;
        std::optional<double> bound;
        friend bool operator==(const Point&, const Point&) = default;
    };
    JobState state; // the last that was heard
    std::vector<Point> points;

    /// Takes what is new in the state of a job, if anything.
    void add(const JobState& now);
};

/// A window beside others: best and bound of a job over time, while it works and after it has ended; of layers, whose
/// sums grow with every one that is done, how far the two are apart.
class CourseChart : public PaintedChart {
    Q_OBJECT
public:
    explicit CourseChart(QWidget* parent);

    void show(const JobCourse& course);

    QString toolTipAt(QPointF at) const override;
    QString chartName() const override;
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {760, 360}; }
    QSize minimumSizeHint() const override { return {360, 200}; }

protected:
    void keyPressEvent(QKeyEvent* event) override; // Escape closes

private:
    void fit();
    QPointF position(double ms, double value) const;
    QString text(double value) const;
    QString heading() const;
    QString valuesOf(const JobCourse::Point& point) const;
    AxisUnit unit() const;                                                          // of what is drawn
    std::optional<double> drawn(const JobCourse::Point& point, bool isBound) const; // in it
    void paintSteps(QPainter& painter, const QPen& pen, bool isBound) const;
    void paintKeys(QPainter& painter, double y) const;

    JobCourse m_course;
    AxisScale m_x, m_y;
    QRectF m_plot;
};

} // namespace nestloom::ui
