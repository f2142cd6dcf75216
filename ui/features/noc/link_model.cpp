// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/link_model.h"

#include "ui/features/noc/mesh_words.h"
#include "ui/style/format.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

TensorRole roleOf(int column) { return kTensorRoles[std::size_t(column - LinkModel::Weights)]; }

} // namespace

const std::vector<TableModel::Column>& LinkModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Link"), Kind::Text, tr("One direction between two routers, or between a router and its port")},
        {tr("Load"), Kind::Number,
         tr("Bytes per cycle over what the link can carry, averaged over the layer; of the tensors shown"),
         tr("share of bandwidth")},
        {tr("Traffic"), Kind::Number, tr("Bytes over the whole layer; of the tensors shown"), tr("B")},
        {tr("Flits"), Kind::Number, tr("Flits that carry the traffic; headers are not counted")},
        {tr("Weights"), Kind::Number, tr("Bytes of weights"), tr("B")},
        {tr("Inputs"), Kind::Number, tr("Bytes of inputs"), tr("B")},
        {tr("Outputs"), Kind::Number, tr("Bytes of outputs and partial sums"), tr("B")},
    };
    return table;
}

void LinkModel::setMesh(const ShownMesh& mesh)
{
    beginResetModel();
    m_rows.clear();
    for (noc::LinkId link = 0; link < mesh.load.mesh.linkCount(); ++link) {
        if (!mesh.hasLink(link))
            continue;
        Row row{link, linkName(mesh, link), mesh.utilization(link), mesh.bytes(link), 0, {}};
        row.flits = mesh.load.flitsFor(row.bytes);
        for (const TensorRole role : kTensorRoles)
            row.byTensor[role] = mesh.bytes(link, role);
        m_rows.push_back(row);
    }
    endResetModel();
}

void LinkModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int LinkModel::rowOf(noc::LinkId link) const
{
    const auto row = std::find_if(m_rows.begin(), m_rows.end(), [link](const Row& r) { return r.link == link; });
    return row == m_rows.end() ? -1 : int(row - m_rows.begin());
}

QString LinkModel::text(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Link: return r.name;
    case Load: return shortLoad(r.utilization);
    case Traffic: return format::bytes(r.bytes);
    case Flits: return format::integer(std::int64_t(r.flits));
    default: return format::bytes(r.byTensor[roleOf(column)]);
    }
}

QVariant LinkModel::sortValue(int row, int column) const
{
    return column == Link ? QVariant(row) : exportValue(row, column);
}

QVariant LinkModel::exportValue(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Link: return r.name;
    case Load: return r.utilization;
    case Traffic: return r.bytes;
    case Flits: return r.flits;
    default: return r.byTensor[roleOf(column)];
    }
}

QString LinkModel::toolTip(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Link: return r.name;
    case Load: return format::percent(r.utilization, 3);
    case Traffic: return format::exactNumber(r.bytes, 0) + QStringLiteral(" B");
    case Flits: return {};
    default: return format::exactNumber(r.byTensor[roleOf(column)], 0) + QStringLiteral(" B");
    }
}

} // namespace nestloom::ui
