// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kept_plans.h"

#include <functional>

namespace nestloom::store {
class PlanStore;
class StoreWorker;
}

namespace nestloom::app {

/// Kept memory plans in the database.
/// Thread rule: lives on the GUI thread; the database is read and written on the store's thread only.
class LocalKeptPlans final : public ui::KeptPlans {
    Q_OBJECT
public:
    /// `store` may be null: nothing is kept then. It must end before this.
    LocalKeptPlans(store::StoreWorker* store, QObject* parent);

    const std::vector<ui::KeptPlanRow>& rows() const override { return m_rows; }
    void refresh() override;
    void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer) override;
    void open(ui::KeptPlanId plan) override;
    void remove(const std::vector<ui::KeptPlanId>& plans) override;

private:
    using Told = std::function<void()>; // on the GUI thread
    /// `work` is done on the store's thread; what it returns is called here, or its error told.
    void perform(std::function<Result<Told>(store::PlanStore&)> work);
    void change(std::function<Result<Told>(store::PlanStore&)> work); // and reads the list

    store::StoreWorker* m_store;
    std::vector<ui::KeptPlanRow> m_rows;
};

} // namespace nestloom::app
