// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The stops of all features, after the stored run has been shown again. Each leaves the window as it found it.
std::vector<TourStep> featureTours(MainWindow& window);

/// The accelerator's diagram and table: a level selected, in the Design perspective, levels edited, a finding, a
/// variant.
std::vector<TourStep> acceleratorTour(MainWindow& window);
std::vector<TourStep> bookmarksTour(MainWindow& window);
/// Nothing chosen, two runs of different accelerators, loop nests, buffers, accelerators.
std::vector<TourStep> compareTour(MainWindow& window);
/// Constraints of an accelerator and of a run, one of them wrong.
std::vector<TourStep> constraintsTour(MainWindow& window);
/// Engines side by side on the selected layer, with the bound; against evaluations; another objective.
std::vector<TourStep> convergenceTour(MainWindow& window);
std::vector<TourStep> designTour(MainWindow& window);
std::vector<TourStep> filesTour(MainWindow& window);
std::vector<TourStep> graphTour(MainWindow& window);
std::vector<TourStep> helpTour(MainWindow& window);
std::vector<TourStep> importTour(MainWindow& window);
/// Edits a mapping by keys, breaks it, lets the search improve it; explains figures.
std::vector<TourStep> mappingTour(MainWindow& window);
/// The memory map of resnet50: too small a scratchpad, one with spills and a selected tensor, a part of it from near,
/// the baselines, fused operators.
std::vector<TourStep> memoryTour(MainWindow& window);
/// A link selected, and one tensor alone.
std::vector<TourStep> nocTour(MainWindow& window);
/// Schedules on nodes: the chain of segments, one segment near, engines beside each other, an accelerator without
/// nodes.
std::vector<TourStep> nodesTour(MainWindow& window);
std::vector<TourStep> paletteTour(MainWindow& window);
std::vector<TourStep> problemsTour(MainWindow& window);
/// The proof on its way, and complete.
std::vector<TourStep> proofTour(MainWindow& window);
/// Four runs of one layer while the queue is held: the rows show what waits, and in which order.
std::vector<TourStep> queueTour(MainWindow& window);
/// The runs browser: all runs, a filter, one that is wrong, one without hits, a deleted run.
std::vector<TourStep> runsTour(MainWindow& window);
std::vector<TourStep> shortcutTour(MainWindow& window);
/// The simulation of the selected layer: the whole run, a link, a window in time, a marked range, DRAM, flits over
/// time, and the best of several mappings.
std::vector<TourStep> simulationTour(MainWindow& window);
/// Puts a sweep together, runs it, and looks at its front.
std::vector<TourStep> sweepTour(MainWindow& window);
/// A shipped table, a number edited into a table of one's own, a text that is no energy.
std::vector<TourStep> technologyTour(MainWindow& window);
/// Schedules of tiles: the whole layer, single operations, decisions, and every figure.
std::vector<TourStep> tilesTour(MainWindow& window);
/// Suggestions for the shown run, the slider of a field, a preview on its way and a complete one.
std::vector<TourStep> tuningTour(MainWindow& window);
std::vector<TourStep> welcomeTour(MainWindow& window);

} // namespace nestloom::ui
