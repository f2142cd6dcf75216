// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"

#include "engine/base/run_control.h"
#include "engine/milp/dual_bound.h"
#include "engine/milp/solver_process.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

#include <unistd.h>

namespace nestloom::milp {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Clock = std::chrono::steady_clock;

class SolverProcesses {
public:
    explicit SolverProcesses(ProcessSolverOptions options) : m_options(std::move(options)) {}

    struct Process {
        std::unique_ptr<SolverProcess> solver;
        protocol::RequestId lastRequest = 0;
        nanoseconds cpuAccounted{}; // part of the program's CPU time that earlier answers have told
        bool isUsable = false;      // for another request
    };
    struct GiveBack {
        SolverProcesses* lender;
        void operator()(Process* process) const { lender->take(std::unique_ptr<Process>(process)); }
    };
    using Lent = std::unique_ptr<Process, GiveBack>;

    /// An idle process, or a new one, or the next that is given back; null when stop or time limit came first.
    /// Fails   SolverFailure when none can be started and none is in use.
    Result<Lent> lend(const RunControl& control);
    const ProcessSolverOptions& options() const { return m_options; }

private:
    void take(std::unique_ptr<Process> process);

    const ProcessSolverOptions m_options;
    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_givenBack;
    std::vector<std::unique_ptr<Process>> m_idle; // the warmest last
    int m_lent = 0;
};

Result<SolverProcesses::Lent> SolverProcesses::lend(const RunControl& control)
{
    const auto end = Clock::now() + std::min(control.timeLimit, milliseconds(std::chrono::years(1)));
    std::unique_lock lock(m_mutex);
    while (true) {
        std::unique_ptr<Process> process;
        while (!m_idle.empty() && !process) {
            process = std::move(m_idle.back());
            m_idle.pop_back();
            if (!process->solver->isRunning())
                process.reset();
        }
        if (!process) {
            auto started = SolverProcess::start(m_options);
            if (started)
                process.reset(new Process{std::move(*started)});
            else if (m_lent == 0)
                return started.error();
            else if (const int lent = m_lent;
                     !m_givenBack.wait_until(lock, control.stop, end, [&] { return !m_idle.empty() || m_lent < lent; }))
                return Lent(nullptr, {this});
        }
        if (process) {
            m_idle.reserve(m_idle.size() + std::size_t(++m_lent)); // giving back must not fail
            process->isUsable = false;                             // until its answer is here
            return Lent(process.release(), {this});
        }
    }
}

void SolverProcesses::take(std::unique_ptr<Process> process)
{
    {
        const std::scoped_lock lock(m_mutex);
        --m_lent;
        if (process->isUsable)
            m_idle.push_back(std::move(process));
        process.reset(); // frees its descriptors before another is started
    }
    m_givenBack.notify_one();
}

std::shared_ptr<SolverProcesses> solverProcesses(ProcessSolverOptions options)
{
    return std::make_shared<SolverProcesses>(std::move(options));
}

namespace {

// How long a poll may wait before stop and time limit are looked at again.
constexpr milliseconds kPollInterval{5};
// How often the CPU time of a solver that says nothing is looked at.
constexpr milliseconds kLookInterval{100};

std::optional<double> known(double value) { return std::isnan(value) ? std::nullopt : std::optional(value); }

/// One request, from the question to the answer.
class Request {
public:
    Request(SolverProcess& solver, protocol::RequestId id, const ProcessSolverOptions& options,
            const RunControl& control)
        : m_solver(solver), m_id(id), m_options(options), m_control(control)
    {
    }

    /// The outcome; stats.wall and stats.cpu are the caller's business.
    Result<SolveOutcome<Assignment>> run(const Model& model, const SolverParameters& parameters);
    nanoseconds solverCpu() const { return m_solverCpu; } // as told by Done; zero when the solver was killed
    bool solverIsUsable() const { return m_solverIsUsable; }
    bool isLost() const { return m_isLost; }

private:
    std::optional<StopCause> whyStop() const;
    void askToStop();
    bool standsStill();
    // What a message from the solver means; a value ends the request.
    using Answer = std::optional<Result<SolveOutcome<Assignment>>>;
    Answer take(protocol::ProgressReport& report);
    Answer take(protocol::Incumbent& incumbent);
    Answer take(protocol::Done& done);
    Answer take(protocol::Failed& failed);
    Answer take(protocol::Solve&) { return fail("the solver program answers with a question"); }
    Answer take(protocol::Stop&) { return fail("the solver program answers with a question"); }
    void check(const protocol::Done& done, SolveOutcome<Assignment>& outcome) const;
    Answer fail(std::string message);
    SolveOutcome<Assignment> outcomeAfterKill();

    SolverProcess& m_solver;
    protocol::RequestId m_id;
    const ProcessSolverOptions& m_options;
    const RunControl& m_control;
    Clock::time_point m_start = Clock::now();
    std::optional<StopCause> m_stopCause; // set once the solver was asked to stop
    Clock::time_point m_stopAsked;
    const Model* m_model = nullptr;
    bool m_isLinear = false;
    std::optional<protocol::Incumbent> m_incumbent;
    std::optional<double> m_bound;
    std::int64_t m_nodes = 0;
    nanoseconds m_solverCpu{};
    bool m_solverIsUsable = true;
    bool m_isLost = false;
    milliseconds m_waited{}; // for a message, as this program counts it: not while it is itself stopped
    nanoseconds m_cpuSeen{};
};

Result<SolveOutcome<Assignment>> Request::run(const Model& model, const SolverParameters& parameters)
{
    m_model = &model;
    m_isLinear = parameters.relaxationOnly
                 || std::ranges::none_of(model.variables(), [](const Variable& variable) { return variable.integer; });
    const bool limited = m_control.timeLimit != milliseconds::max();
    m_solver.send(
        protocol::Solve{m_id, model, parameters, limited ? m_control.timeLimit.count() : -1, m_control.workLimit});
    while (true) {
        auto message = m_solver.exchange(kPollInterval);
        if (!message) {
            m_solverIsUsable = false;
            m_isLost = m_solver.hasEnded() && !m_stopCause;
            return message.error();
        }
        if (message->has_value()) {
            m_waited = {};
            auto answer = std::visit([this](auto& body) { return take(body); }, **message);
            if (answer)
                return std::move(*answer);
        }
        askToStop();
        if (m_stopCause && Clock::now() - m_stopAsked > m_options.killGrace) {
            m_solver.kill();
            m_solverIsUsable = false;
            return outcomeAfterKill();
        }
        if (!message->has_value() && !m_stopCause && standsStill()) {
            m_isLost = true;
            return *fail("the solver process stood still for " + std::to_string(m_options.standstill.count() / 1000)
                         + " s while it worked on a model, and was ended");
        }
    }
}

/// Called after each wait in vain.
bool Request::standsStill()
{
    m_waited += kPollInterval;
    if (m_waited % kLookInterval != milliseconds(0))
        return false;
    if (const nanoseconds cpu = m_solver.cpuSoFar(); cpu > m_cpuSeen) {
        m_cpuSeen = cpu;
        m_waited = {};
    }
    return m_waited >= m_options.standstill;
}

std::optional<StopCause> Request::whyStop() const
{
    if (m_control.stop.stop_requested())
        return StopCause::Cancelled;
    if (m_control.timeLimit != milliseconds::max() && Clock::now() - m_start > m_control.timeLimit)
        return StopCause::TimeLimit;
    return std::nullopt;
}

void Request::askToStop()
{
    if (m_stopCause)
        return;
    m_stopCause = whyStop();
    if (m_stopCause) {
        m_stopAsked = Clock::now();
        m_solver.send(protocol::Stop{m_id});
    }
}

Request::Answer Request::fail(std::string message)
{
    m_solverIsUsable = false;
    return Error{ErrorCode::SolverFailure, std::move(message), {}};
}

Request::Answer Request::take(protocol::ProgressReport& report)
{
    m_nodes = report.nodes;
    if (const auto bound = known(report.bound))
        m_bound = bound;
    m_control.report({"branch and bound", std::nullopt, known(report.incumbent), m_bound});
    return std::nullopt;
}

Request::Answer Request::take(protocol::Incumbent& incumbent)
{
    if (incumbent.assignment.size() != m_model->variables().size())
        return fail("the solver's solution does not fit the model");
    m_control.report({"branch and bound", std::nullopt, incumbent.objective, m_bound});
    m_incumbent = std::move(incumbent);
    return std::nullopt;
}

Request::Answer Request::take(protocol::Done& done)
{
    if (done.hasSolution && done.assignment.size() != m_model->variables().size())
        return fail("the solver's solution does not fit the model");
    SolveOutcome<Assignment> outcome;
    outcome.status = done.status;
    // The solver knows only that it was asked to stop; why is known here.
    outcome.cause = done.cause == StopCause::Cancelled ? m_stopCause.value_or(StopCause::Cancelled) : done.cause;
    if (done.hasSolution)
        outcome.solution = std::move(done.assignment);
    outcome.reason = std::move(done.reason);
    outcome.stats.nodes = done.nodes;
    outcome.stats.bound = known(done.bound);
    if (m_isLinear)
        check(done, outcome);
    m_solverCpu = nanoseconds(done.cpuNanoseconds);
    return outcome;
}

/// Only what the prices of the answer prove here is kept of its bound.
void Request::check(const protocol::Done& done, SolveOutcome<Assignment>& outcome) const
{
    outcome.stats.bound = dualBound(*m_model, done.prices);
    if (done.status != SolveStatus::Infeasible || provesInfeasible(*m_model, done.prices))
        return;
    outcome.status = SolveStatus::NoSolutionFound;
    outcome.reason = "the solver says that no assignment satisfies all constraints, and does not prove it";
}

Request::Answer Request::take(protocol::Failed& failed) { return fail(std::move(failed.message)); }

SolveOutcome<Assignment> Request::outcomeAfterKill()
{
    SolveOutcome<Assignment> outcome;
    outcome.cause = *m_stopCause;
    outcome.stats.nodes = m_nodes;
    if (!m_isLinear)
        outcome.stats.bound = m_bound;
    if (m_incumbent) {
        outcome.status = SolveStatus::Feasible;
        outcome.solution = std::move(m_incumbent->assignment);
    } else {
        outcome.reason = "the solver was stopped before it found a solution";
    }
    return outcome;
}

} // namespace

Result<SolveOutcome<Assignment>> ProcessSolver::solve(const Model& model, const SolverParameters& parameters,
                                                      const RunControl& control)
{
    const auto wallStart = Clock::now();
    Attempt first = attempt(model, parameters, control);
    if (!first.isLost || control.stop.stop_requested())
        return std::move(first.outcome);
    if (const auto& onLost = m_processes->options().onLost)
        onLost(first.outcome.error().message);
    RunControl rest = control;
    rest.timeLimit = std::max(milliseconds(1), control.timeLeft(wallStart));
    control.report({"the solver is started again", std::nullopt, std::nullopt, std::nullopt});
    return attempt(model, parameters, rest).outcome;
}

ProcessSolver::Attempt ProcessSolver::attempt(const Model& model, const SolverParameters& parameters,
                                              const RunControl& control)
{
    const auto wallStart = Clock::now();
    const nanoseconds threadStart = threadCpuTime();
    const auto lent = m_processes->lend(control);
    if (!lent)
        return {lent.error()};
    if (!*lent) {
        SolveOutcome<Assignment> none;
        none.cause = control.stop.stop_requested() ? StopCause::Cancelled : StopCause::TimeLimit;
        none.reason = "no solver became free in time";
        return {none};
    }
    SolverProcesses::Process& process = **lent;
    Request request(*process.solver, ++process.lastRequest, m_processes->options(), control);
    auto outcome = request.run(model, parameters);
    nanoseconds solverCpu = request.solverCpu();
    process.isUsable = request.solverIsUsable();
    if (process.isUsable) {
        process.cpuAccounted += solverCpu;
    } else {
        process.solver->kill();
        solverCpu = process.solver->totalCpu() - process.cpuAccounted;
    }
    if (outcome) {
        outcome->stats.cpu = threadCpuTime() - threadStart + solverCpu;
        outcome->stats.wall = Clock::now() - wallStart;
    }
    return {std::move(outcome), request.isLost()};
}

std::function<std::unique_ptr<Solver>()> processSolvers(ProcessSolverOptions options)
{
    return [processes = solverProcesses(std::move(options))] { return std::make_unique<ProcessSolver>(processes); };
}

std::filesystem::path findSolverProgram()
{
    namespace fs = std::filesystem;
    const auto isProgram = [](const fs::path& path) {
        std::error_code ignored;
        return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
    };
    constexpr const char* kName = "nestloom-solver";
    if (const char* wanted = std::getenv("NESTLOOM_SOLVER"); wanted && *wanted)
        return isProgram(wanted) ? fs::path(wanted) : fs::path();
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        for (const fs::path& folder : {self.parent_path(), self.parent_path().parent_path() / "libexec" / "nestloom"})
            if (isProgram(folder / kName))
                return folder / kName;
    const char* path = std::getenv("PATH");
    const std::string folders = path ? path : "";
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        if (end > begin && isProgram(fs::path(folders.substr(begin, end - begin)) / kName))
            return fs::path(folders.substr(begin, end - begin)) / kName;
        begin = end + 1;
    }
    return {};
}

} // namespace nestloom::milp
