// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/features/noc/sample_mesh.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/noc/simulation_focus.h"

namespace nestloom::ui::sample {

/// The layer of sample::mesh() on its way through a simulation by the real engine.
struct Simulated {
    FakeSimulations simulator;
    FakeCandidates candidates;
    ShownSimulation shown{&simulator, &candidates};
    SimulationFocus focus{shown};

    void begin()
    {
        shown.setActive(true);
        shown.setLayer(meshAccelerator(), simba::layer(), simba::layerMapping());
    }
    void finish()
    {
        begin();
        simulator.answerNow(simulator.last);
    }
};

} // namespace nestloom::ui::sample
