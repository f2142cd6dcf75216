// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <mutex>

namespace nestloom::app {

namespace {

constexpr std::size_t kOldFiles = 2;

std::mutex& ownMutex()
{
    static std::mutex mutex;
    return mutex;
}

std::shared_ptr<Log>& own()
{
    static std::shared_ptr<Log> log; // guarded by ownMutex()
    return log;
}

std::shared_ptr<Log> ownLog()
{
    const std::scoped_lock lock(ownMutex());
    return own();
}

} // namespace

class Log::Sink : public spdlog::logger {
public:
    using spdlog::logger::logger;
};

Log::Log(std::filesystem::path file, std::size_t mostBytes) : m_file(std::move(file))
{
    try {
        m_sink = std::make_unique<Sink>(
            "nestloom", std::make_shared<spdlog::sinks::rotating_file_sink_mt>(m_file.string(), mostBytes, kOldFiles));
        m_sink->set_formatter(std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ [%P] %v",
                                                                          spdlog::pattern_time_type::utc));
        m_sink->flush_on(spdlog::level::info);
        m_sink->set_error_handler([](const std::string&) {});
    } catch (const spdlog::spdlog_ex&) {
        m_sink.reset(); // the program goes on without
    }
}

Log::~Log() = default;

void Log::note(std::string_view event)
{
    if (!m_sink)
        return;
    std::string line(event);
    std::ranges::replace_if(
        line, [](unsigned char character) { return character < ' ' || character == 127; }, ' ');
    m_sink->info(spdlog::string_view_t(line));
}

std::string Log::tail(std::size_t lines) const
{
    std::deque<std::string> last;
    const std::filesystem::path older =
        m_file.parent_path() / (m_file.stem().string() + ".1" + m_file.extension().string());
    for (const std::filesystem::path& file : {older, m_file}) {
        std::ifstream stream(file);
        for (std::string line; std::getline(stream, line); last.push_back(line))
            if (last.size() == lines)
                last.pop_front();
    }
    std::string text;
    for (const std::string& line : last)
        text += line + "\n";
    return text;
}

void keepLog(std::shared_ptr<Log> log)
{
    const std::scoped_lock lock(ownMutex());
    own() = std::move(log);
}

void note(std::string_view event)
{
    if (const std::shared_ptr<Log> log = ownLog())
        log->note(event);
}

void noteRefusal(std::string_view reason, const std::string& what)
{
    if (reason.starts_with("the verifier refused"))
        note("refused by the verifier: " + what);
}

std::string logTail()
{
    const std::shared_ptr<Log> log = ownLog();
    return log ? log->tail() : std::string();
}

} // namespace nestloom::app
