// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_focus.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// Every link of a mesh with what it carries during the layer.
class LinkModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Link, Load, Traffic, Flits, Weights, Inputs, Outputs, ColumnCount };

    using TableModel::TableModel;

    void setMesh(const ShownMesh& mesh);
    void clear();
    noc::LinkId linkAt(int row) const { return m_rows[std::size_t(row)].link; }
    int rowOf(noc::LinkId link) const; // -1 = none

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    struct Row {
        noc::LinkId link = 0;
        QString name;
        double utilization = 0; // of the shown tensors
        double bytes = 0;
        double flits = 0;
        PerTensor<double> byTensor; // bytes
    };
    std::vector<Row> m_rows;
};

/// The ten links that carry most of the shown classes in the shown cycles.
class HotLinkModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Link, Use, Blocked, Flits, StaticLoad, FirstClass };
    static constexpr std::size_t kHottest = 10;

    HotLinkModel(ShownSimulation& shown, SimulationFocus& focus, QObject* parent = nullptr);

    noc::LinkId linkAt(int row) const { return m_links[std::size_t(row)]; }
    int rowOf(noc::LinkId link) const; // -1 = none

protected:
    int rows() const override { return int(m_links.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override { return exportValue(row, column); }
    QVariant exportValue(int row, int column) const override;

private:
    void refresh();
    double number(int row, int column) const;

    ShownSimulation& m_shown;
    SimulationFocus& m_focus;
    std::vector<noc::LinkId> m_links;
};

} // namespace nestloom::ui
