// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"
#include "ui/widgets/table_model.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class ShownRun;

/// Every layer of a run with what was proven of it: its figure, the bound, and how far it is above; for latency also
/// its energy against the least energy of any mapping as fast.
class ProofModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Layer, Figure, Bound, Gap, Energy, LeastEnergy, EnergyGap, Cpu };

    using TableModel::TableModel;
    void setRequest(const ProofQuestion& request);
    void setReports(const std::vector<schedule::ObjectiveReport>& reports);
    const ProofQuestion& request() const { return m_request; }
    const schedule::ObjectiveReport* report(int row) const; // null = still to come
    bool isTieBreak() const { return m_request.options.cosa.objective == schedule::Objective::Latency; }

protected:
    int rows() const override { return int(m_request.results.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::optional<double> number(int row, int column) const;

    ProofQuestion m_request;
    std::vector<schedule::ObjectiveReport> m_reports;
};

/// A gap of roundings counts as none.
bool isNoGap(double gap);
/// "Energy is proven least among mappings as fast on 20 of 21 layers; ..." or the same of the objective's bound. Empty
/// before anything was proven.
QString proofSentence(const schedule::ScheduleOptions& options, const std::vector<schedule::ObjectiveReport>& reports);

/// How far the mappings of the shown run are from the best that any mapping reaches, proven layer by layer; of latency
/// also whether energy is least among mappings as fast. It keeps the run that it was begun with; the window can be used
/// beside it.
class ProofDialog : public QDialog {
    Q_OBJECT
public:
    ProofDialog(const ShownRun& run, ProofAsker& proofs, QWidget* parent = nullptr);
    ~ProofDialog() override;

    void start(); // with the run that is shown now
    bool isBusy() const { return m_proofs.isBusy(); }
    const ProofNews& news() const { return m_news; }
    CopyableTable* table() const { return m_table; }

private:
    void take(const ProofNews& news);
    void cancel();
    void refresh();
    void explainRow();

    const ShownRun& m_run;
    Asking<ProofQuestion, ProofNews> m_proofs;
    ProofModel* m_model;
    CopyableTable* m_table;
    QLabel* m_about;
    QLabel* m_verdict;
    QProgressBar* m_progress;
    QLabel* m_count; // of layers done
    QPushButton* m_button;
    ProofNews m_news;
    bool m_isCancelled = false;
};

} // namespace nestloom::ui
