// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_page.h"

#include "ui/features/sweep/shard_dialog.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_form.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

StoredSweepModel::StoredSweepModel(QObject* parent) : ColumnTable(parent)
{
    using Row = SweepSummary;
    const auto number = [](const Row& sweep) { return QString::number(sweep.id); };
    const auto begun = [](const Row& sweep) {
        return tr("Begun %1 by Nestloom %2")
            .arg(dateOf(sweep.startedAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm:ss")),
                 qt(sweep.engineVersion));
    };
    const auto points = [](const Row& sweep) {
        return sweep.pointsDone == sweep.pointCount
                   ? QString::number(sweep.pointCount)
                   : QStringLiteral("%1/%2").arg(sweep.pointsDone).arg(sweep.pointCount);
    };
    setFields({
        {{tr("Sweep"), Kind::Number, tr("Number of the sweep in the store")}, number, number, begun, &Row::id},
        {{tr("Accelerator"), Kind::Text, tr("The accelerator that is varied")}, &Row::acceleratorName, {}, begun},
        {{tr("Networks"), Kind::Text, tr("The networks that every accelerator runs")}, &Row::networkNames, {}, begun},
        {{tr("Engine"), Kind::Text, tr("What schedules every point, unless the engine is an axis")},
         &Row::engine,
         {},
         begun},
        {{tr("Points"), Kind::Number, tr("Points that have a result / accelerators x networks")},
         points,
         {},
         [=](const Row& sweep) {
             if (sweep.pointsDone >= sweep.pointCount)
                 return begun(sweep);
             const QString have = tr("%1 of %2 points have a result").arg(sweep.pointsDone).arg(sweep.pointCount);
             return sweep.front.empty() ? tr("%1; open it to go on").arg(have)
                                        : tr("%1: the %2 needs no others").arg(have, qt(sweep.front));
         },
         &Row::pointCount},
        {{tr("Started"), Kind::Text, {}}, // the tip has the year
         [](const Row& sweep) { return dateOf(sweep.startedAt).toLocalTime().toString(QStringLiteral("MM-dd hh:mm")); },
         [](const Row& sweep) { return dateOf(sweep.startedAt).toString(Qt::ISODate); },
         begun,
         [](const Row& sweep) { return dateOf(sweep.startedAt); }},
    });
}

void StoredSweepModel::setSweeps(const std::vector<SweepSummary>& sweeps)
{
    const auto same = [](const SweepSummary& a, const SweepSummary& b) { return a.id == b.id; };
    if (std::equal(sweeps.begin(), sweeps.end(), all().begin(), all().end(), same))
        replaceRows(sweeps);
    else
        setRows(sweeps);
}

int StoredSweepModel::rowOf(SweepId sweep) const
{
    const auto found = std::ranges::find_if(all(), [sweep](const SweepSummary& s) { return s.id == sweep; });
    return found == all().end() ? -1 : int(found - all().begin());
}

namespace {

constexpr int kPauseMs = 500; // after the last change, until an accelerator is solved for the estimate
constexpr int kProgressSteps = 1000;

QString counted(std::size_t count, const QString& one, const QString& many)
{
    return QStringLiteral("%1 %2").arg(format::integer(std::int64_t(count)), count == 1 ? one : many);
}

QString duration(std::chrono::milliseconds time)
{
    return format::milliseconds(double(std::max<std::int64_t>(1, time.count())));
}

} // namespace

SweepPage::SweepPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sweep(sweep), m_builder(new SweepBuilder(workbench)),
      m_stored(new StoredSweepModel(this)), m_panel(new SweepPointPanel(workbench, sweep))
{
    setObjectName(QStringLiteral("sweepPage"));
    QFrame* build = cardOfLines(this, 6);
    build->layout()->addWidget(m_builder);
    build->layout()->addWidget(makePlanLine());
    auto* top = rowOf({{build, 1}}, 10);
    auto* lower = rowOf({{makeStoredList(), 1}, {m_panel, 3}}, 12);
    setLayout(columnOf({top, makeStateLine(), {lower, 1}}, 8, {12, 10, 12, 12}));

    m_ask.setSingleShot(true);
    m_ask.setInterval(kPauseMs);
    connect(&m_ask, &QTimer::timeout, this, &SweepPage::askForEstimate);
    connect(m_builder, &SweepBuilder::changed, this, &SweepPage::onBuilderChanged);
    Sweeps& sweeps = m_sweep.sweeps();
    connect(&sweeps, &Sweeps::estimated, this, [this](const SweepEstimate& estimate) {
        m_estimate = estimate;
        refreshPlan();
    });
    connect(&sweeps, &Sweeps::estimateFailed, this, [this](const QString& message) {
        m_estimateProblem = message;
        refreshPlan();
    });
    connect(&sweeps, &Sweeps::storedChanged, this, [this] {
        m_stored->setSweeps(m_sweep.sweeps().stored());
        m_storedTable->fitColumns();
        m_storedTable->setCurrentRow(m_stored->rowOf(m_sweep.id()));
        refreshState();
    });
    connect(&m_sweep, &ShownSweep::stateChanged, this, &SweepPage::refreshState);
    connect(&m_sweep, &ShownSweep::pointsAdded, this, &SweepPage::refreshState);
    connect(&m_sweep, &ShownSweep::replaced, this, [this] {
        if (m_sweep.id() != 0)
            m_storedTable->setCurrentRow(m_stored->rowOf(m_sweep.id()));
        refreshState();
    });
    connect(&sweeps, &Sweeps::failed, this, [this] { // it cannot be read: the one before is still shown
        m_storedTable->setCurrentRow(m_stored->rowOf(m_sweep.id()));
        refreshState();
    });
    m_stored->setSweeps(sweeps.stored());
    refreshPlan();
    refreshState();
    hearEvents(this, QEvent::Show, [this] {
        refreshPlan();
        if (!m_estimate)
            m_ask.start();
    });
}

QWidget* SweepPage::makePlanLine()
{
    auto* line = new QWidget(this);
    m_plan = named(new ElidedLabel(line), "sweepPlan");
    m_start = named(new QPushButton(tr("Start sweep"), line), "startSweep");
    m_start->setProperty("primary", true);
    m_start->setMinimumWidth(120);
    m_elsewhere = named(new QPushButton(tr("Other computers..."), line), "shardSweep", {},
                        tr("Cut the sweep into parts for a cluster, follow them, and collect their results"));
    m_elsewhere->setVisible(m_sweep.sweeps().shards() != nullptr);
    line->setLayout(rowOf({{m_plan, 1}, m_elsewhere, m_start}, -1, {0, 2, 0, 0}));
    connect(m_elsewhere, &QPushButton::clicked, this, &SweepPage::openShards);
    connect(m_start, &QPushButton::clicked, this, &SweepPage::start);
    return line;
}

QWidget* SweepPage::makeStoredList()
{
    auto* part = new QWidget(this);
    const int least = std::max(276, 24 * fontMetrics().averageCharWidth()); // 150 % fonts fit 1366 pixels
    part->setMinimumWidth(least);
    part->setMaximumWidth(3 * least / 2); // all columns, where there is room
    auto* title = new QLabel(tr("Stored"), part);
    title->setProperty("strong", true);
    m_storedTable = named(new CopyableTable(m_stored, part), "storedSweeps", tr("Stored sweeps"));
    m_storedTable->setSelectionMode(QAbstractItemView::SingleSelection);
    showEmptyText(*m_storedTable, tr("No sweep is stored yet."));
    m_again = toolButton(tr("Use again"),
                         tr("Put axes, networks and engine of the shown sweep into the form above; the accelerator is "
                            "the one in the editor"),
                         "useSweepAgain");
    m_delete = toolButton(tr("Delete..."), tr("Delete the shown sweep from the store"), "deleteSweep");
    part->setLayout(
        columnOf({rowOf({title, LinePart::room(), m_again, m_delete}, 4), {m_storedTable, 1}}, 6, {0, 4, 0, 0}));
    connect(m_again, &QToolButton::clicked, this, &SweepPage::useAgain);
    connect(m_delete, &QToolButton::clicked, this, &SweepPage::askToDelete);
    connect(m_storedTable, &CopyableTable::rowChosen, this, [this](int row) {
        if (row >= 0 && m_stored->all()[std::size_t(row)].id != m_sweep.id())
            m_sweep.open(m_stored->all()[std::size_t(row)].id);
        refreshState(); // until it is read, what is shown is another one
    });
    return part;
}

QWidget* SweepPage::makeStateLine()
{
    auto* line = new QWidget(this);
    m_state = named(new ElidedLabel(line), "sweepState");
    m_state->setRole(QPalette::WindowText);
    m_bar = new QProgressBar(line);
    m_bar->setRange(0, kProgressSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(160, 10);
    m_cancel = named(new QPushButton(tr("Cancel"), line), "cancelSweep", {},
                     tr("Stop the sweep that runs; its points are kept, and it can go on later"));
    m_resume =
        named(new QPushButton(tr("Resume"), line), "resumeSweep", {}, tr("Go on with this sweep where it was stopped"));
    m_report = named(new QPushButton(tr("Export report..."), line), "reportSweep", {},
                     tr("Write the points, the front and the inputs of this sweep as HTML or PDF"));
    m_pareto = named(new QPushButton(tr("Show Pareto front"), line), "showPareto");
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_state, 1);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_resume), static_cast<QWidget*>(m_cancel),
          static_cast<QWidget*>(m_report), static_cast<QWidget*>(m_pareto)})
        layout->addWidget(widget);
    for (QWidget* widget : {m_cancel, m_report, m_pareto}) { // none takes the place of another under the mouse
        QSizePolicy policy = widget->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        widget->setSizePolicy(policy);
    }
    connect(m_cancel, &QPushButton::clicked, &m_sweep, &ShownSweep::cancel);
    connect(m_resume, &QPushButton::clicked, &m_sweep, &ShownSweep::resume);
    connect(m_report, &QPushButton::clicked, this, &SweepPage::reportRequested);
    connect(m_pareto, &QPushButton::clicked, this, &SweepPage::paretoRequested);
    return line;
}

void SweepPage::onBuilderChanged()
{
    m_estimate.reset();
    m_estimateProblem.clear();
    m_sweep.sweeps().cancelEstimate();
    if (!isVisible())
        return; // showEvent() looks again
    m_ask.start();
    refreshPlan();
}

void SweepPage::askForEstimate()
{
    if (m_sweep.isAnyRunning() || !isVisible())
        return; // it would only be wrong beside another sweep
    if (const auto inputs = m_builder->inputs())
        m_sweep.sweeps().estimate(*inputs);
}

QString SweepPage::planText(const explore::SweepInputs& inputs) const
{
    const std::size_t accelerators = explore::count(inputs.space);
    QString text = tr("%1 of %2 \u00d7 %3")
                       .arg(counted(accelerators, tr("variant"), tr("variants")), qt(inputs.acceleratorTitle()),
                            counted(inputs.networks.size(), tr("network"), tr("networks")))
                   + qt(inputs.methodOptions());
    if (m_sweep.isAnyRunning())
        return tr("%1; another sweep is running").arg(text);
    if (!m_estimateProblem.isEmpty())
        return tr("%1; %2").arg(text, m_estimateProblem);
    if (!m_estimate)
        return tr("%1; solving one accelerator to say how long it takes...").arg(text);
    if (m_estimate->total)
        text = tr("%1, about %2 on %3")
                   .arg(text, duration(*m_estimate->total),
                        counted(std::size_t(m_estimate->threads), tr("thread"), tr("threads")));
    if (m_estimate->refused > 0)
        text =
            tr("%1; %2 refused: %3").arg(text, format::integer(std::int64_t(m_estimate->refused)), m_estimate->refusal);
    if (!m_estimate->caution.isEmpty())
        text = tr("%1; caution: %2").arg(text, m_estimate->caution);
    return text;
}

void SweepPage::refreshPlan()
{
    auto inputs = m_builder->inputs();
    if (const auto front = m_builder->front(); inputs && front)
        if (const Status can = explore::check(*inputs, *front); !can)
            inputs = can.error();
    const QString text = inputs ? planText(*inputs) : qt(inputs.error().text());
    // Who has not begun has made no mistake.
    const bool isWrong = inputs ? !m_estimateProblem.isEmpty() : !m_builder->isBlank();
    m_plan->setRole(isWrong ? QPalette::BrightText : inputs ? QPalette::WindowText : QPalette::PlaceholderText);
    m_plan->setText(text);
    m_start->setEnabled(bool(inputs) && !m_sweep.isAnyRunning());
    m_elsewhere->setEnabled(bool(inputs));
    m_start->setToolTip(inputs ? tr("Map the networks onto every accelerator; an equal sweep goes on where it was")
                               : text);
}

bool SweepPage::start()
{
    m_ask.stop();
    const auto inputs = m_builder->inputs();
    return inputs && m_sweep.start(*inputs, m_builder->front());
}

void SweepPage::useAgain()
{
    const explore::SweepInputs& inputs = m_sweep.points().inputs();
    takeAccelerator(inputs.space.base);
    for (const workload::Network& network : inputs.networks)
        m_workbench.library().listSized(qt(network.name));
    takeOptions(inputs);
    m_builder->show(sweepForm(inputs, m_sweep.sweeps()));
}

/// What the form has no field of is as in the panel Run.
void SweepPage::takeOptions(const explore::SweepInputs& inputs)
{
    const schedule::ScheduleOptions& own = m_workbench.options();
    if (inputs.nodes) {
        kapla::NodeRunOptions nodes = *inputs.nodes;
        nodes.goal = m_workbench.nodeOptions().goal; // the form has the sweep's
        nodes.engine = m_workbench.nodeOptions().engine;
        m_workbench.setNodeOptions(nodes);
    } else if (inputs.memory) {
        records::MemoryOptions memory = *inputs.memory;
        memory.scratchpad = m_workbench.memoryOptions().scratchpad;
        memory.engine = m_workbench.memoryOptions().engine;
        m_workbench.setMemoryOptions(memory);
    }
    schedule::ScheduleOptions options = inputs.nodes || inputs.memory ? own : inputs.options;
    options.seed = inputs.seed();
    options.engine = own.engine;
    options.threads = own.threads;
    options.cosa.objective = own.cosa.objective;
    options.cosa.cyclePrice = own.cosa.cyclePrice;
    options.cosa.simulated = own.cosa.simulated;
    m_workbench.setOptions(options);
}

/// Into the editor: the listed one, or one in no file where it was edited or is not listed.
void SweepPage::takeAccelerator(const hardware::Accelerator& accelerator)
{
    if (m_workbench.document().value() == accelerator)
        return;
    const Library& library = m_workbench.library();
    const auto listed = library.findAccelerator(qt(accelerator.name));
    const auto known = listed ? library.parsed(library.accelerators()[*listed]) : nullptr;
    if (!known || *known != accelerator || !m_workbench.chooseAccelerator(library.accelerators()[*listed])
        || m_workbench.document().value() != accelerator) // it is being edited
        m_workbench.editAccelerator(QStringLiteral("sweep:%1").arg(m_sweep.id()), accelerator);
}

void SweepPage::askToDelete()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete a sweep"),
                                tr("Delete sweep %1 with %2? It cannot be brought back.")
                                    .arg(m_sweep.id())
                                    .arg(counted(m_sweep.points().points().size(), tr("point"), tr("points"))),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("deleteSweepQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Keep it"), QMessageBox::RejectRole));
    connect(box, &QMessageBox::buttonClicked, this, [this, remove, id = m_sweep.id()](QAbstractButton* button) {
        if (button == remove && m_sweep.id() == id) // still the one that was asked about
            m_sweep.remove();
    });
    box->open();
}

void SweepPage::openShards()
{
    const auto inputs = m_builder->inputs();
    if (!inputs)
        return;
    auto* dialog = new ShardDialog(*m_sweep.sweeps().shards(), *inputs, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ShardDialog::collected, &m_sweep, &ShownSweep::open);
    dialog->open();
}

/// "front of cycles against energy" when a search for it has ended in the stored sweep that is shown.
QString SweepPage::endedFront() const
{
    for (const SweepSummary& sweep : m_sweep.sweeps().stored())
        if (sweep.id == m_sweep.id())
            return qt(sweep.front);
    return {};
}

QString SweepPage::stateText() const
{
    if (m_sweep.isEmpty())
        return tr("No sweep is shown. Start one, or choose a stored one.");
    const QString name = qt(m_sweep.points().inputs().acceleratorTitle());
    const QString what =
        m_sweep.id() > 0 ? tr("Sweep %1 of %2").arg(m_sweep.id()).arg(name) : tr("Sweep of %1").arg(name);
    const QString points =
        tr("%1: %2 of %3 points").arg(what).arg(m_sweep.points().points().size()).arg(m_sweep.total());
    if (m_sweep.isRunning())
        return m_sweep.live().within
                   ? tr("%1; no other is better by more than %2").arg(points, format::percent(*m_sweep.live().within))
               : m_sweep.live().left ? tr("%1, %2 left").arg(points, duration(*m_sweep.live().left))
                                     : points;
    if (m_sweep.live().end == JobState::End::Failed && m_sweep.id() == m_sweep.live().sweep)
        return tr("%1; failed: %2").arg(points, m_sweep.live().message);
    if (const auto& front = m_sweep.live().front; front && m_sweep.id() == m_sweep.live().sweep)
        if (front->distance && m_sweep.live().end == JobState::End::Finished)
            return front->notKnee > 0      ? tr("%1; no other is the knee or an end of the front").arg(points)
                   : *front->distance == 0 ? tr("%1; the front needs no others").arg(points)
                                           : tr("%1; none of the others is better by more than %2")
                                                 .arg(points, format::percent(*front->distance));
    if (const QString front = endedFront(); !front.isEmpty() && !m_sweep.isComplete())
        return tr("%1; the %2 needs no others").arg(points, front);
    if (m_sweep.isComplete() && m_sweep.live().known > 0 && m_sweep.id() == m_sweep.live().sweep)
        return m_sweep.live().known == m_sweep.total()
                   ? tr("%1, all of them stored by an earlier sweep of the same").arg(points)
                   : tr("%1, %2 of them stored before").arg(points).arg(m_sweep.live().known);
    return m_sweep.isComplete() ? points : tr("%1, stopped").arg(points);
}

void SweepPage::refreshState()
{
    const bool running = m_sweep.isRunning();
    const bool wasOnStart = m_start->hasFocus(), wasOnCancel = m_cancel->hasFocus();
    m_state->setText(stateText());
    m_bar->setVisible(running);
    const SweepState& live = m_sweep.live();
    setProgress(*m_bar, live.total > 0 ? int(double(live.done) / double(live.total) * kProgressSteps) : 0);
    m_cancel->setVisible(m_sweep.isAnyRunning());
    m_resume->setVisible(!m_sweep.isEmpty() && !m_sweep.isAnyRunning() && !m_sweep.isComplete());
    m_resume->setText(endedFront().isEmpty() ? tr("Resume") : tr("Solve the others"));
    m_report->setVisible(m_sweep.id() > 0 && !running);
    const int row = m_storedTable->currentRow();
    const bool isShown = row < 0 || row == m_stored->rowOf(m_sweep.id());
    m_again->setEnabled(!m_sweep.isEmpty() && isShown);
    m_delete->setEnabled(m_sweep.id() > 0 && !running && isShown);
    m_pareto->setVisible(!m_sweep.isEmpty());
    if (std::exchange(m_wasAnyRunning, m_sweep.isAnyRunning()) == m_sweep.isAnyRunning())
        return;
    refreshPlan();
    if (wasOnStart || wasOnCancel) // each of the two gives way to the other, and not to a field of the form
        (m_sweep.isAnyRunning() ? m_cancel : m_start)->setFocus();
    if (!m_sweep.isAnyRunning() && !m_estimate && !m_ask.isActive() && isVisible() && m_estimateProblem.isEmpty())
        m_ask.start();
}

} // namespace nestloom::ui
