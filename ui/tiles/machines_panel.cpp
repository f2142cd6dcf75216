// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/machines_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

MachinesPanel::MachinesPanel(TiledScheduler* scheduler, ShownTiles& tiles, QWidget* parent)
    : QWidget(parent), m_scheduler(scheduler), m_tiles(tiles), m_panel(new RatioPanel(tr("speed-up by machine"))),
      m_button(new QToolButton)
{
    setObjectName(QStringLiteral("machinesPanel"));
    m_button->setObjectName(QStringLiteral("compareMachines"));
    m_panel->line()->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panel);
    connect(m_button, &QToolButton::clicked, this, [this] { isBusy() ? stop() : start(); });
    connect(&m_tiles, &ShownTiles::questionChanged, this, &MachinesPanel::forget);
    if (m_scheduler != nullptr) {
        connect(m_scheduler, &TiledScheduler::compared, this,
                [this](TilesId id, std::size_t machine, const schedule::flexer::NetworkTotals& totals) {
                    if (id != m_id || id == 0 || machine >= m_machines.size())
                        return;
                    m_compared.push_back({m_machines[machine].name, totals});
                    refresh();
                });
        connect(m_scheduler, &TiledScheduler::comparisonFinished, this, [this](TilesId id) {
            if (id != m_id)
                return;
            m_id = 0;
            refresh();
        });
    }
    refresh();
}

void MachinesPanel::setMachines(std::vector<Named> machines)
{
    stop();
    m_machines = std::move(machines);
    m_compared.clear();
    refresh();
}

void MachinesPanel::start()
{
    if (m_scheduler == nullptr || m_machines.empty() || m_tiles.layers().empty())
        return;
    m_compared.clear();
    m_asked = m_tiles.question();
    std::vector<schedule::flexer::Machine> machines;
    for (const Named& named : m_machines)
        machines.push_back(named.machine);
    m_id = m_scheduler->compare(m_asked, std::move(machines));
    refresh();
}

void MachinesPanel::stop()
{
    if (m_id != 0)
        m_scheduler->cancelComparison();
    m_id = 0;
    refresh();
}

void MachinesPanel::forget()
{
    const auto& now = m_tiles.question();
    if (now.network == m_asked.network && now.params == m_asked.params)
        return;
    stop();
    m_compared.clear();
    refresh();
}

void MachinesPanel::refresh()
{
    m_button->setText(isBusy() ? tr("Cancel") : tr("Compare machines"));
    m_button->setEnabled(isBusy() || !m_machines.empty());
    m_button->setToolTip(tr("Schedule the whole network on each machine of the list above"));
    m_panel->note()->setText(isBusy() ? tr("%1 of %2 machines").arg(m_compared.size()).arg(m_machines.size())
                             : m_compared.empty() ? QString()
                                                  : tr("%1, whole network").arg(QString::fromStdString(m_asked.network->name)));
    m_panel->columns()->setEmptyText(isBusy() ? tr("Scheduling the network on every machine ...")
                                              : tr("Machines are not compared yet"),
                                     tr("Compare machines schedules the whole network on each of them."));
    m_panel->columns()->setProvenance(tilesProvenance(m_tiles));
    m_panel->setCompared(m_compared);
}

} // namespace nestloom::ui
