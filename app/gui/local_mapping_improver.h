// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run_texts.h"
#include "app/jobs/latest_task.h"
#include "ui/ports/mapping_improver.h"

#include <functional>
#include <memory>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::app {

/// Improves mappings on a thread of this computer and keeps them in the database.
/// Thread rule: lives on the GUI thread; the destructor waits for the search to stop.
class LocalMappingImprover final : public ui::MappingImprover {
    Q_OBJECT
public:
    struct Services {
        std::function<RunTexts(const ui::ScheduleRequest&)> textsOf;
        std::function<void()> refresh; // read the list of runs again
    };
    /// `store` may be null: nothing can be kept then. It must outlive this.
    LocalMappingImprover(store::StoreWorker* store, Services services, QObject* parent = nullptr);
    ~LocalMappingImprover() override;

    quint64 improve(const schedule::ImproveInputs& inputs) override;
    void cancel() override;
    quint64 keep(const ui::EditedRun& run) override;
    Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator,
                                       const std::string& text) const override;

private:
    void perform(quint64 id, const schedule::ImproveInputs& inputs, const std::stop_token& stop);
    void tell(const ui::ImproverState& state); // from the search's thread

    store::StoreWorker* m_store;
    const Services m_services;
    quint64 m_last = 0;
    quint64 m_newest = 0; // 0 = none is wanted
    std::unique_ptr<jobs::LatestTask> m_task;
};

} // namespace nestloom::app
