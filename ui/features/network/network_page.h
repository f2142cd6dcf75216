// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace nestloom::ui {

class CopyableTable;
class NetworkLayerModel;
class Workbench;

/// The layers of the chosen network with bounds, MACs and weights, totals and a filter.
class NetworkPage : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPage(Workbench& workbench, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }

private:
    void refresh();
    void followSelection();
    bool showsRun() const; // the chosen network is the one of the shown run: selections are linked

    Workbench& m_workbench;
    NetworkLayerModel* m_model;
    QLabel* m_title;
    QLabel* m_totals;
    QLineEdit* m_filter;
    CopyableTable* m_table;
};

} // namespace nestloom::ui
