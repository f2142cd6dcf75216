// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conformance_kinds.h"
#include "app/cli/options.h"

#include <cstdio>

namespace nestloom::cli {

namespace {

struct ConformanceArguments {
    std::string kind;
    std::vector<std::string> files;
};

const ConformanceKind* findKind(const std::string& name)
{
    for (const ConformanceKind& kind : conformanceKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

Error unknownKind(const std::string& name)
{
    std::string known;
    for (const ConformanceKind& kind : conformanceKinds())
        known += (known.empty() ? "" : ", ") + std::string(kind.name);
    return {ErrorCode::InvalidInput, "there is no kind of recording named '" + name + "'; known: " + known,
            "conformance"};
}

ExitCode conformance(const ConformanceArguments& arguments)
{
    const ConformanceKind* kind = findKind(arguments.kind);
    if (!kind)
        return fail(unknownKind(arguments.kind));
    ConformanceTally sum;
    for (const std::string& file : arguments.files) {
        const ConformanceTally tally = kind->compare(file);
        for (const std::string& difference : tally.differences)
            std::printf("%s\n", difference.c_str());
        sum.passed += tally.passed;
        sum.failed += tally.failed;
        sum.skipped += tally.skipped;
    }
    std::printf("%zu passed, %zu failed", sum.passed, sum.failed);
    if (sum.skipped > 0)
        std::printf(", %zu skipped", sum.skipped);
    std::printf("\n");
    return sum.failed == 0 && sum.passed > 0 ? Ok : SomeFailed;
}

} // namespace

void addConformance(const Options& program)
{
    const auto arguments = std::make_shared<ConformanceArguments>();
    const Options command = program.command("conformance", "Compare our models with recordings of other tools");
    std::string kinds;
    for (const ConformanceKind& kind : conformanceKinds())
        kinds += (kinds.empty() ? "" : "; ") + std::string(kind.name) + ": " + std::string(kind.description);
    command.add("KIND", arguments->kind, kinds).required();
    command.add("FILE", arguments->files, "Recordings; one that cannot be read counts as failed").required();
    command.does([arguments] { return conformance(*arguments); });
}

} // namespace nestloom::cli
