// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"
#include "ui/charts/axis_scale.h"
#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

struct Theme;

/// The best value so far of every search for one goal, against CPU time or evaluations, both axes logarithmic; the
/// proven bound is a line. The values under the pointer, or under the cursor that Left and Right move, are told.
class ConvergenceChart : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    enum class Against { CpuTime, Evaluations };

    explicit ConvergenceChart(QWidget* parent = nullptr);

    void setClock(Hertz clock) { m_clock = clock; }
    void setConvergence(const schedule::Convergence& all, const schedule::Goal& goal);
    void setAgainst(Against against);
    void setEmptyText(const QString& title, const QString& text);
    void setProvenance(const Provenance& from) { m_from = from; }
    /// What is known at a place along x: a line for every curve.
    QString valuesAt(double x) const;

    QString chartName() const override;
    TableValues chartValues() const override;
    QSize chartSize() const override { return size(); }
    std::optional<Provenance> chartProvenance() const override { return m_from; }
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {760, 300}; }
    QSize minimumSizeHint() const override { return {360, 180}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { fit(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    double along(const schedule::ConvergencePoint& point) const
    {
        return m_against == Against::CpuTime ? point.cpuMs : double(point.evaluations);
    }
    double end(const schedule::ConvergenceCurve& curve) const
    {
        return m_against == Against::CpuTime ? curve.cpuMs : double(curve.evaluations);
    }
    bool isShown(const schedule::ConvergenceCurve& curve) const
    {
        return curve.goal == m_goal && !curve.points.empty();
    }
    const schedule::ConvergenceBound* bound() const; // null before it is proven
    AxisUnit unitAlong() const;
    QString textAlong(double value) const;
    std::optional<double> valueAt(const schedule::ConvergenceCurve& curve,
                                  double x) const; // nothing before its first one
    void fit();
    void setCursor(double x);
    QPointF position(double x, double value) const;
    void paintAxes(QPainter& painter, const Theme& theme) const;
    void paintBound(QPainter& painter, const Theme& theme) const;
    void paintCurve(QPainter& painter, const Theme& theme, const schedule::ConvergenceCurve& curve) const;
    void paintLegend(QPainter& painter, const Theme& theme) const;
    void paintCursor(QPainter& painter, const Theme& theme) const;

    schedule::Convergence m_all;
    schedule::Goal m_goal;
    Against m_against = Against::CpuTime;
    Hertz m_clock{1e9};
    AxisScale m_x, m_y;
    QRectF m_plot;
    std::optional<double> m_cursor; // along x
    QString m_emptyTitle, m_emptyText;
    Provenance m_from;
};

} // namespace nestloom::ui
