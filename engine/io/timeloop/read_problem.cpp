// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_problem.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"
#include "engine/io/mapping_json.h"
#include "engine/io/text.h"

#include <algorithm>
#include <cctype>

namespace nestloom::io::timeloop {

namespace {

using workload::Layer;
using workload::LoopDimension;

/// CoSA's DeepBench files state the padding in place of the dilation; Timeloop computes with it as a dilation.
std::int64_t dilationFrom(std::int64_t written, const std::string& name, bool isOldForm, const ImportMap& values)
{
    if (written == 1)
        return 1;
    if (written == 0) {
        values.notes().assume(values.line(), values.pathOf(name),
                              "a dilation of 0 cannot be; it is taken as no padding, with a dilation of 1");
        return 1;
    }
    if (!isOldForm)
        return written;
    const std::string answer =
        values.notes().ask({"dilation",
                            "What does " + name + ": " + std::to_string(written) + " state?",
                            {{"dilation", "the dilation, as Timeloop computes with it"},
                             {"padding", "the padding, as in CoSA's DeepBench files; the dilation is then 1"}},
                            "dilation"});
    return answer == "padding" ? 1 : written;
}

/// Returns a dimension without a size; empty when there is none.
std::string readBounds(ImportMap& values, const ProblemShape& shape, Layer& layer)
{
    std::string missing;
    for (const std::string& name : shape.dimensions) {
        const auto size = values.whole({name});
        if (!size) {
            values.notes().assume(values.line(), values.pathOf(name), "the dimension has no size; 1 is taken");
            missing = name;
            continue;
        }
        const auto dimension = shape.names.dimension(name);
        if (!dimension)
            continue; // reported with the shape
        const auto product = checkedProduct(layer.bounds[*dimension], *size);
        if (*size < 1 || !product || *product > kMaxWhole)
            values.notes().fail(values.line(), values.pathOf(name),
                                "a dimension has a size from 1 up to " + std::to_string(kMaxWhole) + ", not "
                                    + std::to_string(*size));
        else
            layer.bounds[*dimension] = *product;
    }
    return missing;
}

/// The coefficient by its name; a number stands for itself.
std::int64_t coefficient(ImportMap& values, const ProblemShape& shape, const std::string& name)
{
    if (name.empty())
        return 1;
    const auto known = shape.coefficients.find(name);
    const std::int64_t fallback = known == shape.coefficients.end() ? 1 : known->second;
    if (const auto number = evaluateExpression(name, {}))
        return std::int64_t(*number);
    return values.whole({withUnderscores(name)}).value_or(fallback);
}

void readWindows(ImportMap& values, const ProblemShape& shape, bool isOldForm, Layer& layer)
{
    for (const auto& [name, by] : shape.strideOf)
        (shape.names.dimension(name) == LoopDimension::P ? layer.strideP : layer.strideQ) =
            coefficient(values, shape, by);
    for (const auto& [name, by] : shape.dilationOf)
        (shape.names.dimension(name) == LoopDimension::R ? layer.dilationR : layer.dilationS) =
            dilationFrom(coefficient(values, shape, by), by, isOldForm, values);
    for (const std::int64_t step : {layer.strideP, layer.strideQ, layer.dilationR, layer.dilationS})
        if (step < 1 || step > 1'000'000)
            values.notes().fail(values.line(), values.path(),
                                "strides and dilations go from 1 to 1000000, not " + std::to_string(step));
}

/// The shape of a problem: a map, a well-known name, or left out.
ProblemShape shapeOf(ImportMap& problem)
{
    const YamlNode* node = problem.find("shape");
    if (node && node->kind == YamlNode::Kind::Map)
        return readShape(*node, problem.pathOf("shape"), problem.notes());
    const std::string name = node ? scalarOf(*node, problem.pathOf("shape"), problem.notes()).value_or("") : "";
    if (node && !name.empty() && name != "cnn-layer" && name != "cnn_layer" && name != "conv2D" && name != "CNN-Layer")
        problem.notes().fail(node->line, problem.pathOf("shape"),
                             "the shape " + inQuotes(name) + " stands in a file of its own; write it into the problem");
    ProblemShape shape = usualShape();
    if (problem.find("M"))
        shape.dimensions[1] = "M";
    if (name.empty())
        problem.notes().assume(problem.line(), problem.path(), "no shape is given; Timeloop's convolution is taken");
    return shape;
}

/// A file that is just called "problem" is named by its shape, where exports have the layer's name.
std::string nameOfShape(ImportMap& problem, const std::string& ownName)
{
    const YamlNode* shape = problem.find("shape");
    if (ownName != "problem" || !shape || shape->kind != YamlNode::Kind::Map)
        return ownName;
    const YamlNode* name = shape->find("name");
    return name && name->kind == YamlNode::Kind::Scalar && !name->scalar.empty() ? name->scalar : ownName;
}

} // namespace

std::optional<LoopDimension> ProblemNames::dimension(const std::string& name) const
{
    const auto found = dimensions.find(name);
    return found == dimensions.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TensorRole> ProblemNames::tensor(const std::string& name) const
{
    const auto found = tensors.find(name);
    return found == tensors.end() ? tensorRole(name) : std::optional(found->second);
}

ProblemNames usualNames()
{
    ProblemNames names;
    for (const LoopDimension d : workload::kLoopDimensions)
        names.dimensions[std::string(1, letter(d))] = d;
    names.dimensions["M"] = LoopDimension::K;
    for (const auto& [name, role] : {std::pair{"Weights", TensorRole::Weights}, std::pair{"Inputs", TensorRole::Inputs},
                                     std::pair{"Outputs", TensorRole::Outputs}})
        names.tensors[name] = role;
    return names;
}

ProblemShape usualShape()
{
    ProblemShape shape;
    shape.names = usualNames();
    shape.dimensions = {"C", "K", "R", "S", "N", "P", "Q"};
    shape.strideOf = {{"P", "Wstride"}, {"Q", "Hstride"}};
    shape.dilationOf = {{"R", "Wdilation"}, {"S", "Hdilation"}};
    shape.isAssumed = true;
    return shape;
}

Layer readProblem(const YamlNode& node, const std::string& path, const std::string& ownName, ProblemShape& shape,
                  ImportNotes& notes)
{
    ImportMap problem(node, path, notes);
    problem.checkVersion();
    Layer layer;
    layer.name = problem.text("name", nameOfShape(problem, ownName));
    shape = shapeOf(problem);
    const YamlNode* instance = problem.find("instance");
    const bool isOldForm = !instance;
    ImportMap inner(instance ? *instance : node, instance ? problem.pathOf("instance") : path, notes);
    ImportMap& values = instance ? inner : problem; // older problems have the sizes beside the shape
    std::string missing;
    if (!notes.error()) {
        missing = readBounds(values, shape, layer);
        readWindows(values, shape, isOldForm, layer);
    }
    values.ignore({"H", "W", "Hpad", "Wpad"}, "the inputs' size follows from the outputs', stride and filter");
    values.ignore({"densities"}, "sparse tensors are counted as dense ones");
    problem.ignore({"notes", "dnn_name", "histograms"}, "says nothing of the loops");
    if (instance) {
        if (const auto unknown = inner.unread(); !missing.empty() && !unknown.empty())
            notes.fail(unknown.front().second, inner.pathOf(unknown.front().first),
                       "this is no dimension of the shape, whose " + missing + " has no size: is it meant?");
        inner.ignoreRest();
    }
    problem.ignoreRest();
    const auto isOne = [&](LoopDimension d) { return layer.bounds[d] == 1; };
    using enum LoopDimension;
    if (isOne(R) && isOne(S) && isOne(P) && isOne(Q) && isOne(G))
        layer.kind = workload::LayerKind::FullyConnected;
    return layer;
}

namespace {

using workload::LoopDimension;
using Kind = YamlNode::Kind;

/// One rank of a tensor: a dimension, or the window that two of them slide over.
struct Product {
    std::string dimension, coefficient;
};
using Rank = std::vector<Product>;

struct DataSpace {
    std::string name;
    bool isWritten = false;
    int line = 0;
    std::vector<Rank> ranks;

    bool has(const std::string& dimension) const
    {
        for (const Rank& rank : ranks)
            for (const Product& product : rank)
                if (product.dimension == dimension)
                    return true;
        return false;
    }
    bool slides() const
    {
        return std::ranges::any_of(ranks, [](const Rank& rank) { return rank.size() > 1; });
    }
};

bool contains(std::string text, const std::initializer_list<std::string_view> parts)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::ranges::any_of(parts, [&](auto part) { return text.find(part) != std::string::npos; });
}

class ShapeReader {
public:
    ShapeReader(const YamlNode& node, std::string path, ImportNotes& notes)
        : m_map(node, std::move(path), notes), m_notes(notes)
    {
    }

    ProblemShape run()
    {
        m_map.find("name");
        m_map.checkVersion();
        m_shape.dimensions = m_map.texts({"dimensions"});
        readCoefficients();
        readSpaces();
        m_map.ignoreRest();
        if (!m_notes.error() && findRoles())
            for (const std::string& dimension : m_shape.dimensions)
                place(dimension);
        return std::move(m_shape);
    }

private:
    void readCoefficients()
    {
        const YamlNode* list = m_map.find("coefficients");
        if (!list || list->kind != Kind::List)
            return;
        for (const YamlNode& item : list->items) {
            ImportMap map(item, m_map.pathOf("coefficients"), m_notes);
            const std::string name = map.text("name");
            m_shape.coefficients[name] = map.whole({"default"}).value_or(1);
            map.ignoreRest();
        }
    }

    void readSpaces()
    {
        const YamlNode* list = m_map.find("data_spaces");
        if (!list || list->kind != Kind::List)
            return m_notes.fail(m_map.line(), m_map.path(), "the shape has no list 'data_spaces'");
        for (const YamlNode& item : list->items) {
            ImportMap map(item, m_map.pathOf("data_spaces"), m_notes);
            DataSpace space;
            space.name = map.text("name");
            space.line = item.line;
            const std::string written = map.text("read_write", "false");
            space.isWritten = written == "true" || written == "True";
            if (const YamlNode* projection = map.find("projection"))
                readProjection(*projection, space);
            map.ignoreRest();
            m_spaces.push_back(std::move(space));
        }
    }

    void readProjection(const YamlNode& projection, DataSpace& space)
    {
        const auto refuse = [&](int line) {
            m_notes.fail(line, m_map.pathOf("data_spaces"),
                         "the projection of " + inQuotes(space.name)
                             + " must be a list of ranks, each a list of products like [R, Wdilation]");
        };
        if (projection.kind != Kind::List)
            return refuse(projection.line);
        for (const YamlNode& rank : projection.items) {
            Rank products;
            for (const YamlNode& product : rank.items) {
                const auto& parts = product.items;
                const auto isScalar = [](const YamlNode& part) { return part.kind == Kind::Scalar; };
                if (product.kind != Kind::List || parts.empty() || parts.size() > 2
                    || !std::ranges::all_of(parts, isScalar))
                    return refuse(rank.line);
                if (std::ranges::find(m_shape.dimensions, parts[0].scalar) == m_shape.dimensions.end())
                    return m_notes.fail(rank.line, m_map.pathOf("data_spaces"),
                                        "the projection of " + inQuotes(space.name) + " names "
                                            + inQuotes(parts[0].scalar) + ", which is no dimension of the shape");
                products.push_back({parts[0].scalar, parts.size() > 1 ? parts[1].scalar : ""});
            }
            space.ranks.push_back(std::move(products));
        }
    }

    bool findRoles()
    {
        if (m_spaces.size() != 3)
            m_notes.fail(m_map.line(), m_map.pathOf("data_spaces"),
                         "a layer has three tensors (weights, inputs, outputs), not "
                             + std::to_string(m_spaces.size()));
        std::vector<std::size_t> read;
        std::size_t written = 0, outputs = 0;
        for (std::size_t i = 0; i < m_spaces.size(); ++i) {
            if (m_spaces[i].isWritten) {
                ++written;
                outputs = i;
            } else {
                read.push_back(i);
            }
        }
        if (!m_notes.error() && written != 1)
            m_notes.fail(m_map.line(), m_map.pathOf("data_spaces"),
                         "one tensor must be written (read_write: true), not " + std::to_string(written));
        if (m_notes.error())
            return false;
        const std::size_t weights = weightsAmong(read[0], read[1]);
        setRole(TensorRole::Weights, weights);
        setRole(TensorRole::Inputs, weights == read[0] ? read[1] : read[0]);
        setRole(TensorRole::Outputs, outputs);
        for (const std::size_t each : {weights, outputs})
            checkSums(m_spaces[each]);
        return !m_notes.error();
    }

    /// Of weights and outputs every dimension is an index of its own. A sum is one only if its coefficient keeps the
    /// elements apart.
    void checkSums(const DataSpace& space)
    {
        for (const Rank& rank : space.ranks) {
            if (rank.size() < 2)
                continue;
            const std::string sum = joinText(rank, " + ", &Product::dimension);
            const bool hasFactor = std::ranges::any_of(rank, [](const Product& p) { return !p.coefficient.empty(); });
            if (hasFactor)
                m_notes.assume(space.line, m_map.pathOf("data_spaces"),
                               space.name + ": " + sum + " is an index for each of its dimensions");
            else
                m_notes.fail(space.line, m_map.pathOf("data_spaces"),
                             "an index of " + inQuotes(space.name) + " is the sum " + sum
                                 + "; only those of the inputs of a layer slide");
        }
    }

    std::size_t weightsAmong(std::size_t first, std::size_t second)
    {
        const DataSpace& a = m_spaces[first];
        const DataSpace& b = m_spaces[second];
        if (a.slides() != b.slides())
            return a.slides() ? second : first;
        for (const std::size_t i : {first, second})
            if (contains(m_spaces[i].name, {"weight", "filter", "kernel"}))
                return i;
        if (contains(a.name, {"input", "ifmap", "activation"}))
            return second;
        if (contains(b.name, {"input", "ifmap", "activation"}))
            return first;
        const std::string chosen =
            m_notes.ask({"weights",
                         "Which tensor holds the weights?",
                         {{b.name, "the second one that is read"}, {a.name, "the first one that is read"}},
                         b.name});
        return chosen == a.name ? first : second;
    }

    void setRole(TensorRole role, std::size_t space)
    {
        m_roles[role] = space;
        m_shape.names.tensors[m_spaces[space].name] = role;
    }

    const DataSpace& space(TensorRole role) const { return m_spaces[m_roles[role]]; }

    void place(const std::string& name)
    {
        const bool w = space(TensorRole::Weights).has(name);
        const bool i = space(TensorRole::Inputs).has(name);
        const bool o = space(TensorRole::Outputs).has(name);
        const auto found = w && i && o ? LoopDimension::G : w && o ? LoopDimension::K : dimensionOfInputs(name, w, o);
        if ((!w && !o) || (!i && w != o) || (!i && !w))
            return m_notes.fail(m_map.line(), m_map.pathOf("dimensions"),
                                inQuotes(name) + " is a dimension of one tensor only; no loop of a layer is like that");
        for (const auto& [other, dimension] : m_shape.names.dimensions)
            if (dimension == found) {
                if (found == LoopDimension::R || found == LoopDimension::S || found == LoopDimension::P
                    || found == LoopDimension::Q)
                    return m_notes.fail(m_map.line(), m_map.path(), "more than two dimensions slide over the inputs");
                m_notes.assume(m_map.line(), m_map.pathOf("dimensions"),
                               name + " and " + other + " are counted together as " + letter(found));
            }
        m_shape.names.dimensions[name] = found;
    }

    /// Of weights and inputs, or of inputs and outputs: sliding ones by the window they belong to.
    LoopDimension dimensionOfInputs(const std::string& name, bool inWeights, bool inOutputs)
    {
        int window = 0;
        for (const Rank& rank : space(TensorRole::Inputs).ranks) {
            if (rank.size() < 2)
                continue;
            for (const Product& product : rank) {
                if (product.dimension != name)
                    continue;
                (inWeights ? m_shape.dilationOf : m_shape.strideOf)[name] = product.coefficient;
                if (window > 1 || rank.size() > 2)
                    m_notes.fail(m_map.line(), m_map.path(), "more than two dimensions slide over the inputs");
                // Windows go by their place, but names that say which one they are go first.
                const bool isSecond = name == "S" || name == "Q" || (window == 1 && name != "R" && name != "P");
                return inWeights ? (isSecond ? LoopDimension::S : LoopDimension::R)
                                 : (isSecond ? LoopDimension::Q : LoopDimension::P);
            }
            ++window;
        }
        if (inWeights)
            return LoopDimension::C;
        if (inOutputs && name == "P")
            return LoopDimension::P;
        return inOutputs && name == "Q" ? LoopDimension::Q : LoopDimension::N;
    }

    ImportMap m_map;
    ImportNotes& m_notes;
    ProblemShape m_shape;
    std::vector<DataSpace> m_spaces;
    PerTensor<std::size_t> m_roles{};
};

} // namespace

ProblemShape readShape(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    return ShapeReader(node, path, notes).run();
}

} // namespace nestloom::io::timeloop
