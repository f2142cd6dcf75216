// SPDX-License-Identifier: GPL-3.0-or-later
// A solver that keeps to the protocol and lies; about what, the environment variable LIE says.
#include "engine/milp/protocol.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

using namespace nestloom;
using namespace nestloom::milp;

namespace {

/// Every variable at the lower end of its range, at no cost to look for.
protocol::Done answerTo(const protocol::Solve& request, std::string_view lie)
{
    protocol::Done done;
    done.request = request.request;
    done.status = SolveStatus::Optimal;
    done.hasSolution = true;
    for (const Variable& variable : request.model.variables())
        done.assignment.push_back(std::max(variable.lower, -1e9));
    done.prices.assign(request.model.rows().size(), lie == "prices" ? 1e6 : 0.0);
    done.bound = 1e300;
    if (lie == "infeasible") {
        done.status = SolveStatus::Infeasible;
        done.hasSolution = false;
        done.assignment.clear();
    }
    if (lie == "no prices")
        done.prices.clear();
    return done;
}

void send(const protocol::Message& message)
{
    const protocol::Buffer frame = protocol::encode(message);
    for (std::size_t sent = 0; sent < frame.size();)
        if (const ssize_t written = write(STDOUT_FILENO, frame.data() + sent, frame.size() - sent); written > 0)
            sent += static_cast<std::size_t>(written);
        else
            _exit(0);
}

} // namespace

int main()
{
    const char* lie = std::getenv("LIE");
    protocol::Decoder decoder;
    std::array<std::byte, 65536> bytes{};
    for (ssize_t got; (got = read(STDIN_FILENO, bytes.data(), bytes.size())) > 0;) {
        decoder.append(std::span(bytes.data(), static_cast<std::size_t>(got)));
        for (auto message = decoder.next(); message && message->has_value(); message = decoder.next())
            if (const auto* solve = std::get_if<protocol::Solve>(&**message))
                send(answerTo(*solve, lie ? lie : ""));
    }
}
