// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/search_record.h"

namespace nestloom::schedule {

namespace {

using cosa::Candidate;

/// Distributes the copies of one factor after the other over the slots.
class Walk {
public:
    explicit Walk(SearchRecord& record) : m_record(record), m_candidate(record.space().outermost())
    {
        m_candidate.bounds.fill(workload::unitExtents());
    }
    bool run()
    {
        place(0, 0, record().factors().empty() ? 0 : record().factors().front().multiplicity);
        return !m_record.stopped();
    }

private:
    const cosa::MappingSpace& record() const { return m_record.space(); }

    void place(std::size_t factor, std::size_t slot, int left)
    {
        if (m_record.stopped())
            return;
        if (factor == record().factors().size())
            return visit();
        const cosa::Factor& f = record().factors()[factor];
        std::int64_t& bound = m_candidate.bounds[slot][f.dimension];
        const std::int64_t before = bound;
        const bool last = slot + 1 == record().allSlots().size();
        for (int here = 0; here <= left; ++here, bound *= f.prime) {
            if (last && here < left)
                continue;
            if (!last)
                place(factor, slot + 1, left - here);
            else
                place(factor + 1, 0,
                      factor + 1 < record().factors().size() ? record().factors()[factor + 1].multiplicity : 0);
        }
        bound = before;
    }

    void visit()
    {
        if (!record().fits(m_candidate))
            return;
        for (const Candidate& order : ordersOf(record(), m_candidate))
            m_record.evaluate(order);
    }

    SearchRecord& m_record;
    Candidate m_candidate;
};

} // namespace

/// Per factor of multiplicity m over s slots: (m + s - 1 over m); per level its orders.
double countCandidates(const cosa::MappingSpace& space)
{
    double count = 1;
    const double slotCount = static_cast<double>(space.allSlots().size());
    for (const cosa::Factor& factor : space.factors())
        for (int i = 1; i <= factor.multiplicity; ++i)
            count *= (slotCount - 1 + i) / i;
    for (std::size_t level = 0; level < space.levelCount(); ++level)
        count *= static_cast<double>(std::max<std::size_t>(1, space.stationaryChoices(level).size()));
    return count;
}

bool walkAll(SearchRecord& record) { return Walk(record).run(); }

} // namespace nestloom::schedule
