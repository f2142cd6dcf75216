// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_constraints.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <map>
#include <set>

namespace nestloom::kapla {

namespace {

template <class Use>
void forEachFactor(std::vector<std::vector<LayerTerms>>& terms, const Use& use)
{
    for (auto& group : terms)
        for (LayerTerms& layer : group)
            for (FactorTerm* term : {&layer.batch, &layer.inputs, &layer.outputs})
                use(*term);
}

template <class Use>
void forEachFlag(std::vector<std::vector<LayerTerms>>& terms, const Use& use)
{
    for (auto& group : terms)
        for (LayerTerms& layer : group)
            for (FlagTerm* term : {&layer.allInputs, &layer.allOutputs})
                use(*term);
}

} // namespace

int ConstraintTerms::add(std::string name, std::vector<std::int64_t> numbers)
{
    shared.push_back({std::move(name), std::move(numbers), true});
    return int(shared.size()) - 1;
}

void ConstraintTerms::choose(bool keep)
{
    forEachFactor(of, [keep](FactorTerm& term) { term = {term[keep], term[keep]}; });
    forEachFlag(of, [keep](FlagTerm& term) { term = {term[keep], term[keep]}; });
}

void ConstraintTerms::replace(int index, std::int64_t number)
{
    forEachFactor(of, [&](FactorTerm& term) {
        for (FactorAtom& atom : term)
            if (atom.shared == index)
                atom = {-1, number};
    });
    shared[std::size_t(index)].isUsed = false;
}

bool ConstraintTerms::simplifyOnce()
{
    for (auto& group : of)
        for (LayerTerms& layer : group) {
            if (layer.allInputs == kAlways)
                layer.inputs = {};
            if (layer.allOutputs == kAlways)
                layer.outputs = {};
        }
    std::vector<int> uses(shared.size());
    int open = 0; // terms that wait for the choice
    forEachFactor(of, [&](FactorTerm& term) {
        open += term[0] != term[1];
        for (std::size_t i = 0; i < 2; ++i)
            if (term[i].shared >= 0 && (i == 0 || term[1].shared != term[0].shared))
                ++uses[std::size_t(term[i].shared)];
    });
    forEachFlag(of, [&](FlagTerm& term) { open += term[0] != term[1]; });
    bool changed = false;
    for (std::size_t i = 0; i < shared.size(); ++i)
        if (shared[i].isUsed && (uses[i] <= 1 || shared[i].numbers.size() == 1)) {
            replace(int(i), uses[i] <= 1 ? 0 : shared[i].numbers.front());
            changed = true;
        }
    if (open == 1) {
        choose(false);
        changed = true;
    }
    return changed;
}

void ConstraintTerms::simplify()
{
    while (simplifyOnce()) {
    }
}

SegmentConstraints::SegmentConstraints(ConstraintTerms terms, const Network& network, const Segment& segment)
    : m_terms(std::move(terms)), m_outputsLike(segment.layers.size())
{
    followLayersBefore(network, segment);
    for (std::size_t i = 0; i < m_terms.shared.size(); ++i)
        if (m_terms.shared[i].isUsed)
            m_order.push_back(i);
    std::ranges::sort(m_order,
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

namespace {

/// Divisors of `channels` whose parts are not too small: all data together are at least 5 % of a buffer for each part.
std::vector<std::int64_t> worthwhileParts(std::int64_t channels, std::int64_t words, const Machine& machine)
{
    std::vector<std::int64_t> parts;
    for (const std::int64_t part : divisors(channels))
        if (part == 1 || double(part) <= double(words) / (0.05 * double(machine.bufferWords)))
            parts.push_back(part);
    return parts;
}

/// Goes through the layers of a segment in order and writes down what each is bound to.
class ConstraintRules {
public:
    ConstraintRules(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment,
                    const SegmentRules& rules)
        : m_machine(machine), m_network(network), m_batch(batch), m_segment(segment), m_rules(rules),
          m_groups(groupsOf(segment)), m_links(*segmentLinks(network, m_groups, rules.forksAndForwarding))
    {
    }

    std::optional<SegmentConstraints> run()
    {
        const int batch = m_terms.add("batch", divisors(m_batch));
        for (const auto& group : m_groups) {
            LayerTerms terms;
            terms.batch = sharedFactor(batch);
            m_terms.of.emplace_back(group.size(), terms);
        }
        m_chains.push_back({0});
        for (std::size_t spatial = 0; spatial < m_groups.size(); ++spatial)
            addGroup(spatial);
        m_terms.simplify();
        const auto keep = whetherFirstKeepsAll();
        if (!keep)
            return std::nullopt;
        m_terms.choose(*keep);
        m_terms.simplify();
        bindSharedInputs();
        m_terms.simplify();
        limitDelay(batch);
        return SegmentConstraints(std::move(m_terms), m_network, m_segment);
    }

private:
    const Layer& layerAt(Slot slot) const { return m_network.layers[m_groups[slot.spatial][slot.temporal]].layer; }
    LayerTerms& terms(Slot slot) { return m_terms.of[slot.spatial][slot.temporal]; }

    int addOutputs(const std::string& name, Slot slot)
    {
        const Layer& layer = layerAt(slot);
        return m_terms.add("outputs " + name,
                           worthwhileParts(layer.outputChannels, layer.outputWords(m_batch), m_machine));
    }

    void addGroup(std::size_t spatial)
    {
        const std::string name = std::to_string(spatial);
        m_outputs = sharedFactor(addOutputs(name + " s", {spatial, 0})); // until there is a convolution
        for (std::size_t temporal = 0; temporal < m_groups[spatial].size(); ++temporal) {
            const Slot here{spatial, temporal};
            const LayerLinks& links = m_links.at(here);
            if (links.fromNodes)
                lengthenChains(links.fromNodes->spatial, spatial);
            if (layerAt(here).kind == LayerKind::Convolution)
                addConvolution(here, links);
            else
                addFollower(here, links);
            if (links.toNodes.empty() && temporal + 1 == m_groups[spatial].size())
                terms(here).allOutputs = kNever; // everything goes to memory
        }
    }

    void addConvolution(Slot here, const LayerLinks& links)
    {
        if (m_pending) // what the convolution before decided holds for the last layer that follows it
            terms(m_last->spatial == here.spatial ? Slot{here.spatial, here.temporal - 1}
                                                  : Slot{m_last->spatial, m_groups[m_last->spatial].size() - 1})
                .allOutputs = *m_pending;
        m_pending.reset();
        m_outputs = sharedFactor(addOutputs(std::to_string(here.spatial) + " " + std::to_string(here.temporal), here));
        LayerTerms& own = terms(here);
        own.outputs = m_outputs;
        if (m_last && m_last->spatial == here.spatial) {
            own.allInputs = kAlways;
            terms(*m_last).allOutputs = kAlways;
            terms({here.spatial, here.temporal - 1}).allOutputs = kAlways;
        } else if (links.fromNodes) {
            LayerTerms& source = terms(*links.fromNodes);
            if (!m_rules.forksAndForwarding)
                source.allOutputs = kAlways;
            own.allInputs = source.allOutputs;
            own.allOutputs = !source.allOutputs;
            m_pending = own.allOutputs;
            own.inputs = chosen(source.allOutputs, source.outputs, own.inputs);
        } else if (!m_last) {
            own.allOutputs = kByChoice;
            m_pending = kByChoice;
        }
        m_last = here;
    }

    void addFollower(Slot here, const LayerLinks& links)
    {
        if (links.fromNodes) {
            const LayerTerms& source = terms(*links.fromNodes);
            m_outputs = chosen(source.allOutputs, source.outputs, m_outputs);
            for (std::size_t before = m_last ? m_last->temporal : 0; before < here.temporal; ++before)
                terms({here.spatial, before}).outputs = m_outputs;
        }
        terms(here).outputs = m_outputs;
    }

    void lengthenChains(std::size_t from, std::size_t to)
    {
        const std::size_t count = m_chains.size();
        for (std::size_t i = 0; i < count; ++i)
            if (m_chains[i].back() == from) {
                std::vector<std::size_t> longer = m_chains[i];
                longer.push_back(to);
                m_chains.push_back(std::move(longer));
            }
    }

    /// Words of an image that the layers of a group keep as a whole, at most.
    std::int64_t keptWords(std::size_t spatial, bool keep) const
    {
        std::int64_t most = 0;
        for (std::size_t temporal = 0; temporal < m_groups[spatial].size(); ++temporal) {
            const LayerTerms& own = m_terms.of[spatial][temporal];
            const Layer& layer = layerAt({spatial, temporal});
            most = std::max(most, (own.allOutputs[keep] ? layer.outputWords() : 0)
                                      + (own.allInputs[keep] ? layer.inputWords() : 0));
        }
        return most;
    }

    /// Whether it is better that the first convolution keeps all of its outputs: fewer groups keep theirs along the
    /// longest chain, then fewer words. Nothing when neither way fits.
    std::optional<bool> whetherFirstKeepsAll()
    {
        const auto& chain =
            *std::ranges::max_element(m_chains, [](const auto& a, const auto& b) { return a.size() < b.size(); });
        std::optional<bool> best;
        std::pair<std::int64_t, std::int64_t> least;
        for (const bool keep : {false, true}) {
            std::pair<std::int64_t, std::int64_t> kept{0, 0};
            bool fits = true;
            for (std::size_t spatial = 0; spatial < m_groups.size(); ++spatial) {
                const std::int64_t words = keptWords(spatial, keep);
                fits = fits && words <= nodesOf(spatial) * m_machine.bufferWords;
                kept.second = std::max(kept.second, words);
                if (std::ranges::find(chain, spatial) != chain.end())
                    kept.first += m_terms.of[spatial].back().allOutputs[keep];
            }
            if (fits && (!best || kept < least)) {
                best = keep;
                least = kept;
            }
        }
        m_keepers = least.first;
        return best;
    }

    std::int64_t nodesOf(std::size_t spatial) const
    {
        for (const SegmentLayer& one : m_segment.layers)
            if (one.slot.spatial == spatial)
                return one.placement.nodes.extent.size();
        return 0;
    }

    void bindSharedInputs()
    {
        for (const std::vector<Slot>& readers : m_links.sharedInputs) {
            const bool bound = std::ranges::any_of(readers, [this](Slot slot) {
                const LayerTerms& own = terms({slot.spatial, 0});
                return own.allOutputs[0] || own.outputs[0] != FactorAtom{};
            });
            const Layer& first = layerAt({readers.front().spatial, 0});
            // Factors over inputs and outputs cannot both be bound.
            const FactorTerm inputs =
                bound ? FactorTerm{}
                      : sharedFactor(
                          m_terms.add("inputs " + std::to_string(readers.front().spatial),
                                      worthwhileParts(first.inputChannels, first.inputWords(m_batch), m_machine)));
            for (const Slot slot : readers) {
                terms({slot.spatial, 0}).allInputs = bound ? kAlways : kNever;
                terms({slot.spatial, 0}).inputs = inputs;
            }
        }
    }

    /// The delay is at least one group of the batch for each group of nodes that keeps all outputs.
    void limitDelay(int batch)
    {
        auto& numbers = m_terms.shared[std::size_t(batch)].numbers;
        if (m_terms.shared[std::size_t(batch)].isUsed)
            std::erase_if(numbers, [this](std::int64_t groups) {
                return double(groups) < double(m_keepers) / m_rules.longestDelay;
            });
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const Segment& m_segment;
    const SegmentRules& m_rules;
    const LayerGroups m_groups;
    const SegmentLinks m_links;
    ConstraintTerms m_terms;
    FactorTerm m_outputs{};                         // over output channels, of the layers being added
    std::optional<Slot> m_last;                     // convolution
    std::optional<FlagTerm> m_pending;              // whether the last layer that follows it keeps all outputs
    std::vector<std::vector<std::size_t>> m_chains; // of groups of nodes that read from each other
    std::int64_t m_keepers = 0;
};

} // namespace

std::optional<SegmentConstraints> segmentConstraints(const Machine& machine, const Network& network, std::int64_t batch,
                                                     const Segment& segment, const SegmentRules& rules)
{
    return ConstraintRules(machine, network, batch, segment, rules).run();
}

} // namespace nestloom::kapla
