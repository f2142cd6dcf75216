// SPDX-License-Identifier: Apache-2.0
// bench_cost   evaluations per second of the cost model, per form, over random mappings of one layer.
#include "engine/cost/evaluate.h"
#include "engine/cost/evaluator.h"
#include "engine/io/read_accelerator.h"
#include "tests/support/builders.h"
#include "tests/places.h"

#include <chrono>
#include <cstdio>

using namespace nestloom;

namespace {

template <typename Evaluate>
void measure(const char* what, int rounds, std::size_t mappings, const Evaluate& evaluate)
{
    double sum = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < mappings; ++i)
            sum += evaluate(i);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const double count = static_cast<double>(rounds) * static_cast<double>(mappings);
    std::printf("%-52s %12.0f evaluations/s  (sum %.6g)\n", what, count / time.count(), sum);
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
        cost::flatten(mappings.back(), nest);
    }
    cost::Evaluator evaluator(*accelerator, layer);
    measure("search form, nest ready", 500, nests.size(), [&](std::size_t i) { return evaluator.score(nests[i]).cycles; });
    cost::Nest scratch;
    measure("search form, from a mapping", 200, nests.size(), [&](std::size_t i) {
        cost::flatten(mappings[i], scratch);
        return evaluator.score(scratch).cycles;
    });
    for (const cost::Model model : {cost::Model::Nestloom, cost::Model::Timeloop})
        measure(model == cost::Model::Nestloom ? "complete breakdown with verifier, own model" : "complete breakdown with verifier, Timeloop's model",
                20, nests.size(), [&](std::size_t i) {
                    return static_cast<double>(cost::evaluate(*accelerator, layer, mappings[i], model)->cycles.count);
                });
    return 0;
}
