// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/report/printable.h"
#include "app/write_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace nestloom::cli {

Status writeOutput(const std::string& path, const std::string& text)
{
    if (!path.empty())
        return app::writeFile(path, text);
    const std::string shown =
        isatty(STDOUT_FILENO) ? report::printable(text, true) : text; // another program gets every byte
    const bool written = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size() && std::fflush(stdout) == 0;
    if (!written && errno != EPIPE) // a reader that has seen enough is not an error
        return Error{ErrorCode::Io, std::string("cannot write: ") + std::strerror(errno), "stdout"};
    return success();
}

Status checkWritable(const std::string& path)
{
    if (path.empty())
        return success();
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return Error{ErrorCode::Io, "the file cannot be written: it is a folder", path};
    if (::access(folder.c_str(), W_OK) != 0 && ::access(path.c_str(), W_OK) != 0)
        return Error{ErrorCode::Io, std::string("the file cannot be written: ") + std::strerror(errno), path};
    return success();
}

} // namespace nestloom::cli
