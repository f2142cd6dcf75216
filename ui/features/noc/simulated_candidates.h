// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_simulation.h"
#include "ui/ports/run_keeper.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

class Workbench;

/// Mappings of the layer that were simulated one after the other.
class SimulatedCandidateModel : public ColumnTable<simulation::Candidate> {
    Q_OBJECT
public:
    enum ColumnId { Mapping, Simulated, Against, Analytical };

    explicit SimulatedCandidateModel(ShownSimulation& shown, QObject* parent = nullptr);
};

/// Keeps a simulated mapping of the selected layer as a run: the results of the shown run, with this mapping for all
/// layers of the layer's shape. The kept run is opened.
class CandidateKeeper : public QObject {
    Q_OBJECT
public:
    explicit CandidateKeeper(Workbench& workbench, QObject* parent = nullptr);

    void keep(const simulation::Candidate& candidate);

Q_SIGNALS:
    void problem(const QString& sentence);

private:
    QString whyNot() const;

    Workbench& m_workbench;
    quint64 m_keeping = 0; // 0 = nothing is being stored
};

} // namespace nestloom::ui
