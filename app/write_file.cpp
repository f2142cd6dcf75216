// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/write_file.h"

#include "engine/io/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

namespace nestloom::app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxBytes = 64u << 20;

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

/// A file that nobody had before, so that nobody can have put a link in its place; -1 and errno when there is none.
std::pair<int, std::string> newFileBeside(const fs::path& target)
{
    constexpr int kTries = 100; // what a crash has left may be in the way
    for (int i = 0;; ++i) {
        std::string path =
            target.string() + ".part" + std::to_string(::getpid()) + (i > 0 ? "-" + std::to_string(i) : "");
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST || i == kTries)
            return {file, std::move(path)};
    }
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
    std::error_code astray; // of a link that leads nowhere; that there is no file yet is no error
    const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, astray) : path; // a link stays
    if (astray)
        return cannotWrite(path, astray.value());
    const auto [file, unfinished] = newFileBeside(target);
    if (file < 0)
        return cannotWrite(path, errno);
    struct ::stat before {};
    int failure = writeAll(file, content);
    if (failure == 0 && ::stat(target.c_str(), &before) == 0 && ::fchmod(file, before.st_mode & 07777) != 0)
        failure = errno;
    ::close(file);
    if (failure == 0 && ::rename(unfinished.c_str(), target.c_str()) != 0)
        failure = errno;
    if (failure == 0)
        return success();
    ::unlink(unfinished.c_str());
    return cannotWrite(path, failure);
}

Result<std::string> readFile(const fs::path& path) { return io::readTextFile(path, kMaxBytes); }

} // namespace nestloom::app
