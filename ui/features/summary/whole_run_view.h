// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace nestloom::ui {

class CopyableTable;
class ElidedLabel;
class ModelBadge;
class RowsModel;
class Workbench;

/// The summary of a run that maps no single layers, on nodes or of the memory of a network: its figures, as a
/// comparison has them, what it leaves out, and the way to its own page.
class WholeRunView : public QWidget {
    Q_OBJECT
public:
    explicit WholeRunView(Workbench& workbench, QWidget* parent = nullptr);

private:
    void show(const RunRecord& run);

    RunRecord m_run;
    RowsModel* m_model;
    ElidedLabel *m_title, *m_subtitle;
    ModelBadge* m_badge;
    CopyableTable* m_table;
    QLabel* m_notes;
    QPushButton* m_open;
};

} // namespace nestloom::ui
