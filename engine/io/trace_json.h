// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/trace.h"

#include <iosfwd>
#include <string>

namespace nestloom::io {

/// Writes a trace in the Trace Event Format of Chrome, which https://ui.perfetto.dev and chrome://tracing open: groups
/// of lanes as processes, lanes as threads, events as complete events ("X") and counters as counters ("C"). A cycle is
/// shown as a nanosecond, exactly; every event carries its cycles and bytes as arguments.
/// Strings that are not UTF-8 are mended. Fails silently like any ostream: look at its state.
void writeTraceJson(const trace::Trace& trace, std::ostream& out);
std::string traceJson(const trace::Trace& trace);

} // namespace nestloom::io
