// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/run_command.h"

#include "app/cli/commands.h"
#include "tests/fuzz/watched_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

namespace nestloom::fuzz {

namespace {

constexpr std::array kExpected{0, 1, 2};

bool isEmptyFile(int file)
{
    struct stat state = {};
    return fstat(file, &state) == 0 && S_ISREG(state.st_mode) && state.st_size == 0;
}

} // namespace

std::string runCommand(std::string_view line, const std::string& argument)
{
    std::vector<std::string> words{"nestloom-cli"};
    std::istringstream stream{std::string(line)};
    for (std::string word; stream >> word;)
        words.push_back(word == "@" ? argument : word);
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    for (const int file : {STDOUT_FILENO, STDERR_FILENO})
        if (ftruncate(file, 0) != 0)
            continue; // a terminal
    const int code = cli::runCommandLine(int(words.size()), arguments.data());
    std::fflush(nullptr);
    if (std::find(kExpected.begin(), kExpected.end(), code) == kExpected.end())
        return std::string(line) + ": exit code " + std::to_string(code);
    if (code != 0 && isEmptyFile(STDOUT_FILENO) && isEmptyFile(STDERR_FILENO))
        return std::string(line) + ": exit code " + std::to_string(code) + " without a word";
    if (code == 0)
        noteAccepted();
    return {};
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeFile(const std::filesystem::path& path, std::string_view content)
{
    std::ofstream(path, std::ios::binary).write(content.data(), std::streamsize(content.size()));
}

} // namespace nestloom::fuzz
