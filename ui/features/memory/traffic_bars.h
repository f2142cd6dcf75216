// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/chart_file.h"

#include <QWidget>

namespace nestloom::ui {

/// Off-chip traffic beyond the compulsory: COSMA's plan against the four baselines {default, least-peak order} x
/// {Belady, greedy}, with what COSMA saves; and what of it belongs to the marked range of steps.
class TrafficBars : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    TrafficBars(ShownPlan& plan, PlanFocus& focus, QWidget* parent = nullptr);

    struct Bar {
        QString name;
        Bytes traffic{};
        QString note; // "90.5 % less": what COSMA saves
        QString detail;
        bool isOurs = false;
    };
    std::vector<Bar> bars() const; // empty without a plan

    QString chartName() const override { return m_plan.hasPlan() ? tr("traffic against baselines") : QString(); }
    TableValues chartValues() const override;
    QSize chartSize() const override { return size(); }
    std::optional<Provenance> chartProvenance() const override { return planProvenance(m_plan); }
    void paintChart(QPainter& painter) override;

    QSize sizeHint() const override { return {380, 150}; }
    QSize minimumSizeHint() const override { return {220, 76}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double rowHeight(std::size_t rows) const;
    void describe();

    ShownPlan& m_plan;
    PlanFocus& m_focus;
};

} // namespace nestloom::ui
