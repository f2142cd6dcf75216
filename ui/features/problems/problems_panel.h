// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/problems/problem.h"
#include "ui/widgets/column_table.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace nestloom::ui {

class CopyableTable;
struct OpenedFile;

/// The list of problems as a table.
class ProblemModel : public ColumnTable<Problem> {
    Q_OBJECT
public:
    enum ColumnId { In, Where, Text };

    explicit ProblemModel(QObject* parent = nullptr);

    void setProblems(std::vector<Problem> problems);
};

/// All current problems: of the accelerator in the editor, the shown run, files that were refused, and messages
/// until they are dismissed. A click goes to the place.
class ProblemsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsPanel(Workbench& workbench, QWidget* parent = nullptr);

    const std::vector<Problem>& problems() const { return m_model->all(); }
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
