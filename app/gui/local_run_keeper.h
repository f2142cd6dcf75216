// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_keeper.h"

#include <functional>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::app {

/// Keeps runs made by hand in the database. Thread rule: lives on the GUI thread.
class LocalRunKeeper final : public ui::RunKeeper {
    Q_OBJECT
public:
    /// `store` may be null: nothing can be kept then. It must outlive this. `refresh` reads the list of runs again.
    LocalRunKeeper(store::StoreWorker* store, std::function<void()> refresh, QObject* parent = nullptr);

    quint64 keep(const ui::KeptRun& run) override;
    Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator,
                                       const std::string& text) const override;

private:
    store::StoreWorker* m_store;
    const std::function<void()> m_refresh;
    quint64 m_last = 0;
};

} // namespace nestloom::app
