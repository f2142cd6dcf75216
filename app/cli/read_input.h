// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/cli/run_arguments.h"
#include "app/store/run_store.h"
#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/io/read_network.h"
#include "engine/workload/network.h"

#include <optional>
#include <string>
#include <utility>

namespace nestloom::cli {

/// `nameOrFile` is a preset or a path; of a network also that of an ONNX file without open dimensions. Errors carry
/// file:line: key. The text of a network that a builder or an import makes is the network as we write it.
Result<InputFile<hardware::Accelerator>> readAccelerator(const std::string& nameOrFile);
/// One that is built may have other sizes: "llama_3_8b:tokens=1:context=4096".
Result<InputFile<workload::Network>> readNetwork(const std::string& nameOrFile);
/// With several values of a size, "context=512,1024", one for each combination.
Result<std::vector<InputFile<workload::Network>>> readNetworks(const std::string& nameOrFile);
/// Of a text; `fileName` is what errors call it.
Result<InputFile<hardware::Accelerator>> acceleratorFrom(std::string yaml, const std::string& fileName);
Result<InputFile<workload::Network>> networkFrom(std::string yaml, const std::string& fileName,
                                                 const io::NetworkSizes& sizes = {});

/// Whether a preset has its name and says something else: lists mark such a name.
bool isUnlikePreset(const hardware::Accelerator& accelerator);

/// Fails   InvalidInput, with a few names that there are.
Result<workload::Layer> findLayer(const workload::Network& network, const std::string& name);
/// The same; without a name the only one.
Result<workload::Layer> chosenLayer(const workload::Network& network, const std::string& name);

/// A layer of a network and the accelerator that it is for. Fails as the three above.
struct LayerInput {
    hardware::Accelerator accelerator;
    workload::Layer layer;
};
Result<LayerInput> readLayer(const std::string& accelerator, const std::string& network, const std::string& layer);

/// Where the database is that must be there already. Fails   Io.
Result<std::filesystem::path> existingStore(const StoreArguments& storage);
/// Opens one of the stores of a database that must be there already. Fails   Io.
template <typename Store>
Result<Store> openStored(const StoreArguments& storage)
{
    const auto path = existingStore(storage);
    return path ? Store::open(*path, store::kForReading) : Result<Store>(path.error());
}
/// The list of such a store. An empty one is told on stderr: `what` there is none of, and where it would be.
template <typename Store>
auto storedList(const StoreArguments& storage, const std::string& what) -> decltype(std::declval<Store&>().list())
{
    TRY(auto store, openStored<Store>(storage));
    auto rows = store.list();
    if (rows && rows->empty())
        complain("there are no " + what + " in " + existingStore(storage)->string() + " yet");
    return rows;
}
/// Opens a store to write in; nothing when the user wants nothing stored. Without --store, an unusable default place
/// costs a line on stderr and no more, unless it `isNeeded`: the results matter more than their copy.
template <typename Store>
Result<std::optional<Store>> openForWriting(const StoreArguments& storage, const std::string& what,
                                            bool isNeeded = false)
{
    if (storage.off)
        return std::optional<Store>();
    const bool isDefault = storage.path.empty();
    const std::filesystem::path path = isDefault ? store::defaultStorePath() : std::filesystem::path(storage.path);
    Result<Store> store = path.empty()
                              ? Result<Store>(Error{ErrorCode::Io, "there is no home folder; set NESTLOOM_DATA", ""})
                              : Store::open(path);
    if (store)
        return std::optional<Store>(*std::move(store));
    if (!isDefault || isNeeded)
        return store.error();
    complain("this " + what + " will not be stored: " + store.error().text());
    return std::optional<Store>();
}
/// Says on stderr which of the stored layers do not hold; false when all do.
bool complainedAboutDamage(const records::RunRecord& run);

} // namespace nestloom::cli
