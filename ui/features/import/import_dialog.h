// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network_import.h"
#include "ui/ports/importer.h"
#include "ui/widgets/column_table.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace nestloom::ui {

/// What became of each node of an imported file.
class ImportReportModel : public ColumnTable<workload::ImportedNode> {
    Q_OBJECT
public:
    enum ColumnId { Node, Type, Outcome, Reason, ColumnCount };

    explicit ImportReportModel(QObject* parent = nullptr);
};

QString outcomeName(workload::NodeOutcome outcome);    // "mapped"
QString outcomeMeaning(workload::NodeOutcome outcome); // a sentence

class CopyableTable;
class DimensionForm;
class MessageLine;

/// Shows what a file of another format holds before it becomes a network of the project: asks for open sizes and
/// reports on each node. The file is read anew, in the background, whenever a size changes.
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    ImportDialog(Importer& importer, const QString& path, QWidget* parent = nullptr);

Q_SIGNALS:
    void imported(const QString& yamlPath); // the network was kept there

private:
    QWidget* makeReport();
    void read();
    void onAnswer(const NetworkAnswer& answer);
    void onKept(quint64 id, const QString& path, const QString& problem);
    void keep();
    void show(const workload::NetworkImport& import);
    void showCounts();

    Importer& m_importer;
    const QString m_path;
    quint64 m_awaited = 0;
    bool m_isReading = false, m_isWanted = false; // to be kept as soon as it is read
    std::optional<workload::NetworkImport> m_import;
    DimensionForm* m_form;
    ImportReportModel* m_model;
    QLabel* m_totals;
    MessageLine* m_message;
    QLabel* m_counts;
    QLineEdit* m_filter;
    CopyableTable* m_table;
    QProgressBar* m_busy;
    QPushButton* m_accept;
};

} // namespace nestloom::ui
