// SPDX-License-Identifier: Apache-2.0
#include "engine/io/topology_csv.h"

#include "engine/base/integers.h"
#include "engine/base/text.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace nestloom::io {

namespace {

using mapping::ImportRemark;
using workload::Layer;
using enum workload::LoopDimension;

constexpr std::int64_t kMaxSize = 1'000'000'000;
constexpr std::string_view kDepthwise = "DP"; // in the name of a layer
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// What the columns after the name hold. Of a convolution, in this order; files call height and width by either word.
const std::vector<std::string> kConvolution{"ifmap", "ifmap", "filter", "filter", "channel", "num filter", "stride"};
const std::vector<std::string> kProduct{"m", "n", "k"};
constexpr std::array<std::string_view, 7> kConvolutionNames{
    "IFMAP Height", "IFMAP Width", "Filter Height", "Filter Width", "Channels", "Num Filter", "Strides"};

/// The header of a file.
struct Form {
    const std::vector<std::string>* columns = &kConvolution;
    char separator = ',';
    std::string next; // the column after these; empty = none or without a name
};

/// The cells of a line, without blanks around them and without the empty ones at the end.
std::vector<std::string> cellsOf(std::string_view line, char separator)
{
    std::string text(line);
    for (std::size_t at = text.find("\xC2\xA0"); at != std::string::npos; at = text.find("\xC2\xA0", at))
        text.replace(at, 2, " "); // spreadsheets write blanks that do not break
    std::vector<std::string> cells = csvFields(text, separator);
    while (!cells.empty() && cells.back().empty())
        cells.pop_back();
    return cells;
}

std::string lower(std::string text)
{
    for (char& c : text)
        c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

char separatorOf(std::string_view header)
{
    for (const char separator : {',', '\t', ';'})
        if (header.find(separator) != std::string_view::npos)
            return separator;
    return ',';
}

std::string_view withoutMark(std::string_view text)
{
    return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? text.substr(kByteOrderMark.size()) : text;
}

/// The cells of a line that names columns, in lower case; empty when it does not begin with "layer".
std::vector<std::string> headerCells(std::string_view line)
{
    auto cells = cellsOf(line, separatorOf(line));
    for (std::string& cell : cells)
        cell = lower(std::move(cell));
    return cells.size() > 1 && cells[0].substr(0, 5) == "layer" ? cells : std::vector<std::string>{};
}

/// What a header announces, or nothing.
std::optional<Form> formOf(std::string_view line)
{
    const auto header = headerCells(line);
    for (const auto* columns : {&kConvolution, &kProduct}) {
        if (header.size() <= columns->size())
            continue;
        bool fits = true;
        for (std::size_t i = 0; i < columns->size(); ++i)
            fits = fits
                   && (columns == &kProduct ? header[i + 1] == (*columns)[i]
                                            : header[i + 1].substr(0, (*columns)[i].size()) == (*columns)[i]);
        if (fits)
            return Form{columns, separatorOf(line),
                        header.size() > columns->size() + 1 ? header[columns->size() + 1] : ""};
    }
    return std::nullopt;
}

class TopologyReader {
public:
    explicit TopologyReader(mapping::DesignImport& import) : m_import(import) {}

    Status read(const std::filesystem::path& path)
    {
        TRY(const auto text, readTextFile(path));
        m_file = path.string();
        m_import.files.push_back(m_file);
        const std::string_view content = withoutMark(text);
        TRY_DO(checkUtf8(content, m_file));
        m_form.reset();
        m_line = 0;
        for (std::size_t begin = 0; begin < content.size();) {
            const std::size_t end = std::min(content.find('\n', begin), content.size());
            ++m_line;
            TRY_DO(readLine(content.substr(begin, end - begin)));
            begin = end + 1;
        }
        return m_form ? success()
                      : refuse("", "there is no header 'Layer name, IFMAP Height, ...' or 'Layer, M, N, K'");
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
        const auto cells = cellsOf(line, m_form ? m_form->separator : ',');
        if (cells.empty())
            return success();
        if (!m_form) {
            m_form = formOf(line);
            return m_form ? success()
                          : Status(refuse(
                              "", inQuotes(std::string(trimmed(line)))
                                      + " is no header of a SCALE-Sim topology; one begins 'Layer name, IFMAP Height, "
                                        "IFMAP Width, Filter Height, ...' or 'Layer, M, N, K'"));
        }
        const auto& columns = *m_form->columns;
        if (cells.size() == 1) {
            remark(ImportRemark::Kind::Ignored, cells[0], "a name without numbers is taken as a heading");
            return success();
        }
        if (cells.size() <= columns.size())
            return refuse("", "the layer " + inQuotes(cells[0]) + " has " + std::to_string(cells.size() - 1)
                                  + " numbers, not " + std::to_string(columns.size()));
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto value = number(cells[i + 1]);
            if (!value)
                return refuse(m_form->columns == &kConvolution ? std::string(kConvolutionNames[i]) : columns[i],
                              inQuotes(cells[i + 1]) + " is not a whole number from 1 up to "
                                  + std::to_string(kMaxSize));
            values.push_back(*value);
        }
        return m_form->columns == &kConvolution ? addConvolution(cells, values) : addProduct(cells[0], values);
    }

    static std::optional<std::int64_t> number(const std::string& cell)
    {
        std::int64_t value = 0;
        const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        const bool isWhole = parsed.ec == std::errc{} && parsed.ptr == cell.data() + cell.size();
        return isWhole && value >= 1 && value <= kMaxSize ? std::optional(value) : std::nullopt;
    }

    /// The column after those of every convolution: a batch, or the stride along the width.
    Status readNext(const std::vector<std::string>& cells, Layer& layer)
    {
        const std::size_t next = kConvolution.size() + 1;
        if (cells.size() <= next)
            return success();
        const bool isBatch = m_form->next.substr(0, 5) == "batch", isStride = m_form->next.substr(0, 6) == "stride";
        const auto value = number(cells[next]);
        if ((isBatch || isStride) && !value)
            return refuse(m_form->next,
                          inQuotes(cells[next]) + " is not a whole number from 1 up to " + std::to_string(kMaxSize));
        if (isBatch) {
            layer.bounds[N] = *value;
        } else if (isStride || (m_form->next.empty() && value)) {
            layer.strideQ = *value;
            if (!isStride)
                remark(ImportRemark::Kind::Assumed, cells[0],
                       "the number after the stride is the stride along the width, as SCALE-Sim reads it");
        } else {
            remark(ImportRemark::Kind::Ignored, "column " + std::to_string(next + 1),
                   "more columns than SCALE-Sim's dense form has");
        }
        return success();
    }

    Status addConvolution(const std::vector<std::string>& cells, const std::vector<std::int64_t>& v)
    {
        const std::string& name = cells[0];
        Layer layer;
        layer.bounds[R] = v[2];
        layer.bounds[S] = v[3];
        layer.bounds[C] = v[4];
        layer.bounds[K] = v[5];
        layer.strideP = layer.strideQ = v[6];
        TRY_DO(readNext(cells, layer));
        if (v[0] < v[2] || v[1] < v[3])
            return refuse("", "the filter of " + inQuotes(name)
                                  + " is larger than its inputs; they must be padded already");
        layer.bounds[P] = ceilDivide(v[0] - v[2], layer.strideP) + 1;
        layer.bounds[Q] = ceilDivide(v[1] - v[3], layer.strideQ) + 1;
        if ((v[0] - v[2]) % layer.strideP != 0 || (v[1] - v[3]) % layer.strideQ != 0)
            remark(ImportRemark::Kind::Assumed, name,
                   "the stride does not divide the inputs; the outputs are rounded up to "
                       + std::to_string(layer.bounds[P]) + " x " + std::to_string(layer.bounds[Q])
                       + ", as SCALE-Sim does");
        if (name.find(kDepthwise) != std::string::npos) {
            std::swap(layer.bounds[C], layer.bounds[G]);
            remark(ImportRemark::Kind::Assumed, name,
                   std::string(kDepthwise) + " in the name makes each of the " + std::to_string(v[4])
                       + " channels a layer of its own in SCALE-Sim; they are groups here");
        }
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
    std::optional<Form> m_form;
};

bool isProduct(const Layer& layer)
{
    return layer.bounds[R] == 1 && layer.bounds[S] == 1 && layer.bounds[P] == 1 && layer.bounds[Q] == 1
           && layer.bounds[G] == 1;
}

/// Why a layer has no line, or nothing.
std::string whyLeftOut(const Layer& layer)
{
    if (layer.bounds[G] > 1 && layer.bounds[C] > 1)
        return std::to_string(layer.bounds[G]) + " groups of several channels";
    if ((layer.dilationR > 1 && layer.bounds[R] > 1) || (layer.dilationS > 1 && layer.bounds[S] > 1))
        return "a dilation";
    return layer.bounds[N] > 1 && !isProduct(layer) ? "a batch" : "";
}

/// Strides along height and width; one that nothing moves by is taken like the other.
std::pair<std::int64_t, std::int64_t> stridesOf(const Layer& layer)
{
    if (isProduct(layer))
        return {1, 1};
    return {layer.bounds[P] > 1 ? layer.strideP : layer.strideQ, layer.bounds[Q] > 1 ? layer.strideQ : layer.strideP};
}

bool hasUnequalStrides(const Layer& layer) { return stridesOf(layer).first != stridesOf(layer).second; }

std::string convolutionLine(const Layer& layer, bool twoStrides)
{
    const auto [strideP, strideQ] = stridesOf(layer);
    const std::int64_t height = (layer.bounds[P] - 1) * strideP + layer.bounds[R];
    const std::int64_t width = (layer.bounds[Q] - 1) * strideQ + layer.bounds[S];
    std::string line;
    for (const std::int64_t value : {isProduct(layer) ? layer.bounds[N] : height, width, layer.bounds[R],
                                     layer.bounds[S], layer.bounds[C] * layer.bounds[G], layer.bounds[K], strideP})
        line += ", " + std::to_string(value);
    return twoStrides ? line + ", " + std::to_string(strideQ) : line;
}

/// The name without what ends a cell. SCALE-Sim tells depthwise layers by their names.
std::string nameInFile(const Layer& layer, bool isAllProducts)
{
    std::string name = layer.name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ',' || c == '\n' || c == '\r'; }, '_');
    if (isAllProducts)
        return name;
    if (layer.bounds[G] > 1)
        return name.find(kDepthwise) == std::string::npos ? name + "_" + std::string(kDepthwise) : name;
    for (std::size_t at = name.find(kDepthwise); at != std::string::npos; at = name.find(kDepthwise))
        name[at + 1] = 'p';
    return name;
}

} // namespace

bool looksLikeTopology(std::string_view head)
{
    head = withoutMark(head);
    while (!head.empty()) {
        const std::string_view line = head.substr(0, head.find('\n'));
        if (!trimmed(line).empty())
            return formOf(line) || headerCells(line).size() > kProduct.size();
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
        TRY_DO(reader.read(file));
    for (std::size_t i = 1; i < files.size(); ++i)
        import.remarks.push_back({mapping::ImportRemark::Kind::Assumed, files[i].string(), 0, "",
                                  "its layers are in one network with those of the files before it; import it by "
                                  "itself for a network of its own"});
    for (const workload::Finding& finding : workload::check(*import.network))
        return Error{ErrorCode::InvalidInput, finding.message, import.files.front() + ": " + finding.key};
    return import;
}

TopologyFile writeTopology(const workload::Network& network)
{
    const bool isAllProducts = std::ranges::all_of(network.layers, isProduct);
    const bool twoStrides = std::ranges::any_of(network.layers, hasUnequalStrides);
    TopologyFile file;
    file.csv = isAllProducts
                   ? "Layer, M, N, K,\n"
                   : "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, "
                         + std::string(twoStrides ? "Stride Height, Stride Width,\n" : "Strides,\n");
    for (const Layer& layer : network.layers) {
        if (const std::string why = whyLeftOut(layer); !why.empty()) {
            file.remarks.push_back("layer " + layer.name + " is left out: SCALE-Sim's form has no room for " + why);
            ++file.leftOut;
            continue;
        }
        const std::string name = nameInFile(layer, isAllProducts);
        if (name != layer.name)
            file.remarks.push_back("layer " + layer.name + " is called " + name
                                   + (layer.bounds[G] > 1 ? ", so that SCALE-Sim takes each channel by itself" : ""));
        if (!isAllProducts && isProduct(layer) && layer.bounds[N] > 1)
            file.remarks.push_back("layer " + layer.name + ": its batch stands as the height of the inputs");
        file.csv += name;
        file.csv += isAllProducts ? ", " + std::to_string(layer.bounds[N]) + ", " + std::to_string(layer.bounds[K])
                                        + ", " + std::to_string(layer.bounds[C])
                                  : convolutionLine(layer, twoStrides);
        file.csv += ",\n";
    }
    return file;
}

} // namespace nestloom::io
