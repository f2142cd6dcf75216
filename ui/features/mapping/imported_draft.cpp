// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/imported_draft.h"

#include "ui/features/mapping/mapping_editor.h"
#include "ui/window/main_window.h"
#include "ui/workbench/mapping_draft.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

class ImportedDraftWords {
    Q_DECLARE_TR_FUNCTIONS(ImportedDraft)
};

/// A run of this layer that has not been mapped.
RunRecord unmapped(const hardware::Accelerator& accelerator, const workload::Network& network,
                   const schedule::ScheduleOptions& options)
{
    RunRecord record;
    record.summary.acceleratorName = accelerator.name;
    record.summary.networkName = network.name;
    record.summary.engine = options.engine;
    record.summary.status = RunStatus::Cancelled;
    record.summary.layerCount = int(network.layers.size());
    record.summary.engineVersion = NESTLOOM_VERSION;
    record.inputs = {accelerator, network, options};
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        schedule::LayerResult result;
        result.index = i;
        result.name = network.layers[i].name;
        result.status = schedule::LayerStatus::Cancelled;
        result.cause = StopCause::Cancelled;
        result.reason =
            ImportedDraftWords::tr("not mapped; the imported mapping is a draft in the loop nest").toStdString();
        record.layers.push_back(result);
    }
    return record;
}

} // namespace

bool openImportedDraft(MainWindow& window, const mapping::DesignImport& import)
{
    auto* editor = window.findChild<MappingEditor*>();
    const bool isWhole = import.mapping && import.accelerator && import.network && import.network->layers.size() == 1
                         && import.mapping->levels.size() == import.accelerator->levels.size();
    if (!editor || !isWhole)
        return false;
    Workbench& workbench = window.workbench();
    workbench.selection().enterRun(0);
    workbench.run().show(unmapped(*import.accelerator, *import.network, workbench.options()));
    workbench.selection().selectLayer(std::size_t(0));
    window.showTab(MainWindow::Tab::LoopNest);
    editor->setEditing(true);
    if (!editor->draft())
        return false;
    editor->draft()->change(*import.mapping, ImportedDraftWords::tr("imported mapping"));
    return true;
}

} // namespace nestloom::ui
