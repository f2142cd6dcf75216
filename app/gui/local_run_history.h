// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_store.h"
#include "ui/ports/run_history.h"
#include "ui/ports/run_reader.h"

#include <functional>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::app {

/// The runs browser's view of the database.
/// Thread rule: lives on the GUI thread; the database is read and written on the store's thread only.
class LocalRunHistory final : public ui::RunHistory {
    Q_OBJECT
public:
    /// What the session does for it.
    struct Services {
        std::function<void()> refresh;                              // read the list again; ends in take()
        std::function<ui::JobId(const records::RunInputs&)> submit; // starts a job; 0 = it cannot
    };
    /// `store` may be null: nothing is stored then. It must outlive this.
    LocalRunHistory(store::StoreWorker* store, Services services, QObject* parent);

    const std::vector<records::RunSummary>& rows() const override { return m_rows; }
    const std::vector<records::RunSummary>& bin() const override { return m_bin; }
    void setMarks(const std::vector<std::pair<ui::RunId, ui::RunMarks>>& marks) override;
    void moveToBin(const std::vector<ui::RunId>& runs) override;
    void restore(const std::vector<ui::RunId>& runs) override;
    void emptyBin() override;
    void runAgain(ui::RunId run) override;
    void writeReport(const ui::ReportRequest& request, const QString& path) override;

    /// The list as the store has it. Ignored while changes are on their way to the store: it would be older than they.
    void take(std::vector<records::RunSummary> rows, std::vector<records::RunSummary> bin);

private:
    using Work = std::function<Status(store::RunStore&)>;
    void change(Work work); // on the store's thread, then reads the list again
    bool isStored();

    store::StoreWorker* m_store;
    const Services m_services;
    std::vector<records::RunSummary> m_rows, m_bin;
    int m_pending = 0; // changes on their way
};

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
