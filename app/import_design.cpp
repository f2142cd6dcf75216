// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import_design.h"

#include "app/import_file.h"
#include "engine/base/ranges.h"
#include "engine/cost/evaluate.h"
#include "engine/io/accelforge/import_accelforge.h"
#include "engine/io/timeloop/import_timeloop.h"
#include "engine/io/topology_csv.h"

#include <algorithm>

namespace nestloom::app {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct DesignKind {
    std::string_view name;
    bool (*fits)(std::string_view head);
    Result<mapping::DesignImport> (*read)(const Paths& files, const mapping::DesignImportOptions& options);
};

constexpr DesignKind kDesignKinds[]{{"SCALE-Sim", io::looksLikeTopology, io::importTopology},
                                    {"AccelForge", io::looksLikeAccelforge, io::importAccelforge},
                                    {"Timeloop", io::looksLikeTimeloop, io::importTimeloop}};

/// The kind that every file is of, or nothing.
const DesignKind* kindOf(const Paths& files)
{
    const std::vector<std::string> heads =
        collect(files, [&](const auto& file) { return beginningOf(file, 64 * 1024); });
    for (const DesignKind& kind : kDesignKinds)
        if (!heads.empty() && std::ranges::all_of(heads, kind.fits))
            return &kind;
    return nullptr;
}

} // namespace

bool isDesign(const Paths& files) { return kindOf(files) != nullptr; }

Result<ImportedDesign> importDesign(const Paths& files, const mapping::DesignImportOptions& options)
{
    const DesignKind* kind = kindOf(files);
    if (!kind)
        return Error{ErrorCode::Unsupported, "these files do not belong together; give files of one tool",
                     files.empty() ? "" : files.front().string()};
    TRY(auto import, kind->read(files, options));
    return ImportedDesign{kind->name, std::move(import)};
}

DesignVerdict judge(const mapping::DesignImport& import)
{
    DesignVerdict verdict;
    verdict.isGood = std::ranges::none_of(import.remarks, [](const mapping::ImportRemark& remark) {
        return remark.kind == mapping::ImportRemark::Kind::Refused;
    });
    if (!import.mapping)
        return verdict;
    const workload::Layer& layer = import.network->layers.front();
    verdict.violations = mapping::verify(*import.accelerator, layer, *import.mapping);
    if (!verdict.violations.empty()) {
        verdict.isGood = false;
        return verdict;
    }
    for (const auto& [model, cost] : {std::pair{cost::timeloopModel(*import.accelerator), &verdict.timeloop},
                                      std::pair{cost::Model::Nestloom, &verdict.ours}})
        if (auto found = cost::evaluate(*import.accelerator, layer, *import.mapping, model))
            *cost = *std::move(found);
    return verdict;
}

} // namespace nestloom::app
