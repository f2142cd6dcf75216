// SPDX-License-Identifier: Apache-2.0
#include "engine/io/topology_csv.h"

#include "engine/base/checked_math.h"
#include "engine/base/trimmed.h"
#include "engine/io/in_quotes.h"
#include "engine/io/text_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace nestloom::io {

namespace {

using mapping::ImportRemark;
using workload::Layer;
using enum workload::LoopDimension;

constexpr std::int64_t kMaxSize = 1'000'000'000;
const std::vector<std::string> kConvolution{"ifmap height", "ifmap width", "filter height", "filter width",
                                            "channels",     "num filter",  "strides"};
const std::vector<std::string> kProduct{"m", "n", "k"};

/// The cells of a line, without blanks around them and without the empty one after a comma at the end.
std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        cells.emplace_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    while (!cells.empty() && cells.back().empty())
        cells.pop_back();
    return cells;
}

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool begins(const std::vector<std::string>& header, const std::vector<std::string>& columns)
{
    if (header.size() <= columns.size() || lower(header[0]).substr(0, 5) != "layer")
        return false;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (lower(header[i + 1]).substr(0, columns[i].size()) != columns[i])
            return false;
    return true;
}

/// Which columns a header announces, or nothing.
const std::vector<std::string>* formOf(std::string_view line)
{
    const auto header = cellsOf(line);
    if (begins(header, kConvolution))
        return &kConvolution;
    return header.size() > 3 && lower(header[1]) == "m" && begins(header, kProduct) ? &kProduct : nullptr;
}

class TopologyReader {
public:
    explicit TopologyReader(mapping::DesignImport& import) : m_import(import) {}

    Status read(const std::filesystem::path& path)
    {
        const auto text = readTextFile(path);
        if (!text)
            return text.error();
        m_file = path.string();
        m_import.files.push_back(m_file);
        if (const Status utf8 = checkUtf8(*text, m_file); !utf8)
            return utf8;
        m_columns = nullptr;
        m_line = 0;
        for (std::size_t begin = 0; begin < text->size();) {
            const std::size_t end = std::min(text->find('\n', begin), text->size());
            ++m_line;
            if (const Status line = readLine(std::string_view(*text).substr(begin, end - begin)); !line)
                return line;
            begin = end + 1;
        }
        return m_columns ? success() : refuse("", "there is no header 'Layer name, IFMAP Height, ...' or 'Layer, M, N, K'");
    }

private:
    Error refuse(const std::string& column, const std::string& message) const
    {
        return {ErrorCode::InvalidInput, message,
                m_file + ":" + std::to_string(m_line) + (column.empty() ? "" : ": " + column)};
    }

    void remark(ImportRemark::Kind kind, const std::string& column, const std::string& text)
    {
        m_import.remarks.push_back({kind, m_file, m_line, column, text});
    }

    Status readLine(std::string_view line)
    {
        const auto cells = cellsOf(line);
        if (cells.empty())
            return success();
        if (!m_columns) {
            m_columns = formOf(line);
            return m_columns ? success() : Status(refuse("", inQuotes(line) + " is no header of a SCALE-Sim topology"));
        }
        if (cells.size() <= m_columns->size())
            return refuse("", "the layer " + inQuotes(cells[0]) + " has " + std::to_string(cells.size() - 1) + " numbers, not " +
                                  std::to_string(m_columns->size()));
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < m_columns->size(); ++i) {
            std::int64_t value = 0;
            const std::string& cell = cells[i + 1];
            const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), value);
            if (parsed.ec != std::errc{} || parsed.ptr != cell.data() + cell.size() || value < 1 || value > kMaxSize)
                return refuse((*m_columns)[i], inQuotes(cell) + " is not a whole number from 1 up to " + std::to_string(kMaxSize));
            values.push_back(value);
        }
        if (cells.size() > m_columns->size() + 1)
            remark(ImportRemark::Kind::Ignored, "column " + std::to_string(m_columns->size() + 2),
                   "more columns than SCALE-Sim's dense form has");
        return m_columns == &kConvolution ? addConvolution(cells[0], values) : addProduct(cells[0], values);
    }

    Status addConvolution(const std::string& name, const std::vector<std::int64_t>& v)
    {
        Layer layer;
        layer.bounds[R] = v[2];
        layer.bounds[S] = v[3];
        layer.bounds[C] = v[4];
        layer.bounds[K] = v[5];
        layer.strideP = layer.strideQ = v[6];
        if (v[0] < v[2] || v[1] < v[3])
            return refuse("", "the filter of " + inQuotes(name) + " is larger than its inputs; they must be padded already");
        layer.bounds[P] = ceilDivide(v[0] - v[2], v[6]) + 1;
        layer.bounds[Q] = ceilDivide(v[1] - v[3], v[6]) + 1;
        if ((v[0] - v[2]) % v[6] != 0 || (v[1] - v[3]) % v[6] != 0)
            remark(ImportRemark::Kind::Assumed, name, "the stride does not divide the inputs; the outputs are rounded up to " +
                                                          std::to_string(layer.bounds[P]) + " x " +
                                                          std::to_string(layer.bounds[Q]) + ", as SCALE-Sim does");
        if (v[0] == 1 && v[1] == 1)
            layer.kind = workload::LayerKind::FullyConnected;
        add(name, std::move(layer));
        return success();
    }

    Status addProduct(const std::string& name, const std::vector<std::int64_t>& v)
    {
        Layer layer;
        layer.kind = workload::LayerKind::FullyConnected;
        layer.bounds[N] = v[0];
        layer.bounds[K] = v[1];
        layer.bounds[C] = v[2];
        add(name, std::move(layer));
        return success();
    }

    void add(const std::string& name, Layer layer)
    {
        layer.name = name;
        for (int copy = 2; !m_names.insert(layer.name).second; ++copy)
            layer.name = name + "_" + std::to_string(copy);
        if (layer.name != name)
            remark(ImportRemark::Kind::Assumed, name, "the name is there already; the layer is called " + layer.name);
        m_import.network->layers.push_back(std::move(layer));
    }

    mapping::DesignImport& m_import;
    std::set<std::string> m_names;
    std::string m_file;
    int m_line = 0;
    const std::vector<std::string>* m_columns = nullptr;
};

/// Why a layer has no line, or nothing.
std::string whyLeftOut(const Layer& layer)
{
    if (layer.bounds[G] > 1)
        return std::to_string(layer.bounds[G]) + " groups";
    if ((layer.dilationR > 1 && layer.bounds[R] > 1) || (layer.dilationS > 1 && layer.bounds[S] > 1))
        return "a dilation";
    if (layer.strideP != layer.strideQ && layer.bounds[P] > 1 && layer.bounds[Q] > 1)
        return "unequal strides";
    return layer.bounds[N] > 1 && layer.bounds[P] * layer.bounds[Q] > 1 ? "a batch" : "";
}

bool isProduct(const Layer& layer)
{
    return layer.bounds[R] == 1 && layer.bounds[S] == 1 && layer.bounds[P] == 1 && layer.bounds[Q] == 1;
}

std::string convolutionLine(const Layer& layer)
{
    const std::int64_t stride = layer.bounds[P] > 1 ? layer.strideP : layer.strideQ;
    const std::int64_t height = (layer.bounds[P] - 1) * stride + layer.bounds[R];
    const std::int64_t width = (layer.bounds[Q] - 1) * stride + layer.bounds[S];
    std::string line;
    for (const std::int64_t value : {isProduct(layer) ? layer.bounds[N] : height, width, layer.bounds[R], layer.bounds[S],
                                     layer.bounds[C], layer.bounds[K], isProduct(layer) ? 1 : stride})
        line += ", " + std::to_string(value);
    return line;
}

} // namespace

bool looksLikeTopology(std::string_view head)
{
    while (!head.empty()) {
        const std::string_view line = head.substr(0, head.find('\n'));
        if (!trimmed(line).empty())
            return formOf(line) != nullptr;
        head.remove_prefix(std::min(line.size() + 1, head.size()));
    }
    return false;
}

Result<mapping::DesignImport> importTopology(const std::vector<std::filesystem::path>& files,
                                             const mapping::DesignImportOptions&)
{
    mapping::DesignImport import;
    import.network = workload::Network{};
    import.network->name = files.empty() ? "" : files.front().stem().string();
    import.network->description = "imported from a SCALE-Sim topology";
    TopologyReader reader(import);
    for (const auto& file : files)
        if (const Status read = reader.read(file); !read)
            return read.error();
    for (const workload::Finding& finding : workload::check(*import.network))
        return Error{ErrorCode::InvalidInput, finding.message, import.files.front() + ": " + finding.key};
    return import;
}

TopologyFile writeTopology(const workload::Network& network)
{
    const bool isAllProducts = std::all_of(network.layers.begin(), network.layers.end(), isProduct);
    TopologyFile file;
    file.csv = isAllProducts ? "Layer, M, N, K,\n"
                             : "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, "
                               "Strides,\n";
    for (const Layer& layer : network.layers) {
        if (const std::string why = whyLeftOut(layer); !why.empty()) {
            file.remarks.push_back("layer " + layer.name + " is left out: SCALE-Sim's form has no room for " + why);
            continue;
        }
        std::string name = layer.name;
        std::replace_if(name.begin(), name.end(), [](char c) { return c == ',' || c == '\n' || c == '\r'; }, '_');
        if (name != layer.name)
            file.remarks.push_back("layer " + layer.name + " is called " + name);
        if (!isAllProducts && isProduct(layer) && layer.bounds[N] > 1)
            file.remarks.push_back("layer " + layer.name + ": its batch stands as the height of the inputs");
        file.csv += name;
        file.csv += isAllProducts ? ", " + std::to_string(layer.bounds[N]) + ", " + std::to_string(layer.bounds[K]) + ", " +
                                        std::to_string(layer.bounds[C])
                                  : convolutionLine(layer);
        file.csv += ",\n";
    }
    return file;
}

} // namespace nestloom::io
