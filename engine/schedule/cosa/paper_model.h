// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/cosa/log_model.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/layer_outcome.h"

namespace nestloom::schedule::cosa {

/// CoSA's own objective, Eq. 12:  minimise  -wU * Util + wC * Comp + wT * Traf,  every term in log2.
///   Util  Eq. 5   tiles of all on-chip levels, summed over levels and tensors
///   Comp  Eq. 6   product of the temporal bounds
///   Traf  Eq. 11  sum over tensors of D (tile below the network level, Eq. 7), L (spatial factors that mean unicast, Eq. 8)
///                 and T (temporal repetitions, Eq. 10)
/// The network level is the one whose children the interconnect joins, else the outermost level with a fan-out.
/// Differs from the published code in: loops outside the network level repeat a transfer only when they break re-use
/// (the code charges them all), tiles of inputs have their true halo, both shares of a common buffer are free, and
/// the constants that tune single levels there (0.8 + 0.04 i, 0.99, 1.01) are 1.
class PaperModel {
public:
    PaperModel(const MappingSpace& space, const PaperWeights& weights);
    const milp::Model& model() const { return m_log.model(); }
    Candidate decode(const milp::Assignment& values) const { return m_log.decode(values); }

private:
    using Expression = milp::LinearExpression;
    Expression utilization();
    Expression traffic(std::size_t networkLevel);

    const MappingSpace& m_space;
    LogModel m_log;
};

/// The level whose children the interconnect joins, else the outermost one with a fan-out.
std::size_t networkLevel(const hardware::Accelerator& accelerator);

/// Eq. 12 and its terms for one mapping, computed from its loops (see PaperModel for what each term counts).
PaperTerms paperTerms(const hardware::Accelerator& accelerator, const workload::Layer& layer, const cost::Nest& nest,
                      const PaperWeights& weights);

} // namespace nestloom::schedule::cosa
