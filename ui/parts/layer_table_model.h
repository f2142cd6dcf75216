// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"
#include "ui/words/layer_words.h"

namespace nestloom::ui {

/// The layers of a run, one row per layer in network order. Rows are there from the start as pending and fill in as
/// results arrive. Every number has a tool tip with its exact value, unit, formula and the model that made it.
class LayerTableModel : public TableModel {
    Q_OBJECT
public:
    /// What the eye needs first stands left: in a narrow window the rest is scrolled to.
    enum ColumnId {
        Name,
        Shape,
        CycleCount,
        Simulated,
        CyclesDelta,
        Energy,
        EnergyDelta,
        BoundByWhat,
        Utilization,
        Gap,
        Status,
        LowerBound,
        ColumnCount
    };

    using TableModel::TableModel;

    /// Starts over: every layer pending.
    void setNetwork(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options = {});
    /// Updates the row of `result.index`; ignored when there is no such layer.
    void setLayer(const schedule::LayerResult& result);
    /// Rows of layers that are not there yet stay pending.
    void setLayers(const std::vector<schedule::LayerResult>& results);
    /// The accelerator that results are for from now on; rows stay.
    void setAccelerator(const hardware::Accelerator& accelerator)
    {
        m_macUnits = accelerator.macUnits();
        m_clock = accelerator.clock;
    }
    /// Which rows are still of an accelerator before the last edit: grey, and their tool tips say so. One per layer.
    void setStale(const std::vector<bool>& stale);
    void clear();
    /// What the delta columns compare with; stays until another one is set.
    void setBaseline(const BaselineLayers& baseline);

    const std::vector<schedule::LayerResult>& results() const { return m_results; }
    const workload::Network& network() const { return m_network; }

protected:
    int rows() const override { return int(m_results.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;
    QString exportUnit(int column) const override; // of the bound: what the run minimises

private:
    QString boundText(const schedule::LayerResult& result) const;
    QString exactFigure(const schedule::LayerResult& result, const std::optional<double>& figure) const;
    QString numberToolTip(const schedule::LayerResult& result, int column) const;
    QString deltaToolTip(int row, int column) const;
    Delta deltaOf(int row, int column) const;
    std::optional<std::pair<double, double>> compared(int row, int column) const;
    QVariant deltaRatio(int row, int column) const; // value / baseline - 1

    workload::Network m_network;
    std::int64_t m_macUnits = 0;
    Hertz m_clock{};
    schedule::ScheduleOptions m_options;
    BaselineLayers m_baseline;
    std::vector<schedule::LayerResult> m_results; // one per layer of m_network
    std::vector<bool> m_stale;                    // the same
};

} // namespace nestloom::ui
