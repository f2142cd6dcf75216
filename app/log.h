// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace nestloom::app {

/// What a program did, for who looks for a fault: one line an event, with its time (UTC) and the process. Names of
/// files, networks and layers may stand in it, never what is in them. When the file would outgrow its size, "log.txt"
/// becomes "log.1.txt", that one "log.2.txt", and a third one goes. A disk that is full or locked ends no program: what
/// cannot be written is lost. Thread rule: any thread.
class Log {
public:
    static constexpr std::size_t kMostBytes = 1 << 20; // of each of the three files
    explicit Log(std::filesystem::path file, std::size_t mostBytes = kMostBytes);
    ~Log();

    void note(std::string_view event); // breaks of lines and other control characters become blanks
    /// The last lines, also of the file before; nothing when there are none.
    std::string tail(std::size_t lines = 60) const;

private:
    class Sink;
    const std::filesystem::path m_file;
    std::unique_ptr<Sink> m_sink; // null where no file can be written
};

/// The log of this program; before it has one, and with null, events are noted nowhere.
void keepLog(std::shared_ptr<Log> log);
void note(std::string_view event);
std::string logTail();
/// Notes what the verifier of the engine did not accept: a fault of ours. `reason` is that of a result, which also has
/// figures of the user's files and is not noted; where it tells of something else, nothing is.
void noteRefusal(std::string_view reason, const std::string& what);

} // namespace nestloom::app
