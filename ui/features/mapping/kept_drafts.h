// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "ui/ports/session.h"

#include <optional>

namespace nestloom::ui {

class MappingDraft;

/// Mappings edited by hand that are in no run yet, in the settings: there from edit to edit, so that they come back
/// when their layer is edited again, however the window ended.
namespace kept_drafts {

/// One that is as in its run is taken out. Nothing for a run that is not stored (0).
void keep(RunId run, const MappingDraft& draft);
void forget(RunId run, std::size_t layer);
/// Nothing when there is none for this layer of the run, or it is no mapping of the accelerator any more.
std::optional<mapping::LayerMapping> find(RunId run, std::size_t layer, const std::string& name,
                                          const hardware::Accelerator& accelerator);
/// "features.3 of run 12", of all that are of these runs.
QStringList list(const std::vector<RunSummary>& runs);

} // namespace kept_drafts

} // namespace nestloom::ui
