// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import_file.h"

#include "engine/io/read_network.h"
#include "engine/io/topology_csv.h"
#include "engine/onnx/import_onnx.h"

#include <fstream>

namespace nestloom::app {

namespace {

using Path = std::filesystem::path;

struct ImportKind {
    std::string_view name;
    bool (*fits)(const Path& path, std::string_view head);
    Result<workload::NetworkImport> (*read)(const Path& path, const workload::ImportOptions& options);
};

bool isOnnx(const Path& path, std::string_view head)
{
    return path.extension() == ".onnx" || onnx::looksLikeOnnx(head);
}

bool isAnything(const Path&, std::string_view) { return true; }

Result<workload::NetworkImport> readYaml(const Path& path, const workload::ImportOptions& options)
{
    if (!options.dimensions.empty() || options.elementBits)
        return Error{ErrorCode::InvalidInput, "a YAML file leaves no sizes open; give no options for it",
                     path.string()};
    TRY(auto network, io::readNetwork(path));
    workload::NetworkImport import;
    import.parameterElements = workload::parameterElements(network);
    import.network = std::move(network);
    return import;
}

bool isTopology(const Path& path, std::string_view head)
{
    return path.extension() == ".csv" || io::looksLikeTopology(head);
}

Result<workload::NetworkImport> readTopology(const Path& path, const workload::ImportOptions& options)
{
    if (!options.dimensions.empty() || options.elementBits)
        return Error{ErrorCode::InvalidInput, "a SCALE-Sim topology leaves no sizes open; give no options for it",
                     path.string()};
    TRY(auto design, io::importTopology({path}, {}));
    workload::NetworkImport import;
    import.parameterElements = workload::parameterElements(*design.network);
    import.network = *std::move(design.network);
    for (const mapping::ImportRemark& remark : design.remarks)
        import.network.notes.push_back(remark.file + ":" + std::to_string(remark.line) + ": " + remark.key + ": "
                                       + remark.text);
    return import;
}

constexpr ImportKind kKinds[]{
    {"ONNX", isOnnx, onnx::importOnnx}, {"SCALE-Sim", isTopology, readTopology}, {"YAML", isAnything, readYaml}};

} // namespace

std::string beginningOf(const Path& path, std::size_t bytes)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) // a pipe would be waited for
        return {};
    std::string head(bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(std::size_t(std::max<std::streamsize>(file.gcount(), 0)));
    return head;
}

Result<ImportedFile> importFile(const Path& path, const workload::ImportOptions& options)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{ErrorCode::Io, std::filesystem::exists(path, error) ? "this is no file" : "there is no such file",
                     path.string()};
    const std::string head = beginningOf(path, 4096);
    for (const ImportKind& kind : kKinds) {
        if (!kind.fits(path, head))
            continue;
        TRY(auto import, kind.read(path, options));
        return ImportedFile{kind.name, std::move(import)};
    }
    return Error{ErrorCode::Unsupported, "no way to import this file is known", path.string()};
}

} // namespace nestloom::app
