// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/technology/technology_model.h"

#include <QDialog>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace nestloom::ui {

class CopyableTable;
class MessageLine;
class TechnologyEffectModel;
class TechnologyLibrary;
class Workbench;

/// The tables of energies and areas: every number with its source, to be edited, and what the accelerator in the editor
/// would get from the table that is shown. The window can be used beside it.
class TechnologyDialog : public QDialog {
    Q_OBJECT
public:
    TechnologyDialog(Workbench& workbench, TechnologyLibrary& library, QWidget* parent = nullptr);

    void showTable(const QString& name);
    QString table() const; // the name of the one that is shown
    TechnologyModel* numbers() const { return m_numbers; }
    QTableView* numbersView() const { return m_view; }
    void importFile(const QString& path);
    void exportFile(const QString& path);
    /// Gives the accelerator in the editor the energies of the shown table, as one undo step.
    void use();
    void addNumber(NumberKind kind);
    void removeNumber();

private:
    QWidget* makeTables();
    QWidget* makeShown();
    void makeFields(QGridLayout* layout);
    void makeNumbers(QVBoxLayout* layout);
    void makeEffect(QVBoxLayout* layout);
    void connectParts();
    const hardware::Technology* shown() const;
    void listTables();
    void refresh();
    void refreshEffect();
    void refreshActions();
    void edit(const hardware::Technology& table, const QString& what); // of the shown table
    void takeField(QLineEdit* field);
    void tell(const QString& sentence, bool isProblem = false);
    void askImport();
    void askExport();

    Workbench& m_workbench;
    TechnologyLibrary& m_library;
    QListWidget* m_list;
    QLineEdit *m_name, *m_description, *m_source, *m_word;
    TechnologyModel* m_numbers;
    QTableView* m_view;
    QCheckBox* m_keepsSources;
    TechnologyEffectModel* m_effect;
    CopyableTable* m_effectView;
    QLabel* m_effectTitle;
    MessageLine* m_message;
    QPushButton *m_use, *m_remove;
    QToolButton *m_add, *m_removeNumber, *m_stateNumbers;
    bool m_listing = false;
};

} // namespace nestloom::ui
