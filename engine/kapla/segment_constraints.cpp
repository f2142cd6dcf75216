// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_constraints.h"

#include <algorithm>
#include <map>
#include <set>

namespace nestloom::kapla {

SegmentConstraints::SegmentConstraints(ConstraintTerms terms, const Network& network, const Segment& segment)
    : m_terms(std::move(terms)), m_outputsLike(segment.layers.size())
{
    followLayersBefore(network, segment);
    for (std::size_t i = 0; i < m_terms.shared.size(); ++i)
        if (m_terms.shared[i].isUsed)
            m_order.push_back(i);
    std::sort(m_order.begin(), m_order.end(),
              [this](std::size_t a, std::size_t b) { return m_terms.shared[a].name < m_terms.shared[b].name; });
    for (const std::size_t i : m_order)
        m_size *= m_terms.shared[i].numbers.size();
}

/// A factor that one convolution shares only with layers which follow it channel by channel need not be chosen before:
/// the convolution is free, the others take over what it was given.
void SegmentConstraints::followLayersBefore(const Network& network, const Segment& segment)
{
    std::map<int, std::size_t> leader; // by shared factor
    std::map<int, std::vector<std::size_t>> followers;
    std::set<int> several;
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        const LayerTerms& terms = m_terms.of[one.slot.spatial][one.slot.temporal];
        const int outputs = terms.outputs[0].shared, inputs = terms.inputs[0].shared;
        if (network.layers[one.layer].layer.kind != LayerKind::Convolution) {
            if (outputs >= 0 && leader.contains(outputs))
                followers[outputs].push_back(i);
            continue;
        }
        for (const int factor : std::set{outputs, inputs}) {
            if (factor < 0 || several.contains(factor))
                continue;
            if (leader.erase(factor) > 0) {
                followers.erase(factor);
                several.insert(factor);
            } else if (factor == outputs) {
                leader[factor] = i;
            }
        }
    }
    for (const auto& [factor, first] : leader) {
        const Slot slot = segment.layers[first].slot;
        m_terms.of[slot.spatial][slot.temporal].outputs = {};
        for (const std::size_t i : followers[factor]) {
            m_terms.of[segment.layers[i].slot.spatial][segment.layers[i].slot.temporal].outputs = {};
            m_outputsLike[i] = first;
        }
        m_terms.shared[std::size_t(factor)].isUsed = false;
    }
}

std::vector<std::int64_t> SegmentConstraints::numbers(std::size_t i) const
{
    std::vector<std::int64_t> numbers(m_order.size());
    for (std::size_t at = m_order.size(); at-- > 0;) {
        const std::vector<std::int64_t>& choices = m_terms.shared[m_order[at]].numbers;
        numbers[at] = choices[i % choices.size()];
        i /= choices.size();
    }
    return numbers;
}

SegmentConstraint SegmentConstraints::at(std::size_t i) const
{
    const std::vector<std::int64_t> chosen = numbers(i);
    std::vector<std::int64_t> value(m_terms.shared.size());
    for (std::size_t at = 0; at < m_order.size(); ++at)
        value[m_order[at]] = chosen[at];
    const auto number = [&value](const FactorTerm& term) {
        return term[0].shared >= 0 ? value[std::size_t(term[0].shared)] : term[0].number;
    };
    SegmentConstraint constraint;
    for (const auto& group : m_terms.of)
        for (const LayerTerms& terms : group) {
            TopConstraint top;
            top.factor[index(Loop::Batch)] = number(terms.batch);
            top.factor[index(Loop::InputChannels)] = terms.allInputs[0] ? 1 : number(terms.inputs);
            top.factor[index(Loop::OutputChannels)] = terms.allOutputs[0] ? 1 : number(terms.outputs);
            constraint.push_back({top, m_outputsLike[constraint.size()]});
        }
    return constraint;
}

} // namespace nestloom::kapla
