// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/compare/accelerator_diff_model.h"

#include <QDialog>
#include <QWidget>

class QCheckBox;
class QLabel;
class QStackedWidget;
class QComboBox;

namespace nestloom::ui {

class CopyableTable;
class MessagePanel;

/// Accelerators field by field, with the number of differences in words and a box that shows the equal fields too.
class AcceleratorDiffView : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorDiffView(QWidget* parent = nullptr);

    /// `mayCome`: more of them are being read.
    void setAccelerators(const std::vector<NamedAccelerator>& accelerators, bool mayCome = false);
    /// Where nothing differs one line says so, and the room is left to what stands beside.
    void setBrief(bool brief);

private:
    void refresh();

    AcceleratorDiffModel* m_model;
    QLabel* m_summary;
    QCheckBox* m_all;
    CopyableTable* m_table;
    MessagePanel* m_message; // when nothing differs
    QStackedWidget* m_stack;
    std::vector<QString> m_titles;
    bool m_mayCome = false;
    bool m_isBrief = false;
};

class MainWindow;
class Workbench;

/// The accelerator in the editor against any other: a preset, a file, or that of a stored run. Follows the edits while
/// it is open; the editor stays usable.
class AcceleratorDiffDialog : public QDialog {
    Q_OBJECT
public:
    explicit AcceleratorDiffDialog(Workbench& workbench, QWidget* parent = nullptr);

private:
    /// What can be compared with: an entry of the library, or a run.
    struct Choice {
        QString title;
        QString path; // of an accelerator; empty for a run
        qint64 run = 0;
    };
    void listChoices();
    void choose(int index);
    void refresh();
    void fail(const QString& problem);

    Workbench& m_workbench;
    QComboBox* m_choice;
    QLabel* m_problem;
    AcceleratorDiffView* m_view;
    std::vector<Choice> m_choices;
    NamedAccelerator m_other;
    qint64 m_awaitedRun = 0; // answers for others are dropped
};

/// "Compare with..." in the Accelerator menu.
void installAcceleratorDiff(MainWindow& window);

} // namespace nestloom::ui
