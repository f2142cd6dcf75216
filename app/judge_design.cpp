// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge_design.h"

#include "engine/cost/evaluate.h"

#include <algorithm>

namespace nestloom::app {

DesignVerdict judge(const mapping::DesignImport& import)
{
    DesignVerdict verdict;
    verdict.isGood = std::ranges::none_of(import.remarks, [](const mapping::ImportRemark& remark) {
        return remark.kind == mapping::ImportRemark::Kind::Refused;
    });
    if (!import.mapping)
        return verdict;
    const workload::Layer& layer = import.network->layers.front();
    verdict.violations = mapping::verify(*import.accelerator, layer, *import.mapping);
    if (!verdict.violations.empty()) {
        verdict.isGood = false;
        return verdict;
    }
    for (const auto& [model, cost] : {std::pair{cost::timeloopModel(*import.accelerator), &verdict.timeloop},
                                      std::pair{cost::Model::Nestloom, &verdict.ours}})
        if (auto found = cost::evaluate(*import.accelerator, layer, *import.mapping, model))
            *cost = *std::move(found);
    return verdict;
}

} // namespace nestloom::app
