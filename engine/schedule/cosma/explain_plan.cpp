// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/explain_plan.h"

#include "engine/base/number_words.h"

#include <string>

namespace nestloom::schedule::cosma {

namespace {

using cost::Formula;
using cost::given;
using cost::made;
using cost::Unit;
using memory::Residency;
using Operation = Formula::Operation;

Formula bytes(std::string name, Bytes size, std::string source)
{
    return given(std::move(name), double(size.count), Unit::Bytes, std::move(source));
}

std::string stepText(std::size_t step) { return "step " + std::to_string(step); }

const workload::Tensor& tensorOf(const PlanAnswer& answer, const Residency& residency)
{
    return answer.graph->tensors[residency.tensor.value];
}

// Residencies of one tensor lie side by side, by first step.

bool wasBefore(const PlanAnswer& answer, std::size_t residency)
{
    const auto& all = answer.plan->residencies;
    return residency > 0 && all[residency - 1].tensor == all[residency].tensor;
}

/// Leaving for the first time writes; an input of the graph may have its copy off chip already.
bool isWritten(const PlanAnswer& answer, std::size_t residency)
{
    const auto& all = answer.plan->residencies;
    const bool comesBack = residency + 1 < all.size() && all[residency + 1].tensor == all[residency].tensor;
    const OperatorId producer = tensorOf(answer, all[residency]).producer;
    const bool hasCopy = answer.plan->inputsBacked && answer.graph->operators[producer.value].inputs.empty();
    return comesBack && !wasBefore(answer, residency) && !hasCopy;
}

/// Why the tensor of a residency is off chip until its next one: the fullest step between them.
std::string whyAway(const PlanAnswer& answer, std::size_t residency)
{
    const auto& all = answer.plan->residencies;
    const auto used = [&](std::size_t step) { return (*answer.steps)[step].used; };
    std::size_t fullest = all[residency].last + 1;
    for (std::size_t step = fullest; step < all[residency + 1].first; ++step)
        if (used(step) > used(fullest))
            fullest = step;
    const Bytes excess = used(fullest) + tensorOf(answer, all[residency]).size - answer.plan->budget;
    const std::string at = stepText(fullest) + ", " + answer.graph->operators[answer.plan->order[fullest].value].name;
    return excess.count > 0 ? "with it, " + at + ", would need " + grouped(excess.count) + " B more than there are"
                            : "there are bytes enough for it, least at " + at
                                  + ": addresses, or a search that is not over, keep it off chip";
}

Formula sum(std::string name, std::vector<Formula> parts, std::string source = {})
{
    Formula formula = made(std::move(name), Unit::Bytes, Operation::Sum, std::move(parts));
    formula.source = std::move(source);
    return formula;
}

Formula workingSet(const PlanAnswer& answer, OperatorId id)
{
    const workload::Operator& op = answer.graph->operators[id.value];
    std::vector<Formula> parts;
    for (const TensorId input : op.inputs)
        parts.push_back(
            bytes(answer.graph->tensors[input.value].name, answer.graph->tensors[input.value].size, "input"));
    for (const TensorId output : op.outputs)
        parts.push_back(
            bytes(answer.graph->tensors[output.value].name, answer.graph->tensors[output.value].size, "output"));
    for (std::size_t i = 0; i < op.parameters.size(); ++i)
        parts.push_back(bytes("parameter " + std::to_string(i + 1), op.parameters[i],
                              "parameter, on chip while the operator runs"));
    return sum("working set of " + op.name, std::move(parts), std::string(workload::workingSetParts(op)) + " together");
}

} // namespace

Formula explainUsed(const PlanAnswer& answer, std::size_t step)
{
    std::vector<Formula> parts;
    for (const Residency& residency : answer.plan->residencies)
        if (residency.first <= step && step <= residency.last)
            parts.push_back(bytes(tensorOf(answer, residency).name, tensorOf(answer, residency).size,
                                  "at address " + std::to_string(residency.offset.count) + " from step "
                                      + std::to_string(residency.first) + " to " + std::to_string(residency.last)));
    for (const memory::ParameterPlace& place : answer.plan->parameters)
        if (place.op == answer.plan->order[step])
            parts.push_back(bytes(answer.graph->operators[place.op.value].name + " parameter "
                                      + std::to_string(place.parameter + 1),
                                  answer.graph->operators[place.op.value].parameters[place.parameter],
                                  "at address " + std::to_string(place.offset.count) + ", during this step"));
    return sum("bytes in use at " + stepText(step), std::move(parts), "replayed by the verifier");
}

Formula explainSpilled(const PlanAnswer& answer, std::size_t step)
{
    std::vector<Formula> parts;
    const auto& all = answer.plan->residencies;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].last == step && isWritten(answer, i))
            parts.push_back(
                bytes(tensorOf(answer, all[i]).name, tensorOf(answer, all[i]).size,
                      "written off chip, read back before " + stepText(all[i + 1].first) + ": " + whyAway(answer, i)));
    return sum("bytes spilled after " + stepText(step), std::move(parts));
}

Formula explainRetrieved(const PlanAnswer& answer, std::size_t step)
{
    std::vector<Formula> parts;
    const auto& all = answer.plan->residencies;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].first == step && wasBefore(answer, i))
            parts.push_back(
                bytes(tensorOf(answer, all[i]).name, tensorOf(answer, all[i]).size, "read back from off chip"));
    return sum("bytes retrieved before " + stepText(step), std::move(parts));
}

Formula explainCreated(const PlanAnswer& answer, std::size_t step)
{
    std::vector<Formula> parts;
    for (const TensorId output : answer.graph->operators[answer.plan->order[step].value].outputs)
        parts.push_back(bytes(answer.graph->tensors[output.value].name, answer.graph->tensors[output.value].size,
                              "output of the operator"));
    return sum("bytes created at " + stepText(step), std::move(parts));
}

Formula explainTraffic(const PlanAnswer& answer)
{
    std::vector<Formula> parts;
    const auto& all = answer.plan->residencies;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const workload::Tensor& tensor = tensorOf(answer, all[i]);
        if (isWritten(answer, i))
            parts.push_back(bytes(tensor.name + ", written", tensor.size,
                                  "spilled after " + stepText(all[i].last) + ": " + whyAway(answer, i)));
        if (wasBefore(answer, i))
            parts.push_back(bytes(tensor.name + ", read", tensor.size, "retrieved before " + stepText(all[i].first)));
    }
    return sum("off-chip traffic", std::move(parts),
               "beyond what is compulsory: inputs and parameters read once, outputs written once");
}

Formula explainTrafficGap(const PlanAnswer& answer)
{
    Formula traffic = explainTraffic(answer);
    if (answer.bound.count == 0)
        return traffic;
    return made("gap", Unit::None, Operation::Above,
                {std::move(traffic),
                 bytes("proven lower bound", answer.bound,
                       answer.status == SolveStatus::Optimal ? "no plan for this size has less: proven by COSMA"
                                                             : "as far as COSMA has proven it")});
}

std::vector<Formula> explainReduction(const PlanAnswer& answer)
{
    if (!answer.baselines || bestOf(*answer.baselines).traffic.count == 0)
        return {};
    const BaselineTraffic& best = bestOf(*answer.baselines);
    const std::string order = best.order == Order::LeastPeak ? "least-peak order" : "default order";
    const std::string replacement(name(best.replacement));
    return {
        made("against the best baseline", Unit::None, Operation::Above,
             {explainTraffic(answer), bytes("traffic of " + order + ", " + replacement, best.traffic,
                                            "simulated on an arena as TensorFlow Lite's; of it "
                                                + std::to_string(best.relocated.count) + " B moved out of the way")})};
}

Formula explainLeastSize(const PlanAnswer& answer)
{
    std::vector<Formula> largest;
    for (std::uint32_t op = 0; op < answer.graph->operators.size() && largest.empty(); ++op)
        if (workload::workingSet(*answer.graph, {op}) == answer.budgets.least)
            largest.push_back(workingSet(answer, {op}));
    Formula formula = made("M_R, the least size", Unit::Bytes, Operation::Maximum, std::move(largest));
    formula.source = "the largest working set of an operator; nothing runs below";
    return formula;
}

Formula explainPeakSize(const PlanAnswer& answer)
{
    return bytes("M_P, the size without traffic", answer.budgets.peak,
                 answer.budgets.peakIsProven ? "the least peak of any order, proven"
                                             : "the least peak of any order that was found");
}

} // namespace nestloom::schedule::cosma
