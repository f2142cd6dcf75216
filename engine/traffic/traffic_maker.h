// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/traffic/course.h"
#include "engine/traffic/mapping_traffic.h"
#include "engine/traffic/steps.h"

#include <map>
#include <optional>
#include <vector>

namespace nestloom::traffic {

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
    static cost::Nest flat(const mapping::LayerMapping& mapping);
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
        return m_computes[static_cast<std::size_t>(step)] + static_cast<TransactionId>(pe);
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
