// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/padding_advice.h"
#include "ui/ports/askers.h"
#include "ui/style/delta.h"
#include "ui/widgets/column_table.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class MessageLine;
class NetworkEdits;
class Workbench;

/// A layer as it is, and below it the same layer with paddings, the best first: what each costs and how that differs.
class PaddingModel : public ColumnTable<std::optional<std::size_t>> {
    Q_OBJECT
public:
    enum ColumnId { Padding, ExtraMacs, CycleCount, CyclesDelta, Energy, EnergyDelta, Edp, EdpDelta, Util, BoundBy };

    explicit PaddingModel(QObject* parent = nullptr);

    void show(const explore::PaddingInputs& inputs, const explore::PaddingAdvice& advice);
    void clear() { show({}, {}); }

    const explore::PaddingOutcome* outcome(int row) const; // null for the layer as it is
    int rowOf(const workload::Padding& padding) const;     // -1 = not there
    const explore::PaddingInputs& inputs() const { return m_inputs; }

protected:
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    /// A figure of rows with a cost, and its change.
    template <typename Get, typename Text, typename Exact>
    void addFigure(std::vector<Field>& fields, const Column& column, const QString& changeTip, Get get, Text text,
                   Exact exact) const;
    // Rows are places in m_advice.tried; nothing = the layer as it is.
    const schedule::LayerResult& result(const std::optional<std::size_t>& tried) const;
    QString reason(const std::optional<std::size_t>& tried) const; // of a row without a cost

    explore::PaddingInputs m_inputs;
    explore::PaddingAdvice m_advice;
};

/// "K 1000 → 1024", "P 13 → 14, Q 13 → 14".
QString paddingWords(const workload::Padding& padding);

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
