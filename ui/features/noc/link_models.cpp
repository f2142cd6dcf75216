// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/link_models.h"

#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"

#include <algorithm>

namespace nestloom::ui {

LinkModel::LinkModel(QObject* parent) : ColumnTable(parent)
{
    const auto bytes = [](const QString& title, const QString& toolTip, auto get) {
        return figure(
            {title, Kind::Number, toolTip, tr("B")}, get, [](double count) { return format::bytes(count); },
            [](double count) { return format::exactNumber(count, 0) + QStringLiteral(" B"); });
    };
    const auto of = [](TensorRole tensor) { return [tensor](const LinkLoad& link) { return link.byTensor[tensor]; }; };
    setFields({
        {{tr("Link"), Kind::Text, tr("One direction between two routers, or between a router and its port")},
         &LinkLoad::name,
         {},
         &LinkLoad::name,
         inOrder},
        figure({tr("Load"), Kind::Number,
                tr("Bytes per cycle over what the link can carry, averaged over the layer; of the tensors shown"),
                tr("share of bandwidth")},
               &LinkLoad::utilization, shortLoad, [](double load) { return format::percent(load, 3); }),
        bytes(tr("Traffic"), tr("Bytes over the whole layer; of the tensors shown"), &LinkLoad::bytes),
        {{tr("Flits"), Kind::Number, tr("Flits that carry the traffic; headers are not counted")},
         [](const LinkLoad& link) { return format::integer(std::int64_t(link.flits)); },
         &LinkLoad::flits},
        bytes(tr("Weights"), tr("Bytes of weights"), of(TensorRole::Weights)),
        bytes(tr("Inputs"), tr("Bytes of inputs"), of(TensorRole::Inputs)),
        bytes(tr("Outputs"), tr("Bytes of outputs and partial sums"), of(TensorRole::Outputs)),
    });
}

void LinkModel::setMesh(const ShownMesh& mesh)
{
    std::vector<LinkLoad> rows;
    for (noc::LinkId link = 0; link < mesh.load.mesh.linkCount(); ++link) {
        if (!mesh.hasLink(link))
            continue;
        LinkLoad row{link, linkName(mesh, link), mesh.utilization(link), mesh.bytes(link), 0, {}};
        row.flits = mesh.load.flitsFor(row.bytes);
        for (const TensorRole role : kTensorRoles)
            row.byTensor[role] = mesh.bytes(link, role);
        rows.push_back(row);
    }
    setRows(std::move(rows));
}

int LinkModel::rowOf(noc::LinkId link) const
{
    const auto row = std::ranges::find_if(all(), [link](const LinkLoad& r) { return r.link == link; });
    return row == all().end() ? -1 : int(row - all().begin());
}

HotLinkModel::HotLinkModel(ShownSimulation& shown, SimulationFocus& focus, QObject* parent)
    : ColumnTable(parent), m_shown(shown), m_focus(focus)
{
    const auto share = [](const QString& title, const QString& toolTip, auto get) {
        return Field{
            {title, Kind::Number, toolTip, tr("share")}, [get](noc::LinkId link) { return shortLoad(get(link)); }, get};
    };
    const auto flits = [&focus](const QString& title, const QString& toolTip, auto perCycle) {
        const auto get = [=, &focus](noc::LinkId link) { return perCycle(focus.rateOf(link)) * focus.rates().cycles; };
        return Field{{title, Kind::Number, toolTip},
                     [get](noc::LinkId link) { return format::integer(std::llround(get(link))); },
                     get};
    };
    std::vector<Field> fields{
        {{tr("Link"), Kind::Text, tr("One direction between two routers, or between a router and its port")},
         [&shown](noc::LinkId link) { return linkName(*shown.mesh(), link); }},
        share(tr("Use"), tr("Share of the shown cycles in which a flit of the shown classes crossed"),
              [&focus](noc::LinkId link) { return focus.use(link); }),
        share(tr("Blocked"), tr("Share of the shown cycles in which a flit was ready and the other side had no room"),
              [&focus](noc::LinkId link) { return focus.rateOf(link).blocked; }),
        flits(tr("Flits"), tr("Of the shown classes, in the shown cycles"),
              [&focus](const noc::LinkRate& rate) { return focus.use(rate); }),
        share(tr("Static"),
              tr("Static load: what the mapping must send over the link, by X-Y trees and without headers, over all "
                 "simulated cycles"),
              [&shown](noc::LinkId link) {
                  return shown.mesh()->load.flits(link) / double(std::max<noc::Cycle>(1, shown.end()));
              }),
    };
    for (const FlitClass each : kFlitClasses)
        fields.push_back(flits(flitClassName(each), tr("Flits of this class in the shown cycles"),
                               [each](const noc::LinkRate& rate) { return rate.classes[columnOf(each)]; }));
    setFields(std::move(fields));
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &HotLinkModel::refresh);
    refresh();
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
    replaceRows(std::move(links)); // the selection stays while the time moves
}

int HotLinkModel::rowOf(noc::LinkId link) const
{
    const auto row = std::ranges::find(all(), link);
    return row == all().end() ? -1 : int(row - all().begin());
}

} // namespace nestloom::ui
