// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/hot_link_model.h"

#include "ui/features/noc/mesh_words.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"

#include <algorithm>

namespace nestloom::ui {

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
