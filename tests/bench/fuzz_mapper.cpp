// SPDX-License-Identifier: Apache-2.0
// fuzz_mapper [CPU SECONDS [FIRST SEED]]   odd accelerators x odd layers x random constraints x every mapping engine,
// for so much CPU time. Whatever an engine finds must be accepted by the verifier and by both cost models and be no
// better than what is proven; where nothing fits, the conflict must be minimal and every proposed change must help.
// Prints what was tried and, with its seed, what went wrong; exit code 1 when something did.
#include "engine/base/run_control.h"
#include "engine/cost/evaluate.h"
#include "engine/mapping/feasibility.h"
#include "engine/mapping/verify.h"
#include "engine/mapping/why_not.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/improve_mapping.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "engine/schedule/take_outcome.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/support/changed_accelerator.h"
#include "tests/support/odd_accelerators.h"
#include "tests/support/random_constraints.h"

#include <cstdio>
#include <cstdlib>

using namespace nestloom;

namespace {

using Answer = mapping::Feasibility::Answer;
constexpr double kRounding = 1e-6;

double cpuSeconds() { return std::chrono::duration<double>(threadCpuTime()).count(); }

/// One solver for many runs.
class Borrowed final : public milp::Solver {
public:
    explicit Borrowed(milp::Solver& solver) : m_solver(solver) {}
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        return m_solver.solve(model, parameters, control);
    }

private:
    milp::Solver& m_solver;
};

struct Case {
    std::uint64_t seed = 0;
    hardware::Accelerator accelerator; // with its constraints
    workload::Layer layer;
};

Case drawCase(std::uint64_t seed)
{
    Rng rng(seed * 0x9E3779B97F4A7C15U);
    tests::OddShapes shapes(rng);
    Case made{seed, shapes.accelerator(), shapes.layer()};
    made.accelerator.constraints = tests::RandomConstraints(rng, made.accelerator, made.layer).lines(rng.below(6));
    return made;
}

/// All tries, and what went wrong in them.
class Fuzz {
public:
    void attempt(const Case& tried)
    {
        m_case = &tried;
        ++m_cases;
        if (!hardware::check(tried.accelerator).empty() || !workload::check(one()).empty())
            return; // refused with a sentence before any engine sees it
        const auto possible = mapping::findFeasible(tried.accelerator, tried.layer);
        m_unknown += possible.answer == Answer::Unknown ? 1 : 0;
        if (possible.answer == Answer::Yes)
            demand(mapping::verify(tried.accelerator, tried.layer, *possible.mapping).empty(),
                   "the feasible mapping is refused");
        else
            checkReason(possible.answer);
        checkMesh();
        for (const auto objective :
             {schedule::Objective::Latency, schedule::Objective::Energy, schedule::Objective::Edp}) {
            checkEngines(possible, objective);
            if (possible.answer == Answer::Yes)
                checkLargerSizes(objective);
        }
    }

    void report() const
    {
        std::printf("%lld cases, of which %lld fit nowhere (%lld unknown); %lld mappings verified, %lld bounds "
                    "compared; %lld larger sizes that no list has; %lld layers on meshes; %lld wrong\n",
                    m_cases, m_unfit, m_unknown, m_mappings, m_bounds, m_refitted, m_meshed, m_wrong);
    }
    bool right() const { return m_wrong == 0; }

private:
    workload::Network one() const
    {
        workload::Network network;
        network.name = "one";
        network.layers = {m_case->layer};
        return network;
    }

    void demand(bool holds, const std::string& otherwise)
    {
        if (holds)
            return;
        ++m_wrong;
        std::printf("seed %llu: %s\n", static_cast<unsigned long long>(m_case->seed), otherwise.c_str());
        std::fflush(stdout);
    }

    /// With bypasses in any case: they make room, so a conflict is one with them.
    Answer answerWith(std::vector<std::string> constraints) const
    {
        hardware::Accelerator accelerator = m_case->accelerator;
        for (const std::string& line : accelerator.constraints)
            if (line.find("bypass") != std::string::npos && std::ranges::find(constraints, line) == constraints.end())
                constraints.push_back(line);
        accelerator.constraints = std::move(constraints);
        return mapping::findFeasible(accelerator, m_case->layer).answer;
    }

    void checkReason(Answer answer)
    {
        ++m_unfit;
        const auto why = mapping::whyNot(m_case->accelerator, m_case->layer);
        demand(why && !why->message.empty(), "no reason");
        if (!why || answer == Answer::Unknown || !why->proven)
            return;
        demand(answerWith(why->constraints) == Answer::No, "the conflict can be kept: " + why->message);
        for (std::size_t i = 0; i < why->constraints.size(); ++i) {
            auto fewer = why->constraints;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            demand(answerWith(fewer) != Answer::No, "the conflict is not minimal: " + why->message);
        }
        hardware::Accelerator alone = m_case->accelerator; // without what is in other conflicts
        for (const mapping::WhyNot* at = &*why; !at->besides.empty();) {
            at = &at->besides.front();
            std::erase_if(alone.constraints,
                          [&](const std::string& line) { return std::ranges::count(at->constraints, line) > 0; });
        }
        for (const mapping::Change& change : why->changes)
            demand(mapping::findFeasible(tests::changed(alone, change), m_case->layer).answer != Answer::No,
                   "does not help: " + change.text);
    }

    void checkEngines(const mapping::Feasibility& possible, schedule::Objective objective)
    {
        std::vector<std::pair<std::string, double>> found; // engine, figure
        double bound = 0;
        for (const char* engine : {"cosa", "random", "hybrid", "annealing", "exhaustive"})
            if (const auto outcome = ask(engine, objective))
                take(engine, objective, *outcome, possible.answer, found, bound);
        if (!possible.mapping || found.empty())
            return;
        improve(*possible.mapping, objective, found);
        const double best = std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
                                return a.second < b.second;
                            })->second;
        const auto proof =
            schedule::exact::searchExactly(m_case->accelerator, m_case->layer, objective, best, {20'000, 100'000});
        bound = std::max(bound, proof.bound);
        if (proof.mapping)
            judge("exact", objective, *proof.mapping, found);
        for (const auto& [engine, figure] : found) {
            ++m_bounds;
            demand(figure >= bound * (1 - kRounding),
                   engine + " is below the bound: " + std::to_string(figure) + " < " + std::to_string(bound));
        }
    }

    /// A run that looks at larger sizes: no worse than one that does not, above its bound, and what it has proven holds
    /// for the size that it has mapped.
    void checkLargerSizes(schedule::Objective objective)
    {
        schedule::ScheduleOptions options;
        options.cosa.objective = objective;
        options.cosa.evaluations = 1000;
        options.threads = 1;
        options.timeLimitPerLayer = std::chrono::seconds(3); // on some odd accelerators proofs take minutes
        const auto mapped = [&](bool largerSizes) {
            options.largerSizes = largerSizes;
            const auto results = schedule::scheduleNetwork(m_case->accelerator, one(), options,
                                                           [this] { return std::make_unique<Borrowed>(m_solver); }, {});
            demand(results && results->front().verified,
                   "a run: " + (results ? results->front().reason : results.error().text()));
            return results ? results->front() : schedule::LayerResult();
        };
        const schedule::LayerResult own = mapped(false), free = mapped(true);
        const auto least = figureOf(own, options), figure = figureOf(free, options);
        if (!least || !figure)
            return;
        ++m_mappings;
        ++m_bounds;
        m_refitted += free.ofMappedSize ? 1 : 0;
        demand(*figure <= *least * (1 + kRounding) || own.cause == StopCause::TimeLimit
                   || free.cause == StopCause::TimeLimit,
               "larger sizes are worse");
        demand(*figure >= free.objectiveBound.value_or(0) * (1 - kRounding), "larger sizes are below their bound");
        if (schedule::standingOf(free.gap) != schedule::Standing::Proven)
            return;
        const bool isLatency = objective == schedule::Objective::Latency; // of which a part of a cycle is a whole one
        const auto proof = schedule::exact::searchExactly(
            m_case->accelerator, mapping::coveredLayer(m_case->layer, *free.mapping), objective,
            isLatency ? *figure - 1 : *figure * (1 - kRounding), {20'000, 100'000},
            [until = cpuSeconds() + 2] { return cpuSeconds() > until; });
        demand(!proof.mapping, "the size that is mapped has a better mapping");
    }

    /// A layer as networks have it on simba with another mesh and DRAM, mapped by the engine of the mesh: a run refuses
    /// what is better than its bound.
    void checkMesh()
    {
        Rng rng(m_case->seed);
        const auto oneOf = [&rng](std::initializer_list<std::int64_t> values) {
            return values.begin()[rng.below(values.size())];
        };
        hardware::Accelerator accelerator = tests::simbaWithMesh();
        hardware::BufferLevel &dram = accelerator.levels.front(), &buffer = accelerator.levels[1];
        dram.readBandwidth = BytesPerCycle{double(oneOf({2, 4, 10, 32}))};
        dram.writeBandwidth = BytesPerCycle{double(oneOf({2, 4, 10, 32}))};
        dram.ports = oneOf({1, 2});
        buffer.fanout = {1 + std::int64_t(rng.below(8)), 1 + std::int64_t(rng.below(8))};
        buffer.capacity = Bytes{oneOf({16, 64, 256}) << 10};
        accelerator.interconnect.flit = Bits{oneOf({32, 64, 128})};
        workload::Network network = one();
        network.layers = {tests::convolution("layer", oneOf({1, 1, 3, 5}), oneOf({1, 7, 14, 28}),
                                             oneOf({3, 16, 64, 96, 256, 704}), oneOf({10, 32, 64, 128, 384, 512}),
                                             oneOf({1, 1, 2}))};
        schedule::ScheduleOptions options;
        options.engine = "cosa-mesh";
        options.seed = m_case->seed;
        options.threads = 1;
        options.timeLimitPerLayer = std::chrono::seconds(3);
        const auto results = schedule::scheduleNetwork(accelerator, network, options,
                                                       [this] { return std::make_unique<Borrowed>(m_solver); }, {});
        demand(results && results->front().status != schedule::LayerStatus::Failed,
               "a mesh: " + (results ? results->front().reason : results.error().text()));
        m_meshed += results && results->front().cost ? 1 : 0;
    }

    std::optional<schedule::LayerOutcome> ask(const std::string& engine, schedule::Objective objective)
    {
        if (engine == "cosa") {
            schedule::cosa::CosaParams params;
            params.objective = objective;
            params.evaluations = 1000;
            params.mipNodes = 5;
            auto outcome = schedule::cosa::solve(m_case->layer, m_case->accelerator, params, m_solver, {});
            demand(bool(outcome), "cosa: " + (outcome ? std::string() : outcome.error().text()));
            return outcome ? std::optional(*std::move(outcome)) : std::nullopt;
        }
        const schedule::BaselineParams few{
            .victory = 50, .searches = 2, .evaluations = 500, .exhaustiveLimit = 20'000, .drawLimit = 20'000};
        auto outcome = schedule::solveBaseline(engine, m_case->layer, m_case->accelerator, objective, few, {});
        demand(bool(outcome), engine + ": " + (outcome ? std::string() : outcome.error().text()));
        return outcome ? std::optional(*std::move(outcome)) : std::nullopt;
    }

    void take(const std::string& engine, schedule::Objective objective, const schedule::LayerOutcome& outcome,
              Answer possible, std::vector<std::pair<std::string, double>>& found, double& bound)
    {
        if (engine == "exhaustive" && !outcome.solution && possible == Answer::Yes)
            return; // the space is too large for it
        demand(bool(outcome.solution) == (possible == Answer::Yes),
               engine + (outcome.solution ? " found what cannot be" : " found nothing: " + outcome.reason));
        demand(outcome.solution || !outcome.reason.empty(), engine + " gives no reason");
        if (!outcome.solution)
            return;
        judge(engine, objective, *outcome.solution, found);
        if (objective == schedule::Objective::Latency && outcome.stats.bound)
            bound = std::max(bound, *outcome.stats.bound);
    }

    /// Verifies and costs a mapping, and notes its figure.
    void judge(const std::string& engine, schedule::Objective objective, const mapping::LayerMapping& mapping,
               std::vector<std::pair<std::string, double>>& found)
    {
        ++m_mappings;
        const auto broken = mapping::verify(m_case->accelerator, m_case->layer, mapping);
        demand(broken.empty(), engine + ": " + (broken.empty() ? std::string() : broken.front().message));
        const auto cost = cost::evaluate(m_case->accelerator, m_case->layer, mapping, cost::Model::Nestloom);
        const auto timeloop = cost::evaluate(m_case->accelerator, m_case->layer, mapping, cost::Model::Timeloop2022);
        demand(cost && timeloop, engine + ": a mapping without a cost");
        if (cost)
            found.emplace_back(engine,
                               schedule::Goal(objective).figure(double(cost->cycles.count), cost->energy.count));
    }

    void improve(const mapping::LayerMapping& start, schedule::Objective objective,
                 std::vector<std::pair<std::string, double>>& found)
    {
        schedule::ImproveInputs inputs;
        inputs.accelerator = m_case->accelerator;
        inputs.layer = m_case->layer;
        inputs.start = start;
        inputs.goal = objective;
        inputs.evaluations = 500;
        const auto better = schedule::improveMapping(inputs, {});
        demand(bool(better), "improve: " + (better ? std::string() : better.error().text()));
        if (better)
            judge("improve", objective, better->best.mapping, found);
    }

    const Case* m_case = nullptr;
    milp::ProcessSolver m_solver{milp::ProcessSolverOptions{milp::findSolverProgram()}};
    long long m_cases = 0, m_unfit = 0, m_unknown = 0, m_mappings = 0, m_bounds = 0, m_refitted = 0, m_meshed = 0,
              m_wrong = 0;
};

} // namespace

int main(int argc, char** argv)
{
    const double limit = argc > 1 ? std::atof(argv[1]) : 60;
    const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    Fuzz fuzz;
    for (std::uint64_t seed = first; cpuSeconds() < limit; ++seed) {
        const double before = cpuSeconds();
        fuzz.attempt(drawCase(seed));
        if (const double took = cpuSeconds() - before; took > 5)
            std::printf("seed %llu: took %.1f s of CPU\n", static_cast<unsigned long long>(seed), took);
    }
    fuzz.report();
    return fuzz.right() ? 0 : 1;
}
