// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class ProofModel;
class ShownRun;

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
