// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/run_feature.h"

#include "ui/features/run/project_tree.h"
#include "ui/features/run/run_control.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/window/main_window.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStyle>

#include <algorithm>

namespace nestloom::ui {

BaselineChip::BaselineChip(Workbench& workbench, QWidget* parent) : Chip(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("baselineChip"));
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QToolButton::clicked, this, &BaselineChip::toggle);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &BaselineChip::refresh);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &BaselineChip::refresh);
    refresh();
}

namespace {

/// Whether the tool bar has no room for words that the tool tip says as well: Run must stay in the window.
bool isNarrow(const QWidget& chip)
{
    constexpr int kLetters = 170; // of the bar
    return chip.window()->width() < kLetters * chip.fontMetrics().averageCharWidth();
}

} // namespace

void BaselineChip::refresh()
{
    const Baseline& baseline = m_workbench.baseline();
    const bool pinned = baseline.isPinned();
    setText(pinned ? tr("baseline: %1  x").arg(baseline.name())
            : baseline.run() != 0
                ? (isNarrow(*this) ? tr("baseline: %1") : tr("baseline: %1, automatic")).arg(baseline.name())
                : tr("no baseline"));
    QStringList tip;
    if (const RunRecord* record = baseline.record())
        tip << tr("All numbers are compared with run %1: %2 on %3.")
                   .arg(QString::number(baseline.run()), qt(record->summary.networkName),
                        qt(record->summary.acceleratorName));
    if (const QString why = baseline.whyNothing(); !why.isEmpty())
        tip << why;
    if (const QString caution = baseline.caution(); !caution.isEmpty())
        tip << caution;
    tip << (pinned                ? tr("Click to unpin it: the last finished run of the network takes over.")
            : baseline.run() != 0 ? tr("It is the last finished run of the network; click to pin it.")
                                  : tr("Pin the shown run with Ctrl+B."));
    setToolTip(tip.join(QLatin1Char('\n')));
    setEnabled(baseline.run() != 0);
    if (const bool chip = baseline.run() != 0; property("chip").toBool() != chip) {
        setProperty("chip", chip);
        style()->unpolish(this); // a property of the style sheet changed
        style()->polish(this);
    }
}

void BaselineChip::toggle()
{
    Baseline& baseline = m_workbench.baseline();
    if (baseline.isPinned())
        baseline.unpin();
    else if (baseline.run() != 0)
        baseline.pin(baseline.run());
}

ShownRunChip::ShownRunChip(Workbench& workbench, QWidget* parent) : Chip(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("shownRunChip"));
    setProperty("chip", true);
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QToolButton::clicked, &m_workbench, &Workbench::backToEditor);
    connect(&m_workbench, &Workbench::contextChanged, this, &ShownRunChip::refresh);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &ShownRunChip::refresh);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &ShownRunChip::refresh);
    connect(&m_workbench.run(), &ShownRun::updated, this, &ShownRunChip::refresh); // a preview began or ended
    refresh();
}

void ShownRunChip::refresh()
{
    const RunId run = m_workbench.runApart();
    if (run != 0) {
        const auto& runs = m_workbench.session().runs();
        const auto stored = std::ranges::find_if(runs, [run](const auto& row) { return row.id == run; });
        RunSummary shown = stored != runs.end() ? *stored : RunSummary();
        if (stored == runs.end()) { // in the bin by now
            shown.networkName = m_workbench.network().name;
            shown.acceleratorName = m_workbench.accelerator().name;
        }
        constexpr int kLetters = 30; // variants have long names, and Run must stay in the window
        const QString work =
            fontMetrics().elidedText(workText(shown), Qt::ElideRight, kLetters * fontMetrics().averageCharWidth());
        setText(isNarrow(*this) ? tr("run %1: back to the editor").arg(run)
                                : tr("run %1, %2: back to the editor").arg(QString::number(run), work));
        setToolTip(
            tr("The views show run %1, %2. Click to see %3 on %4 again, which are in the editor.")
                .arg(run)
                .arg(workText(shown), qt(m_workbench.chosenNetwork().name), qt(m_workbench.document().value().name)));
    }
    Q_EMIT apartChanged(run != 0);
}

void installBaseline(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    window.menu(MainWindow::Menu::Run)->addSeparator();
    QAction* pin =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("pinBaseline"), MainWindow::tr("Pin as &baseline"),
                         Qt::CTRL | Qt::Key_B, MainWindow::tr("Compare all numbers with the shown run from now on"));
    QAction* unpin =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("unpinBaseline"), MainWindow::tr("&Unpin the baseline"),
                         {}, MainWindow::tr("Compare with the last finished run of the network again"));
    const auto refresh = [&workbench, pin, unpin] {
        pin->setEnabled(workbench.run().run() != 0 && !workbench.run().isRunning());
        unpin->setEnabled(workbench.baseline().isPinned());
    };
    QObject::connect(pin, &QAction::triggered, pin, [&workbench] { workbench.baseline().pin(workbench.run().run()); });
    QObject::connect(unpin, &QAction::triggered, unpin, [&workbench] { workbench.baseline().unpin(); });
    QObject::connect(&workbench.baseline(), &Baseline::changed, pin, refresh);
    QObject::connect(&workbench.run(), &ShownRun::updated, pin, refresh);
    QObject::connect(&workbench.run(), &ShownRun::numbered, pin, refresh);
    refresh();
}

using Phase = LivePreview::Phase;
using Scope = LivePreview::Scope;

LiveBar::LiveBar(Workbench& workbench, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_mark(new QLabel(tr("Live, not stored"), this)),
      m_what(new ElidedLabel(this)), m_progress(new ElidedLabel(this)),
      m_keep(new QPushButton(tr("Keep as run"), this)), m_back(new QPushButton(this))
{
    setObjectName(QStringLiteral("liveBar"));
    setProperty("live", true);
    m_mark->setFont(strongFont(font()));
    m_mark->setToolTip(tr("These results are mapped and verified, but no run of them is stored."));
    m_progress->setObjectName(QStringLiteral("liveProgress"));
    named(m_keep, "keepAsRun", {}, tr("Map the network once more as a run, and store it"));
    named(m_back, "leavePreview", {}, tr("Show the stored run again; the edits of the accelerator stay"));
    setLayout(rowOf({m_mark, {m_what, 1}, m_progress, m_keep, m_back}, 14, {12, 4, 12, 4}));
    connect(m_keep, &QPushButton::clicked, this, [this] { m_workbench.live().keep(); });
    connect(m_back, &QPushButton::clicked, this, [this] { m_workbench.live().dismiss(); });
    connect(&m_workbench.live(), &LivePreview::changed, this, &LiveBar::refresh);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &LiveBar::refresh);
    refresh();
}

QString LiveBar::progressText() const
{
    const LivePreview& live = m_workbench.live();
    switch (live.phase()) {
    case Phase::Idle: return {};
    case Phase::Held:
    case Phase::Failed: return live.reason();
    case Phase::Mapping: return tr("%1 of %2 layers mapped again").arg(live.layersDone()).arg(live.layersAsked());
    case Phase::Done: break;
    }
    const std::size_t others = m_workbench.run().layers().size() - m_workbench.run().freshLayers();
    const QString time = format::milliseconds(double(live.elapsedMs()));
    return others == 0 ? tr("%1 in %2").arg(counted(live.layersDone(), tr("the only layer"), tr("all %1 layers")), time)
                       : tr("%1 in %2, %3 as before")
                             .arg(counted(live.layersDone(), tr("1 layer"), tr("%1 layers")), time)
                             .arg(others);
}

void LiveBar::refresh()
{
    const LivePreview& live = m_workbench.live();
    const ShownRun& run = m_workbench.run();
    const bool shown = live.phase() != Phase::Idle;
    if (shown) {
        const bool stopped = live.phase() == Phase::Held || live.phase() == Phase::Failed;
        m_mark->setText(run.isPreview() || !stopped ? tr("Live, not stored") : tr("Live, held"));
        // What the figures are of, which what cannot be mapped has none of.
        const hardware::Accelerator& now =
            stopped && run.isPreview() ? run.accelerator() : m_workbench.document().value();
        m_what->setText(changeWords(fieldChanges(run.storedRequest().accelerator, now, m_workbench.session())));
        m_progress->setRole(stopped ? QPalette::WindowText : QPalette::PlaceholderText);
        m_progress->setText(progressText());
        m_keep->setEnabled(m_workbench.whyNotRun().isEmpty() && !run.isRunning());
        m_back->setText(run.storedRun() != 0 ? tr("Show run %1").arg(run.storedRun()) : tr("Leave"));
        m_back->setEnabled(run.isPreview() || !run.isRunning());
    }
    setVisible(shown);
}

QMenu* makeLiveMenu(Workbench& workbench, QWidget* parent)
{
    LivePreview& live = workbench.live();
    auto* menu = new QMenu(LiveBar::tr("Li&ve mapping"), parent);
    QAction* on = menu->addAction(LiveBar::tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_L));
    named(on, "live", {}, LiveBar::tr("Map the network again while the accelerator is edited (Ctrl+L)"));
    on->setCheckable(true);
    auto* scopes = new QActionGroup(menu);
    menu->addSeparator();
    const auto addScope = [&](const QString& text, Scope scope) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        scopes->addAction(action);
        QObject::connect(action, &QAction::triggered, &live, [&live, scope] { live.setScope(scope); });
        return action;
    };
    QAction* network = addScope(LiveBar::tr("All layers"), Scope::Network);
    QAction* layer = addScope(LiveBar::tr("Selected layer only"), Scope::SelectedLayer);
    const auto follow = [&live, on, network, layer] {
        on->setEnabled(live.isAvailable());
        on->setChecked(live.isOn() && live.isAvailable());
        (live.scope() == Scope::Network ? network : layer)->setChecked(true);
    };
    QObject::connect(on, &QAction::toggled, &live, &LivePreview::setOn);
    QObject::connect(&live, &LivePreview::changed, on, follow);
    follow();
    return menu;
}

QToolButton* makeLiveButton(QMenu* liveMenu, QWidget* parent)
{
    auto* button = named(new QToolButton(parent), "liveButton");
    button->setDefaultAction(liveMenu->actions().front());
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(liveMenu);
    return button;
}

void installRun(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    DockPlace project{QStringLiteral("projectDock"), MainWindow::tr("Project"), Qt::LeftDockWidgetArea, {234, 400}};
    project.inCompare = true; // its runs are what is compared
    auto* tree = new ProjectTree(workbench);
    window.addDock(project, tree);
    QObject::connect(tree, &ProjectTree::variantRequested, &window, [&window] {
        if (auto* duplicate = window.findChild<QAction*>(QStringLiteral("duplicateAsVariant")))
            duplicate->trigger();
    });
    window.addDock({QStringLiteral("runDock"), MainWindow::tr("Run"), Qt::LeftDockWidgetArea, {234, 240}},
                   new RunControl(workbench, window.actions().run, window.actions().cancel));
    window.addBanner(new LiveBar(workbench));
    QMenu* live = makeLiveMenu(workbench, &window);
    window.menu(MainWindow::Menu::Run)->addMenu(live);
    auto* shownRun = new ShownRunChip(workbench);
    QAction* place = window.addChip(shownRun);
    place->setVisible(workbench.runApart() != 0);
    QObject::connect(shownRun, &ShownRunChip::apartChanged, place, &QAction::setVisible);
    window.addChip(new BaselineChip(workbench));
    window.addButton(makeLiveButton(live, nullptr));
}

} // namespace nestloom::ui
