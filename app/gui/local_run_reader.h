// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_reader.h"

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::app {

/// Reads runs from the store of this computer, on the store's thread.
class LocalRunReader final : public ui::RunReader {
public:
    /// `store` is null when runs are not stored: every answer is an error then. `home` lives on the GUI thread and
    /// outlives the store.
    LocalRunReader(store::StoreWorker* store, QObject& home) : m_store(store), m_home(home) {}

    void read(ui::RunId run, QObject* asker, Answer answer) override;

private:
    store::StoreWorker* m_store;
    QObject& m_home;
};

} // namespace nestloom::app
