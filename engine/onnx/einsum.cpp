// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/einsum.h"

#include "engine/onnx/refusal.h"

#include <algorithm>
#include <map>

namespace nestloom::onnx {

namespace {

struct Equation {
    std::string first, second, result;
};

/// The result of an equation that does not state it: letters that appear once, in the order of the alphabet.
std::string lettersOnce(const std::string& equation)
{
    std::string once;
    for (const char letter : equation)
        if (letter != ',' && std::ranges::count(equation, letter) == 1)
            once += letter;
    std::ranges::sort(once);
    return once;
}

Equation parse(std::string equation)
{
    equation.erase(std::remove(equation.begin(), equation.end(), ' '), equation.end());
    if (equation.find("->") == std::string::npos)
        equation += "->" + lettersOnce(equation);
    const std::size_t comma = equation.find(','), arrow = equation.find("->");
    if (comma == std::string::npos || arrow < comma || equation.find(',', comma + 1) != std::string::npos
        || equation.find('.') != std::string::npos)
        refuse("only equations of two inputs like 'bik,bkj->bij' are understood, without '...'");
    return {equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1), equation.substr(arrow + 2)};
}

using Letters = std::map<char, std::int64_t>;

Letters lettersOf(const std::string& written, const Shape& shape)
{
    if (written.size() != shape.size())
        refuse("the equation has " + std::to_string(written.size()) + " letters for a tensor of shape " + text(shape));
    Letters letters;
    for (std::size_t i = 0; i < written.size(); ++i)
        if (!letters.emplace(written[i], shape[i]).second)
            refuse("a letter is repeated within one tensor");
    return letters;
}

} // namespace

Einsum readEinsum(const NodeView& node)
{
    const Equation equation = parse(node.text("equation", ""));
    if (node.inputCount() != 2)
        refuse("only two inputs are understood");
    const Letters first = lettersOf(equation.first, node.shape(0)), second = lettersOf(equation.second, node.shape(1));
    Einsum einsum;
    const auto isInResult = [&](char letter) { return equation.result.find(letter) != std::string::npos; };
    for (const auto& [letter, extent] : first) {
        const auto other = second.find(letter);
        if (other != second.end() && other->second != extent)
            refuse("the letter '" + std::string(1, letter) + "' stands for two sizes");
        if (other == second.end() && !isInResult(letter))
            refuse("a letter appears in one input only");
        (other == second.end() ? einsum.rows : isInResult(letter) ? einsum.groups : einsum.contracted) *= extent;
    }
    // Groups whose matrices are copies on one side are one group, with more rows or columns.
    for (const auto& [letter, extent] : first) {
        if (!second.contains(letter) || !isInResult(letter))
            continue;
        const std::int64_t left = node.input(0).copiesAlong(equation.first.find(letter)),
                           right = node.input(1).copiesAlong(equation.second.find(letter));
        if ((left == 1) == (right == 1))
            continue;
        einsum.groups /= left * right;
        (right > 1 ? einsum.rows : einsum.columns) *= left * right;
    }
    for (const auto& [letter, extent] : second) {
        if (first.contains(letter))
            continue;
        if (!isInResult(letter))
            refuse("a letter appears in one input only");
        einsum.columns *= extent;
    }
    for (const char letter : equation.result) {
        const auto left = first.find(letter), right = second.find(letter);
        if (left == first.end() && right == second.end())
            refuse("the result has a letter that no input has");
        einsum.output.push_back(left != first.end() ? left->second : right->second);
    }
    return einsum;
}

} // namespace nestloom::onnx
