// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_controls.h"

#include "engine/schedule/kapla/node_machine.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kLargestBatch = 65'536; // of scheduleOnNodes()

std::int64_t nodesOf(const hardware::Accelerator& accelerator)
{
    const auto machine = kapla::machineOf(accelerator);
    return machine ? machine->nodes.extent.size() : 0;
}
} // namespace

NodeControls::NodeControls(ShownNodes& nodes, QWidget* parent) : QWidget(parent), m_nodes(nodes)
{
    m_accelerator = choiceBox(tr("Accelerator"), tr("Nodes on a mesh that the layers share"));
    m_engine = choiceBox(tr("Engine"), tr("What searches. All are judged by the same detailed model."));
    m_goal = choiceBox(tr("Objective"), tr("What the engine makes small"));
    m_batch = named(new QSpinBox, "", tr("Batch"), tr("Batch: images that are computed together"));
    m_batch->setRange(1, kLargestBatch);
    m_batch->setPrefix(tr("batch "));
    m_batch->setKeyboardTracking(false);
    m_training = new QCheckBox(tr("training"));
    m_training->setToolTip(
        tr("Schedules one training step: backward data and backward weights layers as well, layer after layer"));
    m_segments = new QCheckBox(tr("segments"));
    m_segments->setToolTip(tr("Several layers may be on the machine at the same time; off: layer after layer"));
    setLayout(rowOf({{m_accelerator, kChoiceStretch},
                     {m_engine, kChoiceStretch},
                     {m_goal, kChoiceStretch},
                     m_batch,
                     m_training,
                     m_segments,
                     LinePart::room()},
                    8));
    for (const kapla::NodeEngineInfo& engine : kapla::nodeEngines()) {
        m_engine->addItem(QString::fromStdString(engine.title), QString::fromStdString(engine.id));
        m_engine->setItemData(m_engine->count() - 1, QString::fromStdString(engine.source), Qt::ToolTipRole);
    }
    for (const kapla::Goal goal : {kapla::Goal::Energy, kapla::Goal::Delay, kapla::Goal::EnergyDelay})
        m_goal->addItem(goalText(goal), int(goal));
    const kapla::NodeRunOptions& options = m_nodes.question().options;
    m_batch->setValue(int(options.batch));
    m_segments->setChecked(!options.alone);
    connect(&m_nodes, &ShownNodes::questionChanged, this, &NodeControls::showQuestion);
    connect(m_accelerator, &QComboBox::activated, this, [this] {
        m_chosen = m_accelerator->currentText();
        takeAccelerator();
    });
    connect(m_engine, &QComboBox::activated, this, &NodeControls::takeOptions);
    connect(m_goal, &QComboBox::activated, this, &NodeControls::takeOptions);
    connect(m_batch, &QSpinBox::valueChanged, this, &NodeControls::takeOptions);
    connect(m_training, &QCheckBox::toggled, this, &NodeControls::takeOptions);
    connect(m_segments, &QCheckBox::toggled, this, &NodeControls::takeOptions);
}

void NodeControls::setAccelerators(std::vector<hardware::Accelerator> accelerators)
{
    m_accelerators = std::move(accelerators);
    m_opened.reset();
    m_accelerator->clear();
    int shown = 0;
    std::int64_t fewest = 0;
    for (int i = 0; i < int(m_accelerators.size()); ++i) {
        const hardware::Accelerator& one = m_accelerators[std::size_t(i)];
        const QString name = QString::fromStdString(one.name);
        m_accelerator->addItem(i == 0 ? tr("%1 (in the editor)").arg(name) : name);
        const std::int64_t nodes = nodesOf(one);
        m_accelerator->setItemData(i, nodes > 0 ? counted(nodes, tr("1 node"), tr("%1 nodes")) : tr("no nodes"),
                                   Qt::ToolTipRole);
        if (i == 0)
            fewest = nodes;
        else if (fewest == 0 || (shown > 0 && (fewest == 1 || (nodes > 1 && nodes < fewest)))) { // several, but few
            shown = i;
            fewest = nodes;
        }
    }
    if (const int kept = m_accelerator->findText(m_chosen); !m_chosen.isEmpty() && kept >= 0)
        shown = kept;
    m_accelerator->setCurrentIndex(m_accelerators.empty() ? -1 : shown);
    takeAccelerator();
}

void NodeControls::setEdited(const hardware::Accelerator& accelerator)
{
    std::vector<hardware::Accelerator> accelerators = m_accelerators;
    if (m_opened && m_accelerator->currentIndex() == int(accelerators.size()) - 1) {
        m_accelerators.front() = accelerator; // what was kept stays in sight
        m_accelerator->setItemText(0, tr("%1 (in the editor)").arg(QString::fromStdString(accelerator.name)));
        return;
    }
    if (m_opened)
        accelerators.pop_back();
    if (accelerators.empty())
        accelerators.emplace_back();
    accelerators.front() = accelerator;
    setAccelerators(std::move(accelerators));
}

QStringList NodeControls::withNodes() const
{
    QStringList names;
    for (const hardware::Accelerator& one : m_accelerators)
        if (nodesOf(one) > 0 && !names.contains(QString::fromStdString(one.name)))
            names << QString::fromStdString(one.name);
    return names;
}

bool NodeControls::isEdit() const
{
    const int index = m_accelerator->currentIndex();
    if (index != 0)
        return false;
    return std::find(m_accelerators.begin() + 1, m_accelerators.end(), m_accelerators.front()) == m_accelerators.end();
}

/// A schedule that was kept brings its own options.
void NodeControls::showQuestion()
{
    const kapla::NodeRunOptions& options = m_nodes.question().options;
    const QSignalBlocker batch(m_batch), training(m_training), segments(m_segments);
    m_engine->setCurrentIndex(m_engine->findData(QString::fromStdString(options.engine)));
    m_goal->setCurrentIndex(m_goal->findData(int(options.goal)));
    m_batch->setValue(int(options.batch));
    m_training->setChecked(options.training);
    m_segments->setChecked(!options.alone);
    m_segments->setEnabled(!options.training);
    showAccelerator();
}

void NodeControls::showAccelerator()
{
    const hardware::Accelerator& asked = *m_nodes.question().accelerator;
    const int index = m_accelerator->currentIndex();
    if (asked.levels.empty() || (index >= 0 && m_accelerators[std::size_t(index)] == asked))
        return;
    auto known = std::find(m_accelerators.begin(), m_accelerators.end(), asked);
    if (known == m_accelerators.end()) {
        if (m_opened) {
            m_accelerators.pop_back();
            m_accelerator->removeItem(m_accelerator->count() - 1);
        }
        m_opened = asked;
        m_accelerators.push_back(asked);
        m_accelerator->addItem(tr("%1 (of the kept schedule)").arg(QString::fromStdString(asked.name)));
        known = m_accelerators.end() - 1;
    }
    m_accelerator->setCurrentIndex(int(known - m_accelerators.begin()));
    m_chosen = m_accelerator->currentText();
}

void NodeControls::takeAccelerator()
{
    if (const int index = m_accelerator->currentIndex(); index >= 0)
        m_nodes.setAccelerator(m_accelerators[std::size_t(index)]);
}

void NodeControls::takeOptions()
{
    kapla::NodeRunOptions options = m_nodes.question().options;
    options.engine = m_engine->currentData().toString().toStdString();
    options.goal = static_cast<kapla::Goal>(m_goal->currentData().toInt());
    options.batch = m_batch->value();
    options.training = m_training->isChecked();
    options.alone = !m_segments->isChecked();
    m_segments->setEnabled(!options.training); // training runs layer after layer
    m_nodes.setOptions(options);
}

} // namespace nestloom::ui
