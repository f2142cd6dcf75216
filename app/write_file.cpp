// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace nestloom::app {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxBytes = 64u << 20;

Error cannotWrite(const fs::path& path, int code)
{
    return {ErrorCode::Io, "the file cannot be written: " + std::string(std::strerror(code)), path.string()};
}

/// 0, or errno.
int writeAll(int file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        content.remove_prefix(std::size_t(written));
    }
    return ::fsync(file) == 0 ? 0 : errno;
}

} // namespace

Status writeFile(const fs::path& path, std::string_view content)
{
    std::error_code error;
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) { // a pipe or /dev/stdout cannot be renamed over
        std::ofstream stream(path, std::ios::binary);
        stream.write(content.data(), std::streamsize(content.size()));
        stream.flush();
        return stream ? success() : Status(cannotWrite(path, fs::is_directory(path, error) ? EISDIR : EIO));
    }
    const fs::path unfinished = path.string() + ".part" + std::to_string(::getpid());
    const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return cannotWrite(path, errno);
    int failure = writeAll(file, content);
    ::close(file);
    if (failure == 0 && ::rename(unfinished.c_str(), path.c_str()) != 0)
        failure = errno;
    if (failure == 0)
        return success();
    ::unlink(unfinished.c_str());
    return cannotWrite(path, failure);
}

Result<std::string> readFile(const fs::path& path)
{
    const auto unreadable = [&](const char* why) {
        return Error{ErrorCode::Io, std::string("the file cannot be read: ") + why, path.string()};
    };
    std::error_code error;
    if (fs::is_directory(path, error))
        return unreadable("it is a folder");
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return unreadable(std::strerror(errno));
    if (const std::uintmax_t size = fs::file_size(path, error); !error && size > kMaxBytes)
        return unreadable("it is larger than 64 MiB");
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

} // namespace nestloom::app
