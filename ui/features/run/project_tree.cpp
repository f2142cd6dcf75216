// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/project_tree.h"

#include "engine/records/comparable.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/delta.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QSignalBlocker>

#include <algorithm>
#include <numeric>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kRunRole = Qt::UserRole + 1;
constexpr int kEntryRole = Qt::UserRole + 2; // where an accelerator or a network stands in the library
constexpr int kWhatRole = Qt::UserRole + 3;  // path or number: what the row is about, wherever it stands
constexpr std::size_t kRunsShown = 50;       // the runs page has them all

/// What stands at the right edge of a run: its result, or how far it is.
QString runNote(const RunSummary& run)
{
    switch (run.status) {
    case RunStatus::Running: return ProjectTree::tr("%1/%2").arg(run.layersDone).arg(run.layerCount);
    case RunStatus::Finished:
        return run.isWhole() ? resultText(run) : ProjectTree::tr("%1/%2").arg(run.solved()).arg(run.layerCount);
    default: return statusText(run);
    }
}

/// Its totals against those of the baseline, when both are of the same network and whole.
QString baselineWords(const RunSummary& run, const Baseline& baseline)
{
    const RunRecord* record = baseline.record();
    if (record == nullptr || !run.totals || run.id == baseline.run()
        || !records::whyNotComparable(run, record->summary).empty())
        return {};
    const schedule::Totals& theirs = *record->summary.totals;
    return QLatin1Char('\n')
           + deltaSentence(delta(double(run.totals->cycles.count), double(theirs.cycles.count), Better::Smaller),
                           format::exactCycles(theirs.cycles), baseline.name())
           + QLatin1Char('\n')
           + deltaSentence(delta(run.totals->energy.count, theirs.energy.count, Better::Smaller),
                           format::exactEnergy(theirs.energy), baseline.name());
}

QString runToolTip(const RunSummary& run)
{
    const QString about = ProjectTree::tr("Run %1, %2\n%3, %4\n%5 of %6 layers scheduled, %7")
                              .arg(run.id)
                              .arg(QLocale().toString(dateOf(run.startedAt).toLocalTime(), QLocale::ShortFormat),
                                   workText(run), qt(run.engine))
                              .arg(run.kind == records::RunKind::Layers ? run.solved() : run.layersDone)
                              .arg(run.layerCount)
                              .arg(statusText(run));
    return run.refusal().empty() ? about
                                 : about + QLatin1Char('\n') + refusalSentence(QString::fromUtf8(run.refusal()));
}

/// Brings the number of children to `count`, keeping those that are there.
void resizeSection(QTreeWidgetItem* section, std::size_t count)
{
    while (section->childCount() > int(count))
        delete section->takeChild(section->childCount() - 1);
    while (section->childCount() < int(count))
        section->addChild(new QTreeWidgetItem);
}

/// The user's own entries first: presets are many, and stay as they are.
template <typename Entry>
std::vector<std::size_t> ownFirst(const std::vector<Entry>& entries)
{
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !entries[i].preset; });
    return order;
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
    named(this, "projectTree", tr("Project"));
    setColumnCount(2);
    setHeaderHidden(true);
    setRootIsDecorated(true);
    setIndentation(14);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
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
    connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
        std::vector<RunId> runs = selectedRuns();
        std::ranges::reverse(runs);
        m_workbench.comparison().setCandidates(std::move(runs));
    });
    connect(&m_workbench.library(), &Library::changed, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench, &Workbench::editsChanged, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench, &Workbench::networkChanged, this, &ProjectTree::refreshLibrary);
    connect(&m_workbench.session(), &Session::runsChanged, this, &ProjectTree::refreshRuns);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &ProjectTree::refreshRuns);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &ProjectTree::refreshRuns);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &ProjectTree::refreshRuns);
    refreshLibrary();
    refreshRuns();
    hearEvents(this, QEvent::PaletteChange, [this] { refreshRuns(); });
}

void ProjectTree::refill(Section of, void (ProjectTree::*list)())
{
    QTreeWidgetItem* parent = section(of);
    QStringList selected;
    QString current;
    for (int i = 0; i < parent->childCount(); ++i) {
        const QString what = parent->child(i)->data(0, kWhatRole).toString();
        if (parent->child(i)->isSelected())
            selected << what;
        if (parent->child(i) == currentItem())
            current = what;
    }
    QStringList still;
    {
        const QSignalBlocker quiet(this); // only what is gone changes what is selected
        (this->*list)();
        for (int i = 0; i < parent->childCount(); ++i) {
            QTreeWidgetItem* item = parent->child(i);
            const QString what = item->data(0, kWhatRole).toString();
            if (what == current)
                setCurrentItem(item, 0, QItemSelectionModel::NoUpdate);
            item->setSelected(selected.contains(what));
            if (item->isSelected())
                still << what;
        }
    }
    if (still.size() != selected.size())
        Q_EMIT itemSelectionChanged();
}

/// A chosen one that is another than before comes into sight, and is current where one of its section was.
void ProjectTree::followChosen(Section of, QString& before)
{
    for (int i = 0; i < section(of)->childCount(); ++i) {
        QTreeWidgetItem* item = section(of)->child(i);
        const QString what = item->data(0, kWhatRole).toString();
        if (item->font(0).weight() <= QFont::Normal)
            continue;
        const QString last = std::exchange(before, what);
        if (last == what)
            return;
        if (currentItem() != nullptr && currentItem()->parent() == section(of))
            setCurrentItem(item);
        else if (!last.isEmpty() && !underMouse()) // at the start the tree is seen from its top
            scrollToItem(item);
        return;
    }
}

void ProjectTree::refreshLibrary()
{
    refill(Section::Accelerators, &ProjectTree::listAccelerators);
    refill(Section::Networks, &ProjectTree::listNetworks);
    followChosen(Section::Accelerators, m_chosenAccelerator);
    followChosen(Section::Networks, m_chosenNetwork);
}

void ProjectTree::refreshRuns() { refill(Section::Runs, &ProjectTree::listRuns); }

void ProjectTree::listAccelerators()
{
    const std::vector<AcceleratorEntry>& accelerators = m_workbench.library().accelerators();
    resizeSection(section(Section::Accelerators), accelerators.size());
    int row = 0;
    for (const std::size_t i : ownFirst(accelerators)) {
        QTreeWidgetItem* item = section(Section::Accelerators)->child(row++);
        const AcceleratorEntry& entry = accelerators[i];
        item->setData(0, kEntryRole, QVariant::fromValue(i));
        item->setData(0, kWhatRole, entry.path);
        const QString edited = m_workbench.editedName(entry.path);
        item->setText(0, edited.isEmpty() ? entry.name : QStringLiteral("* ") + edited);
        item->setText(1, entry.preset ? QString() : isUnsaved(entry) ? tr("unsaved") : tr("file"));
        item->setToolTip(0, entry.path);
        item->setFirstColumnSpanned(entry.preset); // the name has the whole width where no note stands
        setBold(item, entry.path == m_workbench.document().path() && !m_workbench.document().isEmpty());
    }
}

void ProjectTree::listNetworks()
{
    const std::vector<NetworkEntry>& networks = m_workbench.library().networks();
    resizeSection(section(Section::Networks), networks.size());
    // A file may have the name of a preset; a network of a stored run may be in no file.
    const QString chosen = qt(m_workbench.chosenNetwork().name), text = qt(m_workbench.chosenNetworkYaml());
    const auto isChosen = [&](const NetworkEntry& entry) { return entry.name == chosen && entry.yaml == text; };
    const bool isListed = std::ranges::any_of(networks, isChosen);
    int row = 0;
    for (const std::size_t i : ownFirst(networks)) {
        QTreeWidgetItem* item = section(Section::Networks)->child(row++);
        item->setData(0, kEntryRole, QVariant::fromValue(i));
        item->setData(0, kWhatRole, networks[i].path);
        item->setText(0, networks[i].name);
        const bool isSized = !baseOf(networks[i]).isEmpty();
        item->setText(1, networks[i].preset ? QString() : isSized ? tr("sized") : tr("file"));
        item->setToolTip(0, isSized ? tr("%1, in no file; Network > Edit as text saves it").arg(networks[i].name)
                                    : networks[i].path);
        item->setFirstColumnSpanned(networks[i].preset);
        setBold(item, isListed ? isChosen(networks[i]) : networks[i].name == chosen);
    }
}

void ProjectTree::listRuns()
{
    std::vector<RunSummary> runs = m_workbench.session().runs();
    const std::size_t all = runs.size();
    runs.resize(std::min(all, kRunsShown));
    const QColor muted = themeFor(palette()).mutedText;
    QTreeWidgetItem* parent = section(Section::Runs);
    parent->setText(0, runs.empty()       ? tr("Runs: none yet")
                       : all > kRunsShown ? tr("Runs: the newest %1").arg(kRunsShown)
                                          : tr("Runs"));
    const bool wasEmpty = parent->childCount() == 0;
    resizeSection(parent, runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        QTreeWidgetItem* item = parent->child(int(i));
        const bool isBaseline = runs[i].id == m_workbench.baseline().run();
        item->setText(0, tr("%1  %2%3, %4")
                             .arg(QString::number(runs[i].id), isBaseline ? tr("(baseline) ") : QString(),
                                  qt(runs[i].engine), workText(runs[i])));
        item->setText(1, runNote(runs[i]));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, muted);
        const QString tip = runToolTip(runs[i]) + baselineWords(runs[i], m_workbench.baseline());
        item->setToolTip(0, tip);
        item->setToolTip(1, tip);
        item->setData(0, kRunRole, QVariant::fromValue(runs[i].id));
        item->setData(0, kWhatRole, QString::number(runs[i].id));
        setBold(item, runs[i].id == m_workbench.shownRun());
    }
    if (wasEmpty)
        parent->setExpanded(true);
}

RunId ProjectTree::runOf(const QTreeWidgetItem* item) const
{
    return item->parent() == section(Section::Runs) ? item->data(0, kRunRole).value<RunId>() : 0;
}

std::vector<RunId> ProjectTree::selectedRuns() const
{
    std::vector<RunId> runs;
    const QTreeWidgetItem* parent = section(Section::Runs);
    for (int i = 0; i < parent->childCount(); ++i)
        if (parent->child(i)->isSelected())
            runs.push_back(runOf(parent->child(i)));
    return runs;
}

QMimeData* ProjectTree::mimeData(const QList<QTreeWidgetItem*>& items) const
{
    std::vector<RunId> runs;
    for (const QTreeWidgetItem* item : items)
        if (const RunId run = runOf(item); run != 0)
            runs.push_back(run);
    return runs.empty() ? nullptr : mimeOfRuns(runs); // nothing to drag otherwise
}

void ProjectTree::contextMenuEvent(QContextMenuEvent* event)
{
    std::vector<RunId> runs = selectedRuns();
    if (runs.empty())
        return showEntryMenu(event->globalPos());
    std::ranges::reverse(runs); // the oldest first: what the newer ones are compared with
    QMenu menu;
    if (runs.size() == 1) {
        menu.addAction(tr("Show"), this, [this, runs] { m_workbench.openRun(runs.front()); });
        menu.addAction(tr("Pin as baseline"), this, [this, runs] { m_workbench.baseline().pin(runs.front()); });
        menu.addAction(tr("Add to the comparison"), this, [this, runs] { m_workbench.comparison().add(runs.front()); })
            ->setEnabled(m_workbench.comparison().runs().size() < Comparison::kMost
                         && !m_workbench.comparison().contains(runs.front()));
    } else {
        QAction* compare =
            menu.addAction(tr("Compare"), this, [this, runs] { m_workbench.comparison().compare(runs); });
        compare->setEnabled(runs.size() <= Comparison::kMost);
        compare->setToolTip(compare->isEnabled() ? QString()
                                                 : tr("At most %1 runs stand side by side").arg(Comparison::kMost));
    }
    menu.setToolTipsVisible(true);
    menu.exec(event->globalPos());
}

/// Of the current accelerator or network.
void ProjectTree::showEntryMenu(const QPoint& global)
{
    QTreeWidgetItem* item = currentItem();
    if (item == nullptr || item->parent() == nullptr)
        return;
    QMenu menu;
    menu.addAction(tr("Choose"), this, [this, item] { choose(item); });
    if (item->parent() == section(Section::Accelerators))
        menu.addAction(tr("Duplicate as variant"), this, [this, item] {
            choose(item);
            Q_EMIT variantRequested();
        });
    if (item->parent() == section(Section::Networks)) {
        const NetworkEntry entry = m_workbench.library().networks()[item->data(0, kEntryRole).value<std::size_t>()];
        if (!baseOf(entry).isEmpty())
            menu.addAction(tr("Take off the list"), this, [this, entry] { takeOffTheList(entry); });
    }
    if (const QString path = item->toolTip(0); QFileInfo(path).isAbsolute())
        menu.addAction(tr("Copy the path"), this, [path] { QApplication::clipboard()->setText(path); });
    menu.exec(global);
}

void ProjectTree::takeOffTheList(const NetworkEntry& entry)
{
    Library& library = m_workbench.library();
    const bool isChosen = qt(m_workbench.chosenNetworkYaml()) == entry.yaml;
    if (const auto base = library.findNetwork(baseOf(entry)); base && isChosen) {
        const NetworkEntry made = library.networks()[*base];
        m_workbench.chooseNetwork(made);
    }
    library.removeSized(entry);
}

void ProjectTree::choose(QTreeWidgetItem* item)
{
    if (item->parent() == nullptr)
        return;
    const auto entry = item->data(0, kEntryRole).value<std::size_t>();
    if (item->parent() == section(Section::Accelerators))
        m_workbench.chooseAccelerator(m_workbench.library().accelerators()[entry]);
    else if (item->parent() == section(Section::Networks))
        m_workbench.chooseNetwork(m_workbench.library().networks()[entry]);
    else
        m_workbench.openRun(item->data(0, kRunRole).value<RunId>());
}

} // namespace nestloom::ui
