// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/simba_run.h"
#include "ui/features/noc/shown_mesh.h"

namespace nestloom::ui::sample {

/// The Simba-like accelerator with its mesh of 4 x 4 PEs and 64-bit flits.
inline hardware::Accelerator meshAccelerator()
{
    hardware::Accelerator a = simba::accelerator();
    a.interconnect = {"GlobalBuffer", Bits{64}};
    return a;
}

/// Its load under the mapping of a ResNet-50 layer that spreads K over all 16 PEs.
inline ShownMesh mesh()
{
    const auto load = traffic::meshLoad(meshAccelerator(), simba::layer(), simba::layerMapping(),
                                        simba::solved().cost.value_or(cost::LayerCost{}).cycles);
    if (!load)
        qWarning("%s", load.error().text().c_str());
    return {meshAccelerator(), simba::layerMapping(), load ? *load : traffic::MeshLoad{}};
}

/// A mesh of this size with one multicast to all PEs: for geometry.
inline ShownMesh emptyMesh(std::size_t columns, std::size_t rows)
{
    ShownMesh mesh{meshAccelerator(), simba::layerMapping(), {}};
    mesh.load.mesh = {columns, rows + 1};
    mesh.load.level = 1;
    for (std::size_t pe = 0; pe < columns * rows / 2; ++pe)
        mesh.load.pes.push_back(pe);
    mesh.load.cycles = Cycles{1000};
    mesh.load.flows.resize(1);
    mesh.load.linkBytes.resize(mesh.load.mesh.linkCount());
    for (std::size_t link = 0; link < mesh.load.linkBytes.size(); ++link)
        mesh.load.linkBytes[link] = double(link % 4000);
    return mesh;
}

} // namespace nestloom::ui::sample
