// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelforge/read_workload.h"

#include "engine/io/accelforge/einsum.h"
#include "engine/io/script/value.h"
#include "engine/io/text.h"
#include "engine/workload/matrix_product.h"

#include <algorithm>
#include <set>

namespace nestloom::io::accelforge {

using namespace script;

using timeloop::ImportMap;
using timeloop::ImportNotes;
using YamlKind = YamlNode::Kind;
using enum workload::LoopDimension;

namespace {

/// The two factors and the output of a product.
struct Product {
    const Access* input = nullptr;
    const Access* weight = nullptr;
    const Access* output = nullptr;
};

using Sizes = std::map<std::string, std::int64_t>;

bool uses(const Access& access, const std::string& variable)
{
    return std::ranges::any_of(access.indices, [&](const Index& index) {
        return std::ranges::any_of(index.terms, [&](const Term& term) { return term.variable == variable; });
    });
}

bool isWindow(const Index& index) { return index.terms.size() > 1 || index.terms.front().factor > 1; }

class WorkloadReader {
public:
    WorkloadReader(const YamlNode* renames, ImportNotes& notes) : m_notes(notes) { readDefaults(renames); }

    Workload run(const YamlNode& node, const std::string& name)
    {
        ImportMap map(node, "workload", m_notes);
        map.find("version");
        readSizes(map);
        if (const YamlNode* list = map.find("einsums"))
            readEinsums(*list, "workload.einsums");
        map.find("persistent_tensors"); // every network keeps its weights outside
        m_bitsPerValue = map.find("bits_per_value");
        refuseRest(map);
        findIntermediates();
        m_graph.name = name;
        Workload result;
        for (const Einsum& einsum : m_einsums)
            if (!m_notes.error())
                add(einsum);
        for (const TensorRole role : kTensorRoles)
            result.bits[role] = m_bits[role] > 0 ? m_bits[role] : 8;
        result.network = workload::networkOf(std::move(m_graph), "imported from AccelForge");
        if (!m_notes.error())
            for (const workload::Finding& finding : workload::check(result.network))
                m_notes.fail(node.line, finding.key, finding.message);
        return result;
    }

private:
    void readDefaults(const YamlNode* renames)
    {
        const YamlNode* list = renames ? renames->find("einsums") : nullptr;
        if (!list)
            return;
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            ImportMap map(list->items[i], "renames.einsums[" + std::to_string(i) + "]", m_notes);
            const std::string name = map.text("name");
            const YamlNode* accesses = map.find("tensor_accesses");
            map.find("rank_variables");
            refuseRest(map);
            if (accesses)
                m_renames[name] = readRenames(*accesses, map.pathOf("tensor_accesses"), m_notes);
        }
    }

    void readSizes(ImportMap& map)
    {
        if (const YamlNode* ranks = map.find("rank_sizes"))
            readRanks(*ranks);
        if (const YamlNode* shape = map.find({"iteration_space_shape", "shape"}))
            readBounds(*shape, map.pathOf("iteration_space_shape"), m_bounds, m_notes);
    }

    /// Sizes may be expressions of other ranks.
    void readRanks(const YamlNode& ranks)
    {
        constexpr int kPasses = 4;
        Scope scope;
        for (int pass = 0; pass < kPasses; ++pass)
            for (std::size_t i = 0; i < ranks.keys.size(); ++i) {
                const auto size = evaluateWhole(ranks.items[i].scalar, scope, timeloop::kMaxWhole);
                if (size) {
                    scope.values[ranks.keys[i]] = Value::of(double(*size));
                    m_ranks[ranks.keys[i]] = *size;
                } else if (pass + 1 == kPasses) {
                    m_notes.fail(ranks.items[i].line, "workload.rank_sizes." + ranks.keys[i], size.error().message);
                }
            }
    }

    /// Lists within the list are those of included files.
    void readEinsums(const YamlNode& list, const std::string& path)
    {
        if (list.kind != YamlKind::List)
            return m_notes.fail(list.line, path, "a list of Einsums belongs here");
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const std::string own = path + "[" + std::to_string(i) + "]";
            if (list.items[i].kind == YamlKind::List)
                readEinsums(list.items[i], own);
            else
                m_einsums.push_back(readEinsum(list.items[i], own, m_notes));
        }
    }

    void findIntermediates()
    {
        std::set<std::string> made, used;
        for (const Einsum& einsum : m_einsums)
            for (const Access& access : einsum.accesses)
                (access.isOutput ? made : used).insert(access.tensor);
        std::ranges::set_intersection(made, used, std::inserter(m_intermediates, m_intermediates.end()));
    }

    /// What names of tensors and sets stand for in an Einsum, renames included.
    Scope scopeOf(const Einsum& einsum)
    {
        Scope scope;
        std::set<std::string> inputs, outputs, intermediates;
        for (const Access& access : einsum.accesses) {
            scope.tensors.insert(access.tensor);
            scope.values[access.tensor] = Value::of(std::set{access.tensor});
            (access.isOutput ? outputs : inputs).insert(access.tensor);
            if (m_intermediates.contains(access.tensor))
                intermediates.insert(access.tensor);
        }
        scope.values["Inputs"] = Value::of(inputs);
        scope.values["Outputs"] = Value::of(outputs);
        scope.values["Intermediates"] = Value::of(intermediates);
        for (const auto& list : {einsum.renames, m_renames[einsum.name], m_renames["default"]})
            for (const std::string name : {"input", "output", "weight"})
                if (const auto found = list.find(name); found != list.end() && !scope.values.contains(name)) {
                    if (const auto names = evaluateNames(found->second, scope))
                        scope.values[name] = Value::of(*names);
                    else
                        m_notes.fail(einsum.line, einsum.path + ".renames." + name, names.error().message);
                }
        return scope;
    }

    std::int64_t bitsOf(const Access& access, Scope& scope, const Einsum& einsum)
    {
        std::optional<std::int64_t> others;
        if (access.bits)
            return std::clamp<std::int64_t>(*access.bits, 1, 1024);
        // Tensors of other Einsums are none of this one.
        scope.ask = [](const std::string&) { return Value::of(std::set<std::string>{}); };
        const YamlNode none;
        for (const TensorBits& widths :
             readTensorBits(m_bitsPerValue ? *m_bitsPerValue : none, "workload.bits_per_value", scope, m_notes))
            if (widths.written == "Other")
                others = widths.bits;
            else if (widths.tensors.contains(access.tensor))
                return widths.bits;
        if (others)
            return *others;
        m_notes.fail(einsum.line, einsum.path, "no bits_per_value is given for " + inQuotes(access.tensor));
        return 8;
    }

    std::int64_t sizeOf(const std::string& variable, const Einsum& einsum)
    {
        if (const auto own = einsum.bounds.find(variable); own != einsum.bounds.end())
            return own->second;
        if (const auto common = m_bounds.find(variable); common != m_bounds.end())
            return common->second;
        std::int64_t least = 0;
        for (const Access& access : einsum.accesses)
            for (const Index& index : access.indices)
                if (const auto rank = m_ranks.find(index.rank);
                    rank != m_ranks.end() && !isWindow(index) && index.terms.front().variable == variable)
                    least = least == 0 ? rank->second : std::min(least, rank->second);
        if (least == 0)
            m_notes.fail(einsum.line, einsum.path, "the size of " + inQuotes(variable) + " is not given");
        return std::max<std::int64_t>(least, 1);
    }

    Sizes sizesOf(const Einsum& einsum)
    {
        Sizes sizes;
        for (const Access& access : einsum.accesses)
            for (const Index& index : access.indices)
                for (const Term& term : index.terms)
                    if (!sizes.contains(term.variable))
                        sizes[term.variable] = sizeOf(term.variable, einsum);
        return sizes;
    }

    /// One that the output has not; empty = it has all.
    static std::string summedVariable(const Access& output, const Sizes& sizes)
    {
        std::set<std::string> kept;
        for (const Index& index : output.indices)
            for (const Term& term : index.terms)
                kept.insert(term.variable);
        const auto left = std::ranges::find_if(sizes, [&](const auto& size) { return !kept.contains(size.first); });
        return left == sizes.end() ? std::string() : left->first;
    }

    void add(const Einsum& einsum)
    {
        const auto isOutput = [](const Access& access) { return access.isOutput; };
        const auto outputs = std::ranges::count_if(einsum.accesses, isOutput);
        if (outputs != 1 || einsum.accesses.size() < 2 || einsum.accesses.size() > 3)
            return m_notes.fail(einsum.line, einsum.path,
                                "an Einsum of one or two tensors into one is understood; this has "
                                    + std::to_string(einsum.accesses.size() - std::size_t(outputs)) + " into "
                                    + std::to_string(outputs));
        Scope scope = scopeOf(einsum);
        const Sizes sizes = sizesOf(einsum);
        Product product;
        product.output = &*std::ranges::find_if(einsum.accesses, isOutput);
        const bool isProduct = einsum.accesses.size() == 3 && !einsum.isSum && !einsum.isCopy;
        if (isProduct)
            findFactors(einsum, scope, product);
        if (einsum.isSum)
            if (const std::string left = summedVariable(*product.output, sizes); !left.empty())
                return m_notes.fail(einsum.line, einsum.path,
                                    "an addition that also sums over " + left + " is not understood");
        std::vector<workload::Layer> layers;
        std::string type = einsum.isCopy ? "copy" : einsum.isSum ? "add" : isProduct ? "mul" : "elementwise";
        if (isProduct && isElementwise(product)) {
            m_notes.assume(einsum.line, einsum.path, "an elementwise product is an operator without a layer");
        } else if (isProduct) {
            type = "einsum";
            layers.push_back(layerOf(einsum, product, sizes));
            for (const auto& [role, access] :
                 {std::pair{TensorRole::Inputs, product.input}, std::pair{TensorRole::Weights, product.weight},
                  std::pair{TensorRole::Outputs, product.output}})
                m_bits[role] = std::max(m_bits[role], bitsOf(*access, scope, einsum));
        }
        if (!m_notes.error())
            addOperator(einsum, type, std::move(layers), product, sizes, scope);
    }

    void findFactors(const Einsum& einsum, const Scope& scope, Product& product)
    {
        std::vector<const Access*> factors;
        for (const Access& access : einsum.accesses)
            if (!access.isOutput)
                factors.push_back(&access);
        const auto isNamed = [&](const std::string& name, const Access* access) {
            const auto found = scope.values.find(name);
            return found != scope.values.end() && found->second.names == std::set{access->tensor};
        };
        for (const bool isSwapped : {false, true}) {
            const Access *first = factors[isSwapped ? 1 : 0], *second = factors[isSwapped ? 0 : 1];
            if (isNamed("input", first) || isNamed("weight", second)) {
                product.input = first;
                product.weight = second;
                return;
            }
        }
        const bool isSwapped =
            m_intermediates.contains(factors[1]->tensor) && !m_intermediates.contains(factors[0]->tensor);
        if (isSwapped)
            std::swap(factors[0], factors[1]);
        product.input = factors[0];
        product.weight = factors[1];
        m_notes.assume(einsum.line, einsum.path,
                       "no rename says which factor is the input; " + inQuotes(factors[0]->tensor) + " is taken, and "
                           + inQuotes(factors[1]->tensor) + " as the weight");
    }

    static bool isElementwise(const Product& product)
    {
        const auto within = [](const Access& a, const Access& b) {
            return std::ranges::all_of(a.indices, [&](const Index& index) {
                return !isWindow(index) && uses(b, index.terms.front().variable);
            });
        };
        return within(*product.output, *product.input) && within(*product.output, *product.weight)
               && within(*product.input, *product.output) && within(*product.weight, *product.output);
    }

    workload::Layer layerOf(const Einsum& einsum, const Product& product, const Sizes& sizes)
    {
        workload::Layer layer;
        layer.name = einsum.name;
        std::set<std::string> done; // variables of windows
        int windows = 0;
        for (const Index& index : product.input->indices)
            if (isWindow(index))
                addWindow(einsum, product, index, sizes, windows++, layer, done);
        for (const Access* access : {product.weight, product.output})
            for (const Index& index : access->indices)
                if (isWindow(index))
                    m_notes.fail(einsum.line, einsum.path, "only the input may have sums of variables");
        for (const auto& [variable, size] : sizes) {
            if (done.contains(variable))
                continue;
            const bool in = uses(*product.input, variable), by = uses(*product.weight, variable),
                       out = uses(*product.output, variable);
            if (in + by + out < 2) {
                m_notes.fail(einsum.line, einsum.path,
                             "the variable " + inQuotes(variable) + " is of one tensor only; no layer has such a loop");
                continue;
            }
            const workload::LoopDimension d = !in ? K : !out ? C : by ? G : windows == 0 ? P : N;
            if (__builtin_mul_overflow(layer.bounds[d], size, &layer.bounds[d]))
                m_notes.fail(einsum.line, einsum.path, "the sizes multiply to more than 64 bits");
        }
        return windows > 0 ? layer
                           : workload::matrixProduct(
                               einsum.name, {layer.bounds[P], layer.bounds[K], layer.bounds[C], layer.bounds[G]});
    }

    /// A sum of a variable of the output and one of the weight: pixels and taps.
    void addWindow(const Einsum& einsum, const Product& product, const Index& index, const Sizes& sizes, int number,
                   workload::Layer& layer, std::set<std::string>& done)
    {
        const Term* pixel = nullptr;
        const Term* tap = nullptr;
        for (const Term& term : index.terms) {
            const bool by = uses(*product.weight, term.variable), out = uses(*product.output, term.variable);
            const Term*& place = out ? pixel : tap;
            if (by == out || place || !done.insert(term.variable).second)
                return m_notes.fail(einsum.line, einsum.path,
                                    "the sum over " + inQuotes(index.rank)
                                        + " is no window: one variable of the output, one of the weight");
            place = &term;
        }
        if (number > 1)
            return m_notes.fail(einsum.line, einsum.path, "a layer has at most two windows");
        if (pixel) {
            layer.bounds[number == 0 ? P : Q] = sizes.at(pixel->variable);
            (number == 0 ? layer.strideP : layer.strideQ) = pixel->factor;
        }
        if (tap) {
            layer.bounds[number == 0 ? R : S] = sizes.at(tap->variable);
            (number == 0 ? layer.dilationR : layer.dilationS) = tap->factor;
        }
    }

    std::vector<std::int64_t> shapeOf(const Access& access, const Sizes& sizes) const
    {
        std::vector<std::int64_t> shape;
        for (const Index& index : access.indices) {
            double extent = 1;
            for (const Term& term : index.terms)
                extent += double(sizes.at(term.variable) - 1) * double(term.factor);
            shape.push_back(std::int64_t(std::min(extent, double(timeloop::kMaxWhole))));
        }
        return shape;
    }

    /// Bytes of a tensor; too large ones are reported.
    Bytes bytesOf(const std::vector<std::int64_t>& shape, std::int64_t bits, const Einsum& einsum)
    {
        constexpr double kMost = 1e18; // sums stay within 62 bits
        double all = double(bits);
        for (const std::int64_t extent : shape)
            all *= double(extent);
        if (all > kMost)
            m_notes.fail(einsum.line, einsum.path, "a tensor is too large");
        return bytesFor({std::int64_t(std::min(all, kMost))});
    }

    void addOperator(const Einsum& einsum, const std::string& type, std::vector<workload::Layer> layers,
                     const Product& product, const Sizes& sizes, Scope& scope)
    {
        std::vector<TensorId> inputs;
        std::vector<Bytes> parameters;
        std::vector<std::string> shared;
        for (const Access& access : einsum.accesses) {
            if (access.isOutput)
                continue;
            if (!m_made.contains(access.tensor) && &access == product.weight) {
                parameters.push_back(bytesOf(shapeOf(access, sizes), bitsOf(access, scope, einsum), einsum));
                shared.push_back(access.tensor);
                continue;
            }
            if (!m_made.contains(access.tensor))
                make(access, access.tensor + "_in", "input", {}, {}, sizes, scope, einsum);
            inputs.push_back(m_made.at(access.tensor));
        }
        make(*product.output, einsum.name, type, std::move(inputs), std::move(parameters), sizes, scope, einsum);
        m_graph.operators.back().shared = std::move(shared);
        m_graph.operators.back().layers = std::move(layers);
    }

    void make(const Access& access, const std::string& name, const std::string& type, std::vector<TensorId> inputs,
              std::vector<Bytes> parameters, const Sizes& sizes, Scope& scope, const Einsum& einsum)
    {
        const auto shape = shapeOf(access, sizes);
        const std::int64_t bits = bitsOf(access, scope, einsum);
        const TensorId id = workload::append(m_graph, name, type, std::move(inputs), bytesOf(shape, bits, einsum),
                                             std::move(parameters));
        workload::Tensor& tensor = m_graph.tensors[id.value];
        tensor.name = access.tensor;
        tensor.shape = shape;
        tensor.elementBits = int(bits);
        m_made.insert_or_assign(access.tensor, id);
    }

    ImportNotes& m_notes;
    std::map<std::string, std::map<std::string, std::string>> m_renames; // by Einsum, or "default"
    Sizes m_ranks, m_bounds;                                             // of ranks, of variables
    const YamlNode* m_bitsPerValue = nullptr;
    std::vector<Einsum> m_einsums;
    std::set<std::string> m_intermediates;
    std::map<std::string, TensorId> m_made;
    workload::OperatorGraph m_graph;
    PerTensor<std::int64_t> m_bits; // the widest; 0 without products
};

} // namespace

Workload readWorkload(const YamlNode& workload, const YamlNode* renames, const std::string& name, ImportNotes& notes)
{
    return WorkloadReader(renames, notes).run(workload, name);
}

} // namespace nestloom::io::accelforge
