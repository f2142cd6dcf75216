// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/store_requests.h"
#include "app/store/plan_store.h"
#include "ui/ports/kept_plans.h"

namespace nestloom::app {

/// Kept memory plans in the database.
/// Thread rule: lives on the GUI thread; the database is read and written on the store's thread only.
class LocalKeptPlans final : public ui::KeptPlans {
    Q_OBJECT
public:
    /// `store` may be null: nothing is kept then. It must end before this.
    LocalKeptPlans(store::StoreWorker* store, QObject* parent);

    const std::vector<records::PlanSummary>& rows() const override { return m_rows; }
    void refresh() override;
    void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer,
              const QString& acceleratorName) override;
    void open(records::PlanId plan) override;
    void remove(const std::vector<records::PlanId>& plans) override;
    void setMarks(records::PlanId plan, const records::PlanMarks& marks) override;
    void write(records::PlanId plan) override;

private:
    using Requests = StoreRequests<store::PlanStore>;
    using Told = Requests::Told;
    void change(Requests::Work work); // and reads the list

    Requests m_requests;
    std::vector<records::PlanSummary> m_rows;
};

} // namespace nestloom::app
