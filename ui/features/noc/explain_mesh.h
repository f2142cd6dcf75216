// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"

class QWidget;

namespace nestloom::ui {

class ExplainDialog;

/// How the load of a link comes about, with its bytes and flits, beside that of the busiest link. Of the shown tensors.
ExplainDialog* explainLink(QWidget* parent, const ShownMesh& mesh, noc::LinkId link);
/// The busiest link, and the mean over the links between routers.
ExplainDialog* explainMesh(QWidget* parent, const ShownMesh& mesh);

} // namespace nestloom::ui
