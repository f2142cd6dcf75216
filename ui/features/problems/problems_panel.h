// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/problems/problem.h"
#include "ui/widgets/table_model.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace nestloom::ui {

class CopyableTable;
struct OpenedFile;

/// The list of problems as a table.
class ProblemModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { In, Where, Text, ColumnCount };

    using TableModel::TableModel;

    void setProblems(std::vector<Problem> problems);
    const std::vector<Problem>& problems() const { return m_problems; }

protected:
    int rows() const override { return static_cast<int>(m_problems.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int) const override { return text(row, Text); } // may be cut off
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<Problem> m_problems;
};

/// Everything that is wrong now: of the accelerator in the editor, the shown run, files that were refused, and messages
/// until they are dismissed. A click goes to the place.
class ProblemsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsPanel(Workbench& workbench, QWidget* parent = nullptr);

    const std::vector<Problem>& problems() const;
    CopyableTable* table() const { return m_table; }

    void takeFiles(const std::vector<OpenedFile>& files);
    void takeMessage(const QString& sentence);
    void dismiss(); // files and messages
    void copyDiagnostics();
    void refresh();

Q_SIGNALS:
    void countChanged(int count);
    void chosen(const nestloom::ui::Problem& problem);

private:
    void choose();

    Workbench& m_workbench;
    ProblemModel* m_model;
    CopyableTable* m_table;
    QStackedWidget* m_stack;
    QLabel* m_summary;
    QPushButton* m_copy;
    std::vector<Problem> m_files;
    std::vector<Problem> m_messages;
    QTimer m_refresh; // results arrive in floods
    int m_count = -1;
};

} // namespace nestloom::ui
