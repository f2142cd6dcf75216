// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/report/text.h"

#include <algorithm>
#include <cstdio>

namespace nestloom::cli {

namespace {

std::function<void(const std::string&)>& listener()
{
    static std::function<void(const std::string&)> one;
    return one;
}

} // namespace

void hearComplaints(std::function<void(const std::string&)> heard) { listener() = std::move(heard); }

void complain(const std::string& message)
{
    if (listener())
        return listener()(message);
    std::string line = message; // one sentence is one line
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::fprintf(stderr, "nestloom-cli: %s\n", report::printable(line).c_str());
}

ExitCode fail(const Error& error)
{
    complain(error.text());
    switch (error.code) {
    case ErrorCode::InvalidInput:
    case ErrorCode::Unsupported:
    case ErrorCode::Io: return BadInput;
    case ErrorCode::SolverFailure:
    case ErrorCode::Internal: return InternalFailure;
    }
    return InternalFailure;
}

ExitCode exitCodeFor(std::optional<ErrorCode> failure)
{
    return failure == ErrorCode::SolverFailure || failure == ErrorCode::Internal ? InternalFailure : SomeFailed;
}

} // namespace nestloom::cli
