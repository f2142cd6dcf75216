// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace nestloom::ui {

/// What can be chosen about schedules on nodes: the accelerator, the engine, what it minimises, the batch, training,
/// and whether layers may share the machine.
class NodeControls : public QWidget {
    Q_OBJECT
public:
    explicit NodeControls(ShownNodes& nodes, QWidget* parent = nullptr);

    /// The first choice is the accelerator in the editor; the others have nodes. It is used until the user
    /// chooses another; if it has no nodes, the smallest one that has.
    void setAccelerators(std::vector<hardware::Accelerator> accelerators);
    void setEdited(const hardware::Accelerator& accelerator);
    /// The chosen accelerator is that of the editor, changed and not in the library.
    bool isEdit() const;
    /// Names of the accelerators with nodes.
    QStringList withNodes() const;

    QComboBox* accelerator() const { return m_accelerator; }
    QComboBox* engine() const { return m_engine; }
    QComboBox* goal() const { return m_goal; }
    QSpinBox* batch() const { return m_batch; }
    QCheckBox* training() const { return m_training; }
    QCheckBox* segments() const { return m_segments; }

private:
    void takeAccelerator();
    void takeOptions();
    void showQuestion();
    void showAccelerator();

    ShownNodes& m_nodes;
    std::vector<hardware::Accelerator> m_accelerators;
    QString m_chosen;                              // by the user; empty = none
    std::optional<hardware::Accelerator> m_opened; // of a kept schedule, the last choice
    QComboBox *m_accelerator, *m_engine, *m_goal;
    QSpinBox* m_batch;
    QCheckBox *m_training, *m_segments;
};

} // namespace nestloom::ui
