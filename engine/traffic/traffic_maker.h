// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction.h"
#include "engine/traffic/flow_groups.h"
#include "engine/traffic/mapping_traffic.h"
#include "engine/traffic/steps.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace nestloom::traffic {

/// A flow on its way through the steps: which transfer comes next, and what its last ones were.
struct Course {
    GroupedFlow flow;
    std::uint32_t number = 0; // of the flow
    TrafficClass traffic = TrafficClass::Weights;
    noc::EndpointId outer = 0;  // the buffer or the outside
    bool outside = false;       // it begins or ends in DRAM
    std::int64_t period = 1;    // steps that one transfer serves
    std::int64_t transfers = 1; // over the layer, of each group
    std::int64_t transferred = 0;
    std::vector<noc::TransactionId> last, before; // transactions of its last transfer, and of the one before

    Course(GroupedFlow grouped, const Steps& steps);

    bool begins(std::int64_t step) const { return step % period == 0; }
    bool ends(std::int64_t step) const { return (step + 1) % period == 0; }
    std::int64_t nextBytes() const; // of the transfer to come; all together they are what the flow moves
    void next();

    /// Partial sums that come back into the buffer.
    bool isFilledSum() const;
    /// Transfers of partial sums at which the tile was there before; none in the first visit of a tile.
    std::int64_t revisits(const Steps& steps) const;
    /// Which tile of the outputs a transfer in this step is about, and whether it was there before.
    std::int64_t tile(const Steps& steps, std::int64_t step, bool& again) const;
};

/// Makes the transactions of a mapping step by step: each flow of tiles sends what the step begins or ends with, after
/// what it waits for. One maker makes the traffic once.
class TrafficMaker {
    using EndpointId = noc::EndpointId;
    using TransactionId = noc::TransactionId;
    using Ids = std::vector<TransactionId>;

public:
    TrafficMaker(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                 const mapping::LayerMapping& mapping, std::size_t mesh, const TrafficOptions& options);
    MappingTraffic run();

private:
    static cost::Nest flat(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping);
    void addCourse(GroupedFlow flow);

    template <typename Action>
    void each(Flow::Kind kind, Action action)
    {
        for (Course& course : m_courses)
            if (course.flow.flow.kind == kind)
                action(course);
    }

    Course* find(Flow::Kind kind, TensorRole role);

    TransactionId computeAt(std::int64_t step, std::size_t pe) const
    {
        return m_computes[std::size_t(step)] + static_cast<TransactionId>(pe);
    }
    EndpointId buffer() const { return noc::endpointOf(m_traffic.mesh, m_traffic.mesh.bufferPort()); }
    EndpointId endpoint(std::size_t pe) const { return noc::endpointOf(m_traffic.mesh, m_traffic.pes[pe]); }

    /// Adds a transaction; `pe` is the one whose tile it is about, of Fill and Drain nothing.
    std::optional<TransactionId> send(Course& course, EndpointId from, const std::vector<EndpointId>& to, Ids after,
                                      std::int64_t bytes, std::optional<std::size_t> pe,
                                      std::optional<TransactionId> follows = {});
    TensorBlock block(const Course& course, std::optional<std::size_t> pe) const;
    void fill(Course& course);

    /// What a delivery waits for: data in the buffer, and room in the PEs.
    Ids waits(const Course& course, const std::vector<std::uint32_t>& pes);
    void deliverGroup(Course& course, const std::vector<std::uint32_t>& pes, const Ids& after, std::int64_t bytes);
    void deliver(Course& course);
    void returnSums(Course& course);
    void compute();
    void collect(Course& course);
    void drain(Course& course);

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const TrafficOptions m_options;
    const std::size_t m_mesh;
    const cost::Nest m_nest;
    const std::size_t m_used;
    const Steps m_steps;
    MappingTraffic m_traffic;
    std::vector<Course> m_courses;
    std::int64_t m_step = 0;
    std::vector<TransactionId> m_computes; // of PE 0 in each step
    std::vector<Ids> m_arrivals;           // at each PE in this step
    std::vector<Ids> m_sent, m_sentBefore; // sums that each PE sent last, and the time before
    PerTensor<Ids> m_served;               // last deliveries from the half of the buffer that is filled next
    std::map<std::int64_t, Ids> m_collected, m_drained; // by tile of the outputs
    Ids m_toDrain;
};

} // namespace nestloom::traffic
