// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/store_requests.h"
#include "app/store/simulation_store.h"
#include "ui/ports/kept_simulations.h"

#include <atomic>

namespace nestloom::app {

/// Simulations that are stored with runs, in the database.
/// Thread rule: lives on the GUI thread; the database is read and written, and simulations are packed, on the store's
/// thread.
class LocalKeptSimulations final : public ui::KeptSimulations {
    Q_OBJECT
public:
    /// `store` may be null: nothing is kept then. It must end before this.
    LocalKeptSimulations(store::StoreWorker* store, QObject* parent);

    FindId find(const ui::StoredLayer& layer, const simulation::Question& question) override;
    void keep(const ui::StoredLayer& layer, const simulation::Question& question, const ui::SimulationAnswer& ended,
              bool withTimes = true) override;

private:
    using Requests = StoreRequests<store::SimulationStore>;
    using Told = Requests::Told;

    Requests m_requests;
    std::atomic<FindId> m_newest = 0; // older searches are given up
};

} // namespace nestloom::app
