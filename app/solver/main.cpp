// SPDX-License-Identifier: Apache-2.0
// nestloom-solver: answers the requests of engine/milp/protocol.h on standard input, one after the other, with CBC.
#include "app/solver/cbc_backend.h"
#include "engine/base/build_info.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

#include <CoinError.hpp>

namespace {

using namespace nestloom;
namespace protocol = milp::protocol;

/// Sends frames to whoever started us.
class Answers {
public:
    explicit Answers(int file) : m_file(file) {}

    void send(const protocol::Message& message)
    {
        const protocol::Buffer frame = protocol::encode(message);
        for (std::size_t sent = 0; sent < frame.size();) {
            const ssize_t written = write(m_file, frame.data() + sent, frame.size() - sent);
            if (written < 0 && errno != EINTR)
                _exit(0); // nobody listens any more
            if (written > 0)
                sent += std::size_t(written);
        }
    }

private:
    int m_file;
};

/// Reads standard input on a thread of its own, so that a Stop is seen in mid-solve and the end of the parent, however
/// sudden, ends this process too.
class Requests {
public:
    void start()
    {
        std::thread([this] { readAll(); }).detach();
    }

    /// The next request to work on, or why there will be none.
    Result<protocol::Solve> wait()
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, [this] { return !m_waiting.empty(); });
        Result<protocol::Solve> next = std::move(m_waiting.front());
        m_waiting.pop_front();
        return next;
    }

    bool isStopped(protocol::RequestId request) const { return m_stopped.load(std::memory_order_relaxed) == request; }

private:
    void readAll()
    {
        try {
            std::array<std::byte, 65536> bytes{};
            while (true) {
                const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
                if (got == 0 || (got < 0 && errno != EINTR))
                    _exit(0);
                if (got > 0)
                    m_decoder.append(std::span(bytes.data(), std::size_t(got)));
                if (!takeMessages())
                    return;
            }
        } catch (const std::bad_alloc&) {
            push(Error{ErrorCode::SolverFailure, "the model does not fit the solver's memory limit", {}});
        }
    }

    /// False when the stream is broken.
    bool takeMessages()
    {
        while (true) {
            auto message = m_decoder.next();
            if (!message) {
                push(message.error());
                return false;
            }
            if (!message->has_value())
                return true;
            if (auto* solve = std::get_if<protocol::Solve>(&**message))
                push(std::move(*solve));
            else if (const auto* stop = std::get_if<protocol::Stop>(&**message))
                m_stopped.store(stop->request, std::memory_order_relaxed);
        }
    }

    void push(Result<protocol::Solve> request)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(request));
        m_arrived.notify_one();
    }

    protocol::Decoder m_decoder;
    std::atomic<protocol::RequestId> m_stopped = 0;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<Result<protocol::Solve>> m_waiting;
};

class Reporter final : public solver::SolveObserver {
public:
    Reporter(Answers& answers, const Requests& requests, protocol::RequestId request)
        : m_answers(answers), m_requests(requests), m_request(request)
    {
    }
    bool stopRequested() override { return m_requests.isStopped(m_request); }
    void onProgress(double incumbent, double bound, std::int64_t nodes) override
    {
        m_answers.send(protocol::ProgressReport{m_request, incumbent, bound, nodes});
    }
    void onIncumbent(double objective, const milp::Assignment& assignment) override
    {
        m_answers.send(protocol::Incumbent{m_request, objective, assignment});
    }

private:
    Answers& m_answers;
    const Requests& m_requests;
    protocol::RequestId m_request;
};

std::int64_t processCpuNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

/// The file that carries our answers; standard output itself goes nowhere from now on, for CBC prints there.
int takeOverStandardOutput()
{
    const int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (answers < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        return -1;
    close(nowhere);
    return answers;
}

/// Works until something breaks; returns the message for the parent.
protocol::Failed serve(Answers& answers, Requests& requests)
{
    std::int64_t cpuTold = 0;
    while (true) {
        const Result<protocol::Solve> request = requests.wait();
        if (!request)
            return {0, request.error().message};
        try {
            Reporter reporter(answers, requests, request->request);
            protocol::Done done = solver::solveWithCbc(*request, reporter);
            const std::int64_t cpu = processCpuNanoseconds();
            done.cpuNanoseconds = cpu - cpuTold;
            cpuTold = cpu;
            answers.send(done);
        } catch (const std::bad_alloc&) {
            return {request->request, "the solver ran out of memory"};
        } catch (const CoinError& error) {
            return {request->request, "CBC failed: " + error.message() + " in " + error.methodName()};
        } catch (const std::exception& error) {
            return {request->request, std::string("the solver failed: ") + error.what()};
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "--version") {
        std::fputs(nestloom::versionText("nestloom-solver").c_str(), stdout);
        return 0;
    }
    if (isatty(STDIN_FILENO)) {
        std::fputs("nestloom-solver is started by nestloom and nestloom-cli; it has nothing to say to people.\n",
                   stderr);
        return 2;
    }
    const int file = takeOverStandardOutput();
    if (file < 0) {
        std::fputs("nestloom-solver: cannot redirect the standard output\n", stderr);
        return 3;
    }
    Answers answers(file);
    Requests requests;
    requests.start();
    answers.send(serve(answers, requests));
    // Not exit(): the reading thread still uses what exit() would take down.
    _exit(3);
}
