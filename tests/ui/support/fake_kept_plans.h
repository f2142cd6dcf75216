// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_plans.h"

#include <map>

namespace nestloom::ui {

/// Keeps plans in memory and answers at once.
class FakeKeptPlans : public KeptPlans {
    Q_OBJECT
public:
    const std::vector<KeptPlanRow>& rows() const override { return m_rows; }
    void refresh() override { Q_EMIT changed(); }
    void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer,
              const QString& acceleratorName) override
    {
        KeptPlanRow row;
        row.id = ++m_last;
        row.keptAt = QDateTime(QDate(2026, 2, 3), QTime(4, 5), Qt::UTC);
        row.networkName = QString::fromStdString(network.name);
        row.parameters = answer.question.parameters;
        row.fused = answer.question.fused;
        row.order = answer.question.order;
        row.method = QStringLiteral("search");
        row.scratchpad = answer.question.scratchpad;
        row.traffic = answer.plan->traffic;
        row.bound = answer.bound;
        row.engineVersion = QStringLiteral("1.0");
        row.acceleratorName = acceleratorName;
        plans[row.id] = {row, network, answer};
        m_rows.insert(m_rows.begin(), row);
        Q_EMIT changed();
        Q_EMIT kept(row.id);
    }
    void open(KeptPlanId plan) override { Q_EMIT opened(plans.at(plan)); }
    void remove(const std::vector<KeptPlanId>& ids) override
    {
        for (const KeptPlanId id : ids)
            std::erase_if(m_rows, [id](const KeptPlanRow& row) { return row.id == id; });
        Q_EMIT changed();
    }

    void setMarks(KeptPlanId plan, const QString& title, const QStringList& tags) override
    {
        for (KeptPlanRow& row : m_rows)
            if (row.id == plan) {
                row.title = title;
                row.tags = tags;
            }
        Q_EMIT changed();
    }
    void write(KeptPlanId plan) override
    {
        Q_EMIT written(plan, QByteArray("{\"plan\": ") + QByteArray::number(plan) + "}\n");
    }

    std::map<KeptPlanId, OpenedPlan> plans;

private:
    std::vector<KeptPlanRow> m_rows;
    KeptPlanId m_last = 0;
};

} // namespace nestloom::ui
