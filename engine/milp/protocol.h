// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/milp/model.h"
#include "engine/milp/solver.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace nestloom::milp::protocol {

/// The messages between ProcessSolver and the nestloom-solver program.
///
/// A frame is a header of 16 bytes and a body, in the byte order of the machine (both ends run on the same one):
///   u32 magic "NLSP", u16 version, u16 kind, u64 body size, body
/// Sizes are checked before anything is allocated, so that a broken stream is an Error and never a crash.
/// Per request the solver sends any number of Progress and Incumbent, then one Done or Failed.

inline constexpr std::uint32_t kMagic = 0x50534C4E;
inline constexpr std::uint16_t kVersion = 2;
inline constexpr std::size_t kHeaderSize = 16;
inline constexpr std::uint64_t kMaxBodySize = 1ULL << 30;

/// Each request has a number of its own, so that a Stop that arrives late stops nothing else.
using RequestId = std::uint64_t;

struct Solve {
    RequestId request = 0;
    Model model; // without names
    SolverParameters parameters;
    std::int64_t timeLimitMs = -1; // -1 = none
    std::int64_t nodeLimit = -1;   // -1 = none
};

struct Stop {
    RequestId request = 0;
};

/// NaN = not known yet.
struct ProgressReport {
    RequestId request = 0;
    double incumbent = 0;
    double bound = 0;
    std::int64_t nodes = 0;
};

struct Incumbent {
    RequestId request = 0;
    double objective = 0;
    Assignment assignment;
};

struct Done {
    RequestId request = 0;
    SolveStatus status = SolveStatus::NoSolutionFound;
    StopCause cause = StopCause::Completed;
    double bound = 0; // NaN = none
    std::int64_t nodes = 0;
    std::int64_t cpuNanoseconds = 0; // of the solver process, since the answer to the request before
    std::string reason;
    Assignment assignment; // empty = no solution
    bool hasSolution = false;
    /// Of the relaxation, one for each row of the request's model, for dual_bound.h: prices at the optimum, or of a
    /// proof that it has no solution. Empty = none.
    std::vector<double> prices;
};

/// The request could not be worked on; the solver process ends after this message.
struct Failed {
    RequestId request = 0;
    std::string message;
};

using Message = std::variant<Solve, Stop, ProgressReport, Incumbent, Done, Failed>;
using Buffer = std::vector<std::byte>;

/// One whole frame.
Buffer encode(const Message& message);

/// Cuts a byte stream into messages. Feed what was read with append(), then call next() until it has nothing.
class Decoder {
public:
    void append(std::span<const std::byte> bytes);
    /// A message, or nothing while the frame at the front is incomplete.
    /// Fails   SolverFailure when the bytes are no frame of this version; the stream is unusable from then on.
    Result<std::optional<Message>> next();

private:
    Buffer m_bytes;
    std::size_t m_begin = 0;
};

} // namespace nestloom::milp::protocol
