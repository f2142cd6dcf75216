// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves SimulationView as files.
#include "ui/export/chart_actions.h"
#include "ui/export/save_file.h"
#include "ui/export/table_text.h"
#include "ui/noc/mesh_words.h"
#include "ui/simulation/flit_map.h"
#include "ui/simulation/simulation_controls.h"
#include "ui/simulation/simulation_view.h"
#include "ui/simulation/simulation_words.h"

#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>

namespace nestloom::ui {

void SimulationView::makeExportMenu()
{
    auto* menu = new QMenu(m_controls->exportButton());
    QAction* trace = menu->addAction(tr("Trace for Perfetto..."));
    connect(trace, &QAction::triggered, this, [this] {
        askExport(tr("Export trace"), QStringLiteral("trace.json"), tr("Trace (*.json)"), &SimulationView::exportTrace);
    });
    QAction* counters = menu->addAction(tr("Counters of all links and windows..."));
    connect(counters, &QAction::triggered, this, [this] {
        askExport(tr("Export counters"), QStringLiteral("links.csv"), tr("CSV (*.csv)"),
                  &SimulationView::exportCounters);
    });
    QAction* picture = menu->addAction(tr("Picture of the mesh..."));
    connect(picture, &QAction::triggered, this, [this] { askExportChart(*m_map); });
    connect(menu, &QMenu::aboutToShow, this, [this, trace] { trace->setEnabled(m_trace != nullptr); });
    m_controls->exportButton()->setMenu(menu);
}

void SimulationView::askExport(const QString& title, const QString& suffix, const QString& filter,
                               Status (SimulationView::*write)(const QString&) const)
{
    const QString name = QStringLiteral("%1.%2").arg(QString::fromStdString(m_shown.question()->layer.name), suffix);
    const QString path = QFileDialog::getSaveFileName(this, title, name, filter);
    if (path.isEmpty())
        return;
    if (const Status written = (this->*write)(path); !written)
        QMessageBox::warning(this, title, QString::fromStdString(written.error().text()));
}

Status SimulationView::exportTrace(const QString& path) const
{
    if (m_trace == nullptr || m_shown.simulator() == nullptr)
        return Error{ErrorCode::InvalidInput, "there is no simulated run to export yet", ""};
    return saveFile(path, m_shown.simulator()->traceJson(m_trace->trace()));
}

/// A row for each link and window in which something crossed or waited.
Status SimulationView::exportCounters(const QString& path) const
{
    const noc::WindowCounters* windows = m_shown.windows();
    if (windows == nullptr || !m_shown.mesh())
        return Error{ErrorCode::InvalidInput, "there are no counters to export yet", ""};
    const noc::Mesh& mesh = m_shown.mesh()->load.mesh;
    const std::size_t count = noc::gridOf(mesh).linkCount();
    TableValues table;
    table.columns = {tr("from [cycle]"), tr("to [cycle]"), tr("link"), tr("flits"), tr("blocked [cycles]")};
    for (const FlitClass flits : kFlitClasses)
        table.columns << tr("%1 [flits]").arg(flitClassName(flits));
    std::vector<std::pair<noc::LinkId, QString>> links; // of the grid
    for (noc::LinkId link = 0; link < mesh.linkCount(); ++link)
        if (m_shown.mesh()->hasLink(link))
            links.emplace_back(noc::gridLinkOf(mesh, link), linkName(*m_shown.mesh(), link));
    for (std::size_t window = 0; window < windows->windows; ++window) {
        const auto [from, to] = noc::windowCycles(*windows, window, m_shown.end());
        for (const auto& [link, name] : links) {
            const noc::LinkCount& each = windows->links[window * count + link];
            if (each.flits == 0 && each.blocked == 0)
                continue;
            QVariantList row{qlonglong(from), qlonglong(to), name, each.flits, each.blocked};
            for (const FlitClass flits : kFlitClasses)
                row << (windows->classes.empty() ? QVariant()
                                                 : QVariant(windows->classes[window * count + link][columnOf(flits)]));
            table.rows.push_back(row);
        }
    }
    return saveFile(path, csvText(table, simulationProvenance(m_shown).lines()).toUtf8());
}

} // namespace nestloom::ui
