// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/explain_mesh.h"

#include "engine/traffic/explain_load.h"
#include "ui/features/noc/mesh_words.h"
#include "ui/parts/explain_dialog.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(ExplainMesh)
};

using cost::Formula;

Formula loadOf(const ShownMesh& mesh, noc::LinkId link)
{
    return traffic::explainLoad(mesh.load, mesh.accelerator, link, mesh.tensors,
                                Words::tr("load of %1").arg(linkName(mesh, link)).toStdString());
}

QString place(const QString& what, const ShownMesh& mesh)
{
    return Words::tr("%1 of %2").arg(what, QString::fromStdString(mesh.accelerator.name));
}

/// Loads of all hops between routers, and their mean.
Formula meanOfHops(const ShownMesh& mesh)
{
    std::vector<Formula> hops;
    for (noc::LinkId link = 0; link < mesh.load.mesh.linkCount(); ++link)
        if (const auto ends = noc::linkEnds(mesh.load.mesh, link); ends && ends->kind == noc::LinkEnds::Kind::Hop)
            hops.push_back(loadOf(mesh, link));
    const auto count = double(hops.size());
    return cost::made("mean over the links between routers", cost::Unit::None, Formula::Operation::Quotient,
                      {cost::made("their loads together", cost::Unit::None, Formula::Operation::Sum, std::move(hops)),
                       cost::given("links between routers", count, cost::Unit::None, "the mesh")});
}

} // namespace

ExplainDialog* explainLink(QWidget* parent, const ShownMesh& mesh, noc::LinkId link)
{
    return explainFigures(parent, place(linkName(mesh, link), mesh),
                          {loadOf(mesh, link),
                           traffic::explainLinkBytes(mesh.load, mesh.accelerator, link, mesh.tensors),
                           traffic::explainLinkFlits(mesh.load, mesh.accelerator, link, mesh.tensors)});
}

ExplainDialog* explainMesh(QWidget* parent, const ShownMesh& mesh)
{
    Formula busiest = loadOf(mesh, mesh.load.hottestLink());
    busiest.name = "busiest link: " + busiest.name;
    std::vector<Formula> figures{std::move(busiest)};
    if (Formula mean = meanOfHops(mesh); mean.parts[1].value > 0)
        figures.push_back(std::move(mean));
    return explainFigures(parent, place(Words::tr("Mesh"), mesh), std::move(figures));
}

} // namespace nestloom::ui
