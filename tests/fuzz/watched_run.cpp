// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/watched_run.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nestloom::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(10);
constexpr int kToldProblem = 77;
constexpr std::size_t kLastWords = 4000;

/// What the child tells while it works.
struct Shared {
    std::atomic<std::uint64_t> trying{0}, accepted{0};
    char problem[1024] = {};
};

Shared* shared()
{
    static Shared* const page = [] {
        void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            std::perror("mmap");
            std::exit(3);
        }
        return new (memory) Shared;
    }();
    return page;
}

void redirect(int file, const std::filesystem::path& path)
{
    const int to = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    if (to < 0 || dup2(to, file) < 0)
        _exit(3);
    close(to);
}

[[noreturn]] void work(std::uint64_t first, std::uint64_t end, Clock::time_point deadline,
                       const std::filesystem::path& folder, const Try& attempt)
{
    setpgid(0, 0);
    redirect(STDOUT_FILENO, folder / "out");
    redirect(STDERR_FILENO, folder / "err");
    for (std::uint64_t index = first; index < end && Clock::now() < deadline; ++index) {
        shared()->trying = index;
        const std::string problem = attempt(index);
        if (!problem.empty()) {
            std::snprintf(shared()->problem, sizeof shared()->problem, "%s", problem.c_str());
            _exit(kToldProblem);
        }
        shared()->trying = index + 1;
    }
    _exit(0);
}

std::int64_t residentBytes(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::int64_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

std::string tailOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.substr(text.size() - std::min(text.size(), kLastWords));
}

std::string howItEnded(int status)
{
    if (WIFSIGNALED(status))
        return "ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
    if (WEXITSTATUS(status) == kToldProblem)
        return shared()->problem;
    return WEXITSTATUS(status) == 0 ? std::string() : "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

void noteAccepted() { ++shared()->accepted; }

WatchedRun runWatched(std::uint64_t first, std::uint64_t end, Clock::time_point deadline, const Limits& limits,
                      const std::filesystem::path& folder, const Try& attempt)
{
    shared()->trying = first;
    shared()->accepted = 0;
    const pid_t child = fork();
    if (child < 0) {
        std::perror("fork");
        std::exit(3);
    }
    if (child == 0)
        work(first, std::min(end, first + limits.inputsPerProcess), deadline, folder, attempt);
    WatchedRun run;
    std::uint64_t trying = first;
    Clock::time_point since = Clock::now();
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        std::this_thread::sleep_for(kLook);
        if (trying != shared()->trying) {
            trying = shared()->trying;
            since = Clock::now();
        }
        const std::int64_t memory = residentBytes(child);
        if (memory > limits.memory)
            run.problem = "takes " + std::to_string(memory >> 20) + " MiB of memory";
        else if (Clock::now() - since > limits.perInput)
            run.problem = "takes longer than " + std::to_string(limits.perInput.count()) + " s";
        if (!run.problem.empty()) {
            kill(-child, SIGKILL); // with what it started
            waitpid(child, &status, 0);
            break;
        }
    }
    if (run.problem.empty())
        run.problem = howItEnded(status);
    run.next = shared()->trying;
    run.accepted = shared()->accepted;
    if (!run.problem.empty()) {
        ++run.next;
        run.lastWords = tailOf(folder / "err");
    }
    return run;
}

} // namespace nestloom::fuzz
