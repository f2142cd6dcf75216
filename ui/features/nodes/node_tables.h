// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// The layers of a schedule on nodes in the order in which they run: where each runs, how it is cut, and what it costs.
class NodeLayerModel : public ColumnTable<SegmentChain::Layer> {
    Q_OBJECT
public:
    enum ColumnId { Name, Segment, Nodes, CycleCount, Energy, Dram, Partition, Blocking, What };

    explicit NodeLayerModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {What, Blocking, Nodes, Partition}; }
};

/// The engines that answered the question: what they found and how long they searched, against the exhaustive search
/// (table IV of KAPLA's paper).
class NodeRunModel : public ColumnTable<ShownNodes::Kept> {
    Q_OBJECT
public:
    explicit NodeRunModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {Counted, Latency, Over, OverB}; }

private:
    enum : int { Engine, Energy, Latency, Over, Time, OverB, Faster, Counted };
    const ShownNodes::Kept* best() const;
    const ShownNodes::Kept* exhaustive() const; // B of the paper; null without it
};

/// A stage of KAPLA's search and what it left.
struct PrunedStage {
    QString name, meaning;
    std::int64_t left = 0;
    std::int64_t of = 0; // of how many; 0 = not a part of the stage before
};

/// What KAPLA left out on the way, stage by stage (table VI of its paper): of the shown run, or of KAPLA's answer to
/// the same question.
class PruningModel : public ColumnTable<PrunedStage> {
    Q_OBJECT
public:
    explicit PruningModel(ShownNodes& nodes, QObject* parent = nullptr);
};

} // namespace nestloom::ui
