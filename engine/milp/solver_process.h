// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/process_solver.h"
#include "engine/milp/protocol.h"

#include <sys/types.h>

namespace nestloom::milp {

/// One running nestloom-solver and the socket to its standard input and output. Ends the program when destroyed.
class SolverProcess {
public:
    /// Fails   SolverFailure when the program is missing or cannot be started.
    static Result<std::unique_ptr<SolverProcess>> start(const ProcessSolverOptions& options);
    ~SolverProcess();
    SolverProcess(const SolverProcess&) = delete;
    SolverProcess& operator=(const SolverProcess&) = delete;

    /// False when the program has ended, for whatever reason.
    bool isRunning() { return !reap(false); }
    /// Queues a message; it leaves during exchange().
    void send(const protocol::Message& message);
    /// Sends what is queued and receives, waiting at most `wait`; then hands out one message if a whole one is here.
    /// Fails   SolverFailure when the program has ended ("killed (signal 9)") or breaks the protocol.
    Result<std::optional<protocol::Message>> exchange(std::chrono::milliseconds wait);
    /// True when exchange() or isRunning() has seen the program's end.
    bool hasEnded() const { return m_ended; }
    /// CPU time of the program that runs; zero when the system does not tell.
    std::chrono::nanoseconds cpuSoFar() const;
    /// SIGKILL, and waits until the program is gone.
    void kill();
    /// CPU time of the program from start to end; known once it has ended.
    std::chrono::nanoseconds totalCpu() const { return m_totalCpu; }

private:
    SolverProcess(pid_t pid, int socket) : m_pid(pid), m_socket(socket) {}
    bool sendQueued();
    bool receive();
    bool reap(bool wait);
    Error endedError() const;

    pid_t m_pid;
    int m_socket;
    protocol::Buffer m_outgoing;
    std::size_t m_sent = 0;
    protocol::Decoder m_decoder;
    bool m_ended = false;
    int m_waitStatus = 0;
    std::chrono::nanoseconds m_totalCpu{};
};

} // namespace nestloom::milp
