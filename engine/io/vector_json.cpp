// SPDX-License-Identifier: Apache-2.0
#include "engine/io/vector_json.h"

namespace nestloom::io {

namespace {

template <typename Cost>
void addFigures(Json& json, const Cost& cost)
{
    json["operations"] = numberJson(cost.operations);
    json["cycles"] = cost.cycles.count;
    json["energy_pj"] = numberJson(cost.energy.count);
    json["data_energy_pj"] = numberJson(cost.dataEnergy.count);
    json["read_bytes"] = cost.read.count;
    json["written_bytes"] = cost.written.count;
}

} // namespace

Json toJson(const std::vector<cost::OperatorCost>& operators)
{
    Json list = Json::array();
    for (const cost::OperatorCost& cost : operators) {
        list.push_back({{"name", cost.name}, {"type", cost.type}, {"fused", cost.fused}});
        addFigures(list.back(), cost);
    }
    return list;
}

Json toJson(const cost::VectorSums& sums)
{
    Json json{{"operators", sums.operators}};
    addFigures(json, sums);
    json["not_costed"] = sums.leftOut;
    return json;
}

Result<cost::VectorSums> vectorSumsFromJson(std::string_view text)
{
    TRY(const auto parsed, parseJson(text));
    JsonErrors errors;
    const JsonObject object(parsed, "vector_operators", errors);
    cost::VectorSums sums;
    sums.operators = object.integer("operators");
    sums.operations = object.number("operations");
    sums.cycles = {object.integer("cycles")};
    sums.energy = {object.number("energy_pj")};
    sums.dataEnergy = {object.number("data_energy_pj")};
    sums.read = {object.integer("read_bytes")};
    sums.written = {object.integer("written_bytes")};
    sums.leftOut = object.text("not_costed");
    if (errors.first())
        return *errors.first();
    return sums;
}

} // namespace nestloom::io
