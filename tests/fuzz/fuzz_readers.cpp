// SPDX-License-Identifier: Apache-2.0
// fuzz_readers TARGET... [--seed N] [--first N] [--inputs N] [--seconds S] [--limit S] [--memory MiB] [--keep FOLDER]
//     Changes valid files at random and has each read by the commands that read such files, in a process that is
//     watched. Told, with the input kept, are crashes, inputs that take longer or more memory than the limits, and
//     failures without a word. Ends with 1 if there were any. Inputs depend on target, seed and number only. TARGET
//     "all": each of them.
// fuzz_readers TARGET --check-seeds  whether every command that is tried accepts a file that was not changed
// fuzz_readers TARGET --write-seeds FOLDER  the files that are changed, as they are
// fuzz_readers TARGET --file FILE    all that can be done with one file, unwatched: for a debugger
// Run by packaging/fuzz for a minute each, and by ctest for some inputs each.
#include "tests/fuzz/run_command.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/watched_run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <unistd.h>

using namespace nestloom::fuzz;
namespace fs = std::filesystem;

namespace {

constexpr int kMostProblems = 10; // of a target; then it has had enough

struct Arguments {
    std::vector<std::string> targets;
    std::uint64_t seed = 1, first = 0, inputs = std::numeric_limits<std::uint32_t>::max();
    std::int64_t seconds = 3'600;
    Limits limits;
    fs::path keep = "fuzz-findings", file, seeds;
    bool isCheck = false;
};

[[noreturn]] void usage(const std::string& problem)
{
    std::fprintf(
        stderr,
        "fuzz_readers: %s; usage: fuzz_readers TARGET|all... [--seed N] [--first N] [--inputs N] [--seconds S] "
        "[--limit S] [--memory MiB] [--keep FOLDER] [--check-seeds | --write-seeds FOLDER | --file FILE]\n",
        problem.c_str());
    std::exit(2);
}

std::int64_t numberOf(const char* option, const char* text)
{
    char* end = nullptr;
    const long long value = text ? std::strtoll(text, &end, 10) : -1;
    if (!text || *text == '\0' || *end != '\0' || value < 0)
        usage(std::string(option) + " needs a whole number");
    return value;
}

Arguments read(char** argv)
{
    Arguments arguments;
    while (const char* word = *++argv) {
        if (std::strncmp(word, "--", 2) != 0) {
            arguments.targets.emplace_back(word);
            continue;
        }
        const std::string option = word;
        if (option == "--check-seeds") {
            arguments.isCheck = true;
            continue;
        }
        const char* value = *++argv;
        if (option == "--keep" || option == "--file" || option == "--write-seeds")
            (option == "--keep"   ? arguments.keep
             : option == "--file" ? arguments.file
                                  : arguments.seeds) = fs::absolute(value ? value : "");
        else if (option == "--seed")
            arguments.seed = std::uint64_t(numberOf(word, value));
        else if (option == "--first")
            arguments.first = std::uint64_t(numberOf(word, value));
        else if (option == "--inputs")
            arguments.inputs = std::uint64_t(numberOf(word, value));
        else if (option == "--seconds")
            arguments.seconds = numberOf(word, value);
        else if (option == "--limit")
            arguments.limits.perInput = std::chrono::seconds(numberOf(word, value));
        else if (option == "--memory")
            arguments.limits.memory = numberOf(word, value) << 20;
        else
            usage(option + " is no option");
        if (!value)
            usage(option + " needs a value");
    }
    arguments.keep = fs::absolute(arguments.keep);
    return arguments;
}

/// Returns how many problems there were.
int fuzz(const Target& target, const Arguments& arguments, const fs::path& folder)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.seconds);
    const std::uint64_t end = arguments.first + arguments.inputs;
    std::uint64_t next = arguments.first;
    std::uint64_t accepted = 0;
    int problems = 0;
    while (next < end && problems < kMostProblems && std::chrono::steady_clock::now() < deadline) {
        const WatchedRun run = runWatched(next, end, deadline, arguments.limits, folder, [&](std::uint64_t index) {
            return target.attempt(inputOf(target, arguments.seed, index, folder), index);
        });
        next = run.next;
        accepted += run.accepted;
        if (run.problem.empty())
            continue;
        ++problems;
        const std::uint64_t index = run.next - 1;
        fs::create_directories(arguments.keep);
        const fs::path kept =
            arguments.keep
            / (target.name + "-" + std::to_string(arguments.seed) + "-" + std::to_string(index) + target.extension);
        writeFile(kept, inputOf(target, arguments.seed, index, folder));
        std::printf("%s: input %llu of seed %llu: %s\n  kept in %s\n%s\n", target.name.c_str(),
                    static_cast<unsigned long long>(index), static_cast<unsigned long long>(arguments.seed),
                    run.problem.c_str(), kept.c_str(), run.lastWords.c_str());
        std::fflush(stdout);
    }
    std::printf("%-12s %8llu inputs, %8llu accepted, %d problems\n", target.name.c_str(),
                static_cast<unsigned long long>(next - arguments.first), static_cast<unsigned long long>(accepted),
                problems);
    std::fflush(stdout);
    return problems;
}

/// Each command must accept some seed as it is; otherwise nothing behind its parser is tried.
int checkSeeds(const Target& target, const Arguments& arguments, const fs::path& folder)
{
    int problems = 0;
    for (std::uint64_t choice = 0; choice < target.choices; ++choice) {
        const auto attempt = [&](std::uint64_t index) { return target.attempt(target.seeds[index], choice); };
        const WatchedRun run = runWatched(0, target.seeds.size(), std::chrono::steady_clock::time_point::max(),
                                          arguments.limits, folder, attempt);
        if (!run.problem.empty() || run.accepted > 0)
            continue; // told by the fuzzing itself
        ++problems;
        std::printf("%s: no seed is accepted by command %llu; the last one said:\n%s\n", target.name.c_str(),
                    static_cast<unsigned long long>(choice), contentOf(folder / "err").c_str());
    }
    return problems;
}

int writeSeeds(const Target& target, const fs::path& folder)
{
    fs::create_directories(folder);
    for (std::size_t i = 0; i < target.seeds.size(); ++i)
        writeFile(folder / (target.name + "-" + std::to_string(i) + target.extension), target.seeds[i]);
    return 0;
}

int tryFile(const Target& target, const fs::path& file)
{
    const std::string input = contentOf(file);
    int problems = 0;
    for (std::uint64_t choice = 0; choice < target.choices; ++choice)
        if (const std::string problem = target.attempt(input, choice); !problem.empty()) {
            std::fprintf(stderr, "%s\n", problem.c_str());
            ++problems;
        }
    return problems;
}

/// A folder of our own for all files, in which commands run.
fs::path makeFolder()
{
    std::string name = (fs::temp_directory_path() / "nestloom-fuzz-XXXXXX").string();
    if (!mkdtemp(name.data())) {
        std::perror(name.c_str());
        std::exit(3);
    }
    fs::current_path(name);
    setenv("NESTLOOM_DATA", (fs::path(name) / "data").c_str(), 1);
    return name;
}

} // namespace

int main(int, char** argv)
{
    const Arguments arguments = read(argv);
    const fs::path folder = makeFolder();
    const std::vector<Target> known = targets(folder);
    int problems = 0;
    for (const std::string& name : arguments.targets) {
        bool isKnown = false;
        for (const Target& target : known)
            if (name == target.name || name == "all") {
                isKnown = true;
                problems += !arguments.file.empty()    ? tryFile(target, arguments.file)
                            : !arguments.seeds.empty() ? writeSeeds(target, arguments.seeds)
                            : arguments.isCheck        ? checkSeeds(target, arguments, folder)
                                                       : fuzz(target, arguments, folder);
            }
        if (!isKnown)
            usage("there is no target " + name);
    }
    fs::current_path("/");
    fs::remove_all(folder);
    if (arguments.targets.empty())
        usage("name a target");
    return problems > 0 ? 1 : 0;
}
