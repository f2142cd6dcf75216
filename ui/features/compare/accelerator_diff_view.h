// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/compare/accelerator_diff_model.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QStackedWidget;

namespace nestloom::ui {

class CopyableTable;
class MessagePanel;

/// Accelerators field by field, with the number of differences in words and a box that shows the equal fields too.
class AcceleratorDiffView : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorDiffView(QWidget* parent = nullptr);

    void setAccelerators(const std::vector<NamedAccelerator>& accelerators);

private:
    void refresh();

    AcceleratorDiffModel* m_model;
    QLabel* m_summary;
    QCheckBox* m_all;
    CopyableTable* m_table;
    MessagePanel* m_message; // when nothing differs
    QStackedWidget* m_stack;
    std::vector<QString> m_titles;
};

} // namespace nestloom::ui
