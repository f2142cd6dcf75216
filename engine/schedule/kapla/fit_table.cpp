// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/fit_table.h"

#include "engine/base/checked_math.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>

namespace nestloom::kapla {

FitTable::FitTable(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionSpace& space)
    : m_kind(layer.kind), m_bufferWords(machine.bufferWords)
{
    for (const Parts& parts : space.parts) {
        const Partition partition = anyPartition(parts);
        const PerTensor<std::int64_t> groups = groupSizes(layer.kind, partition);
        for (const UnitLoops& loops : peMappings(machine, shareOf(partition, layer, batch))) {
            std::int64_t registers = 0;
            Entry entry{parts, loops.trips, loops.bufferWords.values, {1, 1, 1}};
            for (const TensorRole role : kTensorRoles) {
                registers += loops.registerWords[role];
                if (machine.features.bufferSharing)
                    entry.sharers[index(role)] = groups[role];
            }
            if (registers <= machine.registerWords)
                m_entries.push_back(entry);
        }
    }
    std::sort(m_entries.begin(), m_entries.end());
    m_entries.erase(std::unique(m_entries.begin(), m_entries.end()), m_entries.end());
}

bool FitTable::mayFit(const TopConstraint& constraint)
{
    const auto [at, isNew] = m_known.try_emplace(constraint, false);
    if (isNew)
        at->second = std::any_of(m_entries.begin(), m_entries.end(),
                                 [&](const Entry& entry) { return fits(entry, constraint); });
    return at->second;
}

std::vector<Parts> FitTable::fitting(const TopConstraint& constraint) const
{
    std::vector<Parts> all;
    for (const Entry& entry : m_entries)
        if ((all.empty() || all.back() != entry.parts) && fits(entry, constraint))
            all.push_back(entry.parts);
    return all;
}

bool FitTable::fits(const Entry& entry, const TopConstraint& constraint) const
{
    PerLoop least{1, 1, 1}; // iterations in the buffers
    for (std::size_t loop = 0; loop < 3; ++loop) {
        const std::int64_t top = constraint.factor[loop];
        if (top == 0)
            continue;
        if (entry.trips[loop] % top != 0)
            return false;
        least[loop] = entry.trips[loop] / top;
    }
    std::int64_t sum = 0;
    for (const TensorRole role : kTensorRoles) {
        std::int64_t words = entry.words[index(role)];
        for (const Loop loop : kLoops)
            words *= indexes(m_kind, role, loop) ? least[index(loop)] : 1;
        sum += ceilDivide(words, entry.sharers[index(role)]);
    }
    return sum <= m_bufferWords;
}

} // namespace nestloom::kapla
