// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/scheme_estimate.h"

#include <optional>

namespace nestloom::kapla {

/// The schemes of one segment in the order in which they are worth being solved: by their estimates, except that those
/// which only cut more finely than another one wait, since they are no better if that one works, and those which are
/// worse in every access wait longest. What waits is tried when others turn out not to fit, or to cost much more than
/// it may.
class SegmentSchemes {
public:
    SegmentSchemes(std::vector<SchemeEstimate> schemes, Goal goal);

    /// Schemes that need not wait.
    std::size_t first() const { return m_first; }
    std::size_t pareto() const { return m_pareto; }
    /// The next one; nothing after the last.
    std::optional<SchemeEstimate> next();
    /// What next() will return, or null.
    const SchemeEstimate* coming() const { return m_next < m_schemes.size() ? &m_schemes[m_next] : nullptr; }

private:
    std::vector<SchemeEstimate> m_schemes;
    std::size_t m_first = 0, m_pareto = 0, m_next = 0;
};

} // namespace nestloom::kapla
