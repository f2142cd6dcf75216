// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/project_tree.h"

#include "ui/format.h"
#include "ui/models/run_list_model.h"
#include "ui/theme.h"
#include "ui/workbench.h"

#include <QEvent>
#include <QHeaderView>
#include <QLocale>

namespace nestloom::ui {

namespace {

constexpr int kRunRole = Qt::UserRole + 1;

/// What stands at the right edge of a run: its result, or how far it is.
QString runNote(const RunSummary& run)
{
    switch (run.status) {
    case RunStatus::Running: return ProjectTree::tr("%1/%2").arg(run.layersDone).arg(run.layerCount);
    case RunStatus::Finished: return run.totals ? format::cycles(run.totals->cycles) : statusText(run.status);
    default: return statusText(run.status);
    }
}

QString runToolTip(const RunSummary& run)
{
    return ProjectTree::tr("Run %1, %2\n%3 on %4, %5\n%6 of %7 layers, %8")
        .arg(run.id)
        .arg(QLocale().toString(run.startedAt.toLocalTime(), QLocale::ShortFormat), run.networkName,
             run.acceleratorName, run.engine)
        .arg(run.layersDone)
        .arg(run.layerCount)
        .arg(statusText(run.status));
}

/// Brings the number of children to `count`, keeping those that are there.
void resizeSection(QTreeWidgetItem* section, std::size_t count)
{
    while (section->childCount() > static_cast<int>(count))
        delete section->takeChild(section->childCount() - 1);
    while (section->childCount() < static_cast<int>(count))
        section->addChild(new QTreeWidgetItem);
}

void setBold(QTreeWidgetItem* item, bool bold)
{
    QFont font = item->font(0);
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    item->setFont(0, font);
}

} // namespace

ProjectTree::ProjectTree(Workbench& workbench, QWidget* parent) : QTreeWidget(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("projectTree"));
    setAccessibleName(tr("Project"));
    setColumnCount(2);
    setHeaderHidden(true);
    setRootIsDecorated(true);
    setIndentation(14);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const QString& title : {tr("Accelerators"), tr("Networks"), tr("Runs")}) {
        auto* item = new QTreeWidgetItem(this, {title});
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setFirstColumnSpanned(true);
        setBold(item, true);
        item->setExpanded(true);
    }
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (item->parent() != section(Section::Runs))
            choose(item);
    });
    connect(this, &QTreeWidget::itemActivated, this, &ProjectTree::choose);
    connect(&m_workbench.library(), &Library::changed, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench, &Workbench::editsChanged, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench, &Workbench::networkChanged, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench.session(), &Session::runsChanged, this, &ProjectTree::refreshRuns);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &ProjectTree::refreshRuns);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &ProjectTree::refreshRuns);
    refreshLibrary();
    refreshRuns();
}

void ProjectTree::refreshLibrary()
{
    const std::vector<AcceleratorEntry>& accelerators = m_workbench.library().accelerators();
    resizeSection(section(Section::Accelerators), accelerators.size());
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        QTreeWidgetItem* item = section(Section::Accelerators)->child(static_cast<int>(i));
        const AcceleratorEntry& entry = accelerators[i];
        item->setText(0, m_workbench.isEdited(entry.path) ? entry.name + QStringLiteral(" *") : entry.name);
        item->setText(1, entry.preset ? QString() : tr("file"));
        item->setToolTip(0, entry.path);
        setBold(item, entry.path == m_workbench.document().path() && !m_workbench.document().isEmpty());
    }
    const std::vector<NetworkEntry>& networks = m_workbench.library().networks();
    resizeSection(section(Section::Networks), networks.size());
    for (std::size_t i = 0; i < networks.size(); ++i) {
        QTreeWidgetItem* item = section(Section::Networks)->child(static_cast<int>(i));
        item->setText(0, networks[i].name);
        item->setText(1, networks[i].preset ? QString() : tr("file"));
        item->setToolTip(0, networks[i].path);
        setBold(item, networks[i].name == QString::fromStdString(m_workbench.network().name));
    }
}

void ProjectTree::refreshRuns()
{
    const std::vector<RunSummary> runs = m_workbench.session().runs();
    const QColor muted = themeFor(palette()).mutedText;
    QTreeWidgetItem* parent = section(Section::Runs);
    parent->setText(0, runs.empty() ? tr("Runs: none yet") : tr("Runs"));
    const bool wasEmpty = parent->childCount() == 0;
    resizeSection(parent, runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        QTreeWidgetItem* item = parent->child(static_cast<int>(i));
        item->setText(0, tr("%1  %2 on %3").arg(runs[i].id).arg(runs[i].networkName, runs[i].acceleratorName));
        item->setText(1, runNote(runs[i]));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, muted);
        item->setToolTip(0, runToolTip(runs[i]));
        item->setToolTip(1, runToolTip(runs[i]));
        item->setData(0, kRunRole, QVariant::fromValue(runs[i].id));
        setBold(item, runs[i].id == m_workbench.run().run());
    }
    if (wasEmpty)
        parent->setExpanded(true);
}

void ProjectTree::changeEvent(QEvent* event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && topLevelItemCount() > 0)
        refreshRuns();
}

void ProjectTree::openCurrent()
{
    if (currentItem() != nullptr)
        choose(currentItem());
}

void ProjectTree::choose(QTreeWidgetItem* item)
{
    if (item->parent() == nullptr)
        return;
    const auto row = static_cast<std::size_t>(item->parent()->indexOfChild(item));
    if (item->parent() == section(Section::Accelerators))
        m_workbench.chooseAccelerator(m_workbench.library().accelerators()[row]);
    else if (item->parent() == section(Section::Networks))
        m_workbench.chooseNetwork(m_workbench.library().networks()[row]);
    else
        m_workbench.openRun(item->data(0, kRunRole).value<RunId>());
}

} // namespace nestloom::ui
