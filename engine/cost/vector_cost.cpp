// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/vector_cost.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::cost {

namespace {

using Of = VectorFormula::Of;
using workload::Operator;

struct Rule {
    std::string_view type;
    VectorFormula formula;
};

constexpr std::string_view kSoftmax = "softmax";
constexpr std::string_view kNoUnit = "the accelerator has no vector unit";
constexpr std::string_view kNoFormula = "no formula says what they cost";

constexpr Rule kRules[]{
    // x < 0 ? 0 : x and the like
    {"relu", {1}},
    {"abs", {1}},
    {"neg", {1}},
    {"sign", {1}},
    {"floor", {1}},
    {"ceil", {1}},
    {"round", {1}},
    {"not", {1}},
    {"bitwisenot", {1}},
    {"cast", {1}},
    {"castlike", {1}},
    {"where", {1}},
    {"thresholdedrelu", {1}},
    {"relu6", {2}},
    {"clip", {2}},
    {"leakyrelu", {2}},
    {"prelu", {2}},
    {"hardsigmoid", {4}},    // a x + b, clipped
    {"hardswish", {5}},      // x hardsigmoid(x)
    {"quantizelinear", {5}}, // product, rounding, zero point, clipped
    // with special functions
    {"exp", {0, 1}},
    {"log", {0, 1}},
    {"erf", {0, 1}},
    {"sqrt", {0, 1}},
    {"reciprocal", {0, 1}},
    {"sin", {0, 1}},
    {"cos", {0, 1}},
    {"tan", {0, 1}},
    {"atan", {0, 1}},
    {"tanh", {0, 1}},
    {"sigmoid", {1, 2}},   // 1 / (1 + exp(-x))
    {"silu", {2, 2}},      // x sigmoid(x)
    {"swish", {2, 2}},     // the same
    {"quickgelu", {3, 2}}, // x sigmoid(1.702 x)
    {"softsign", {2, 1}},  // x / (1 + |x|)
    {"softplus", {1, 2}},  // log(1 + exp(x))
    {"mish", {2, 3}},      // x tanh(softplus(x))
    {"elu", {3, 1}},       // x < 0 ? a (exp(x) - 1) : x
    {"celu", {4, 1}},      // the same of x / a
    {"selu", {4, 1}},      // the same, scaled
    {"gelu", {4, 1}},      // x / 2 (1 + erf(x / sqrt 2))
    {"biasgelu", {5, 1}},  // of x + b
    {"fastgelu", {8, 1}},  // x / 2 (1 + tanh(a (x + b x x x)))
    {"pow", {1, 2}},       // exp(y log x)
    // two operands and more
    {"add", {1, 0, Of::Operands}},
    {"sub", {1, 0, Of::Operands}},
    {"mul", {1, 0, Of::Operands}},
    {"div", {1, 1, Of::Operands}},
    {"mod", {3, 1, Of::Operands}}, // x - y floor(x / y)
    {"min", {1, 0, Of::Operands}},
    {"max", {1, 0, Of::Operands}},
    {"sum", {1, 0, Of::Operands}},
    {"and", {1, 0, Of::Operands}},
    {"or", {1, 0, Of::Operands}},
    {"xor", {1, 0, Of::Operands}},
    {"equal", {1, 0, Of::Operands}},
    {"less", {1, 0, Of::Operands}},
    {"greater", {1, 0, Of::Operands}},
    {"lessorequal", {1, 0, Of::Operands}},
    {"greaterorequal", {1, 0, Of::Operands}},
    {"bitshift", {1, 0, Of::Operands}},
    {"bitwiseand", {1, 0, Of::Operands}},
    {"bitwiseor", {1, 0, Of::Operands}},
    {"bitwisexor", {1, 0, Of::Operands}},
    {"rotaryembedding", {3}}, // x cos + y sin
    {"resize", {7}},          // four neighbours, weighted and added; nearest ones need less
    {"upsample", {7}},
    // normalisations
    {"batchnorm", {2}},
    {"bn", {2}},
    {"layernorm", {7}},
    {"instancenorm", {7}},
    {"groupnorm", {7}},
    {"skiplayernorm", {8}},       // of x + y
    {"rmsnorm", {4}},             // square, sum, product with the reciprocal of the root, scale
    {"simplifiedlayernorm", {4}}, // the same
    {"meanvariancenorm", {5}},    // neither scale nor shift
    {"lpnorm", {3}},
    {"lrn", {6, 2}}, // square, sum over a window that slides, a s + b, its power, product
    {kSoftmax, {4, 1}},
    {"logsoftmax", {4, 1}},
    {"hardmax", {2}},
    // pooling and reductions
    {"maxpool", {1, 0, Of::Window}},
    {"avgpool", {1, 0, Of::Window}},
    {"lppool", {2, 0, Of::Window}},
    {"globallppool", {2, 0, Of::Window}},
    {"mean", {1, 0, Of::Inputs}},
    {"reducemean", {1, 0, Of::Inputs}},
    {"reducesum", {1, 0, Of::Inputs}},
    {"reducemax", {1, 0, Of::Inputs}},
    {"reducemin", {1, 0, Of::Inputs}},
    {"reduceprod", {1, 0, Of::Inputs}},
    {"reducel1", {2, 0, Of::Inputs}},
    {"reducel2", {2, 0, Of::Inputs}},
    {"reducesumsquare", {2, 0, Of::Inputs}},
    {"reducelogsum", {1, 0, Of::Inputs}},
    {"reducelogsumexp", {3, 1, Of::Inputs}},
    {"argmax", {1, 0, Of::Inputs}},
    {"argmin", {1, 0, Of::Inputs}},
    {"cumsum", {1, 0, Of::Inputs}},
    {"elementwise", {1, 0, Of::Inputs}}, // an Einsum of one tensor
    // moved, not worked on
    {"copy", {0, 0, Of::Copied}},
    {"transpose", {0, 0, Of::Copied}},
    {"permute", {0, 0, Of::Copied}},
    {"pad", {0, 0, Of::Copied}},
    {"expand", {0, 0, Of::Copied}},
    {"tile", {0, 0, Of::Copied}},
    {"gather", {0, 0, Of::Copied}},
    {"gatherelements", {0, 0, Of::Copied}},
    {"gathernd", {0, 0, Of::Copied}},
    {"reorg", {0, 0, Of::Copied}},
    {"depthtospace", {0, 0, Of::Copied}},
    {"spacetodepth", {0, 0, Of::Copied}},
    {"trilu", {0, 0, Of::Copied}},
    {"reversesequence", {0, 0, Of::Copied}},
    {"concat", {0, 0, Of::Placed}},
    {"split", {0, 0, Of::Placed}},
    {"slice", {0, 0, Of::Placed}},
    {"reshape", {0, 0, Of::Nothing}},
    {"flatten", {0, 0, Of::Nothing}},
    {"squeeze", {0, 0, Of::Nothing}},
    {"unsqueeze", {0, 0, Of::Nothing}},
    {"identity", {0, 0, Of::Nothing}},
    {"dropout", {0, 0, Of::Nothing}},
};

double elements(const workload::Tensor& tensor)
{
    if (tensor.shape.empty())
        return std::ceil(double(tensor.size.count) * 8 / double(std::max(1, tensor.elementBits)));
    double product = 1;
    for (const std::int64_t extent : tensor.shape)
        product *= double(extent);
    return product;
}

/// Elements that an operator moves at the outermost level.
struct Moved {
    double inputs = 0, weights = 0, outputs = 0;
};

/// What of a tensor is on chip: what a layer made, or an operator that is fused into one.
struct OnChip {
    double elements = 0;
    bool othersRead = false; // under another address: its place is not free for a result
};

/// Costs the operators of a graph one after the other.
class Costing {
public:
    Costing(const hardware::Accelerator& accelerator, const workload::OperatorGraph& graph, bool fuse)
        : m_accelerator(accelerator), m_graph(graph), m_fuse(fuse), m_onChip(graph.tensors.size())
    {
    }

    VectorCosts run()
    {
        for (std::size_t i = 0; i < m_graph.operators.size(); ++i) {
            const OperatorId id{std::uint32_t(i)};
            const Operator& op = m_graph.operators[i];
            if (!op.layers.empty())
                addMapped(id, op);
            else if (op.type != "input")
                addOther(id, op);
        }
        sumUp();
        return std::move(m_costs);
    }

private:
    double sum(const std::vector<TensorId>& tensors) const
    {
        double sum = 0;
        for (const TensorId t : tensors)
            sum += elements(m_graph.tensors[t.value]);
        return sum;
    }

    void leaveOut(OperatorId id, std::string_view reason) { m_costs.uncosted.push_back({id, std::string(reason)}); }

    /// An operator with layers: softmax stands between the two products of attention, where it is one operator. Where
    /// the products are operators of their own, the graph has a softmax between them.
    void addMapped(OperatorId id, const Operator& op)
    {
        for (const TensorId t : op.outputs)
            m_onChip[t.value].elements = m_fuse ? elements(m_graph.tensors[t.value]) : 0;
        if (op.type == "lstm" || op.type == "gru" || op.type == "rnn")
            leaveOut(id, "their gates are not costed");
        for (const workload::Layer& layer : op.layers) {
            if (!layer.name.ends_with(".scores") || &layer == &op.layers.back())
                continue;
            const double scores = double(workload::elements(layer, TensorRole::Outputs));
            if (m_accelerator.vectorUnit)
                add(id, layer.name + "." + std::string(kSoftmax), std::string(kSoftmax), *vectorFormula(kSoftmax),
                    scores, m_fuse, m_fuse ? Moved{} : Moved{scores, 0, scores});
            else
                leaveOut(id, kNoUnit);
        }
    }

    void addOther(OperatorId id, const Operator& op)
    {
        const auto formula = vectorFormula(op.type);
        const std::optional<TensorId> at = onChipInput(op);
        if (!formula)
            return leaveOut(id, kNoFormula);
        const bool onlyAddresses = formula->of == Of::Nothing || (m_fuse && formula->of == Of::Placed);
        for (const TensorId t : op.outputs)
            if (at)
                m_onChip[t.value] =
                    onlyAddresses ? handedOn(*at, t) : OnChip{elements(m_graph.tensors[t.value]), false};
        if (onlyAddresses)
            return;
        if (!m_accelerator.vectorUnit)
            return leaveOut(id, kNoUnit);
        add(id, op.name, op.type, *formula, worked(op, *formula), at.has_value(), moved(op, *formula, at));
    }

    bool isFree(TensorId tensor) const
    {
        return !m_onChip[tensor.value].othersRead && m_graph.tensors[tensor.value].consumers.size() == 1;
    }

    /// What is on chip of a result that has another address or shape alone: of a concatenation one operand, of a split
    /// its part.
    OnChip handedOn(TensorId operand, TensorId result) const
    {
        const double from = elements(m_graph.tensors[operand.value]), to = elements(m_graph.tensors[result.value]);
        return {m_onChip[operand.value].elements * (from > 0 ? std::min(1.0, to / from) : 1), !isFree(operand)};
    }

    /// What was made last of all that the operator reads and that is still on chip: it is fused into that.
    std::optional<TensorId> onChipInput(const Operator& op) const
    {
        std::optional<TensorId> last;
        for (const TensorId t : op.inputs)
            if (m_onChip[t.value].elements > 0
                && (!last || m_graph.tensors[t.value].producer > m_graph.tensors[last->value].producer))
                last = t;
        return last;
    }

    double worked(const Operator& op, const VectorFormula& formula) const
    {
        const double outputs = sum(op.outputs);
        switch (formula.of) {
        case Of::Outputs: return outputs;
        case Of::Operands:
            return outputs * double(std::max<std::size_t>(2, op.inputs.size() + op.parameters.size()) - 1);
        case Of::Inputs: return sum(op.inputs);
        case Of::Window: return op.window > 0 ? outputs * double(op.window) : std::max(outputs, sum(op.inputs));
        case Of::Copied:
        case Of::Placed:
        case Of::Nothing: break;
        }
        return 0;
    }

    Moved moved(const Operator& op, const VectorFormula& formula, std::optional<TensorId> at) const
    {
        Moved moved{0, 0, sum(op.outputs)};
        const bool isCopy = formula.of == Of::Copied || formula.of == Of::Placed;
        const double here = at ? m_onChip[at->value].elements : 0;
        if (isCopy) // also of a table that is larger than what is read of it
            moved.inputs = std::max(0.0, moved.outputs - here);
        else
            moved.inputs = sum(op.inputs) - here;
        if (at && isFree(*at))
            moved.outputs = std::max(0.0, moved.outputs - here);
        const int bits = op.outputs.empty() ? 8 : m_graph.tensors[op.outputs[0].value].elementBits;
        for (const Bytes parameter : op.parameters)
            moved.weights += std::ceil(double(parameter.count) * 8 / double(std::max(1, bits)));
        return moved;
    }

    void add(OperatorId id, std::string name, std::string type, const VectorFormula& formula, double count, bool fused,
             const Moved& moved)
    {
        const hardware::VectorUnit& unit = *m_accelerator.vectorUnit;
        OperatorCost cost{id, std::move(name), std::move(type)};
        cost.fused = fused;
        cost.operations = count * double(formula.plain + formula.special * unit.specialOperations);
        const auto bytes = [&](double number, TensorRole role) {
            return number * double(m_accelerator.levels[0].elementBits[role].count) / 8;
        };
        const double read = bytes(moved.inputs, TensorRole::Inputs) + bytes(moved.weights, TensorRole::Weights);
        const double written = bytes(moved.outputs, TensorRole::Outputs);
        cost.read = {std::int64_t(std::ceil(read))};
        cost.written = {std::int64_t(std::ceil(written))};
        const auto time = [](double amount, const std::optional<BytesPerCycle>& rate) {
            return rate ? amount / rate->count : 0.0;
        };
        const double reading = time(read, m_accelerator.readRate(0)),
                     writing = time(written, m_accelerator.writeRate(0));
        const double moving = m_accelerator.hasOnePort(0) ? reading + writing : std::max(reading, writing);
        const double working = cost.operations / (double(unit.lanes) * double(unit.operationsPerCycle));
        cost.cycles = {std::int64_t(std::ceil(std::max(moving, working) - 1e-9))};
        const hardware::AccessEnergies each = hardware::elementEnergies(m_accelerator, 0);
        cost.dataEnergy = each.read * (moved.inputs + moved.weights) + each.update * moved.outputs;
        cost.energy = unit.energy * cost.operations + cost.dataEnergy
                      + hardware::leakagePerCycle(m_accelerator) * double(cost.cycles.count);
        m_costs.operators.push_back(std::move(cost));
    }

    void sumUp()
    {
        VectorSums& sums = m_costs.sums;
        for (const OperatorCost& cost : m_costs.operators) {
            ++sums.operators;
            sums.operations += cost.operations;
            sums.read += cost.read;
            sums.written += cost.written;
            sums.cycles += cost.cycles;
            sums.energy += cost.energy;
            sums.dataEnergy += cost.dataEnergy;
        }
        std::map<std::string, std::map<std::string, int>> byReason;
        for (const Uncosted& one : m_costs.uncosted) {
            const Operator& op = m_graph.operators[one.op.value];
            const bool within = !op.layers.empty() && one.reason == kNoUnit;
            ++byReason[one.reason][within ? std::string(kSoftmax) + " of " + op.type : op.type];
        }
        sums.leftOut = listUncosted(byReason);
    }

    const hardware::Accelerator& m_accelerator;
    const workload::OperatorGraph& m_graph;
    const bool m_fuse;
    std::vector<OnChip> m_onChip; // by tensor
    VectorCosts m_costs;
};

} // namespace

std::optional<VectorFormula> vectorFormula(std::string_view type)
{
    const auto rule = std::ranges::find(kRules, type, &Rule::type);
    return rule == std::end(kRules) ? std::nullopt : std::optional(rule->formula);
}

std::string listUncosted(const std::map<std::string, std::map<std::string, int>>& byReason)
{
    std::string text;
    for (const auto& [reason, types] : byReason) {
        std::string list;
        for (const auto& [type, count] : types)
            list += (list.empty() ? "" : ", ") + std::to_string(count) + " " + type;
        text += (text.empty() ? "" : "; ") + list + " (" + reason + ")";
    }
    return text;
}

VectorCosts vectorCosts(const hardware::Accelerator& accelerator, const workload::Network& network, bool fuse)
{
    if (workload::hasGraph(network))
        return Costing(accelerator, network.graph, fuse).run();
    VectorCosts costs;
    costs.sums.leftOut = "what lies between the layers (the run has layers alone)";
    return costs;
}

} // namespace nestloom::cost
