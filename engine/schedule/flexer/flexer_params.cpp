// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/flexer_params.h"

#include "engine/base/text.h"

#include <string>

namespace nestloom::schedule::flexer {

namespace {

constexpr std::array<std::string_view, 3> kMetrics{"latency-transfer", "latency", "transfer"};
constexpr std::array<std::string_view, 3> kPriorities{"memory-benefit", "least-transfer", "least-spill"};
constexpr std::array<std::string_view, 3> kPolicies{"least-fragmentation", "first-fit", "smallest-first"};

} // namespace

std::string describe(const Recipe& recipe)
{
    if (recipe.isStatic)
        return "static, " + (recipe.blockPixels > 0 ? "block after block, " : std::string()) + "room for "
               + std::to_string(recipe.regions[0]) + " inputs, " + std::to_string(recipe.regions[1]) + " weights, "
               + std::to_string(recipe.regions[2]) + " outputs" + (recipe.prefetch ? "" : ", no prefetch");
    std::string text = "out of order";
    if (recipe.window > 0)
        text += ", window " + std::to_string(recipe.window);
    if (recipe.softPin)
        text += ", soft pin";
    if (recipe.countSharing)
        text += ", sharing counts as reuse";
    return text;
}

std::string_view name(Metric metric) { return kMetrics[std::size_t(metric)]; }

std::string unitOf(const FlexerParams& params)
{
    switch (params.metric) {
    case Metric::Latency: return "cycle";
    case Metric::Transfer: return "B";
    case Metric::LatencyTimesTransfer: break;
    }
    return params.transferWeight == 1 ? "cycle\u00b7B" : "cycle\u00b7B^" + generalNumber(params.transferWeight, 4);
}
std::string_view name(Priority priority) { return kPriorities[std::size_t(priority)]; }
std::string_view name(SpillPolicy policy) { return kPolicies[std::size_t(policy)]; }
std::optional<Metric> metric(std::string_view name) { return valueNamed<Metric>(kMetrics, name); }
std::optional<Priority> priority(std::string_view name) { return valueNamed<Priority>(kPriorities, name); }
std::optional<SpillPolicy> spillPolicy(std::string_view name) { return valueNamed<SpillPolicy>(kPolicies, name); }

} // namespace nestloom::schedule::flexer
