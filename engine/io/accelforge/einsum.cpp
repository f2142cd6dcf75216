// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelforge/einsum.h"

#include "engine/io/script/value.h"
#include "engine/io/text.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace nestloom::io::accelforge {

using namespace script;

using timeloop::ImportMap;
using timeloop::ImportNotes;
using YamlKind = YamlNode::Kind;

namespace {

constexpr std::size_t kMaxEinsumText = 2000; // regular expressions of the library recurse

std::string withoutBlanks(std::string text)
{
    std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    return text;
}

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(at, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

bool isVariable(const std::string& text)
{
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0
           && std::ranges::all_of(text,
                                  [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

/// Nothing for anything but a sum of variables with whole factors.
std::optional<std::vector<Term>> termsOf(const std::string& text)
{
    constexpr std::int64_t kMaxFactor = 1'000'000;
    std::vector<Term> terms;
    for (const std::string& part : split(withoutBlanks(text), '+')) {
        Term term;
        for (const std::string& factor : split(part, '*')) {
            Scope scope;
            if (isVariable(factor) && term.variable.empty())
                term.variable = factor;
            else if (const auto number = evaluateWhole(factor, scope, kMaxFactor); number && term.factor <= kMaxFactor)
                term.factor *= *number;
            else
                return std::nullopt;
        }
        if (term.variable.empty() || term.factor > kMaxFactor)
            return std::nullopt;
        terms.push_back(term);
    }
    return terms;
}

std::optional<Index> indexOf(std::string rank, const std::string& expression)
{
    auto terms = termsOf(expression);
    if (!terms)
        return std::nullopt;
    if (rank.empty())
        rank = terms->front().variable;
    std::ranges::transform(rank, rank.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    return Index{std::move(rank), std::move(*terms)};
}

/// "b, M: p, h" of a text.
std::optional<std::vector<Index>> indicesOf(const std::string& text)
{
    std::vector<Index> indices;
    for (const std::string& part : split(text, ',')) {
        const std::size_t colon = part.find(':');
        auto index = colon == std::string::npos ? indexOf("", part)
                                                : indexOf(withoutBlanks(part.substr(0, colon)), part.substr(colon + 1));
        if (!index)
            return std::nullopt;
        indices.push_back(std::move(*index));
    }
    return indices;
}

/// Takes a tensor that is there already once more: the same elements are used.
void addAccess(Access access, Einsum& einsum)
{
    const auto same = [&](const Access& other) { return other.tensor == access.tensor; };
    if (std::ranges::none_of(einsum.accesses, same))
        einsum.accesses.push_back(std::move(access));
}

/// "C[m, n] = A[m, k] * B[k, n]". False for anything else.
bool readText(const std::string& text, Einsum& einsum)
{
    static const std::regex kTensor(R"(([A-Za-z_]\w*)\[([^\]]*)\])");
    const std::string written = withoutBlanks(text);
    if (written.size() > kMaxEinsumText)
        return false;
    std::string between; // signs around the tensors
    std::string::const_iterator at = written.begin();
    for (std::sregex_iterator found(written.begin(), written.end(), kTensor), end; found != end; ++found) {
        between += std::string(at, (*found)[0].first);
        at = (*found)[0].second;
        auto indices = indicesOf((*found)[2]);
        if (!indices)
            return false;
        addAccess({(*found)[1], std::move(*indices), einsum.accesses.empty(), {}}, einsum);
    }
    between += std::string(at, written.end());
    einsum.isSum = between.find('+') != std::string::npos;
    if (einsum.accesses.empty() || between.empty() || between.front() != '='
        || between.find_first_not_of(einsum.isSum ? "+" : "*", 1) != std::string::npos)
        return false;
    einsum.name = einsum.accesses.front().tensor;
    return true;
}

std::vector<Index> readProjection(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    std::vector<Index> indices;
    if (node.kind != YamlKind::List && node.kind != YamlKind::Map)
        notes.fail(node.line, path, "a projection is a list of variables or a map of ranks");
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        const auto text = timeloop::scalarOf(node.items[i], path, notes);
        auto index = text ? indexOf(node.kind == YamlKind::Map ? node.keys[i] : "", *text) : std::nullopt;
        if (index)
            indices.push_back(std::move(*index));
        else
            notes.fail(node.items[i].line, path,
                       inQuotes(text.value_or("")) + " is no sum of variables with whole factors");
    }
    return indices;
}

void readAccesses(const YamlNode& list, const std::string& path, Einsum& einsum, ImportNotes& notes)
{
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        ImportMap map(list.items[i], path + "[" + std::to_string(i) + "]", notes);
        Access access;
        access.tensor = map.text("name");
        const std::string output = map.text("output", "False");
        access.isOutput = output == "True" || output == "true";
        access.bits = map.whole({"bits_per_value"});
        const YamlNode* projection = map.find("projection");
        map.ignore({"persistent", "backing_storage_size_scale"}, "not modelled");
        if (projection)
            access.indices = readProjection(*projection, map.pathOf("projection"), notes);
        const auto known = std::ranges::find(einsum.accesses, access.tensor, &Access::tensor);
        if (known != einsum.accesses.end() && !projection) // more about a tensor of the text
            known->bits = access.bits;
        else if (!projection)
            notes.fail(map.line(), map.path(), "a tensor access needs a projection");
        else
            addAccess(std::move(access), einsum);
        refuseRest(map);
    }
}

} // namespace

void readBounds(const YamlNode& list, const std::string& path, std::map<std::string, std::int64_t>& bounds,
                ImportNotes& notes)
{
    static const std::regex kBound(R"(0<=([A-Za-z_]\w*)<(=?)(.+))");
    for (const YamlNode& bound : list.items) {
        std::smatch found;
        const std::string written = withoutBlanks(bound.scalar);
        Scope scope;
        const bool isBound = written.size() <= kMaxEinsumText && std::regex_match(written, found, kBound);
        if (const auto end = evaluateWhole(isBound ? found[3].str() : "", scope, timeloop::kMaxWhole))
            bounds[found[1]] = *end + (found[2].length() > 0 ? 1 : 0);
        else
            notes.fail(bound.line, path, inQuotes(bound.scalar) + " is no bound like '0 <= m < 128'");
    }
}

std::vector<TensorBits> readTensorBits(const YamlNode& map, const std::string& path, Scope& scope, ImportNotes& notes)
{
    std::vector<TensorBits> list;
    for (std::size_t i = 0; i < map.keys.size(); ++i) {
        const auto names = evaluateNames(map.keys[i], scope);
        const auto bits = evaluateWhole(map.items[i].scalar, scope, 1024);
        if (names && bits)
            list.push_back({map.keys[i], *names, *bits});
        else
            notes.fail(map.items[i].line, path + "." + map.keys[i], "tensors: bits (1 to 1024) are expected");
    }
    return list;
}

void refuseRest(ImportMap& map)
{
    for (const auto& [key, line] : map.unread())
        map.notes().fail(line, map.pathOf(key), "this key is not understood");
}

std::map<std::string, std::string> readRenames(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    std::map<std::string, std::string> renames;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (node.kind == YamlKind::Map) {
            if (const auto source = timeloop::scalarOf(node.items[i], path + "." + node.keys[i], notes))
                renames[node.keys[i]] = *source;
            continue;
        }
        ImportMap map(node.items[i], path + "[" + std::to_string(i) + "]", notes);
        const std::string name = map.text("name"), source = map.text("source");
        map.find("expected_count");
        refuseRest(map);
        renames[name] = source;
    }
    return renames;
}

Einsum readEinsum(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    Einsum einsum;
    einsum.line = node.line;
    einsum.path = path;
    const auto parse = [&](const std::string& text) {
        if (!readText(text, einsum))
            notes.fail(node.line, path, inQuotes(text) + " is no Einsum like 'C[m, n] = A[m, k] * B[k, n]'");
    };
    if (node.kind == YamlKind::Scalar) {
        parse(node.scalar);
        return einsum;
    }
    ImportMap map(node, path, notes);
    if (const std::string text = map.text("einsum"); !text.empty())
        parse(text);
    einsum.name = map.text("name", einsum.name);
    if (const YamlNode* accesses = map.find("tensor_accesses"))
        readAccesses(*accesses, map.pathOf("tensor_accesses"), einsum, notes);
    const std::string isCopy = map.text("is_copy_operation", "False");
    einsum.isCopy = isCopy == "True" || isCopy == "true";
    if (const YamlNode* renames = map.find("renames"))
        einsum.renames = readRenames(*renames, map.pathOf("renames"), notes);
    if (const YamlNode* shape = map.find("iteration_space_shape"))
        readBounds(*shape, map.pathOf("iteration_space_shape"), einsum.bounds, notes);
    refuseRest(map);
    return einsum;
}

} // namespace nestloom::io::accelforge
