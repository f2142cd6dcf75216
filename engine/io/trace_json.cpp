// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace_json.h"

#include <nlohmann/json.hpp>

#include <map>
#include <ostream>
#include <sstream>

namespace nestloom::io {

namespace {

/// A JSON string.
std::string quoted(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Cycles as the format's microseconds, with a cycle as a nanosecond: 1234567 is "1234.567".
std::string microseconds(std::int64_t cycles)
{
    const std::string rest = std::to_string(cycles % 1000);
    return std::to_string(cycles / 1000) + '.' + std::string(3 - rest.size(), '0') + rest;
}

class TraceWriter {
public:
    TraceWriter(const trace::Trace& trace, std::ostream& out) : m_trace(trace), m_out(out) {}

    void write()
    {
        m_out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"name\":" << quoted(m_trace.name)
              << ",\"time\":\"one cycle is shown as one nanosecond\"},\"traceEvents\":[";
        nameLanes();
        quoteOnce();
        for (const trace::Event& event : m_trace.events)
            writeEvent(event);
        for (const trace::Counter& counter : m_trace.counters)
            writeCounter(counter);
        m_out << "\n]}\n";
    }

private:
    std::ostream& next()
    {
        m_out << (m_isFirst ? "\n" : ",\n");
        m_isFirst = false;
        return m_out;
    }
    void nameProcess(int process, const std::string& name)
    {
        next() << "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" << process
               << ",\"args\":{\"name\":" << quoted(name) << "}}";
        next() << "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":" << process
               << ",\"args\":{\"sort_index\":" << process << "}}";
    }
    void nameLanes()
    {
        for (std::size_t lane = 0; lane < m_trace.lanes.size(); ++lane) {
            const std::string& group = m_trace.lanes[lane].group;
            const auto [place, isNew] = m_processes.emplace(group, int(m_processes.size()) + 1);
            const int process = place->second;
            m_processOf.push_back(process);
            if (isNew)
                nameProcess(process, group.empty() ? m_trace.name : group);
            next() << "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" << process << ",\"tid\":" << lane + 1
                   << ",\"args\":{\"name\":" << quoted(m_trace.lanes[lane].name) << "}}";
            next() << "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":" << process << ",\"tid\":" << lane + 1
                   << ",\"args\":{\"sort_index\":" << lane << "}}";
        }
    }
    void quoteOnce()
    {
        for (const std::string& label : m_trace.labels)
            m_labels.push_back(quoted(label));
        for (const std::string& kind : m_trace.kinds)
            m_kinds.push_back(quoted(kind));
    }
    void writeEvent(const trace::Event& event)
    {
        next() << "{\"ph\":\"X\",\"name\":" << m_labels[event.label] << ",\"cat\":" << m_kinds[event.kind]
               << ",\"pid\":" << m_processOf[event.lane] << ",\"tid\":" << event.lane + 1
               << ",\"ts\":" << microseconds(event.begin) << ",\"dur\":" << microseconds(event.end - event.begin)
               << ",\"args\":{\"kind\":" << m_kinds[event.kind] << ",\"begin_cycle\":" << event.begin
               << ",\"cycles\":" << event.end - event.begin;
        if (event.bytes > 0)
            m_out << ",\"bytes\":" << event.bytes;
        m_out << "}}";
    }
    void writeCounter(const trace::Counter& counter)
    {
        const std::string name = quoted(counter.name), unit = quoted(counter.unit.empty() ? "value" : counter.unit);
        for (const trace::Counter::Sample& sample : counter.samples)
            next() << "{\"ph\":\"C\",\"name\":" << name << ",\"pid\":0,\"ts\":" << microseconds(sample.cycle)
                   << ",\"args\":{" << unit << ":" << sample.value << "}}";
    }

    const trace::Trace& m_trace;
    std::ostream& m_out;
    bool m_isFirst = true;
    std::map<std::string, int> m_processes; // by group
    std::vector<int> m_processOf;           // by lane
    std::vector<std::string> m_labels, m_kinds;
};

} // namespace

void writeTraceJson(const trace::Trace& trace, std::ostream& out) { TraceWriter(trace, out).write(); }

std::string traceJson(const trace::Trace& trace)
{
    std::ostringstream out;
    writeTraceJson(trace, out);
    return std::move(out).str();
}

} // namespace nestloom::io
