// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/constraint_terms.h"

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

} // namespace nestloom::kapla
