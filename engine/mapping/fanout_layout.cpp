// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/fanout_layout.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <string>

namespace nestloom::mapping {

namespace {

using hardware::Axis;
using hardware::Fanout;

/// Tries every way to divide each loop into a part along the columns and one along the rows.
class Layouts {
public:
    Layouts(const Fanout& fanout, std::vector<Loop> innerToOuter)
        : m_fanout(fanout), m_loops(std::move(innerToOuter)), m_columns(m_loops.size(), 1)
    {
        for (const Loop& loop : m_loops)
            m_divisors.push_back(divisors(loop.bound));
    }

    std::vector<Loop> best()
    {
        choose(0, 1, 1, 0);
        std::vector<Loop> laid;
        for (const Axis axis : {Axis::Rows, Axis::Columns})
            for (std::size_t i = m_loops.size(); i-- > 0;) {
                const std::int64_t bound = axis == Axis::Columns ? m_best[i] : m_loops[i].bound / m_best[i];
                if (bound > 1)
                    laid.push_back({m_loops[i].dimension, bound, axis});
            }
        return laid;
    }

private:
    void choose(std::size_t at, std::int64_t columns, std::int64_t rows, int splits)
    {
        if (columns > m_fanout.columns || rows > m_fanout.rows || (!m_best.empty() && splits > m_fewest))
            return;
        if (at == m_loops.size()) {
            if (m_best.empty() || splits < m_fewest || columns > m_most) {
                m_best = m_columns;
                m_fewest = splits;
                m_most = columns;
            }
            return;
        }
        const std::int64_t bound = m_loops[at].bound;
        for (auto part = m_divisors[at].rbegin(); part != m_divisors[at].rend();
             ++part) { // inner loops take the columns first
            m_columns[at] = *part;
            choose(at + 1, columns * *part, rows * (bound / *part), splits + (*part > 1 && *part < bound ? 1 : 0));
        }
    }

    const Fanout& m_fanout;
    const std::vector<Loop> m_loops;
    std::vector<std::vector<std::int64_t>> m_divisors;
    std::vector<std::int64_t> m_columns, m_best; // [loop]: of its bound, along the columns
    int m_fewest = 0;
    std::int64_t m_most = 0;
};

/// One loop for each dimension, inner to outer.
std::vector<Loop> joined(const std::vector<Loop>& spatial)
{
    std::vector<Loop> loops;
    for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop) {
        const auto same =
            std::ranges::find_if(loops, [&](const Loop& other) { return other.dimension == loop->dimension; });
        if (same != loops.end())
            same->bound *= loop->bound;
        else
            loops.push_back(*loop);
    }
    return loops;
}

} // namespace

bool canBeLaidOut(const Fanout& fanout, std::int64_t children)
{
    if (!fanout.isPlane())
        return children <= fanout.count();
    const std::int64_t less = std::min(fanout.columns, fanout.rows), more = std::max(fanout.columns, fanout.rows);
    for (std::int64_t part = std::min(less, children); part >= 1 && children <= part * more; --part)
        if (children % part == 0)
            return true;
    return false;
}

std::int64_t mostChildren(const Fanout& fanout, std::int64_t whole)
{
    if (!fanout.isPlane())
        return fanout.count();
    std::int64_t most = 1;
    for (std::int64_t columns = fanout.columns; columns >= 1; --columns)
        if (whole % columns == 0)
            for (std::int64_t rows = fanout.rows; rows >= 1 && columns * rows > most; --rows)
                if (whole / columns % rows == 0)
                    most = columns * rows;
    return most;
}

double layoutExcess(const Fanout& fanout, std::int64_t children)
{
    const auto over = [](std::int64_t need, std::int64_t room) { return double(need) / double(room); };
    if (!fanout.isPlane())
        return std::max(1.0, over(children, fanout.count()));
    double least = over(children, 1);
    for (const std::int64_t columns : divisors(children))
        least = std::min(least, std::max(1.0, over(columns, fanout.columns))
                                    * std::max(1.0, over(children / columns, fanout.rows)));
    return least;
}

std::optional<std::vector<Loop>> layOut(const Fanout& fanout, const std::vector<Loop>& spatial)
{
    std::optional<std::int64_t> children = 1;
    for (const Loop& loop : spatial)
        children = children ? checkedProduct(*children, loop.bound) : std::nullopt;
    if (!children || *children < 1 || !canBeLaidOut(fanout, *children))
        return std::nullopt;
    if (fanout.isPlane())
        return Layouts(fanout, joined(spatial)).best();
    std::vector<Loop> laid = spatial;
    for (Loop& loop : laid)
        loop.axis = Axis::Columns;
    return laid;
}

Result<std::vector<Loop>> withAxes(const hardware::BufferLevel& level, std::vector<Loop> spatial,
                                   const std::vector<std::optional<Axis>>& written)
{
    std::string all;
    std::size_t named = 0;
    for (std::size_t i = 0; i < spatial.size(); ++i) {
        const std::string loop =
            std::string(1, workload::letter(spatial[i].dimension)) + " " + std::to_string(spatial[i].bound);
        all += (all.empty() ? "" : " x ") + loop;
        spatial[i].axis = written[i].value_or(Axis::Columns);
        named += written[i] ? 1 : 0;
    }
    if (!level.fanout.isPlane())
        return layOut(level.fanout, spatial).value_or(spatial); // when there are too many, the verifier says so
    if (named == spatial.size())
        return spatial;
    if (named > 0)
        return Error{ErrorCode::InvalidInput,
                     "of the spatial loops " + all + " of level " + level.name
                         + " only some name an axis; write columns or rows for each",
                     {}};
    if (auto laid = layOut(level.fanout, spatial))
        return *std::move(laid);
    return Error{ErrorCode::InvalidInput,
                 "the spatial loops " + all + " of level " + level.name + " cannot be laid out on its "
                     + std::to_string(level.fanout.columns) + " x " + std::to_string(level.fanout.rows) + " children",
                 {}};
}

void layOut(const hardware::Accelerator& accelerator, LayerMapping& mapping)
{
    for (std::size_t i = 0; i < mapping.levels.size(); ++i)
        if (auto laid = layOut(accelerator.levels[i].fanout, mapping.levels[i].spatial))
            mapping.levels[i].spatial = *std::move(laid);
}

} // namespace nestloom::mapping
