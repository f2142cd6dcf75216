// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/flit_map.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace nestloom::ui {

/// Chooses the colours of a FlitMap: range of the links, logarithmic or not, the figure of the routers, the static
/// load.
class ColourEditor : public QWidget {
    Q_OBJECT
public:
    explicit ColourEditor(FlitMap& map, QWidget* parent = nullptr);

    QDoubleSpinBox* from() const { return m_from; }
    QDoubleSpinBox* to() const { return m_to; }
    QCheckBox* automatic() const { return m_automatic; }
    QCheckBox* logarithmic() const { return m_log; }
    QComboBox* routers() const { return m_routers; }
    void refresh(); // takes over what the map shows

private:
    void apply();

    FlitMap& m_map;
    QCheckBox* m_automatic;
    QDoubleSpinBox* m_from;
    QDoubleSpinBox* m_to;
    QCheckBox* m_log;
    QComboBox* m_routers;
};

} // namespace nestloom::ui
