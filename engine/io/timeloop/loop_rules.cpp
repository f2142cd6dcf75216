// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/loop_rules.h"

#include "engine/base/ranges.h"
#include "engine/io/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace nestloom::io::timeloop {

namespace {

using mapping::BoundConstraint;
using mapping::BoundOf;
using mapping::Relation;
using workload::LoopDimension;

/// "R=1 S=1", of a text or a list.
std::string written(const YamlNode& node)
{
    if (node.kind == YamlNode::Kind::Scalar)
        return node.scalar;
    return joinText(node.items, " ", &YamlNode::scalar);
}

/// Reads the keys of one constraint.
class RuleReader {
public:
    RuleReader(ImportMap& map, const ProblemNames& names, std::string target, bool spatial,
               std::vector<LoopRule>& rules)
        : m_map(map), m_names(names), m_target(std::move(target)), m_spatial(spatial), m_rules(rules)
    {
    }

    void run()
    {
        if (const YamlNode* node = m_map.find("factors_only"))
            readFactors(*node, "factors_only", true);
        if (const YamlNode* node = m_map.find("factors"))
            readFactors(*node, "factors", false);
        if (const YamlNode* node = m_map.find("permutation"))
            readOrder(*node);
        for (const std::string_view key : {"no_reuse", "no_multicast_no_reduction"})
            if (const TensorSet copied = m_spatial ? readTensors(m_map, key, m_names) : TensorSet(); !copied.empty()) {
                m_rules.push_back({m_target, {}, m_map.find(key)->line, m_map.pathOf(key), copied});
                break; // Timeloop looks at the second one only if the first is not there
            }
        for (const std::string_view key : {"split", "no_reuse", "no_temporal_reuse", "no_iteration_over_dataspaces",
                                           "must_iterate_over_dataspaces", "min", "max"})
            if (const YamlNode* node = m_spatial && key == "no_reuse" ? nullptr : m_map.find(key))
                ignore(*node, key,
                       key == "split" ? "no constraint here says which loops lie along X: not taken over, and mappings "
                                        "may be allowed that Timeloop forbids"
                                      : "no constraint here says such a thing");
    }

private:
    void ignore(const YamlNode& node, std::string_view key, const std::string& why)
    {
        m_map.notes().ignore(node.line, m_map.pathOf(key),
                             m_target + (m_spatial ? " spatial " : " temporal ") + std::string(key) + " "
                                 + inQuotes(written(node)) + ": " + why);
    }
    void add(const YamlNode& node, std::string_view key, decltype(mapping::Constraint::what) what)
    {
        m_rules.push_back({m_target, {{}, std::move(what)}, node.line, m_map.pathOf(key)});
    }

    /// The loop dimension of a name that has it for itself.
    std::optional<LoopDimension> dimensionOf(const std::string& name) const
    {
        const auto d = m_names.dimension(name);
        const auto same =
            std::ranges::count_if(m_names.dimensions, [&](const auto& other) { return d && other.second == *d; });
        const bool usual = name == "K" || name == "M"; // both stand for output channels when no problem names them
        return same == 1 || (usual && same == 2) ? d : std::nullopt;
    }

    void readFactors(const YamlNode& node, std::string_view key, bool only)
    {
        const auto factors = factorsOf(written(node));
        if (!factors)
            return m_map.notes().fail(node.line, m_map.pathOf(key),
                                      inQuotes(written(node)) + " is no list of factors like C=1 M<=4");
        mapping::LoopsConstraint among{m_spatial, true, {}};
        for (const Factor& factor : *factors) {
            const auto d = dimensionOf(factor.name);
            if (!d) {
                ignore(node, key, inQuotes(factor.name) + " is no dimension of the problem with a loop of its own");
                continue;
            }
            among.dimensions.push_back(*d);
            if (factor.bound && !(factor.relation == Relation::AtLeast && *factor.bound <= 1))
                add(node, key,
                    BoundConstraint{m_spatial ? BoundOf::Spatial : BoundOf::Temporal, d, factor.relation,
                                    *factor.bound == 0 ? std::nullopt : factor.bound});
        }
        if (only && !among.dimensions.empty())
            add(node, key, among);
    }

    /// Innermost first; names that are left out are loops further out.
    void readOrder(const YamlNode& node)
    {
        if (m_spatial)
            return ignore(node, "permutation", "the order of spatial loops makes no difference here");
        mapping::OrderConstraint order{{}, 0};
        for (const std::string& name : readPermutation(m_map)) {
            const auto d = dimensionOf(name);
            if (!d || std::ranges::find(order.dimensions, *d) != order.dimensions.end())
                return ignore(node, "permutation",
                              inQuotes(name) + " is no dimension of the problem with a loop of its own");
            order.dimensions.insert(order.dimensions.begin(), *d);
        }
        if (!order.dimensions.empty())
            add(node, "permutation", order);
    }

    ImportMap& m_map;
    const ProblemNames& m_names;
    const std::string m_target;
    const bool m_spatial;
    std::vector<LoopRule>& m_rules;
};

} // namespace

std::optional<std::vector<Factor>> factorsOf(std::string_view text)
{
    std::vector<Factor> factors;
    const auto take = [&](auto belongs) {
        std::size_t length = 0;
        while (length < text.size() && belongs(text[length]))
            ++length;
        const std::string found(text.substr(0, length));
        text.remove_prefix(length);
        return found;
    };
    const auto isGap = [](char c) { return c == ' ' || c == ','; };
    for (take(isGap); !text.empty(); take(isGap)) {
        Factor factor{
            take([](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }), Relation::Equal, {}};
        take([](char c) { return c == ' '; });
        const std::string sign = take([](char c) { return c == '=' || c == '<' || c == '>'; });
        take([](char c) { return c == ' '; });
        const std::string digits = take([](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
        std::int64_t bound = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
        if (factor.name.empty() || (!digits.empty() && (read.ec != std::errc() || bound > kMaxWhole))
            || (digits.empty() && !sign.empty()))
            return std::nullopt;
        if (!digits.empty()) {
            factor.relation = sign.find('<') != std::string::npos   ? Relation::AtMost
                              : sign.find('>') != std::string::npos ? Relation::AtLeast
                                                                    : Relation::Equal;
            factor.bound = bound + (sign == "<" ? -1 : sign == ">" ? 1 : 0);
        }
        factors.push_back(std::move(factor));
    }
    return factors;
}

TensorSet readTensors(ImportMap& map, std::string_view key, const ProblemNames& names)
{
    TensorSet set;
    if (!map.find(key))
        return set;
    for (const std::string& written : map.texts({key})) {
        if (const auto role = names.tensor(written))
            set = set.with(*role);
        else
            map.notes().fail(map.find(key)->line, map.pathOf(key),
                             inQuotes(written) + " is not a tensor of the problem");
    }
    return set;
}

std::vector<std::string> readPermutation(ImportMap& map)
{
    const YamlNode* node = map.find("permutation");
    if (!node)
        return {};
    if (node->kind == YamlNode::Kind::List)
        return map.texts({"permutation"});
    std::vector<std::string> names;
    for (const char c : scalarOf(*node, map.pathOf("permutation"), map.notes()).value_or(""))
        if (c != ' ' && c != ',')
            names.emplace_back(1, c);
    return names;
}

void readLoopRules(ImportMap& map, const ProblemNames& names, const std::string& target, bool spatial,
                   std::vector<LoopRule>& rules)
{
    RuleReader(map, names, target, spatial, rules).run();
}

} // namespace nestloom::io::timeloop
