// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/memory_page.h"

#include "engine/explore/serving.h"
#include "ui/features/memory/budget_chart.h"
#include "ui/features/memory/memory_controls.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/occupancy_chart.h"
#include "ui/features/memory/schedule_model.h"
#include "ui/features/memory/traffic_bars.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"

#include <QAction>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace nestloom::ui {

MemoryPage::MemoryPage(Session& session, QWidget* parent)
    : QWidget(parent), m_plan(session.askers().plans), m_keeper(session.runKeeper()),
      m_controls(new MemoryControls(m_plan, session)), m_map(new MemoryMap(m_plan, m_focus)),
      m_occupancy(new OccupancyChart(m_plan, m_focus))
{
    setObjectName(QStringLiteral("memoryPage"));
    QSplitter* splitter = pageSplitter(Qt::Vertical, QStringLiteral("memorySplitter"));
    splitter->addWidget(makeCharts());
    splitter->addWidget(makeFoot());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({320, 150});
    setLayout(columnOf({makeHead(), m_reduction = new ElidedLabel, m_controls, {splitter, 1}}, 6, {12, 8, 12, 10}));
    if (m_keeper != nullptr)
        connect(m_keeper, &RunKeeper::kept, this, &MemoryPage::hearKept);
    connect(m_controls, &MemoryControls::sizeChosen, this, &MemoryPage::chooseSize);
    connect(m_controls, &MemoryControls::movingChanged, &m_plan, &ShownPlan::setMoving);
    connect(m_map, &MemoryMap::sizeChosen, this, &MemoryPage::chooseSize);
    connect(m_map, &MemoryMap::capacityMoved, this, [this](Bytes size) {
        m_plan.setMoving(true);
        chooseSize(size);
    });
    connect(m_map, &MemoryMap::capacityDropped, &m_plan, [this] { m_plan.setMoving(false); });
    connect(&m_plan, &ShownPlan::planChanged, this, &MemoryPage::refreshHead);
    connect(&m_plan, &ShownPlan::questionChanged, this, &MemoryPage::refreshHead);
    connect(&m_plan, &ShownPlan::curveChanged, this, [this] {
        m_cancel->setVisible(m_plan.isBusy());
        refreshCatches();
    });
    connect(&m_plan, &ShownPlan::networkChanged, this, [this] {
        m_place.forget();
        m_wanted.clear();
    });
    linkFocus();
    refreshHead();
    hearEvents(this, QEvent::PaletteChange, [this] { refreshHead(); }); // the badge carries a colour
}

/// The widgets use the plan, a member, until they are gone.
MemoryPage::~MemoryPage()
{
    hide();
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

void MemoryPage::explainCell()
{
    const auto figure = [column = m_table->currentIndex().column()] {
        switch (column) {
        case ScheduleModel::Spilled: return StepFigure::Spilled;
        case ScheduleModel::Retrieved: return StepFigure::Retrieved;
        case ScheduleModel::Created: return StepFigure::Created;
        default: return StepFigure::Used;
        }
    }();
    explainStep(window(), m_plan, m_table->currentRow(), figure);
}

void MemoryPage::showRun(const RunRecord& run)
{
    m_network = run.inputs.network;
    m_isOwnSize = true;
    if (m_plan.storedAs() != run.summary.id) // else it was kept here
        m_plan.showRun(run);
    m_map->fit();
}

bool MemoryPage::canKeep() const
{
    return m_keeper != nullptr && m_keeping == 0 && m_plan.hasPlan() && m_plan.state() == ShownPlan::State::Planned
           && m_plan.storedAs() == 0;
}

void MemoryPage::keep()
{
    if (!canKeep())
        return;
    workload::Network inWords = m_network;
    if (!m_accelerator.levels.empty())
        mapping::useWords(inWords, m_accelerator);          // and says so in its notes
    const bool areWords = inWords.graph == m_network.graph; // as in a stored plan of this accelerator
    KeptRun kept{.request = m_plan.request(m_plan.usesWords() ? inWords : m_network), .tag = {}};
    if (m_plan.usesWords() || areWords || m_plan.scratchpad() == m_bufferSize) {
        kept.request.accelerator = m_accelerator;
        kept.request.edited = m_isEdited;
    }
    kept.memory = std::make_shared<const records::PlannedMemory>(m_plan.planned());
    m_keptNetwork = kept.request.network;
    m_keeping = m_keeper->keep(kept);
    refreshHead();
}

void MemoryPage::hearKept(quint64 id, RunId run, const QString& problem)
{
    if (id != std::exchange(m_keeping, m_keeping == id ? 0 : m_keeping))
        return;
    if (run == 0)
        return Q_EMIT this->problem(problem);
    m_plan.noteStored(run);
    refreshHead();
    Q_EMIT kept(run);
}

void MemoryPage::setNetwork(const workload::Network& network)
{
    if (m_plan.storedAs() != 0 && network == m_keptNetwork) {
        m_network = network; // of the run that the shown plan has just become: its curve stays
        return refreshHead();
    }
    if (m_network != network)
        leaveOwnSize();
    m_network = network;
    m_plan.setNetwork(network);
    refreshHead();
}

/// A size was chosen for one network and one accelerator.
void MemoryPage::leaveOwnSize()
{
    m_isOwnSize = false;
    if (m_bufferSize.count > 0)
        m_plan.setScratchpad(m_bufferSize);
}

void MemoryPage::setAccelerator(const hardware::Accelerator& accelerator, bool isEdited)
{
    m_isEdited = isEdited;
    m_plan.setWords(accelerator.levels.empty() ? std::nullopt : std::optional(mapping::wordWidths(accelerator)));
    m_accelerator = accelerator;
    const auto buffer = explore::sharedBuffer(accelerator);
    const hardware::BufferLevel* level = buffer ? &accelerator.levels[buffer->value] : nullptr;
    const QString name = level ? qt(level->name) : QString();
    const QString of = QStringLiteral("%1: %2").arg(qt(accelerator.name), name);
    const Bytes size = level ? *level->capacity : Bytes{};
    if (of == m_bufferOf && size == m_bufferSize)
        return;
    m_bufferOf = of;
    m_bufferSize = size;
    m_controls->setBuffer(name, size);
    leaveOwnSize();
}

void MemoryPage::chooseSize(Bytes size)
{
    m_isOwnSize = true;
    m_plan.setScratchpad(size);
}

void MemoryPage::refreshHead()
{
    using State = ShownPlan::State;
    const Theme& theme = themeFor(palette());
    const State state = m_plan.state();
    m_place.follow();
    restorePlace();
    m_title->setText(m_plan.networkName().isEmpty()
                         ? tr("Memory map")
                         : tr("%1 in %2").arg(m_plan.networkName(), sizeText(m_plan.scratchpad())));
    m_sentence->setText(m_plan.hasPlan()             ? trafficSentence(m_plan.answer())
                        : state == State::Infeasible ? tr("whole tensors do not fit")
                                                     : QString());
    m_reduction->setText(m_plan.hasPlan() ? reductionSentence(m_plan.answer()) : QString());
    m_cancel->setVisible(m_plan.isBusy());
    m_keep->setEnabled(canKeep());
    const bool isVerified = m_plan.hasPlan();
    m_badge->setText(!isVerified                ? state == State::Infeasible ? tr("COSMA: no plan") : QString()
                                    : m_plan.storedAs() != 0 ? tr("COSMA, run %1, verified").arg(m_plan.storedAs())
                     : m_plan.isCancelled()     ? tr("COSMA, cancelled, verified")
                     : state == State::Planning ? tr("COSMA, planning ...")
                                                : tr("COSMA, verified"));
    m_badge->setToolTip(
        tr("Planned by COSMA (order, replacement and addresses together). Every plan is replayed step by "
           "step by an independent verifier before it is shown."));
    m_badge->setStyleSheet(
        QStringLiteral("color: %1; font-weight: 600").arg((isVerified ? theme.better : theme.warning).name()));
    refreshStatus();
    refreshCatches();
}

/// A plan after none, or other rows: the layer that was selected meanwhile, and the cursor's row, which the table lost.
void MemoryPage::restorePlace()
{
    if (!m_plan.hasPlan())
        return;
    if (!m_wanted.empty())
        selectLayer(std::exchange(m_wanted, {}));
    if (m_table->currentRow() < 0)
        m_table->setCurrentRow(m_focus.step());
}

void MemoryPage::refreshStatus()
{
    const auto& range = m_focus.range();
    m_controls->status()->setText(range && m_plan.hasPlan() ? rangeSentence(m_plan, *range)
                                                            : stepSentence(m_plan, m_focus.step()));
}

void MemoryPage::refreshCatches()
{
    std::vector<std::int64_t> sizes;
    if (const auto& budgets = m_plan.budgets())
        sizes = {budgets->least.count, budgets->half.count, budgets->peak.count};
    for (const auto& step : m_plan.curve())
        if (step.isExact())
            sizes.push_back(step.from.count);
    m_map->setCatches(std::move(sizes));
}

void MemoryPage::takeSelection(const PlanSelection& selection)
{
    if (!selection.op || !m_plan.hasPlan())
        return;
    const workload::Operator& op = m_plan.graph().operators[selection.op->value];
    if (!op.layers.empty())
        Q_EMIT layerChosen(qt(op.layers.front().name));
}

void MemoryPage::selectLayer(const std::string& name)
{
    if (!m_plan.hasPlan()) {
        m_wanted = name;
        return;
    }
    for (const memory::PlanStep& step : m_plan.steps())
        for (const workload::Layer& layer : m_plan.graph().operators[step.op.value].layers)
            if (layer.name == name) {
                if (m_focus.selection().op != step.op) // else it came from here
                    selectOperator(step.op);
                return;
            }
}

std::optional<qint64> MemoryPage::cursor() const
{
    return m_focus.stepCount() > 0 ? std::optional<qint64>(m_focus.step()) : std::nullopt;
}

bool MemoryPage::moveCursor(qint64 to)
{
    if (m_focus.stepCount() <= to)
        return false;
    m_focus.setStep(int(to));
    return true;
}

void MemoryPage::onAxisChanged(QObject* listener, std::function<void()> call)
{
    connect(&m_focus, &PlanFocus::windowChanged, listener, std::move(call));
}

void MemoryPage::selectOperator(OperatorId op)
{
    const auto step = stepOf(m_plan.steps(), op);
    if (!step)
        return;
    m_focus.setStep(*step);
    m_focus.select({op, std::nullopt});
}

void MemoryPage::followTable(int row)
{
    if (row < 0 || row >= int(m_plan.steps().size()))
        return;
    m_following = true;
    m_focus.setStep(row);
    m_focus.select({m_plan.steps()[std::size_t(row)].op, std::nullopt});
    m_following = false;
}

void MemoryPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_plan.setActive(true);
}

void MemoryPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_plan.setActive(false);
}

QWidget* MemoryPage::makeHead()
{
    auto* head = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("memoryTitle"));
    m_title->setFont(strongFont(font()));
    m_badge = new QLabel;
    m_badge->setObjectName(QStringLiteral("memoryBadge"));
    m_cancel = new QToolButton;
    m_cancel->setText(tr("Cancel"));
    QSizePolicy kept = m_cancel->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_cancel->setSizePolicy(kept);
    m_cancel->setToolTip(tr("Stop planning and the budget curve, and keep what was found"));
    m_keep = toolButton(tr("Keep as run"),
                        tr("Store this plan, with every address, as a run: to be opened, compared and reported"),
                        "keepPlan");
    m_keep->setVisible(m_keeper != nullptr);
    connect(m_keep, &QToolButton::clicked, this, &MemoryPage::keep);
    m_sentence = new ElidedLabel;
    m_sentence->setRole(QPalette::WindowText);
    m_sentence->setObjectName(QStringLiteral("memorySentence"));
    auto* line = rowOf({m_title, badgeOf(records::CostModel::Memory), m_badge, {m_sentence, 1}}, 12);
    head->setLayout(line);
    auto* explained =
        toolButton(tr("Explain"), tr("How traffic, its bound, the saving and the sizes come about, tensor by tensor"),
                   "explainPlan");
    connect(explained, &QToolButton::clicked, this, [this] { explainPlan(window(), m_plan); });
    m_rangeChip = named(new QToolButton, "stepRange", {}, tr("The marked range of steps; a click or Escape clears it"));
    m_rangeChip->setProperty("chip", true);
    m_rangeChip->hide();
    connect(m_rangeChip, &QToolButton::clicked, &m_focus, [this] { m_focus.setRange(std::nullopt); });
    line->addWidget(m_rangeChip);
    line->addWidget(m_cancel);
    line->addWidget(explained);
    line->addWidget(m_keep);
    connect(m_cancel, &QToolButton::clicked, &m_plan, &ShownPlan::cancel);
    return head;
}

QWidget* MemoryPage::makeCharts()
{
    auto* content = new QWidget;
    content->setLayout(columnOf({{m_map, 3}, {m_occupancy, 1}}, 0));
    for (QWidget* chart : std::initializer_list<QWidget*>{m_map, m_occupancy})
        connect(explainAction(chart, "", tr("Explain the bytes at this step")), &QAction::triggered, this,
                [this] { explainStep(window(), m_plan, m_focus.step()); });
    return cardAround(content);
}

void MemoryPage::linkFocus()
{
    connect(&m_focus, &PlanFocus::selectionChanged, this, &MemoryPage::takeSelection);
    connect(&m_focus, &PlanFocus::stepChanged, this, [this](int step) {
        if (!m_following)
            m_table->setCurrentRow(step);
        refreshStatus();
    });
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] {
        restorePlace(); // the table has other rows
        m_table->scrollTo(m_table->currentIndex());
        refreshStatus();
        const auto& range = m_focus.range();
        m_rangeChip->setVisible(range.has_value());
        if (range)
            m_rangeChip->setText(tr("steps %1 to %2  \u2715").arg(range->first).arg(range->last));
    });
}

QWidget* MemoryPage::makeFoot()
{
    m_table = new CopyableTable(new StepRangeFilter(new ScheduleModel(m_plan, this), m_focus, this));
    named(m_table, "scheduleTable", tr("Schedule"));
    m_table->setWidestColumn(240);
    showEmptyText(*m_table, tr("The steps of the plan appear here."));
    connect(m_table->model(), &QAbstractItemModel::modelReset, m_table, &CopyableTable::fitColumns);
    connect(m_table, &CopyableTable::rowChosen, this, &MemoryPage::followTable);
    connect(explainAction(m_table, "explainStep"), &QAction::triggered, this, &MemoryPage::explainCell);
    auto* curve = new BudgetChart(m_plan);
    connect(explainAction(curve, "", tr("Explain traffic, bound and sizes")), &QAction::triggered, this,
            [this] { explainPlan(window(), m_plan, PlanFigure::Gap); });
    connect(curve, &BudgetChart::sizeChosen, this, &MemoryPage::chooseSize);
    connect(curve, &BudgetChart::movingChanged, &m_plan, &ShownPlan::setMoving);
    auto* charts = new QTabWidget;
    charts->setObjectName(QStringLiteral("memoryCharts"));
    charts->setDocumentMode(true);
    charts->addTab(cardAround(curve), tr("Budget curve"));
    auto* bars = new TrafficBars(m_plan, m_focus);
    connect(explainAction(bars, "", tr("Explain the saving")), &QAction::triggered, this,
            [this] { explainPlan(window(), m_plan, PlanFigure::Reduction); });
    charts->addTab(cardAround(bars), tr("Against baselines"));
    QSplitter* foot = pageSplitter(Qt::Horizontal, QStringLiteral("memoryFoot"));
    foot->addWidget(m_table);
    foot->addWidget(charts);
    foot->setSizes({530, 310}); // the table has more columns than fit at 1366 pixels
    return foot;
}

} // namespace nestloom::ui
