// SPDX-License-Identifier: Apache-2.0
#include "engine/io/vector_json.h"

namespace nestloom::io {

template <typename Cost>
static void describeFigures(JsonFields& fields, Cost& cost)
{
    fields.field("operations", cost.operations);
    fields.field("cycles", cost.cycles);
    fields.field("energy_pj", cost.energy);
    fields.field("data_energy_pj", cost.dataEnergy);
    fields.field("read_bytes", cost.read);
    fields.field("written_bytes", cost.written);
}

void describe(JsonFields& fields, cost::OperatorCost& cost)
{
    fields.field("name", cost.name);
    fields.field("type", cost.type);
    fields.field("fused", cost.fused);
    describeFigures(fields, cost);
}

void describe(JsonFields& fields, cost::VectorSums& sums)
{
    fields.field("operators", sums.operators);
    describeFigures(fields, sums);
    fields.field("not_costed", sums.leftOut);
}

} // namespace nestloom::io
