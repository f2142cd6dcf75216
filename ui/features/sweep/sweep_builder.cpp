// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_builder.h"

#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/space_choices.h"
#include "ui/parts/cycle_price_box.h"
#include "ui/parts/unused_control.h"
#include "ui/ports/sweeps.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/words/run_words.h"
#include "ui/workbench/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kGap = 14;

Error refuse(const QString& message) { return {ErrorCode::InvalidInput, message.toStdString(), {}}; }

QLabel* caption(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("strong", true);
    return label;
}

} // namespace

SweepBuilder::SweepBuilder(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sides(new QBoxLayout(QBoxLayout::LeftToRight))
{
    m_parts = {makeAxes(), makeNetworks(), makeOptions()};
    m_sides->setSpacing(kGap);
    m_sides->addWidget(m_parts[1], 1);
    m_sides->addWidget(m_parts[2]);
    setLayout(rowOf({{m_parts[0], 1}, m_sides}, kGap));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    connect(&m_workbench, &Workbench::documentChanged, this, &SweepBuilder::listFields);
    connect(&m_workbench, &Workbench::editsChanged, this, &SweepBuilder::listFields);
    connect(&m_workbench, &Workbench::optionsChanged, this, &SweepBuilder::followOptions); // constraints among them
    connect(&m_workbench, &Workbench::networkChanged, this, &SweepBuilder::followNetwork);
    connect(&m_workbench.library(), &Library::changed, this, &SweepBuilder::listNetworks);
    addAxis();
    listNetworks();
    hearEvents(this, QEvent::Show, [this] {
        if (m_areFieldsOld)
            listFields();
    });
}

/// With networks and options above each other. They fold by the width of the whole form, and not by their own as a
/// FoldingRow does: the axes would take what is left.
QSize SweepBuilder::minimumSizeHint() const
{
    const auto least = [](const QWidget* part) {
        return std::max(part->minimumSizeHint().width(), part->minimumWidth());
    };
    const int sides = std::max(least(m_parts[1]), least(m_parts[2]));
    return {least(m_parts[0]) + kGap + sides, QWidget::minimumSizeHint().height()};
}

void SweepBuilder::resizeEvent(QResizeEvent*)
{
    const int beside = minimumSizeHint().width() + kGap + m_parts[1]->minimumSizeHint().width();
    m_sides->setDirection(width() < beside ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

QWidget* SweepBuilder::makeAxes()
{
    auto* part = new QWidget(this);
    m_add = named(new QToolButton(part), "addAxis", {},
                  tr("Vary another field; every combination of the values is one accelerator"));
    m_add->setText(tr("Add axis"));
    m_rows = new QVBoxLayout(part);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(5);
    auto* head = rowOf({caption(tr("Axes"), part), LinePart::room(), m_add});
    m_choices = new SpaceChoices(m_workbench.session().sweeps(), part);
    connect(m_choices, &SpaceChoices::changed, this, &SweepBuilder::changed);
    m_rows->addLayout(head);
    m_rows->addStretch(1);
    m_rows->addWidget(m_choices);
    connect(m_add, &QToolButton::clicked, this, [this] { addAxis(); });
    return part;
}

QWidget* SweepBuilder::makeNetworks()
{
    auto* part = new QWidget(this);
    m_networks = named(new QListWidget(part), "sweepNetworks", tr("Networks"));
    m_networks->setFixedWidth(
        std::max(148, 19 * fontMetrics().averageCharWidth())); // "deeplabv3_resnet50" with its box
    m_networks->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_networks->setTextElideMode(Qt::ElideMiddle); // sizes, which tell networks apart, stand at the end of a name
    m_networks->setMinimumHeight(70);
    m_networks->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored); // as high as what stands beside it
    part->setLayout(columnOf({caption(tr("Networks"), part), {m_networks, 1}}, 5));
    connect(m_networks, &QListWidget::itemChanged, this, [this] {
        m_hasChosenNetworks = true;
        Q_EMIT changed();
    });
    return part;
}

QWidget* SweepBuilder::makeOptions()
{
    auto* part = new QWidget(this);
    m_engine = named(new QComboBox(part), "sweepEngine");
    m_objective = named(new QComboBox(part), "sweepObjective");
    m_objective->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_cyclePrice = named(new CyclePriceBox(m_workbench, part), "sweepCyclePrice");
    m_cyclePrice->show({}, true);
    m_evaluations = named(new QSpinBox(part), "sweepEvaluations");
    m_prove = named(new QCheckBox(tr("prove"), part), "sweepProve");
    for (const records::Method& method : records::methods())
        m_engine->addItem(QString::fromStdString(method.title), QString::fromStdString(method.engine));
    for (const schedule::Objective each :
         {schedule::Objective::Latency, schedule::Objective::Energy, schedule::Objective::Edp,
          schedule::Objective::Weighted, schedule::Objective::CosaPaper})
        m_objective->addItem(objectiveTitle(each), int(each));
    m_evaluations->setRange(100, 10'000'000);
    m_evaluations->setSingleStep(5'000);
    m_evaluations->setGroupSeparatorShown(true);
    m_evaluations->setAlignment(Qt::AlignRight);
    m_evaluations->setToolTip(tr("Mappings of a layer that the local search may evaluate; fewer are faster"));
    m_prove->setToolTip(
        tr("Searches every mapping of a layer for a better one, as a run does; without it a sweep is sooner done, and "
           "what differs between two points may be the search"));
    const schedule::ScheduleOptions& options = m_workbench.options();
    m_evaluations->setValue(int(options.cosa.evaluations));
    m_prove->setChecked(true);
    auto* form = new QFormLayout(part);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    form->addRow(tr("Engine"), m_engine);
    form->addRow(tr("Objective"), m_objective);
    form->addRow(tr("Cycle price"), m_cyclePrice);
    form->addRow(tr("Evaluations"), m_evaluations);
    form->addRow(QString(), m_prove);
    part->setFixedWidth(std::max(212, 27 * fontMetrics().averageCharWidth()));
    connect(m_engine, &QComboBox::currentIndexChanged, this, &SweepBuilder::followOptions);
    connect(m_objective, &QComboBox::currentIndexChanged, this, [this] {
        const auto objective = schedule::Objective(m_objective->currentData().toInt());
        m_cyclePrice->show({objective, m_cyclePrice->price(objective)}, true);
        followOptions();
    });
    connect(m_cyclePrice, &QDoubleSpinBox::valueChanged, this, &SweepBuilder::changed);
    connect(m_evaluations, &QSpinBox::valueChanged, this, &SweepBuilder::changed);
    connect(m_prove, &QCheckBox::toggled, this, &SweepBuilder::changed);
    return part;
}

bool SweepBuilder::isSwept(const char* path) const
{
    return std::ranges::any_of(m_axes, [path](const AxisRow* row) { return row->path() == path; });
}

namespace {

/// Shows a text in place of the choice, which comes back with an empty text.
void showInstead(QComboBox& field, const QString& text)
{
    constexpr const char* kChosen = "chosen";
    const QSignalBlocker blocker(field);
    if (!text.isEmpty() && field.currentIndex() >= 0) {
        field.setProperty(kChosen, field.currentIndex());
        field.setCurrentIndex(-1);
    } else if (text.isEmpty() && field.currentIndex() < 0) {
        field.setCurrentIndex(field.property(kChosen).toInt());
    }
    field.setPlaceholderText(text);
}

} // namespace

/// The chosen one; while an axis has others, one that listens to all that they do.
std::string SweepBuilder::engine() const
{
    return m_engine->currentIndex() < 0 ? schedule::ScheduleOptions().engine
                                        : m_engine->currentData().toString().toStdString();
}

/// Disables what an axis has the values of, and what the chosen engine and objective do not listen to.
void SweepBuilder::followOptions()
{
    using Choice = schedule::RunChoice;
    const QString sweptText = tr("swept by an axis");
    m_engine->setEnabled(!isSwept("run.engine"));
    showInstead(*m_engine, m_engine->isEnabled() ? QString() : sweptText);
    schedule::ScheduleOptions options = m_workbench.options();
    options.engine = engine();
    options.cosa.simulated = false;
    if (isSwept("run.objective"))
        m_objective->setEnabled(false);
    else
        followEngine(*m_objective, Choice::Objective, options);
    showInstead(*m_objective, m_objective->isEnabled()                                      ? QString()
                              : isSwept("run.objective")                                    ? sweptText
                              : records::kindOf(options.engine) == records::RunKind::Memory ? tr("off-chip traffic")
                                                                                            : objectiveTitle(options));
    options.cosa.objective = schedule::Objective(m_objective->currentData().toInt());
    followEngine(*m_evaluations, Choice::Evaluations, options);
    followEngine(*m_prove, Choice::Proof, options);
    Q_EMIT changed();
}

AxisRow* SweepBuilder::addAxis()
{
    auto* row = new AxisRow(m_workbench.session().sweeps(), this);
    m_rows->insertWidget(1 + int(m_axes.size()), row);
    m_axes.push_back(row);
    const hardware::Accelerator& accelerator = m_workbench.document().value();
    row->setFields(sweepableFields(accelerator));
    QWidget* before = m_add; // Tab goes from row to row, whenever they were made
    for (AxisRow* each : m_axes)
        before = each->tabAfter(before);
    connect(row, &AxisRow::changed, this, &SweepBuilder::followOptions);
    connect(row, &AxisRow::removeRequested, this, [this, row] { removeAxis(row); });
    Q_EMIT changed();
    return row;
}

void SweepBuilder::removeAxis(AxisRow* row)
{
    std::erase(m_axes, row);
    row->hide();
    row->deleteLater();
    if (m_axes.empty())
        addAxis();
    followOptions();
}

void SweepBuilder::listFields()
{
    m_areFieldsOld = !isVisible();
    if (m_areFieldsOld)
        return; // a slider in the editor must not wait for lists that no one sees
    const hardware::Accelerator& accelerator = m_workbench.document().value();
    const std::vector<explore::Field> fields = sweepableFields(accelerator);
    {
        const QSignalBlocker blocker(this); // one change, not one per row
        for (AxisRow* row : m_axes)
            row->setFields(fields);
    }
    Q_EMIT changed();
}

QStringList SweepBuilder::checkedNetworks() const
{
    QStringList checked;
    for (int i = 0; i < m_networks->count(); ++i)
        if (m_networks->item(i)->checkState() == Qt::Checked)
            checked << m_networks->item(i)->text();
    return checked;
}

void SweepBuilder::listNetworks()
{
    const QStringList checked = checkedNetworks();
    {
        const QSignalBlocker blocker(m_networks);
        m_networks->clear();
        for (const NetworkEntry& entry : m_workbench.library().networks()) {
            auto* item = new QListWidgetItem(entry.name, m_networks);
            item->setToolTip(entry.name); // long names are cut short
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(checked.contains(entry.name) ? Qt::Checked : Qt::Unchecked);
        }
    }
    followNetwork();
}

void SweepBuilder::followNetwork()
{
    if (!m_hasChosenNetworks && !m_workbench.chosenNetwork().name.empty()) {
        chooseNetworks({QString::fromStdString(m_workbench.chosenNetwork().name)});
        m_hasChosenNetworks = false;
    }
    Q_EMIT changed();
}

void SweepBuilder::chooseNetworks(const QStringList& names)
{
    const QSignalBlocker blocker(m_networks);
    for (int i = 0; i < m_networks->count(); ++i)
        m_networks->item(i)->setCheckState(names.contains(m_networks->item(i)->text()) ? Qt::Checked : Qt::Unchecked);
    for (int i = 0; i < m_networks->count(); ++i)
        if (m_networks->item(i)->checkState() == Qt::Checked) {
            m_networks->scrollToItem(m_networks->item(i));
            break;
        }
    m_hasChosenNetworks = true;
    Q_EMIT changed();
}

SweepForm SweepBuilder::form() const
{
    SweepForm form;
    for (const AxisRow* row : m_axes)
        if (!row->isBlank())
            form.axes.push_back({row->wantedPath(), row->valuesEdit()->text()});
    m_choices->write(form);
    if (m_hasChosenNetworks)
        form.networks = checkedNetworks();
    form.engine = m_engine->currentData().toString();
    if (m_objective->currentIndex() >= 0)
        form.objective = m_objective->currentData().toInt();
    form.evaluations = m_evaluations->value();
    form.prove = m_prove->isChecked();
    return form;
}

void SweepBuilder::show(const SweepForm& form)
{
    {
        const QSignalBlocker blocker(this); // one change
        while (m_axes.size() > std::max<std::size_t>(1, form.axes.size()))
            removeAxis(m_axes.back());
        while (m_axes.size() < form.axes.size())
            addAxis();
        if (form.axes.empty())
            m_axes.front()->show({}, {});
        for (std::size_t i = 0; i < form.axes.size(); ++i)
            m_axes[i]->show(form.axes[i].path, form.axes[i].values);
        m_choices->show(form);
        if (!form.networks.isEmpty())
            chooseNetworks(form.networks);
        if (const int engine = m_engine->findData(form.engine); engine >= 0)
            m_engine->setCurrentIndex(engine);
        if (const int objective = form.objective ? m_objective->findData(*form.objective) : -1; objective >= 0)
            m_objective->setCurrentIndex(objective);
        m_evaluations->setValue(form.evaluations.value_or(m_evaluations->value()));
        m_prove->setChecked(form.prove);
    }
    followOptions();
}

std::optional<explore::FrontSearch> SweepBuilder::front() const { return m_choices->front(); }

bool SweepBuilder::isBlank() const
{
    return std::ranges::all_of(m_axes, [](const AxisRow* row) { return row->isBlank(); });
}

Result<explore::SweepInputs> SweepBuilder::inputs() const
{
    const AcceleratorDocument& document = m_workbench.document();
    if (document.isEmpty())
        return refuse(tr("Choose an accelerator in the project tree first."));
    if (!document.problems().empty())
        return refuse(m_workbench.whyNotRun());
    explore::SweepInputs inputs{{document.value(), {}}, {}, m_workbench.options()};
    inputs.edited = m_workbench.isUnlikeItsName();
    for (const AxisRow* row : m_axes) {
        TRY(auto axis, row->axis());
        inputs.space.axes.push_back(std::move(axis));
    }
    TRY_DO(m_choices->apply(inputs.space));
    const std::vector<NetworkEntry>& entries = m_workbench.library().networks();
    for (int i = 0; i < m_networks->count(); ++i) {
        if (m_networks->item(i)->checkState() != Qt::Checked || std::size_t(i) >= entries.size())
            continue;
        const NetworkEntry& entry = entries[std::size_t(i)];
        auto known = m_parsed.find(entry.yaml);
        if (known == m_parsed.end()) {
            TRY(auto network, m_workbench.session().parseNetwork(entry.yaml, entry.path.section(QLatin1Char('/'), -1)));
            known = m_parsed.emplace(entry.yaml, std::move(network)).first;
        }
        inputs.networks.push_back(known->second);
    }
    if (inputs.networks.empty())
        return refuse(tr("Choose at least one network."));
    inputs.options.engine = engine();
    inputs.options.cosa.objective = schedule::Objective(m_objective->currentData().toInt());
    inputs.options.cosa.cyclePrice = m_cyclePrice->price(inputs.options.cosa.objective);
    inputs.options.cosa.simulated = false; // which the form does not offer
    inputs.options.cosa.evaluations = m_evaluations->value();
    inputs.options.cosa.proveWithMip = m_prove->isChecked();
    const records::RunKind kind = records::kindOf(inputs.options.engine);
    if (kind == records::RunKind::Nodes) {
        inputs.nodes = m_workbench.nodeOptions();
        inputs.nodes->engine = inputs.options.engine;
        inputs.nodes->goal = kapla::goalFor(inputs.options.cosa.objective);
    } else if (kind == records::RunKind::Memory) {
        inputs.memory = m_workbench.memoryOptions();
        inputs.memory->engine = inputs.options.engine;
        inputs.memory->seed = inputs.options.seed;
        inputs.memory->scratchpad = {}; // the shared buffer of each point
        for (const workload::Network& network : inputs.networks)
            if (const std::string why = schedule::cosma::whyNothingToPlan(network); !why.empty())
                return refuse(tr("%1: %2").arg(QString::fromStdString(network.name), QString::fromStdString(why)));
    }
    if (kind != records::RunKind::Layers)
        inputs.options.engine = schedule::ScheduleOptions().engine;
    TRY_DO(explore::check(inputs));
    return inputs;
}

} // namespace nestloom::ui
