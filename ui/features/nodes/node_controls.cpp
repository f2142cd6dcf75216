// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_controls.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/widgets/make_widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>

namespace nestloom::ui {

namespace {
constexpr int kLargestBatch = 65'536; // of scheduleOnNodes()
} // namespace

NodeControls::NodeControls(ShownNodes& nodes, QWidget* parent) : QWidget(parent), m_nodes(nodes)
{
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
    m_segments->setToolTip(
        tr("Layers may hand data on without DRAM, side by side or one after the other; off: every layer by itself"));
    setLayout(rowOf(
        {{m_engine, kChoiceStretch}, {m_goal, kChoiceStretch}, m_batch, m_training, m_segments, LinePart::room()}, 8));
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
    connect(m_engine, &QComboBox::activated, this, &NodeControls::takeOptions);
    connect(m_goal, &QComboBox::activated, this, &NodeControls::takeOptions);
    connect(m_batch, &QSpinBox::valueChanged, this, &NodeControls::takeOptions);
    connect(m_training, &QCheckBox::toggled, this, &NodeControls::takeOptions);
    connect(m_segments, &QCheckBox::toggled, this, &NodeControls::takeOptions);
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
    Q_EMIT chosen(options);
}

} // namespace nestloom::ui
