// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/style/theme.h"
#include "ui/widgets/export_context.h"

namespace nestloom::ui {

// The window speaks of energies of schedules on nodes in the words of the engine.
using kapla::dramWords;
using kapla::kNodeParts;
using kapla::NodeEnergy;
using kapla::nodeEnergy;
using kapla::NodePart;

/// Of one word, of which all tensors have the same on nodes.
double wordBytes(const ShownNodes& nodes);

/// Neighbours in a network differ in lightness; labels repeat what the colour says.
QColor nodeLayerColour(const Theme& theme, std::size_t layer);
/// "A" for the first layer of a segment, "B" for the second; after "Z" their numbers.
QString layerLetter(std::size_t inSegment);

QString partText(NodePart part); // "array wires"
QColor partColour(const Theme& theme, NodePart part);

QString passText(kapla::Pass pass); // "backward data"
QString goalText(kapla::Goal goal); // "EDP"
/// What the engines were asked to make small.
double goalFigure(kapla::Goal goal, const kapla::NetworkSchedule& schedule);
QString engineTitle(const kapla::NodeRunOptions& options); // "KAPLA"

/// "4x2": rows by columns.
QString extentText(kapla::Extent extent);
/// "K 2x2, N 4": what is divided among nodes, outermost first; "whole" when nothing is.
QString partitionText(const kapla::Partition& partition);
/// "N4 K2 | C8 | K4 C2": loops that bring data into the buffer, into registers, and over registers; outermost first.
QString blockingText(const kapla::Blocking& blocking);
/// The mapping of a layer line by line.
QString loopsText(const kapla::NodeRun& run, const SegmentChain::Layer& layer, std::int64_t batch);

/// "5 segments, 12.4 Mcycle, 31.2 mJ for a batch of 64"
QString runSentence(const ShownNodes& nodes);
/// What to say while there is no schedule: title and text.
std::pair<QString, QString> emptyText(const ShownNodes& nodes);
/// Who made the numbers, for exports.
Provenance nodesProvenance(const ShownNodes& nodes);

} // namespace nestloom::ui
