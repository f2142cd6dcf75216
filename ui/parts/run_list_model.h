// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_history.h"
#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The stored runs, newest first. Tags and notes can be edited in place; an edit is told, not made: whoever listens
/// changes the history, and the model hears of it with the next rows. A new list is merged into the old one, so that
/// selections survive.
class RunListModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId {
        Star,
        Number,
        Started,
        Network,
        Accelerator,
        Engine,
        Model,
        Batch,
        Layers,
        CycleCount,
        CyclesDelta,
        Energy,
        Edp,
        OffChip,
        Utilization,
        Gap,
        Objective,
        Status,
        Seed,
        Version,
        Tags,
        Note,
        ColumnCount
    };

    using TableModel::TableModel;

    void setRuns(const std::vector<RunSummary>& runs);
    /// The run that the others are compared with; 0 = none.
    void setBaseline(RunId run);
    const RunSummary& run(int row) const { return m_runs[std::size_t(row)]; }
    /// Row of a run, or -1.
    int rowOf(RunId run) const;
    /// Below zero, zero or above zero, as a sorted table has it; runs without the figure come last, also in a falling
    /// order, for which a table turns the answer round.
    static int compare(const RunSummary& a, const RunSummary& b, int column, Qt::SortOrder order = Qt::AscendingOrder);

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void marksEdited(nestloom::ui::RunId run, const nestloom::ui::RunMarks& marks);

protected:
    int rows() const override { return int(m_runs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    /// Against the baseline: nothing where the two are not comparable.
    Delta deltaOf(const RunSummary& run) const;
    const RunSummary* baseline() const; // null = it is not among the runs
    QString deltaText(const RunSummary& run) const;
    QString deltaToolTip(const RunSummary& run) const;

    std::vector<RunSummary> m_runs;
    RunId m_baseline = 0;
};

/// "running", "finished", ...
QString statusText(RunStatus status);
QString statusText(const RunSummary& run); // "refused" when the engine did not take the inputs
QString refusedText();
/// "resnet50 on simba"; of a memory plan perhaps without an accelerator.
QString workText(const RunSummary& run);
/// What came of it, in short: "12.4 Mcycle", "588 KiB off chip"; without a whole result its status.
QString resultText(const RunSummary& run);
QString refusalSentence(const QString& refusal);

/// The words of a text, sorted, none twice.
std::vector<std::string> tagsFrom(const QString& text);

} // namespace nestloom::ui
