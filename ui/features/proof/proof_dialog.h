// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"
#include "ui/widgets/column_table.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class ShownRun;

struct ProvenLayer {
    std::optional<double> energy; // pJ, of its mapping
    schedule::ObjectiveReport report;
};

/// Every layer of a run with what was proven of it: its figure, the bound, and how far it is above; for latency also
/// its energy against the least energy of any mapping as fast.
class ProofModel : public ColumnTable<ProvenLayer> {
    Q_OBJECT
public:
    enum ColumnId { Layer, Figure, Bound, Gap, Energy, LeastEnergy, EnergyGap, Cpu };

    explicit ProofModel(QObject* parent = nullptr);

    void setRequest(const ProofQuestion& request);
    void setReports(const std::vector<schedule::ObjectiveReport>& reports);
    const ProofQuestion& request() const { return m_request; }
    const schedule::ObjectiveReport* report(int row) const; // null = still to come
    bool isTieBreak() const { return m_request.options.cosa.objective == schedule::Objective::Latency; }

private:
    ProofQuestion m_request;
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
