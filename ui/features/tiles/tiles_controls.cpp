// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tiles_controls.h"

#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/make_widgets.h"

#include <QComboBox>

#include <algorithm>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {
enum class Search { Extended, Unseeded, Published };
} // namespace

TilesControls::TilesControls(ShownTiles& tiles, QWidget* parent) : QWidget(parent), m_tiles(tiles)
{
    m_machine = choiceBox(tr("Machine"), tr("NPUs around one scratchpad that the layers run on"));
    m_shown = choiceBox(tr("Shown schedule"), tr("Which schedule of the layer the charts show"));
    m_search =
        choiceBox(tr("Search"), tr("With extensions: ready window, soft pin, alternating loops, blocks, prefetch, "
                                   "and the best static schedule where it is better. Unseeded: without the latter. As "
                                   "published: none of these."));
    m_metric = choiceBox(tr("Metric"), tr("What schedules are ranked by"));
    m_priority = choiceBox(tr("Priority"), tr("Which set of ready operations goes first"));
    m_spill = choiceBox(tr("Spill policy"), tr("Which tiles leave the scratchpad when nothing is free"));
    m_shown->addItem(tr("chosen schedule"), int(flexer::Shown::Chosen));
    m_shown->addItem(tr("best out of order"), int(flexer::Shown::OutOfOrder));
    m_shown->addItem(tr("best static"), int(flexer::Shown::BestStatic));
    m_shown->addItem(tr("plain static"), int(flexer::Shown::PlainStatic));
    auto* row = rowOf({}, 8);
    for (QComboBox* box : {m_machine, m_shown, m_search, m_metric, m_priority, m_spill}) {
        box->setObjectName(QStringLiteral("tiles") + box->accessibleName().section(QLatin1Char(' '), 0, 0));
        row->addWidget(box, kChoiceStretch);
    }
    row->addStretch(1);
    setLayout(row);
    fillSearch();
    connect(m_machine, &QComboBox::activated, this, [this] {
        m_chosen = m_machine->currentText();
        takeMachine();
    });
    connect(m_shown, &QComboBox::activated, this,
            [this] { m_tiles.show(static_cast<flexer::Shown>(m_shown->currentData().toInt())); });
    for (QComboBox* box : {m_search, m_metric, m_priority, m_spill})
        connect(box, &QComboBox::activated, this, &TilesControls::takeParams);
}

void TilesControls::fillSearch()
{
    m_search->addItem(tr("with extensions"), int(Search::Extended));
    m_search->addItem(tr("unseeded"), int(Search::Unseeded));
    m_search->addItem(tr("as published"), int(Search::Published));
    m_metric->addItem(tr("latency × bytes"), int(flexer::Metric::LatencyTimesTransfer));
    m_metric->addItem(tr("latency"), int(flexer::Metric::Latency));
    m_metric->addItem(tr("bytes"), int(flexer::Metric::Transfer));
    m_priority->addItem(tr("memory benefit"), int(flexer::Priority::MemoryBenefit));
    m_priority->addItem(tr("least transfer"), int(flexer::Priority::LeastTransfer));
    m_priority->addItem(tr("least spilling"), int(flexer::Priority::LeastSpill));
    m_spill->addItem(tr("least fragments"), int(flexer::SpillPolicy::LeastFragmentation));
    m_spill->addItem(tr("first fit"), int(flexer::SpillPolicy::FirstFit));
    m_spill->addItem(tr("smallest first"), int(flexer::SpillPolicy::SmallestFirst));
}

void TilesControls::setMachines(std::vector<MachineChoice> machines)
{
    m_machines = std::move(machines);
    m_machine->clear();
    int shown = -1;
    for (int i = 0; i < int(m_machines.size()); ++i) {
        const MachineChoice& choice = m_machines[std::size_t(i)];
        m_machine->addItem(i == 0 ? tr("%1 (in the editor)").arg(choice.name) : choice.name);
        m_machine->setItemData(
            i, choice.machine ? machineText(*choice.machine) : QString::fromStdString(choice.machine.error().text()),
            Qt::ToolTipRole);
        const bool hasSeveral = choice.machine && choice.machine->npus > 1; // what the page is about
        const bool isFirst = choice.machine && shown < 0;
        if (isFirst || (hasSeveral && shown > 0 && m_machines[std::size_t(shown)].machine->npus == 1))
            shown = i;
    }
    if (const int kept = m_machine->findText(m_chosen); !m_chosen.isEmpty() && kept >= 0)
        shown = kept;
    m_machine->setCurrentIndex(std::max(0, shown));
    takeMachine();
}

void TilesControls::setEdited(const QString& name, const Result<flexer::Machine>& machine)
{
    if (m_machines.empty())
        return setMachines({{name, machine}});
    std::vector<MachineChoice> machines = m_machines;
    machines.front() = {name, machine};
    setMachines(std::move(machines));
}

void TilesControls::takeMachine()
{
    const int index = m_machine->currentIndex();
    if (index >= 0)
        m_tiles.setMachine(m_machines[std::size_t(index)].name, m_machines[std::size_t(index)].machine);
}

void TilesControls::takeParams()
{
    flexer::FlexerParams params = m_tiles.question().params;
    params.metric = static_cast<flexer::Metric>(m_metric->currentData().toInt());
    params.priority = static_cast<flexer::Priority>(m_priority->currentData().toInt());
    params.spillPolicy = static_cast<flexer::SpillPolicy>(m_spill->currentData().toInt());
    const auto search = static_cast<Search>(m_search->currentData().toInt());
    params.extensions = search == Search::Published ? flexer::kPublished : flexer::Extensions{};
    if (search == Search::Unseeded)
        params.extensions.seed = false;
    m_tiles.setParams(params);
}

} // namespace nestloom::ui
