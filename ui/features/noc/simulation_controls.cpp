// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulation_controls.h"

#include "engine/dram/memory.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace nestloom::ui {

namespace {

QComboBox* choice(const QString& name, const QString& tip)
{
    QComboBox* box = choiceBox(name, tip, 6); // with progress and Cancel beside it the row must not squeeze the docks
    box->setToolTip(tip);
    return box;
}

} // namespace

SimulationControls::SimulationControls(ShownSimulation& shown, QWidget* parent) : QWidget(parent), m_shown(shown)
{
    m_dram =
        choice(tr("DRAM"),
               tr("How DRAM takes time: bank timings of a device, a latency with the bandwidth of the accelerator's "
                  "outermost level, or one read at a time as in the simulator published with CoSA"));
    m_dram->addItem(QString(), QString()); // the accelerator's, see refresh()
    for (const std::string& name : dram::memoryModelNames())
        m_dram->addItem(dramModelName(name), QString::fromStdString(name));
    m_dram->setCurrentIndex(m_dram->findData(QString::fromStdString(m_shown.choices().dram)));
    m_router =
        choice(tr("Routers"),
               tr("Wormhole: ready/valid links, multicasts copied in the routers. Virtual channels: credits, four "
                  "channels of eight flits a port, multicasts copied branch by branch"));
    for (const auto router : {noc::RouterKind::Wormhole, noc::RouterKind::VirtualChannels})
        m_router->addItem(routerKindName(router), int(router));
    m_reduction = choice(tr("Sums"),
                         tr("How partial sums of PEs come together: from PE to PE packet by packet, tile by tile as in "
                            "the simulator published with CoSA, or added where the outputs are kept"));
    for (const auto reduction :
         {traffic::Reduction::PacketChain, traffic::Reduction::StoreAndForward, traffic::Reduction::AtReceiver})
        m_reduction->addItem(reductionName(reduction), int(reduction));
    m_progress = named(new QProgressBar, "", tr("Progress of the simulation"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(70);
    m_run = toolButton(tr("Cancel"), {}, "runSimulation");
    m_compare =
        toolButton(tr("Best of %1").arg(ShownSimulation::kCandidates),
                   tr("Simulate %1 mappings of the layer: this one, others that CoSA finds, and other loop orders")
                       .arg(ShownSimulation::kCandidates),
                   "compareSimulations");
    m_export = toolButton(tr("Export"), tr("Trace for Perfetto, counters, the picture of the mesh"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto* choices = rowOf({}, 8);
    for (QComboBox* box : {m_dram, m_router, m_reduction}) {
        auto* label = new QLabel(box->accessibleName());
        label->setProperty("muted", true);
        label->setBuddy(box);
        choices->addWidget(label);
        choices->addWidget(box, 1);
    }
    auto* buttons = rowOf({LinePart::room(0), m_progress, m_run, m_compare, m_export}, 8);
    setLayout(rowOf({{new FoldingRow({{choices, 1}, buttons}, 8), 1}}));
    connect(m_dram, &QComboBox::activated, this, &SimulationControls::takeChoices);
    connect(m_router, &QComboBox::activated, this, &SimulationControls::takeChoices);
    connect(m_reduction, &QComboBox::activated, this, &SimulationControls::takeChoices);
    connect(m_run, &QToolButton::clicked, this, [this] {
        if (m_shown.state() == ShownSimulation::State::Running)
            m_shown.cancel();
        else
            m_shown.start();
    });
    connect(m_compare, &QToolButton::clicked, this, [this] {
        if (m_shown.isComparing())
            m_shown.cancelComparison();
        else
            m_shown.compare();
    });
    for (const auto signal : {&ShownSimulation::questionChanged, &ShownSimulation::stateChanged,
                              &ShownSimulation::dataChanged, &ShownSimulation::candidatesChanged})
        connect(&m_shown, signal, this, &SimulationControls::refresh);
    refresh();
}

void SimulationControls::takeChoices()
{
    simulation::Choices choices = m_shown.choices();
    choices.dram = m_dram->currentData().toString().toStdString();
    choices.router = static_cast<noc::RouterKind>(m_router->currentData().toInt());
    choices.reduction = static_cast<traffic::Reduction>(m_reduction->currentData().toInt());
    m_shown.setChoices(choices);
}

/// Those of a stored simulation may not be the user's.
void SimulationControls::showChoices()
{
    const simulation::Choices& choices = m_shown.choices();
    const std::string own =
        m_shown.question() ? simulation::dramModelOf(m_shown.question()->accelerator) : std::string();
    const int dram = m_dram->findData(QString::fromStdString(choices.dram));
    if (m_dram->currentIndex() > 0 || choices.dram != own) // the accelerator's own has a line without a name
        m_dram->setCurrentIndex(dram);
    m_router->setCurrentIndex(m_router->findData(int(choices.router)));
    m_reduction->setCurrentIndex(m_reduction->findData(int(choices.reduction)));
}

void SimulationControls::refresh()
{
    using State = ShownSimulation::State;
    const bool running = m_shown.state() == State::Running;
    m_dram->setItemText(
        0, m_shown.question()
               ? tr("accelerator's: %1").arg(dramModelName(simulation::dramModelOf(m_shown.question()->accelerator)))
               : tr("accelerator's"));
    m_progress->setVisible(running);
    setProgress(*m_progress, int(1000 * m_shown.fraction()));
    m_run->setVisible(running || m_shown.state() == State::Stopped || m_shown.state() == State::Failed
                      || m_shown.isOpened());
    m_run->setText(running ? tr("Cancel") : tr("Simulate"));
    m_run->setToolTip(running ? tr("Stop the simulation and keep what was counted so far")
                      : m_shown.isOpened()
                          ? tr("Simulate the layer again; that takes the place of the stored simulation")
                          : tr("Simulate the layer again"));
    showChoices();
    m_compare->setEnabled(m_shown.question() && m_shown.canCompare());
    m_compare->setText(m_shown.isComparing() ? tr("Stop at %1").arg(m_shown.candidates().size())
                                             : tr("Best of %1").arg(ShownSimulation::kCandidates));
    m_export->setEnabled(m_shown.windows() != nullptr);
}

TimeBar::TimeBar(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_focus(focus)
{
    m_play = toolButton(tr("Play"), tr("Play the run, window after window"), "playSimulation");
    m_back = toolButton(QStringLiteral("\u2039"), tr("One window back (Left on the slider)"));
    m_on = toolButton(QStringLiteral("\u203a"), tr("One window on (Right on the slider)"));
    m_back->setAccessibleName(tr("One window back"));
    m_on->setAccessibleName(tr("One window on"));
    m_slider = named(new QSlider(Qt::Horizontal), "simulationTime", tr("Time"),
                     tr("The window of cycles that the mesh shows; arrow keys step"));
    m_slider->setMinimumWidth(160); // a window should be hit
    m_text = new ElidedLabel;
    m_text->setRole(QPalette::WindowText);
    m_text->setMinimumWidth(190);
    m_text->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_text->setFixedWidth(230);
    m_whole = toolButton(tr("Whole run"), tr("Show the mean over the whole run; ends a marked range"));
    m_whole->setCheckable(true);
    auto* slide = rowOf({m_play, m_back, m_on, {m_slider, 1}}, 6);
    setLayout(rowOf({{new FoldingRow({{slide, 1}, rowOf({m_text, m_whole}, 6)}, 6), 1}}));
    connect(m_play, &QToolButton::clicked, this, [this] { m_focus.play(!m_focus.isPlaying()); });
    connect(m_back, &QToolButton::clicked, this, [this] { m_focus.step(-1); });
    connect(m_on, &QToolButton::clicked, this, [this] { m_focus.step(1); });
    connect(m_whole, &QToolButton::clicked, this, [this] {
        if (m_whole->isChecked())
            m_focus.showWholeRun();
        else
            m_focus.showWindow(m_focus.window());
        refresh();
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int window) {
        m_focus.play(false);
        m_focus.showWindow(std::size_t(window));
    });
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &TimeBar::refresh);
    connect(&m_focus, &SimulationFocus::playingChanged, this, &TimeBar::refresh);
    connect(&m_focus.time(), &TimeFocus::cursorChanged, this, &TimeBar::refresh);
    connect(&m_shown, &ShownSimulation::stateChanged, this, &TimeBar::refresh);
    refresh();
}

void TimeBar::refresh()
{
    const std::size_t windows = m_focus.windowCount();
    for (QWidget* part : {static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_on),
                          static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_whole)})
        part->setEnabled(windows > 0);
    m_play->setText(m_focus.isPlaying() ? tr("Pause") : tr("Play"));
    m_play->setMinimumWidth(m_play->fontMetrics().horizontalAdvance(tr("Pause")) + 20);
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, std::max(0, int(windows) - 1));
    m_slider->setPageStep(std::max(1, int(windows) / 20));
    m_slider->setValue(int(m_focus.window()));
    m_whole->setChecked(m_focus.span() == SimulationFocus::Span::Run);
    m_text->setText(windows > 0 ? spanText(m_shown, m_focus) : QString());
}

} // namespace nestloom::ui
