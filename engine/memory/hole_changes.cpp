// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/hole_changes.h"

#include <map>

namespace nestloom::memory {

namespace {

using Parts = std::map<std::uint32_t, Items>; // by the item that was cut

Items resolved(const Items& items, const Parts& parts)
{
    Items result;
    for (const std::uint32_t item : items)
        if (const auto cut = parts.find(item); cut == parts.end())
            result.push_back(item);
        else
            result.insert(result.end(), cut->second.begin(), cut->second.end());
    return result;
}

} // namespace

std::vector<Exchange> withoutCuts(const std::vector<HoleChange>& changes)
{
    Parts parts;
    for (auto it = changes.rbegin(); it != changes.rend(); ++it)
        if (it->cut)
            parts[it->leaving.front()] = resolved(it->arriving, parts);
    std::vector<Exchange> result;
    for (const HoleChange& change : changes)
        if (!change.cut)
            result.push_back({resolved(change.leaving, parts), resolved(change.arriving, parts)});
    return result;
}

} // namespace nestloom::memory
