// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What operators that are no layers cost on the vector unit of an accelerator: activations, normalisations, softmax,
/// pooling, elementwise operators, rotary embedding, copies. MODEL.md says what the model leaves out.
namespace nestloom::cost {

/// What an operator of a type does for each element; nothing for a type without a formula.
///   plain     operations that a lane does at its rate
///   special   exp, log, tanh, erf, sin, cos, reciprocals and roots, VectorUnit::specialOperations each
///   of        the elements that are counted
///     Outputs   those of its results
///     Operands  those of its results, for every operand after the first
///     Inputs    those of all tensors it reads: reductions
///     Window    those that each of its results is made of: pooling
///     Copied    none is worked on, all of its results are moved
///     Placed    the same; when fused only addresses differ (concatenation, split)
///     Nothing   the same elements under another shape
struct VectorFormula {
    enum class Of { Outputs, Operands, Inputs, Window, Copied, Placed, Nothing };
    int plain = 0, special = 0;
    Of of = Of::Outputs;
    friend bool operator==(const VectorFormula&, const VectorFormula&) = default;
};
/// By type as operator graphs write it. Operations as in the definitions of ONNX (onnx.ai, operators), with these
/// shortenings: batch normalisation is a multiplication and an addition, as its statistics are constants; layer
/// normalisation takes 7: sum, difference, square, sum of squares, and three to scale and shift; softmax 4 and an exp:
/// maximum, difference, sum, and the product with the reciprocal of the sum. What is done once for a row (a root, a
/// reciprocal) is not counted.
std::optional<VectorFormula> vectorFormula(std::string_view type);

/// One operator, or the softmax within an operator for attention.
struct OperatorCost {
    OperatorId op{};
    std::string name, type;
    double operations = 0;
    bool fused = false;
    Bytes read{}, written{}; // at the outermost level, elements as wide as it keeps them
    Cycles cycles{};         // the larger of operations / (lanes * rate) and bytes / bandwidth
    Picojoules energy{};     // of operations and bytes, with what the accelerator leaks meanwhile
    Picojoules dataEnergy{}; // of the bytes alone
};

/// Sums over the operators of a network.
struct VectorSums {
    std::int64_t operators = 0; // that are costed
    double operations = 0;
    Bytes read{}, written{};
    Cycles cycles{};
    Picojoules energy{}, dataEnergy{};
    std::string leftOut; // what is not costed, and why; a clause, empty = nothing is left out
    friend bool operator==(const VectorSums&, const VectorSums&) = default;
};

/// "49 relu, 1 softmax (the accelerator has no vector unit)": counts of types by reason.
std::string listUncosted(const std::map<std::string, std::map<std::string, int>>& byReason);

/// An operator that costs something and is not costed, with the reason as a clause.
struct Uncosted {
    OperatorId op{};
    std::string reason;
};

struct VectorCosts {
    std::vector<OperatorCost> operators; // in the order of the graph
    std::vector<Uncosted> uncosted;      // likewise
    VectorSums sums;
};

/// `fuse` says where an operator finds its data.
///   false  every operand is read from the outermost level and every result written there, as layers are costed too.
///          The default of runs: it takes nothing for granted that no mapping has shown to fit, and is an upper figure.
///   true   one that reads what a layer made, or an operator fused into a layer, finds it on chip, and writes its result
///          in that one's place; only other operands move. Concatenations and splits are matters of addresses: of the
///          operands of a concatenation the one made last is on chip, whoever reads the result moves the others.
/// Without a vector unit nothing is costed, and all that costs something is listed. Of a network that is a list of
/// layers nothing is known: `leftOut` says so.
VectorCosts vectorCosts(const hardware::Accelerator& accelerator, const workload::Network& network, bool fuse);

} // namespace nestloom::cost
