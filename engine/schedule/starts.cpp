// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/starts.h"

#include <algorithm>

namespace nestloom::schedule {

void Starts::add(const workload::Layer& layer, const mapping::LayerMapping& mapping)
{
    std::vector<mapping::LayerMapping>& known = m_byShape[workload::shapeFingerprint(layer)];
    if (const auto same = std::find(known.begin(), known.end(), mapping); same != known.end()) {
        std::rotate(known.begin(), same, same + 1);
        return;
    }
    known.insert(known.begin(), mapping);
    if (known.size() > kPerShape)
        known.pop_back();
}

std::span<const mapping::LayerMapping> Starts::of(const workload::Layer& layer) const
{
    const auto found = m_byShape.find(workload::shapeFingerprint(layer));
    return found == m_byShape.end() ? std::span<const mapping::LayerMapping>() : std::span(found->second);
}

} // namespace nestloom::schedule
