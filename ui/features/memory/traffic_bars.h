// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/summary_chart.h"
#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"

namespace nestloom::ui {

/// Off-chip traffic beyond the compulsory: COSMA's plan against the four baselines {default, least-peak order} x
/// {Belady, greedy}, with what COSMA saves; and what of it belongs to the marked range of steps.
class TrafficBars : public SummaryChart {
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
    std::optional<Provenance> chartProvenance() const override { return planProvenance(m_plan); }

    QSize sizeHint() const override { return {380, 150}; }
    QSize minimumSizeHint() const override { return {220, 76}; }

protected:
    Content content(const Theme& theme) const override;

private:
    ShownPlan& m_plan;
    PlanFocus& m_focus;
};

} // namespace nestloom::ui
