// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"
#include "ui/ports/kept_simulations.h"

#include <QElapsedTimer>

namespace nestloom::ui {

class Workbench;

/// Simulates all layers of the shown run, layers alike once. What comes out stands beside the cycles of the cost model
/// in every view of the run, and is stored with it. It is a job like others, with progress and a way to stop it; a run
/// that comes into view meanwhile changes nothing of it.
class NetworkSimulation : public QObject {
    Q_OBJECT
public:
    explicit NetworkSimulation(Workbench& workbench, QObject* parent = nullptr);

    /// Why the layers of the shown run cannot be simulated now, one sentence; empty = they can.
    QString whyNot() const;
    bool isBusy() const { return m_simulator.isBusy(); }
    void start();
    void stop(); // what was simulated stays

Q_SIGNALS:
    void changed(); // whyNot() or isBusy()

private:
    void hear(const NetworkSimulationNews& news);
    void takeStored(); // what the command line or another window simulated of the shown run
    void tellJob(JobState::End end, const QString& problem = {});

    Workbench& m_workbench;
    Asking<NetworkSimulationQuestion, NetworkSimulationNews> m_simulator;
    NetworkSimulationQuestion m_question;
    JobState m_job;
    QElapsedTimer m_since;
    bool m_isStopped = false;
};

/// How every layer of a run is simulated: by the accelerator's own DRAM, packets added up on the way.
bool isUsual(const hardware::Accelerator& accelerator, const simulation::Choices& choices);

} // namespace nestloom::ui
