// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/solver_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nestloom::milp {

namespace {

// The sanitizers reserve terabytes of addresses; a limit would only keep the program from starting.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitAddressSpace = false;
#else
constexpr bool kLimitAddressSpace = true;
#endif

Error failure(std::string message) { return Error{ErrorCode::SolverFailure, std::move(message), {}}; }

/// Runs in the child between fork and exec: only calls that are safe there. Ends with the errno of what failed.
[[noreturn]] void becomeSolver(const char* program, int socket, int errorPipe, const rlimit& memory)
{
    // dup2 clears close-on-exec, so that only 0 and 1 reach the program.
    const bool ready =
        dup2(socket, STDIN_FILENO) >= 0 && dup2(socket, STDOUT_FILENO) >= 0
        && (!kLimitAddressSpace || memory.rlim_cur == RLIM_INFINITY || setrlimit(RLIMIT_AS, &memory) == 0);
    if (ready) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGINT, SIG_IGN); // Ctrl-C is for the parent, which stops us politely
        execl(program, program, static_cast<char*>(nullptr));
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(errorPipe, &error, sizeof(error));
    _exit(127);
}

std::chrono::nanoseconds cpuOf(const rusage& usage)
{
    const auto of = [](const timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

} // namespace

Result<std::unique_ptr<SolverProcess>> SolverProcess::start(const ProcessSolverOptions& options)
{
    const std::string program = options.program.string();
    if (program.empty())
        return failure("the solver program nestloom-solver was not found; set NESTLOOM_SOLVER to its path");

    std::array<int, 2> sockets{};
    std::array<int, 2> errorPipe{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        return failure(std::string("cannot make a socket for the solver: ") + std::strerror(errno));
    if (pipe2(errorPipe.data(), O_CLOEXEC) != 0) {
        const int error = errno;
        close(sockets[0]);
        close(sockets[1]);
        return failure(std::string("cannot make a pipe for the solver: ") + std::strerror(error));
    }
    // Never more than this program has: raising a limit is refused.
    rlimit memory{RLIM_INFINITY, RLIM_INFINITY};
    if (getrlimit(RLIMIT_AS, &memory) == 0 && options.memoryLimitBytes > 0) {
        const auto most = static_cast<rlim_t>(options.memoryLimitBytes);
        memory = {std::min(memory.rlim_cur, most), std::min(memory.rlim_max, most)};
    }

    const pid_t pid = fork();
    if (pid == 0)
        becomeSolver(program.c_str(), sockets[1], errorPipe[1], memory);
    const int forkError = errno;
    close(sockets[1]);
    close(errorPipe[1]);
    if (pid < 0) {
        close(sockets[0]);
        close(errorPipe[0]);
        return failure(std::string("cannot start the solver: ") + std::strerror(forkError));
    }
    // The pipe closes without a word when exec succeeds.
    int childError = 0;
    ssize_t got = 0;
    do {
        got = read(errorPipe[0], &childError, sizeof(childError));
    } while (got < 0 && errno == EINTR);
    close(errorPipe[0]);
    fcntl(sockets[0], F_SETFL, fcntl(sockets[0], F_GETFL) | O_NONBLOCK);
    std::unique_ptr<SolverProcess> process(new SolverProcess(pid, sockets[0]));
    if (got == sizeof(childError))
        return failure("cannot start the solver " + program + ": " + std::strerror(childError));
    return process;
}

SolverProcess::~SolverProcess()
{
    close(m_socket);
    kill(); // it keeps nothing that would be lost
}

void SolverProcess::kill()
{
    if (!m_ended) {
        ::kill(m_pid, SIGKILL);
        reap(true);
    }
}

/// True when the program has ended. Collects its status and CPU time once.
bool SolverProcess::reap(bool wait)
{
    if (m_ended)
        return true;
    rusage usage{};
    pid_t got = 0;
    do {
        got = wait4(m_pid, &m_waitStatus, wait ? 0 : WNOHANG, &usage);
    } while (got < 0 && errno == EINTR);
    if (got == 0)
        return false;
    m_ended = true;
    if (got == m_pid)
        m_totalCpu = cpuOf(usage);
    return true;
}

std::chrono::nanoseconds SolverProcess::cpuSoFar() const
{
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(m_pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

void SolverProcess::send(const protocol::Message& message)
{
    m_outgoing.erase(m_outgoing.begin(), m_outgoing.begin() + std::ptrdiff_t(m_sent));
    m_sent = 0;
    const protocol::Buffer frame = protocol::encode(message);
    m_outgoing.insert(m_outgoing.end(), frame.begin(), frame.end());
}

/// False when the other end is gone.
bool SolverProcess::sendQueued()
{
    while (m_sent < m_outgoing.size()) {
        // MSG_NOSIGNAL: a solver that died must not end this program with SIGPIPE.
        const ssize_t sent = ::send(m_socket, m_outgoing.data() + m_sent, m_outgoing.size() - m_sent, MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        m_sent += std::size_t(sent);
    }
    return true;
}

/// False when the other end is gone and everything it had sent was read.
bool SolverProcess::receive()
{
    std::array<std::byte, 65536> bytes{};
    while (true) {
        const ssize_t got = recv(m_socket, bytes.data(), bytes.size(), 0);
        if (got > 0)
            m_decoder.append(std::span(bytes.data(), std::size_t(got)));
        else if (got == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN || errno == EWOULDBLOCK;
    }
}

Result<std::optional<protocol::Message>> SolverProcess::exchange(std::chrono::milliseconds wait)
{
    auto message = m_decoder.next();
    if (!message || message->has_value())
        return message;
    const bool sending = sendQueued();
    pollfd events{m_socket, static_cast<short>(POLLIN | (sending && m_sent < m_outgoing.size() ? POLLOUT : 0)), 0};
    poll(&events, 1, int(wait.count()));
    const bool receiving = receive(); // also after a failed send: the solver may have said why before it ended
    message = m_decoder.next();
    if (message && !message->has_value() && !(sending && receiving)) {
        kill(); // does not change the status of a process that is ending; ends one that only closed its output
        return endedError();
    }
    return message;
}

Error SolverProcess::endedError() const
{
    if (WIFSIGNALED(m_waitStatus)) {
        return failure("the solver process was killed (signal " + std::to_string(WTERMSIG(m_waitStatus))
                       + ") while it worked on a model");
    }
    return failure("the solver process ended with exit code " + std::to_string(WEXITSTATUS(m_waitStatus))
                   + " while it worked on a model");
}

} // namespace nestloom::milp
