// SPDX-License-Identifier: Apache-2.0
// bench_cost   evaluations per second of CPU time of the cost model, per form: over random mappings of one layer, and
// over moves of one factor as searches make them, with the check whether they fit.
#include "engine/base/run_control.h"
#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/schedule/cosa/local_search.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <cstdio>

using namespace nestloom;

namespace {

template <typename Evaluate>
void measure(const char* what, int rounds, std::size_t mappings, const Evaluate& evaluate)
{
    double sum = 0;
    const std::chrono::nanoseconds start = threadCpuTime();
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < mappings; ++i)
            sum += evaluate(i);
    const std::chrono::duration<double> time = threadCpuTime() - start;
    const double count = static_cast<double>(rounds) * static_cast<double>(mappings);
    std::printf("%-52s %12.0f evaluations/s  (sum %.6g)\n", what, count / time.count(), sum);
}

struct Step {
    schedule::cosa::Candidate candidate;
    cost::NestChange change;
};

/// Candidates that fit and are one factor away from one that a search would stand at.
std::vector<Step> stepsFrom(const schedule::cosa::MappingSpace& space, schedule::cosa::Candidate& base)
{
    Rng rng(1);
    std::vector<Step> steps;
    for (int i = 0; i < 4000; ++i) {
        schedule::cosa::Candidate next = base;
        const auto& factor = space.factors()[rng.below(space.factors().size())];
        const std::size_t from = rng.below(space.allSlots().size()), to = rng.below(space.allSlots().size());
        if (next.bounds[from][factor.dimension] % factor.prime != 0)
            continue;
        next.bounds[from][factor.dimension] /= factor.prime;
        next.bounds[to][factor.dimension] *= factor.prime;
        if (!space.fits(next))
            continue;
        const auto &a = space.allSlots()[from], &b = space.allSlots()[to];
        if (i < 2000)
            base = next; // a walk first, steps from its end
        else
            steps.push_back({next, {std::min(a.level, b.level), std::max(a.level, b.level), a.spatial || b.spatial}});
    }
    return steps;
}

void measureSteps(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    const schedule::cosa::MappingSpace space(accelerator, layer);
    schedule::cosa::Candidate base = space.outermost();
    const std::vector<Step> steps = stepsFrom(space, base);
    cost::Evaluator evaluator(accelerator, layer);
    cost::Nest nest;
    measure(("one factor moved, whole, " + layer.name).c_str(), 300, steps.size(), [&](std::size_t i) {
        if (!space.fits(steps[i].candidate))
            return 0.0;
        space.toNest(steps[i].candidate, nest);
        return evaluator.score(nest).cycles;
    });
    schedule::cosa::StepScorer scorer(space);
    scorer.start(base);
    measure(("one factor moved, incremental, " + layer.name).c_str(), 300, steps.size(), [&](std::size_t i) {
        return scorer.fits(steps[i].candidate, steps[i].change) ? scorer.score().cycles : 0.0;
    });
}

} // namespace

int main()
{
    const auto accelerator = io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    if (!accelerator) {
        std::fprintf(stderr, "bench_cost: %s\n", accelerator.error().text().c_str());
        return 2;
    }
    const auto layer = tests::convolution("3x3", 3, 14, 256, 256);
    Rng rng(1);
    std::vector<mapping::LayerMapping> mappings;
    std::vector<cost::Nest> nests(200);
    for (cost::Nest& nest : nests) {
        mappings.push_back(tests::randomMapping(rng, *accelerator, layer));
        cost::flatten(*accelerator, mappings.back(), nest);
    }
    cost::Evaluator evaluator(*accelerator, layer);
    measure("search form, nest ready", 500, nests.size(),
            [&](std::size_t i) { return evaluator.score(nests[i]).cycles; });
    measureSteps(*accelerator, layer);
    measureSteps(*accelerator, tests::convolution("1x1", 1, 28, 512, 128));
    cost::Nest scratch;
    measure("search form, from a mapping", 200, nests.size(), [&](std::size_t i) {
        cost::flatten(*accelerator, mappings[i], scratch);
        return evaluator.score(scratch).cycles;
    });
    for (const cost::Model model : {cost::Model::Nestloom, cost::Model::Timeloop2022})
        measure(model == cost::Model::Nestloom ? "complete breakdown with verifier, own model"
                                               : "complete breakdown with verifier, Timeloop's model",
                20, nests.size(), [&](std::size_t i) {
                    return static_cast<double>(cost::evaluate(*accelerator, layer, mappings[i], model)->cycles.count);
                });
    return 0;
}
