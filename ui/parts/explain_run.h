// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/explain_layer.h"
#include "ui/ports/run_reader.h"

#include <QString>

#include <functional>

class QWidget;

namespace nestloom::ui {

using TellProblem = std::function<void(const QString& sentence)>;

/// Shows how a figure of a run comes about, of layers or on nodes. `tell` hears why there is nothing to show.
void explainRun(QWidget* parent, const RunRecord& run, schedule::Figure figure, const TellProblem& tell);
/// The same of a stored run, which is read first.
void explainRun(QWidget* parent, RunReader& reader, RunId run, schedule::Figure figure, const TellProblem& tell);

/// Cycles and energy of a layer on nodes, an index into run.graph.network.layers; `figure` is opened.
void explainNodesLayer(QWidget* parent, const kapla::NodeRun& run, std::size_t layer, schedule::Figure figure);

/// Cycles, energy and EDP of a whole schedule on nodes.
void explainNodes(QWidget* parent, const kapla::NodeRun& run, Hertz clock, const QString& about);

/// Lets the figure explain itself that has the focus, or what it lies in; see explainAction(). Where none has, what
/// `page` shows, or the page that is in front there. False = there is none.
bool explainFocused(QWidget* page);

} // namespace nestloom::ui
