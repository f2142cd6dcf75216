// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/read_input.h"

#include "app/import_file.h"
#include "app/presets_directory.h"
#include "app/write_file.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

namespace nestloom::cli {

namespace {

Result<std::pair<std::string, std::string>> readText(app::PresetKind kind, const std::string& nameOrFile)
{
    TRY(const auto path, app::findInput(kind, nameOrFile));
    TRY(auto yaml, app::readFile(path));
    return std::pair{std::move(yaml), path.string()};
}

/// An ONNX file that leaves nothing open, or a SCALE-Sim topology.
Result<InputFile<workload::Network>> readForeign(const std::string& path)
{
    TRY(auto file, app::importFile(path, {}));
    if (!file.import.openDimensions.empty())
        return Error{ErrorCode::InvalidInput, askFor(file.import.openDimensions) + " to nestloom-cli import", path};
    std::string yaml = io::writeNetwork(file.import.network);
    return InputFile<workload::Network>{std::move(file.import.network), std::move(yaml)};
}

} // namespace

Result<InputFile<hardware::Accelerator>> readAccelerator(const std::string& nameOrFile)
{
    TRY(const auto text, readText(app::PresetKind::Accelerator, nameOrFile));
    return acceleratorFrom(text.first, text.second);
}

Result<InputFile<hardware::Accelerator>> acceleratorFrom(std::string yaml, const std::string& fileName)
{
    TRY(auto value, io::parseAccelerator(yaml, fileName));
    for (const std::string& caution : hardware::energyCautions(value))
        complain("accelerator " + value.name + ", " + caution);
    return InputFile<hardware::Accelerator>{std::move(value), std::move(yaml)};
}

Result<InputFile<workload::Network>> readNetwork(const std::string& nameOrFile)
{
    const auto extension = std::filesystem::path(nameOrFile).extension();
    if (extension == ".onnx" || extension == ".csv")
        return readForeign(nameOrFile);
    TRY(const auto text, readText(app::PresetKind::Network, nameOrFile));
    return networkFrom(text.first, text.second);
}

Result<InputFile<workload::Network>> networkFrom(std::string yaml, const std::string& fileName)
{
    TRY(auto value, io::parseNetwork(yaml, fileName));
    if (io::namesBuilder(yaml))
        yaml = io::writeNetwork(value);
    return InputFile<workload::Network>{std::move(value), std::move(yaml)};
}

Result<workload::Layer> findLayer(const workload::Network& network, const std::string& name)
{
    constexpr std::size_t kShown = 5;
    std::string some;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        if (network.layers[i].name == name)
            return network.layers[i];
        if (i < kShown)
            some += (i > 0 ? ", " : "") + network.layers[i].name;
    }
    return Error{ErrorCode::InvalidInput,
                 "there is no layer '" + name + "'; there are " + some
                     + (network.layers.size() > kShown ? ", ..." : ""),
                 "network " + network.name};
}

Result<LayerInput> readLayer(const std::string& accelerator, const std::string& network, const std::string& layer)
{
    TRY(auto read, readAccelerator(accelerator));
    TRY(const auto layers, readNetwork(network));
    TRY(auto found, findLayer(layers.value, layer));
    return LayerInput{std::move(read.value), std::move(found)};
}

Result<std::filesystem::path> existingStore(const StoreArguments& storage)
{
    const std::filesystem::path path =
        storage.path.empty() ? store::defaultStorePath() : std::filesystem::path(storage.path);
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return Error{ErrorCode::Io, "there is no such database; schedule something first or name one with --store",
                     path.empty() ? "runs.sqlite" : path.string()};
    return path;
}

bool complainedAboutDamage(const records::RunRecord& run)
{
    for (const std::string& sentence : run.damage)
        complain(sentence);
    return !run.damage.empty();
}

} // namespace nestloom::cli
