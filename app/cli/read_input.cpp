// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/read_input.h"

#include "app/import_file.h"
#include "app/presets_directory.h"
#include "app/write_file.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace nestloom::cli {

namespace {

Result<std::pair<std::string, std::string>> readText(app::PresetKind kind, const std::string& nameOrFile)
{
    TRY(const auto path, app::findInput(kind, nameOrFile));
    TRY(auto yaml, app::readFile(path));
    return std::pair{std::move(yaml), path.string()};
}

/// "NAME:tokens=1:context=512,1024" taken apart.
struct SizedName {
    std::string name;
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> sizes; // each at least one value
};

Result<SizedName> sizedName(const std::string& text)
{
    SizedName result{text, {}};
    for (std::size_t colon = text.rfind(':'); colon != std::string::npos; colon = result.name.rfind(':')) {
        const std::string part = result.name.substr(colon + 1);
        const std::size_t equals = part.find('=');
        const std::string key = part.substr(0, equals);
        const bool isSize = key == "image" || key == "tokens" || key == "context" || key == "batch";
        if (equals == std::string::npos && isSize)
            return Error{ErrorCode::InvalidInput, "the size " + key + " is missing: " + key + "=8, for instance",
                         "network " + text};
        if (equals == std::string::npos)
            break; // a colon of a file's name
        if (!isSize)
            return Error{ErrorCode::InvalidInput,
                         "a network has the sizes image, tokens, context and batch, not '" + key + "'",
                         "network " + text};
        std::vector<std::int64_t> values;
        std::istringstream list(part.substr(equals + 1));
        for (std::string one; std::getline(list, one, ',');) {
            const bool isNumber = !one.empty() && one.size() < 10
                                  && std::ranges::all_of(one, [](char c) { return c >= '0' && c <= '9'; });
            if (!isNumber)
                return Error{ErrorCode::InvalidInput, "'" + one + "' is not a size", "network " + text};
            values.push_back(std::stoll(one));
        }
        for (const auto& [other, with] : result.sizes)
            if (other == key)
                return Error{ErrorCode::InvalidInput, "the size " + key + " is there twice", "network " + text};
        if (std::set(values.begin(), values.end()).size() < values.size())
            return Error{ErrorCode::InvalidInput, "a value of " + key + " is there twice", "network " + text};
        if (values.empty())
            return Error{ErrorCode::InvalidInput, "the size " + key + " is missing", "network " + text};
        result.sizes.insert(result.sizes.begin(), {key, std::move(values)});
        result.name.resize(colon);
    }
    return result;
}

/// Every combination of the sizes.
std::vector<io::NetworkSizes> combinationsOf(const SizedName& name)
{
    std::vector<io::NetworkSizes> all(1);
    for (const auto& [key, values] : name.sizes) {
        std::vector<io::NetworkSizes> longer;
        for (const io::NetworkSizes& sizes : all)
            for (const std::int64_t value : values) {
                longer.push_back(sizes);
                longer.back()[key] = value;
            }
        all = std::move(longer);
    }
    return all;
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

namespace {

/// Complains about all that is wrong with a text, a line for each; the last of them is left to the caller.
Error complainedAbout(const std::vector<Error>& all, const Error& first)
{
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        complain(all[i].text());
    return all.empty() ? first : all.back();
}

} // namespace

Result<InputFile<hardware::Accelerator>> acceleratorFrom(std::string yaml, const std::string& fileName)
{
    auto read = io::parseAccelerator(yaml, fileName);
    if (!read)
        return complainedAbout(io::acceleratorErrors(yaml, fileName), read.error());
    hardware::Accelerator value = *std::move(read);
    for (const std::string& caution : hardware::energyCautions(value))
        complain("accelerator " + value.name + ", " + caution);
    return InputFile<hardware::Accelerator>{std::move(value), std::move(yaml)};
}

bool isUnlikePreset(const hardware::Accelerator& accelerator)
{
    const std::vector<app::Preset> known = app::presets(app::PresetKind::Accelerator);
    const auto preset = std::ranges::find(known, accelerator.name, &app::Preset::name);
    if (preset == known.end())
        return false;
    const auto text = readText(app::PresetKind::Accelerator, preset->name);
    const auto read = text ? io::parseAccelerator(text->first, text->second) : text.error();
    return read && *read != accelerator;
}

Result<InputFile<workload::Network>> readNetwork(const std::string& nameOrFile)
{
    TRY(auto networks, readNetworks(nameOrFile));
    if (networks.size() > 1)
        return Error{ErrorCode::InvalidInput, "several sizes are for sweeps; name one", "network " + nameOrFile};
    return std::move(networks.front());
}

Result<std::vector<InputFile<workload::Network>>> readNetworks(const std::string& nameOrFile)
{
    std::vector<InputFile<workload::Network>> networks;
    const auto extension = std::filesystem::path(nameOrFile).extension();
    if (extension == ".onnx" || extension == ".csv") {
        TRY(auto network, readForeign(nameOrFile));
        networks.push_back(std::move(network));
        return networks;
    }
    TRY(const auto name, sizedName(nameOrFile));
    TRY(const auto text, readText(app::PresetKind::Network, name.name));
    for (const io::NetworkSizes& sizes : combinationsOf(name)) {
        TRY(auto network, networkFrom(text.first, text.second, sizes));
        networks.push_back(std::move(network));
    }
    return networks;
}

Result<InputFile<workload::Network>> networkFrom(std::string yaml, const std::string& fileName,
                                                 const io::NetworkSizes& sizes)
{
    auto read = io::parseNetwork(yaml, fileName, sizes);
    if (!read)
        return complainedAbout(io::networkErrors(yaml, fileName), read.error());
    workload::Network value = *std::move(read);
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

Result<workload::Layer> chosenLayer(const workload::Network& network, const std::string& name)
{
    if (name.empty() && network.layers.size() == 1)
        return network.layers.front();
    if (name.empty())
        return Error{ErrorCode::InvalidInput,
                     "the network has " + std::to_string(network.layers.size()) + " layers; say with --layer which one",
                     "network " + network.name};
    return findLayer(network, name);
}

Result<LayerInput> readLayer(const std::string& accelerator, const std::string& network, const std::string& layer)
{
    TRY(auto read, readAccelerator(accelerator));
    TRY(const auto layers, readNetwork(network));
    TRY(auto found, chosenLayer(layers.value, layer));
    return LayerInput{std::move(read.value), std::move(found)};
}

Result<std::filesystem::path> existingStore(const StoreArguments& storage)
{
    const std::filesystem::path path =
        storage.path.empty() ? store::defaultStorePath() : std::filesystem::path(storage.path);
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return Error{ErrorCode::Io, "there is no such database; the first run that is stored makes it",
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
