// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/link_models.h"

#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_words.h"
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

HotLinkModel::HotLinkModel(ShownSimulation& shown, SimulationFocus& focus, QObject* parent)
    : TableModel(parent), m_shown(shown), m_focus(focus)
{
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &HotLinkModel::refresh);
    refresh();
}

const std::vector<TableModel::Column>& HotLinkModel::columns() const
{
    static const std::vector<Column> table = [] {
        std::vector<Column> columns{
            {tr("Link"), Kind::Text, tr("One direction between two routers, or between a router and its port")},
            {tr("Use"), Kind::Number, tr("Share of the shown cycles in which a flit of the shown classes crossed"),
             tr("share")},
            {tr("Blocked"), Kind::Number,
             tr("Share of the shown cycles in which a flit was ready and the other side had no room"), tr("share")},
            {tr("Flits"), Kind::Number, tr("Of the shown classes, in the shown cycles")},
            {tr("Static"), Kind::Number,
             tr("Static load: what the mapping must send over the link, by X-Y trees and without headers, over all "
                "simulated "
                "cycles"),
             tr("share")},
        };
        for (const FlitClass flits : kFlitClasses)
            columns.push_back({flitClassName(flits), Kind::Number, tr("Flits of this class in the shown cycles")});
        return columns;
    }();
    return table;
}

void HotLinkModel::refresh()
{
    std::vector<noc::LinkId> links;
    if (m_shown.mesh() && m_focus.rates().cycles > 0)
        for (noc::LinkId link = 0; link < m_shown.mesh()->load.mesh.linkCount(); ++link)
            if (m_shown.mesh()->hasLink(link) && m_focus.use(link) > 0)
                links.push_back(link);
    const std::size_t count = std::min(kHottest, links.size());
    std::partial_sort(links.begin(), links.begin() + std::ptrdiff_t(count), links.end(),
                      [this](noc::LinkId a, noc::LinkId b) {
                          const double ua = m_focus.use(a), ub = m_focus.use(b);
                          return ua != ub ? ua > ub : a < b;
                      });
    links.resize(count);
    if (links.size() == m_links.size() && !links.empty()) { // the selection stays while the time moves
        m_links = std::move(links);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_links = std::move(links);
    endResetModel();
}

int HotLinkModel::rowOf(noc::LinkId link) const
{
    const auto row = std::find(m_links.begin(), m_links.end(), link);
    return row == m_links.end() ? -1 : int(row - m_links.begin());
}

double HotLinkModel::number(int row, int column) const
{
    const noc::LinkId link = linkAt(row);
    const noc::LinkRate& rate = m_focus.rateOf(link);
    const double cycles = m_focus.rates().cycles;
    switch (column) {
    case Use: return m_focus.use(rate);
    case Blocked: return rate.blocked;
    case Flits: return m_focus.use(rate) * cycles;
    case StaticLoad: return m_shown.mesh()->load.flits(link) / double(std::max<noc::Cycle>(1, m_shown.end()));
    default: return rate.classes[columnOf(kFlitClasses[std::size_t(column - FirstClass)])] * cycles;
    }
}

QString HotLinkModel::text(int row, int column) const
{
    switch (column) {
    case Link: return linkName(*m_shown.mesh(), linkAt(row));
    case Use:
    case Blocked:
    case StaticLoad: return shortLoad(number(row, column));
    default: return format::integer(std::llround(number(row, column)));
    }
}

QVariant HotLinkModel::exportValue(int row, int column) const
{
    return column == Link ? QVariant(text(row, column)) : QVariant(number(row, column));
}

} // namespace nestloom::ui
