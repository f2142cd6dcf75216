// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/roofline.h"

#include <QDialog>

class QComboBox;
class QLabel;

namespace nestloom::ui {

class RooflineChart;
class Workbench;

/// The roofline of the shown run beside the window; it follows the run and the selected layer. The port whose roof the
/// layers lie under is chosen; at first it is the one that bounds most cycles.
class RooflineDialog : public QDialog {
    Q_OBJECT
public:
    explicit RooflineDialog(Workbench& workbench, QWidget* parent = nullptr);

    RooflineChart* chart() const { return m_chart; }
    QComboBox* ports() const { return m_ports; }

private:
    void listPorts();
    void refresh();

    Workbench& m_workbench;
    std::vector<cost::Roof> m_roofs;
    RooflineChart* m_chart;
    QComboBox* m_ports;
    QLabel* m_about;
};

} // namespace nestloom::ui
