// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/run_control.h"

#include "engine/explore/serving.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "ui/parts/constraints_group.h"
#include "ui/parts/cycle_price_box.h"
#include "ui/parts/unused_control.h"
#include "ui/style/format.h"
#include "ui/widgets/elided_choice.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/words/run_words.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QStyle>
#include <QThread>

namespace nestloom::ui {

namespace {

constexpr int kSimulated = -1; // beside the objectives: latency, of candidates that are simulated
constexpr std::array kObjectives{schedule::Objective::Latency, schedule::Objective::Energy, schedule::Objective::Edp,
                                 schedule::Objective::Weighted, schedule::Objective::CosaPaper};

/// The seed as the box can show it.
int shownSeed(std::uint64_t seed) { return int(std::min<std::uint64_t>(seed, std::numeric_limits<int>::max())); }

/// A button that does what an action does.
QPushButton* buttonFor(QAction* action, QWidget* parent)
{
    auto* button = new QPushButton(action->text(), parent);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace

RunControl::RunControl(Workbench& workbench, QAction* run, QAction* cancel, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_what(new QLabel(this)), m_engine(new ElidedChoice(this)),
      m_objective(new ElidedChoice(this)), m_cyclePrice(new CyclePriceBox(workbench, this)), m_seed(new QSpinBox(this)),
      m_threads(new QSpinBox(this)), m_gap(new QDoubleSpinBox(this)),
      m_sizes(named(new QCheckBox(tr("larger sizes"), this), "largerSizes")),
      m_bypass(named(new QCheckBox(tr("choose bypasses"), this), "bypass")),
      m_fuseOperators(named(new QCheckBox(tr("fused operators"), this), "fuseOperators")), m_metric(new QLabel(this)),
      m_batch(named(new QSpinBox(this), "batch")), m_training(named(new QCheckBox(tr("training"), this), "training")),
      m_segments(named(new QCheckBox(tr("segments of layers"), this), "segments")),
      m_scratchpad(named(new QLineEdit(this), "planScratchpad")),
      m_parameters(named(new QCheckBox(tr("with parameters"), this), "withParameters")),
      m_fused(named(new QCheckBox(tr("fused operators"), this), "fusedOperators")),
      m_order(named(new QComboBox(this), "operatorOrder")),
      m_constraints(new ConstraintsGroup(tr("Constraints"), this)), m_reason(new QLabel(this))
{
    m_what->setWordWrap(true);
    for (const records::Method& method : records::methods())
        m_engine->addItem(qt(method.title), qt(method.engine));
    named(m_engine, "engine", tr("Engine"));
    m_engine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const schedule::Objective objective : kObjectives)
        m_objective->addItem(objectiveTitle(objective), int(objective));
    named(m_objective, "objective", {},
          tr("What the mapping of every layer minimises; among equals, the second figure decides."));
    m_objective->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setToolTip(tr("Equal inputs and seed give equal results, whatever the number of threads."));
    m_threads->setRange(0, 256);
    m_threads->setSpecialValueText(tr("all (%1)").arg(QThread::idealThreadCount()));
    m_gap->setRange(0, 100);
    m_gap->setDecimals(2);
    m_gap->setSingleStep(0.25);
    m_gap->setSuffix(tr(" %"));
    m_gap->setToolTip(tr("A layer is done when its cycles are within this of the proven bound."));
    m_bypass->setToolTip(
        tr("Levels may keep fewer tensors than they can, where that is better: every choice is bounded "
           "or mapped, which takes seconds a layer for energy."));
    m_sizes->setToolTip(tr("Mappings may also run over somewhat more than a layer has, 2039 tokens as 2048, where that "
                           "is better; off: perfect factors of its own sizes only."));
    m_fuseOperators->setToolTip(tr("Activations, softmax, pooling and others that are no layers work on what the layer "
                                   "before them has on chip; off: each reads from DRAM and writes there."));
    m_reason->setObjectName(QStringLiteral("runReason"));
    m_reason->setWordWrap(true);
    m_batch->setRange(1, 65'536);
    m_batch->setKeyboardTracking(false);
    m_batch->setToolTip(tr("Images that are computed together"));
    m_training->setToolTip(tr("One training step: backward layers as well, layer after layer"));
    m_scratchpad->setToolTip(tr("Size of the scratchpad with its unit, 2.5 MiB; empty: the shared buffer of the "
                                "accelerator"));
    m_parameters->setToolTip(tr("Parameters lie in the scratchpad while their operator runs"));
    m_fused->setToolTip(tr("Batch normalisations and activation functions are one operator with the one before them"));
    m_order->setToolTip(tr("Free: COSMA chooses the order as well. Default: as the network lists them. Least peak: the "
                           "order that needs the smallest scratchpad without spilling."));
    using schedule::cosma::Order;
    for (const Order order : {Order::Free, Order::Default, Order::LeastPeak})
        m_order->addItem(orderText(order), int(order));
    addRows();
    QPushButton* runButton = named(buttonFor(run, this), "runButton");
    runButton->setProperty("primary", true);
    auto* buttons = rowOf({{runButton, 1}, {buttonFor(cancel, this), 1}});
    auto* fields = panelOf(columnOf({m_what, m_form, m_constraints}, 6, {10, 6, 10, 0}));
    setLayout(
        columnOf({new ControlArea(fields), LinePart::room(), columnOf({m_reason, buttons}, 6, {10, 0, 10, 8})}, 6));

    listenToFields();
    connect(&m_workbench, &Workbench::optionsChanged, this, &RunControl::showOptions);
    connect(&m_workbench, &Workbench::optionsChanged, this, &RunControl::refreshReason);
    connect(&m_workbench, &Workbench::editsChanged, this, &RunControl::refreshReason);
    connect(&m_workbench, &Workbench::networkChanged, this, &RunControl::refreshReason);
    showOptions();
    refreshReason();
}

void RunControl::addRows()
{
    const std::pair<QString, QWidget*> rows[]{{tr("Engine"), m_engine},
                                              {tr("Objective"), m_objective},
                                              {tr("Minimises"), m_metric},
                                              {tr("Cycle price"), m_cyclePrice},
                                              {tr("Batch"), m_batch},
                                              {{}, m_training},
                                              {{}, m_segments},
                                              {tr("Scratchpad"), m_scratchpad},
                                              {{}, m_parameters},
                                              {{}, m_fused},
                                              {tr("Order"), m_order},
                                              {tr("Seed"), m_seed},
                                              {tr("Threads"), m_threads},
                                              {tr("Stop at gap"), m_gap},
                                              {{}, m_sizes},
                                              {{}, m_bypass},
                                              {{}, m_fuseOperators}};
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(5);
    for (const auto& [title, field] : rows) {
        field->setMinimumHeight(field->sizeHint().height()); // a long reason below must not squeeze them
        m_form->addRow(title, field);
    }
    for (QSpinBox* box : {m_seed, m_threads, m_batch})
        box->setAlignment(Qt::AlignRight);
    m_gap->setAlignment(Qt::AlignRight);
}

void RunControl::listenToFields()
{
    connect(m_engine, &QComboBox::activated, this,
            [this] { m_workbench.setEngine(m_engine->currentData().toString().toStdString()); });
    for (QComboBox* box : {m_objective, m_order})
        connect(box, &QComboBox::activated, this, &RunControl::readOptions);
    connect(m_scratchpad, &QLineEdit::editingFinished, this, &RunControl::readScratchpad);
    connect(m_scratchpad, &QLineEdit::textEdited, this, [this](const QString& text) {
        const auto size = m_workbench.session().parseRoom(text);
        if (!size && !text.trimmed().isEmpty())
            return; // it may become one
        m_workbench.setMemoryProblem({});
        records::MemoryOptions memory = m_workbench.memoryOptions();
        memory.scratchpad = size ? *size : Bytes{};
        m_workbench.setMemoryOptions(memory); // Run may come before the edit has ended
    });
    for (QSpinBox* box : {m_seed, m_threads, m_batch})
        connect(box, &QSpinBox::valueChanged, this, &RunControl::readOptions);
    for (QDoubleSpinBox* box : {static_cast<QDoubleSpinBox*>(m_cyclePrice), m_gap})
        connect(box, &QDoubleSpinBox::valueChanged, this, &RunControl::readOptions);
    for (QCheckBox* box : {m_training, m_segments, m_parameters, m_fused, m_sizes, m_bypass, m_fuseOperators})
        connect(box, &QCheckBox::clicked, this, &RunControl::readOptions);
    connect(m_constraints, &ConstraintsGroup::edited, this, &RunControl::readOptions);
}

/// Those that cannot work with what is in the editor say why.
void RunControl::listEngines()
{
    auto* items = static_cast<QStandardItemModel*>(m_engine->model());
    for (int row = 0; row < m_engine->count(); ++row) {
        const QString why = m_workbench.document().isEmpty()
                                ? QString()
                                : m_workbench.whyUnserved(m_engine->itemData(row).toString().toStdString());
        items->item(row)->setEnabled(why.isEmpty());
        items->item(row)->setToolTip(why);
    }
}

void RunControl::showOptions()
{
    const schedule::ScheduleOptions& options = m_workbench.options();
    const kapla::NodeRunOptions& nodes = m_workbench.nodeOptions();
    const records::MemoryOptions& memory = m_workbench.memoryOptions();
    const QSignalBlocker blockers[]{QSignalBlocker(m_seed), QSignalBlocker(m_cyclePrice), QSignalBlocker(m_threads),
                                    QSignalBlocker(m_gap), QSignalBlocker(m_batch)};
    m_engine->setCurrentIndex(m_engine->findData(qt(m_workbench.engine())));
    const int simulated = m_objective->findData(kSimulated);
    const bool maySimulate = m_workbench.engine() == schedule::kMeshEngine;
    if (maySimulate && simulated < 0)
        m_objective->addItem(tr("simulated cycles"), kSimulated);
    else if (!maySimulate && simulated >= 0)
        m_objective->removeItem(simulated);
    m_objective->setCurrentIndex(
        m_objective->findData(options.cosa.simulated ? kSimulated : int(options.cosa.objective)));
    m_cyclePrice->show({options.cosa.objective, options.cosa.cyclePrice}, m_workbench.engine() != "flexer");
    m_metric->setText(objectiveTitle(options)); // of Flexer
    m_seed->setValue(shownSeed(options.seed));
    m_threads->setValue(options.threads);
    m_gap->setValue(options.cosa.gap * 100);
    m_sizes->setChecked(options.largerSizes);
    m_fuseOperators->setChecked(options.fuseOperators);
    m_bypass->setChecked(options.bypass);
    m_constraints->setLines(options.constraints);
    m_batch->setValue(int(nodes.batch));
    m_training->setChecked(nodes.training);
    m_segments->setChecked(!nodes.alone);
    m_segments->setEnabled(!nodes.training);
    m_segments->setToolTip(
        nodes.training ? tr(
            "A training step goes layer after layer: feature maps must be in memory until backward layers read them")
                       : tr("Layers may hand data on without DRAM, side by side or one after the other; off: every "
                            "layer by itself"));
    const bool isOwn = memory.scratchpad.count > 0;
    if (!m_scratchpad->isModified())
        m_scratchpad->setText(
            isOwn ? m_workbench.session().quantityText(QuantityKind::Bytes, double(memory.scratchpad.count))
                  : QString());
    m_parameters->setChecked(memory.parameters);
    m_fused->setChecked(memory.fused);
    m_order->setCurrentIndex(m_order->findData(int(memory.order)));
    showRows();
}

void RunControl::showRows()
{
    using Choice = schedule::RunChoice;
    using records::RunKind;
    const RunKind kind = m_workbench.kind();
    schedule::ScheduleOptions options = m_workbench.options();
    options.engine = m_workbench.engine();
    schedule::ScheduleOptions anyObjective = options; // one that the engine cannot take can be changed
    anyObjective.cosa.objective = schedule::Objective::Latency;
    const auto listens = [](Choice choice, const schedule::ScheduleOptions& to) {
        return !schedule::whyUnused(choice, to.engine, to.cosa.objective);
    };
    const bool isMemory = kind == RunKind::Memory, isNodes = kind == RunKind::Nodes,
               hasObjective = !isMemory && listens(Choice::Objective, anyObjective);
    const std::pair<QWidget*, bool> rows[]{
        {m_objective, hasObjective},
        {m_metric, options.engine == "flexer"},
        {m_cyclePrice, hasObjective && options.cosa.objective == schedule::Objective::Weighted},
        {m_batch, isNodes},
        {m_training, isNodes},
        {m_segments, isNodes},
        {m_scratchpad, isMemory},
        {m_parameters, isMemory},
        {m_fused, isMemory},
        {m_order, isMemory},
        {m_threads, kind == RunKind::Layers},
        {m_seed, isMemory || listens(Choice::Seed, options)},
        {m_gap, !isMemory && !isNodes && listens(Choice::Gap, anyObjective)},
        {m_sizes, kind == RunKind::Layers && listens(Choice::Sizes, anyObjective)},
        {m_bypass, kind == RunKind::Layers && listens(Choice::Bypass, anyObjective)},
        {m_fuseOperators, kind == RunKind::Layers}};
    for (const auto& [field, isShown] : rows)
        m_form->setRowVisible(field, isShown);
    followEngine(*m_gap, Choice::Gap, options);
    followEngine(*m_sizes, Choice::Sizes, options);
    followEngine(*m_bypass, Choice::Bypass, options);
    m_form->labelForField(m_gap)->setEnabled(m_gap->isEnabled());
    m_constraints->setVisible(!options.constraints.empty() || (!isMemory && listens(Choice::Constraints, options)));
}

void RunControl::readOptions()
{
    kapla::NodeRunOptions nodes = m_workbench.nodeOptions();
    nodes.batch = m_batch->value();
    nodes.training = m_training->isChecked();
    nodes.alone = !m_segments->isChecked();
    m_workbench.setNodeOptions(nodes);
    records::MemoryOptions memory = m_workbench.memoryOptions();
    memory.parameters = m_parameters->isChecked();
    memory.fused = m_fused->isChecked();
    memory.order = static_cast<schedule::cosma::Order>(m_order->currentData().toInt());
    m_workbench.setMemoryOptions(memory);
    schedule::ScheduleOptions options = m_workbench.options();
    const int objective = m_objective->currentData().toInt();
    options.cosa.simulated = objective == kSimulated;
    options.cosa.objective =
        options.cosa.simulated ? schedule::Objective::Latency : static_cast<schedule::Objective>(objective);
    options.cosa.cyclePrice = m_cyclePrice->price(options.cosa.objective);
    if (m_seed->value() != shownSeed(options.seed)) // a larger one, of a run of the command line, stays
        options.seed = std::uint64_t(m_seed->value());
    options.threads = m_threads->value();
    options.cosa.gap = m_gap->value() / 100;
    options.largerSizes = m_sizes->isChecked();
    options.fuseOperators = m_fuseOperators->isChecked();
    options.bypass = m_bypass->isChecked();
    options.constraints = m_constraints->lines();
    m_workbench.setOptions(options);
}

void RunControl::readScratchpad()
{
    if (!m_scratchpad->isModified())
        return;
    const QString text = m_scratchpad->text().trimmed();
    const auto size = m_workbench.session().parseRoom(text);
    static const QRegularExpression named(QStringLiteral("^M_[RHP]$"), QRegularExpression::CaseInsensitiveOption);
    const QString problem =
        text.isEmpty() || size ? QString()
        : named.match(text).hasMatch()
            ? tr("How many bytes %1 is, the page Memory map says: type them here.").arg(text.toUpper())
            : qt(size.error().text());
    m_workbench.setMemoryProblem(problem);
    if (!problem.isEmpty())
        return Q_EMIT m_workbench.problem(problem);
    m_scratchpad->setModified(false);
    records::MemoryOptions memory = m_workbench.memoryOptions();
    memory.scratchpad = text.isEmpty() ? Bytes{} : *size;
    m_workbench.setMemoryOptions(memory);
}

void RunControl::refreshReason()
{
    const QString reason = m_workbench.whyNotRun();
    listEngines();
    m_constraints->setAccelerator(m_workbench.document().value(), true);
    m_reason->setText(reason);
    const AcceleratorDocument& document = m_workbench.document();
    const bool isWrong =
        !document.isEmpty()
        && !(document.problems().empty() && m_workbench.chosenNetwork().name.empty()); // or only missing
    m_reason->setProperty("warning", isWrong);
    m_reason->setProperty("muted", !isWrong);
    m_reason->style()->unpolish(m_reason);
    m_reason->style()->polish(m_reason);
    m_reason->setVisible(!reason.isEmpty()); // of a constraint, too: its own line may be out of sight
    const hardware::Accelerator& edited = m_workbench.document().value();
    const auto buffer = explore::sharedBuffer(edited); // where a plan goes when nothing is typed
    m_scratchpad->setPlaceholderText(buffer ? m_workbench.session().quantityText(
                                         QuantityKind::Bytes, double(edited.levels[buffer->value].capacity->count))
                                            : QString());
    const QString network = qt(m_workbench.chosenNetwork().name);
    const QString accelerator = qt(edited.name);
    m_what->setVisible(!network.isEmpty() && !accelerator.isEmpty());
    m_what->setTextFormat(Qt::RichText);
    m_what->setText(tr("<b>%1</b> on <b>%2</b>").arg(network.toHtmlEscaped(), accelerator.toHtmlEscaped()));
}

} // namespace nestloom::ui
