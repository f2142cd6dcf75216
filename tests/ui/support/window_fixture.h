// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_session.h"
#include "tests/ui/support/scratch_settings.h"
#include "ui/assembly/features.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

namespace nestloom::ui {

/// A solved layer whose cost is `cycles`; the mapping is the most modest one.
inline schedule::LayerResult solvedLayer(const ScheduleRequest& request, std::size_t index, std::int64_t cycles)
{
    schedule::LayerResult layer;
    layer.index = index;
    layer.name = request.network.layers[index].name;
    layer.status = schedule::LayerStatus::Proven;
    layer.verified = true;
    layer.mapping = mapping::outermostMapping(request.accelerator, request.network.layers[index]);
    layer.cost = cost::LayerCost{};
    layer.cost->cycles = Cycles{cycles};
    layer.cost->macs = workload::macs(request.network.layers[index]);
    layer.cost->energy = Picojoules{1000};
    layer.cost->bottleneck.text = "compute";
    layer.cost->levels.resize(request.accelerator.levels.size());
    layer.lowerBoundCycles = layer.objectiveBound = double(cycles);
    layer.gap = 0.0;
    return layer;
}

inline schedule::LayerResult failedLayer(const ScheduleRequest& request, std::size_t index, const std::string& reason)
{
    schedule::LayerResult layer;
    layer.index = index;
    layer.name = request.network.layers[index].name;
    layer.status = schedule::LayerStatus::Infeasible;
    layer.reason = reason;
    return layer;
}

/// The window on a fake session, with alexnet on simba chosen.
struct WindowFixture {
    WindowFixture()
    {
        const Library& library = window.workbench().library();
        ready = window.workbench().chooseAccelerator(library.accelerators().front())
                && window.workbench().chooseNetwork(library.networks().front());
        window.resize(1366, 768);
        window.show();
        window.finish();
    }

    JobId start()
    {
        window.actions().run->trigger();
        return window.workbench().run().job();
    }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return window.findChild<Widget*>(QLatin1String(name));
    }
    ShownRun& run() { return window.workbench().run(); }

    ScratchSettings settings;
    FakeSession session;
    WholeWindow window{session};
    bool ready = false;
};

} // namespace nestloom::ui
