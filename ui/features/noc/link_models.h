// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/simulation_focus.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

struct LinkLoad {
    noc::LinkId link = 0;
    QString name;
    double utilization = 0; // of the shown tensors
    double bytes = 0;
    double flits = 0;
    PerTensor<double> byTensor; // bytes
};

/// Every link of a mesh with what it carries during the layer.
class LinkModel : public ColumnTable<LinkLoad> {
    Q_OBJECT
public:
    enum ColumnId { Link, Load, Traffic, Flits, Weights, Inputs, Outputs };

    explicit LinkModel(QObject* parent = nullptr);

    void setMesh(const ShownMesh& mesh);
    int rowOf(noc::LinkId link) const; // -1 = none
};

/// The ten links that carry most of the shown classes in the shown cycles.
class HotLinkModel : public ColumnTable<noc::LinkId> {
    Q_OBJECT
public:
    enum ColumnId { Link, Use, Blocked, Flits, StaticLoad, FirstClass };
    static constexpr std::size_t kHottest = 10;

    HotLinkModel(ShownSimulation& shown, SimulationFocus& focus, QObject* parent = nullptr);

    int rowOf(noc::LinkId link) const; // -1 = none

private:
    void refresh();

    ShownSimulation& m_shown;
    SimulationFocus& m_focus;
};

} // namespace nestloom::ui
