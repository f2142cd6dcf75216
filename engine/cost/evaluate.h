// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/cost/access_counts.h"
#include "engine/cost/layer_cost.h"
#include "engine/cost/mesh_model.h"
#include "engine/hardware/energy_table.h"
#include "engine/mapping/layer_mapping.h"

#include <vector>

namespace nestloom::cost {

/// The two numbers a search compares.
struct Score {
    double cycles = 0;
    double energy = 0; // pJ
};

/// Our own model reduced to a Score, for searches that evaluate one layer on one accelerator very often. It uses the
/// same counts as evaluate() and agrees with it (cycles before rounding up), for nests that cover more than the layer
/// as well. Does not check that the nest is valid. Under Model::Mesh the accelerator must have a mesh, and cycles are
/// those to search with (MeshTime::summed), no fewer than those of evaluate(). No other model. Thread rule: one thread
/// at a time, it keeps scratch space.
class Evaluator {
public:
    Evaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer, Model model = Model::Nestloom);
    Score score(const Nest& nest);
    /// The score of accesses that were counted before.
    Score score(const AccessCounts& counts, const Nest& nest);

private:
    struct Level {
        PerTensor<double> bytesPerElement;
        hardware::AccessEnergies energies;            // of one element
        double readBandwidth = 0, writeBandwidth = 0; // 0 = unlimited
        bool onePort = false;                         // for both, of readBandwidth
    };
    workload::Layer m_layer;
    std::vector<Level> m_levels;
    std::optional<MeshModel> m_mesh; // of Model::Mesh
    double m_macEnergy = 0;          // pJ of one
    double m_leakage = 0;            // pJ per cycle
    double m_hopEnergy = 0;          // pJ of a flit; of Model::Mesh
    AccessCounts m_counts;
};

/// The accelerator with the bandwidths that a model counts: under Model::Mesh those of the mesh's ports besides its own
/// (withMeshPorts()). It must have a mesh then.
hardware::Accelerator withPortsOf(Model model, const hardware::Accelerator& accelerator);

/// Cost of a valid mapping: the single entry of this room. A mapping that covers more than the layer is charged for all
/// that it covers (mapping::coveredLayer()); only `macs` and `utilization` count what the layer needs.
/// Fails   InvalidInput when mapping::verify finds a violation (its first message is passed on).
Result<LayerCost> evaluate(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping, Model model);

} // namespace nestloom::cost
