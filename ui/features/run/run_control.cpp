// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/run_control.h"

#include "ui/parts/constraints_group.h"
#include "ui/parts/cycle_price_box.h"
#include "ui/parts/unused_control.h"
#include "ui/style/format.h"
#include "ui/widgets/make_widgets.h"
#include "ui/words/run_words.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QThread>

namespace nestloom::ui {

namespace {

constexpr std::array kObjectives{schedule::Objective::Latency, schedule::Objective::Energy, schedule::Objective::Edp,
                                 schedule::Objective::Weighted, schedule::Objective::CosaPaper};

/// The seed as the box can show it.
int shownSeed(std::uint64_t seed)
{
    return static_cast<int>(std::min<std::uint64_t>(seed, std::numeric_limits<int>::max()));
}

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
    : QWidget(parent), m_workbench(workbench), m_what(new QLabel(this)), m_engine(new QComboBox(this)),
      m_objective(new QComboBox(this)), m_cyclePrice(new CyclePriceBox(workbench, this)), m_seed(new QSpinBox(this)),
      m_threads(new QSpinBox(this)), m_gap(new QDoubleSpinBox(this)),
      m_constraints(new ConstraintsGroup(tr("Constraints"), this)), m_reason(new QLabel(this))
{
    m_what->setWordWrap(true);
    for (const schedule::EngineInfo& engine : schedule::engines())
        m_engine->addItem(QString::fromStdString(engine.title), QString::fromStdString(engine.id));
    for (const schedule::Objective objective : kObjectives)
        m_objective->addItem(objectiveTitle(objective), static_cast<int>(objective));
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
    m_reason->setObjectName(QStringLiteral("runReason"));
    m_reason->setWordWrap(true);
    for (QWidget* field :
         {static_cast<QWidget*>(m_engine), static_cast<QWidget*>(m_objective), static_cast<QWidget*>(m_cyclePrice),
          static_cast<QWidget*>(m_seed), static_cast<QWidget*>(m_threads), static_cast<QWidget*>(m_gap)})
        field->setMinimumHeight(field->sizeHint().height()); // a long reason below must not squeeze them
    for (QAbstractSpinBox* box : {static_cast<QAbstractSpinBox*>(m_seed), static_cast<QAbstractSpinBox*>(m_threads),
                                  static_cast<QAbstractSpinBox*>(m_gap)})
        box->setAlignment(Qt::AlignRight);

    auto* form = m_form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(5);
    form->addRow(tr("Engine"), m_engine);
    form->addRow(tr("Objective"), m_objective);
    form->addRow(tr("Cycle price"), m_cyclePrice);
    form->addRow(tr("Seed"), m_seed);
    form->addRow(tr("Threads"), m_threads);
    form->addRow(tr("Stop at gap"), m_gap);
    QPushButton* runButton = named(buttonFor(run, this), "runButton");
    runButton->setProperty("primary", true);
    auto* buttons = rowOf({{runButton, 1}, {buttonFor(cancel, this), 1}});
    setLayout(columnOf({m_what, form, m_constraints, buttons, m_reason, LinePart::room()}, 6, {10, 6, 10, 8}));

    connect(m_engine, &QComboBox::activated, this, &RunControl::readOptions);
    connect(m_objective, &QComboBox::activated, this, &RunControl::readOptions);
    connect(m_cyclePrice, &QDoubleSpinBox::valueChanged, this, &RunControl::readOptions);
    connect(m_seed, &QSpinBox::valueChanged, this, &RunControl::readOptions);
    connect(m_threads, &QSpinBox::valueChanged, this, &RunControl::readOptions);
    connect(m_gap, &QDoubleSpinBox::valueChanged, this, &RunControl::readOptions);
    connect(m_constraints, &ConstraintsGroup::edited, this, &RunControl::readOptions);
    connect(&m_workbench, &Workbench::optionsChanged, this, &RunControl::showOptions);
    connect(&m_workbench, &Workbench::optionsChanged, this, &RunControl::refreshReason);
    connect(&m_workbench, &Workbench::editsChanged, this, &RunControl::refreshReason);
    connect(&m_workbench, &Workbench::networkChanged, this, &RunControl::refreshReason);
    showOptions();
    refreshReason();
}

void RunControl::showOptions()
{
    const schedule::ScheduleOptions& options = m_workbench.options();
    const QSignalBlocker blockers[]{QSignalBlocker(m_seed), QSignalBlocker(m_cyclePrice), QSignalBlocker(m_threads),
                                    QSignalBlocker(m_gap)};
    m_engine->setCurrentIndex(m_engine->findData(QString::fromStdString(options.engine)));
    m_objective->setCurrentIndex(m_objective->findData(static_cast<int>(options.cosa.objective)));
    m_cyclePrice->show({options.cosa.objective, options.cosa.cyclePrice}, options.engine != "flexer");
    m_form->setRowVisible(m_cyclePrice, options.cosa.objective == schedule::Objective::Weighted);
    m_seed->setValue(shownSeed(options.seed));
    using Choice = schedule::RunChoice;
    schedule::ScheduleOptions anyObjective = options; // one that the engine cannot take can be changed
    anyObjective.cosa.objective = schedule::Objective::Latency;
    followEngine(*m_objective, Choice::Objective, anyObjective);
    followEngine(*m_seed, Choice::Seed, options);
    followEngine(*m_gap, Choice::Gap, options);
    if (options.constraints.empty())
        followEngine(*m_constraints, Choice::Constraints, options);
    else
        m_constraints->setEnabled(true); // so that they can be left out
    for (QWidget* field :
         {static_cast<QWidget*>(m_objective), static_cast<QWidget*>(m_seed), static_cast<QWidget*>(m_gap)})
        m_form->labelForField(field)->setEnabled(field->isEnabled());
    m_threads->setValue(options.threads);
    m_gap->setValue(options.cosa.gap * 100);
    m_constraints->setLines(options.constraints);
}

void RunControl::readOptions()
{
    schedule::ScheduleOptions options = m_workbench.options();
    options.engine = m_engine->currentData().toString().toStdString();
    options.cosa.objective = static_cast<schedule::Objective>(m_objective->currentData().toInt());
    options.cosa.cyclePrice = m_cyclePrice->price(options.cosa.objective);
    if (m_seed->value() != shownSeed(options.seed)) // a larger one, of a run of the command line, stays
        options.seed = static_cast<std::uint64_t>(m_seed->value());
    options.threads = m_threads->value();
    options.cosa.gap = m_gap->value() / 100;
    options.constraints = m_constraints->lines();
    m_workbench.setOptions(options);
}

void RunControl::refreshReason()
{
    const QString reason = m_workbench.whyNotRun();
    m_constraints->setAccelerator(m_workbench.document().value());
    m_reason->setText(reason);
    const AcceleratorDocument& document = m_workbench.document();
    const bool isWrong =
        !document.isEmpty() && !(document.problems().empty() && m_workbench.network().name.empty()); // or only missing
    m_reason->setProperty("warning", isWrong);
    m_reason->setProperty("muted", !isWrong);
    m_reason->style()->unpolish(m_reason);
    m_reason->style()->polish(m_reason);
    m_reason->setVisible(!reason.isEmpty() && !m_constraints->tellsProblem()); // not twice
    const QString network = QString::fromStdString(m_workbench.network().name);
    const QString accelerator = QString::fromStdString(m_workbench.document().value().name);
    m_what->setVisible(!network.isEmpty() && !accelerator.isEmpty());
    m_what->setTextFormat(Qt::RichText);
    m_what->setText(tr("<b>%1</b> on <b>%2</b>").arg(network.toHtmlEscaped(), accelerator.toHtmlEscaped()));
}

} // namespace nestloom::ui
