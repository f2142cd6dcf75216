// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/solver_target.h"

#include "engine/base/rng.h"
#include "engine/milp/protocol.h"
#include "tests/fuzz/watched_run.h"
#include "tests/places.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nestloom::fuzz {

namespace {

namespace protocol = milp::protocol;

constexpr int kPatience = 300;   // ms, for an answer; a changed model may be hard
constexpr int kStopped = 10'000; // ms, until it ends after that

std::string textOf(const protocol::Buffer& frame)
{
    return {reinterpret_cast<const char*>(frame.data()), frame.size()};
}

std::vector<std::string> frames()
{
    protocol::Solve solve;
    solve.request = 42;
    std::vector<VariableId> items;
    milp::LinearExpression weight, value;
    for (int i = 1; i <= 6; ++i) {
        items.push_back(solve.model.addVariable(0, i, true, ""));
        weight.add(items.back(), 1.5 * i);
        value.add(items.back(), 2.0 - i);
    }
    solve.model.addGreaterEqual(weight, 3, "");
    solve.model.addEqual(milp::LinearExpression().add(items[0], 1).add(items[3], -1), 0, "");
    solve.model.minimize(value);
    solve.timeLimitMs = 100;
    solve.nodeLimit = 100;
    const std::string request = textOf(protocol::encode(solve)), stop = textOf(protocol::encode(protocol::Stop{42}));
    const std::string answer = textOf(protocol::encode(protocol::ProgressReport{42, 1, 12.5, 99}))
                               + textOf(protocol::encode(protocol::Incumbent{42, 13.5, {1, 0, 2, 0, 0, 1}}));
    const std::string end = textOf(protocol::encode(protocol::Done{
        42, SolveStatus::Optimal, StopCause::Completed, 11.5, 12, 345, "why", {1, 0, 2, 0, 0, 1}, true, {0.5}}));
    return {request,        request + request, stop + request,
            request + stop, answer + end,      textOf(protocol::encode(protocol::Failed{42, "out of memory"}))};
}

/// In pieces, as a pipe hands them over.
void decode(const std::string& bytes, std::uint64_t choice)
{
    Rng rng(choice);
    protocol::Decoder decoder;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = 1 + rng.below(bytes.size() - at);
        decoder.append(std::as_bytes(std::span(bytes.data() + at, size)));
        at += size;
        for (auto message = decoder.next(); message && message->has_value();)
            message = decoder.next();
    }
}

/// The real program, its input open until it had time to answer.
std::string ask(const std::string& bytes)
{
    std::array<int, 2> to{}, from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
        return "no pipe";
    const pid_t solver = fork();
    if (solver == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execl(NESTLOOM_BIN_DIR "/nestloom-solver", "nestloom-solver", nullptr);
        _exit(3);
    }
    close(to[0]);
    close(from[1]);
    signal(SIGPIPE, SIG_IGN); // it may have ended before all is written
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    const bool written = write(to[1], bytes.data(), bytes.size()) == ssize_t(bytes.size());
    std::array<char, 4096> answer{};
    pollfd waiting{from[0], POLLIN, 0};
    while (written && poll(&waiting, 1, kPatience) > 0 && read(from[0], answer.data(), answer.size()) > 0)
        continue;
    close(to[1]);
    close(from[0]);
    int status = 0;
    for (int waited = 0; waitpid(solver, &status, WNOHANG) == 0; waited += 10) {
        if (waited >= kStopped) {
            kill(solver, SIGKILL);
            waitpid(solver, &status, 0);
            return "nestloom-solver does not end when its input ends";
        }
        usleep(10'000);
    }
    if (WIFSIGNALED(status))
        return std::string("nestloom-solver ended by signal ") + std::to_string(WTERMSIG(status));
    return WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3
               ? std::string()
               : "nestloom-solver ended with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

Target solverTarget()
{
    return {"solver", Target::Form::Bytes, ".frames", frames(), 4, [](const std::string& input, std::uint64_t choice) {
                decode(input, choice);
                const std::string problem = choice % 4 == 0 ? ask(input) : std::string();
                if (problem.empty())
                    noteAccepted();
                return problem;
            }};
}

} // namespace nestloom::fuzz
