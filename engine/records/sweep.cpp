// SPDX-License-Identifier: Apache-2.0
#include "engine/records/sweep.h"

#include "engine/base/number_words.h"
#include "engine/explore/run_fields.h"

namespace nestloom::records {

Result<RunInputs> runInputs(const explore::SweepInputs& sweep, std::size_t point, std::size_t network)
{
    const std::string place = "point " + std::to_string(point);
    if (point >= explore::count(sweep.space) || network >= sweep.networks.size())
        return Error{ErrorCode::InvalidInput,
                     "the sweep has " + counted(std::int64_t(explore::count(sweep.space)), "point") + ", from 0, and "
                         + counted(std::int64_t(sweep.networks.size()), "network"),
                     place};
    explore::DesignPoint design = explore::point(sweep.space, point);
    if (!design.refusal.empty())
        return Error{ErrorCode::InvalidInput, design.refusal, place};
    RunInputs inputs{std::move(design.accelerator), sweep.networks[network],
                     explore::optionsAt(sweep.space, point, sweep.options)};
    inputs.nodes = sweep.nodes;
    inputs.edited = sweep.edited;
    if (!sweep.memory)
        return inputs;
    TRY(auto question, explore::memoryQuestion(sweep, network, inputs.accelerator));
    inputs.network = std::move(question.network);
    inputs.memory = std::move(question.options);
    return inputs;
}

} // namespace nestloom::records
