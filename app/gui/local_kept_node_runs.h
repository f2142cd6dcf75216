// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/store_requests.h"
#include "app/store/node_run_store.h"
#include "ui/ports/kept_node_runs.h"

namespace nestloom::app {

/// Kept schedules on nodes in the database.
/// Thread rule: lives on the GUI thread; the database is read and written, and schedules are verified, on the store's
/// thread.
class LocalKeptNodeRuns final : public ui::KeptNodeRuns {
    Q_OBJECT
public:
    /// `store` may be null: nothing is kept then. It must end before this.
    LocalKeptNodeRuns(store::StoreWorker* store, QObject* parent);

    const std::vector<records::NodeRunSummary>& rows() const override { return m_rows; }
    void refresh() override;
    void keep(const ui::NodesQuestion& question, const ui::NodesAnswer& run) override;
    void open(records::NodeRunId run) override;
    void remove(const std::vector<records::NodeRunId>& runs) override;
    void write(records::NodeRunId run) override;

private:
    using Requests = StoreRequests<store::NodeRunStore>;
    using Told = Requests::Told;
    void change(Requests::Work work); // and reads the list

    Requests m_requests;
    std::vector<records::NodeRunSummary> m_rows;
};

} // namespace nestloom::app
