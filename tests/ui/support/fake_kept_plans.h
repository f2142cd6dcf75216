// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_plans.h"

#include <map>

namespace nestloom::ui {

/// Keeps plans in memory and answers at once.
class FakeKeptPlans : public KeptPlans {
    Q_OBJECT
public:
    const std::vector<PlanSummary>& rows() const override { return m_rows; }
    void refresh() override { Q_EMIT changed(); }
    void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer,
              const QString& acceleratorName) override
    {
        PlanSummary row;
        row.id = ++m_last;
        row.keptAt = std::chrono::sys_days(std::chrono::year(2026) / 2 / 3) + std::chrono::minutes(4 * 60 + 5);
        row.networkName = network.name;
        row.parameters = answer.question.parameters;
        row.fused = answer.question.fused;
        row.order = answer.question.order;
        row.scratchpad = answer.question.scratchpad;
        row.traffic = answer.plan->traffic;
        row.bound = answer.bound;
        row.engineVersion = "1.0";
        row.acceleratorName = acceleratorName.toStdString();
        plans[row.id] = {row, network, answer};
        m_rows.insert(m_rows.begin(), row);
        Q_EMIT changed();
        Q_EMIT kept(row.id);
    }
    void open(PlanId plan) override { Q_EMIT opened(plans.at(plan)); }
    void remove(const std::vector<PlanId>& ids) override
    {
        for (const PlanId id : ids)
            std::erase_if(m_rows, [id](const PlanSummary& row) { return row.id == id; });
        Q_EMIT changed();
    }

    void setMarks(PlanId plan, const PlanMarks& marks) override
    {
        for (PlanSummary& row : m_rows)
            if (row.id == plan)
                row.marks = marks;
        Q_EMIT changed();
    }
    void write(PlanId plan) override
    {
        Q_EMIT written(plan, QByteArray("{\"plan\": ") + QByteArray::number(plan) + "}\n");
    }

    std::map<PlanId, OpenedPlan> plans;

private:
    std::vector<PlanSummary> m_rows;
    PlanId m_last = 0;
};

} // namespace nestloom::ui
