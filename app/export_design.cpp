// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_design.h"

#include "app/write_file.h"
#include "engine/io/timeloop/export_timeloop.h"
#include "engine/io/topology_csv.h"
#include "engine/mapping/verify.h"

namespace nestloom::app {

Result<ExportedFiles> timeloopFiles(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                    const mapping::LayerMapping& mapping)
{
    const auto violations = mapping::verify(accelerator, layer, mapping);
    if (!violations.empty())
        return Error{ErrorCode::InvalidInput, violations.front().message, "layer " + layer.name};
    TRY(auto written, io::exportTimeloop(accelerator, layer, mapping));
    return ExportedFiles{{{"architecture.yaml", std::move(written.architecture)},
                          {"energies.yaml", std::move(written.energies)},
                          {"problem.yaml", std::move(written.problem)},
                          {"mapping.yaml", std::move(written.mapping)}},
                         std::move(written.remarks)};
}

Result<ExportedFiles> timeloopFiles(const hardware::Accelerator& accelerator)
{
    io::TimeloopFiles written = io::exportTimeloop(accelerator);
    return ExportedFiles{
        {{"architecture.yaml", std::move(written.architecture)}, {"energies.yaml", std::move(written.energies)}},
        std::move(written.remarks)};
}

Result<ExportedFiles> topologyFiles(const workload::Network& network)
{
    io::TopologyFile written = io::writeTopology(network);
    if (!network.layers.empty() && written.leftOut == network.layers.size())
        return Error{ErrorCode::InvalidInput, "none of its layers fits SCALE-Sim's form; " + written.remarks.front(),
                     "network " + network.name};
    return ExportedFiles{{{"topology.csv", std::move(written.csv)}}, std::move(written.remarks), written.leftOut};
}

Result<std::vector<std::filesystem::path>> writeExport(const ExportedFiles& files, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return Error{ErrorCode::Io, "the folder cannot be made: " + error.message(), folder.string()};
    std::vector<std::filesystem::path> paths;
    for (const auto& [name, text] : files.files) {
        TRY_DO(writeFile(folder / name, text));
        paths.push_back(folder / name);
    }
    return paths;
}

} // namespace nestloom::app
