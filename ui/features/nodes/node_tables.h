// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The layers of a schedule on nodes in the order in which they run: where each runs, how it is cut, and what it costs.
class NodeLayerModel : public TableModel {
    Q_OBJECT
public:
    explicit NodeLayerModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {What, Blocking, Nodes, Partition}; }

protected:
    int rows() const override { return m_rows; }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    enum : int { Name, Segment, Nodes, CycleCount, Energy, Dram, Partition, Blocking, What, ColumnCount };
    const SegmentChain::Layer& layer(int row) const { return m_nodes.chain().layers[std::size_t(row)]; }
    double number(int row, int column) const;

    ShownNodes& m_nodes;
    int m_rows = 0;
};

/// The engines that answered the question: what they found and how long they searched, against the exhaustive search
/// (table IV of KAPLA's paper).
class NodeRunModel : public TableModel {
    Q_OBJECT
public:
    explicit NodeRunModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {Counted, Latency, Over, OverB}; }

protected:
    int rows() const override { return int(m_runs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum : int { Engine, Energy, Latency, Over, Time, OverB, Faster, Counted, ColumnCount };
    std::optional<double> number(int row, int column) const;
    const ShownNodes::Kept* exhaustive() const; // B of the paper; null without it

    ShownNodes& m_nodes;
    std::vector<ShownNodes::Kept> m_runs;
};

/// What KAPLA left out on the way, stage by stage (table VI of its paper): of the shown run, or of KAPLA's answer to
/// the same question.
class PruningModel : public TableModel {
    Q_OBJECT
public:
    explicit PruningModel(ShownNodes& nodes, QObject* parent = nullptr);

protected:
    int rows() const override { return int(m_stages.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override { return sortValue(row, column); }
    QString toolTip(int row, int column) const override;

private:
    enum : int { Name, Left, Part, ColumnCount };
    struct Stage {
        QString name, meaning;
        std::int64_t left = 0;
        std::int64_t of = 0; // of how many; 0 = not a part of the stage before
    };
    void take();

    ShownNodes& m_nodes;
    std::vector<Stage> m_stages;
};

} // namespace nestloom::ui
