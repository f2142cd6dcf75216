// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/design_import.h"

namespace nestloom::mapping {

std::string_view name(ImportRemark::Kind kind)
{
    switch (kind) {
    case ImportRemark::Kind::Assumed: return "assumed";
    case ImportRemark::Kind::Ignored: return "ignored";
    case ImportRemark::Kind::Refused: return "refused";
    }
    return "ignored";
}

} // namespace nestloom::mapping
