// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace nestloom::ui {

/// What can be chosen about schedules on nodes: the engine, what it minimises, the batch, training, and whether layers
/// may share the machine.
class NodeControls : public QWidget {
    Q_OBJECT
public:
    explicit NodeControls(ShownNodes& nodes, QWidget* parent = nullptr);

    QComboBox* engine() const { return m_engine; }
    QComboBox* goal() const { return m_goal; }
    QSpinBox* batch() const { return m_batch; }
    QCheckBox* training() const { return m_training; }
    QCheckBox* segments() const { return m_segments; }

Q_SIGNALS:
    void chosen(const nestloom::kapla::NodeRunOptions& options); // by the user

private:
    void takeOptions();
    void showQuestion();

    ShownNodes& m_nodes;
    QComboBox *m_engine, *m_goal;
    QSpinBox* m_batch;
    QCheckBox *m_training, *m_segments;
};

} // namespace nestloom::ui
