// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class MessageLine;
class NetworkEdits;
class PaddingModel;
class Workbench;

/// What padding the dimensions of one layer of the chosen network would gain on the accelerator in the editor. Padded
/// layers are mapped in the background; nothing is changed until the user applies one. The window can be used beside
/// it.
class PaddingDialog : public QDialog {
    Q_OBJECT
public:
    PaddingDialog(Workbench& workbench, PaddingAsker& advisor, NetworkEdits& edits, QWidget* parent = nullptr);
    ~PaddingDialog() override;

    void chooseLayer(const std::string& name); // of the chosen network; ignored when it has none of this name
    void start();                              // for the chosen layer
    bool isBusy() const { return m_advisor.isBusy(); }
    PaddingModel* model() const { return m_model; }

public Q_SLOTS:
    void apply();
    void keepCopy();

private:
    QWidget* makeTop();
    QWidget* makeButtons();
    void listLayers();
    void forget();
    void take(const PaddingNews& news);
    void onKept(quint64 id, const QString& path, const QString& problem);
    void refresh();
    void showDetails();
    QString summary() const;
    std::string whyNotStart() const;
    int chosenRow() const;

    Workbench& m_workbench;
    Asking<explore::PaddingInputs, PaddingNews> m_advisor;
    NetworkEdits& m_edits;
    PaddingModel* m_model;
    CopyableTable* m_table;
    QComboBox* m_layers;
    QLabel* m_about;
    QLabel* m_details;
    MessageLine* m_message;
    QProgressBar* m_progress;
    QPushButton* m_start;
    QPushButton* m_apply = nullptr;
    QPushButton* m_copy = nullptr;
    explore::PaddingInputs m_inputs; // of the newest request
    PaddingNews m_news;              // of the same
    quint64 m_keeping = 0;
};

} // namespace nestloom::ui
