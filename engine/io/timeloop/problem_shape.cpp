// SPDX-License-Identifier: Apache-2.0
#include "engine/io/in_quotes.h"
#include "engine/io/timeloop/read_problem.h"

#include <algorithm>
#include <cctype>

namespace nestloom::io::timeloop {

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
        return std::any_of(ranks.begin(), ranks.end(), [](const Rank& rank) { return rank.size() > 1; });
    }
};

bool contains(std::string text, const std::initializer_list<std::string_view> parts)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::any_of(parts.begin(), parts.end(), [&](auto part) { return text.find(part) != std::string::npos; });
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
        m_map.find("version");
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
                    || !std::all_of(parts.begin(), parts.end(), isScalar))
                    return refuse(rank.line);
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
        return true;
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
