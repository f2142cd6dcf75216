// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/field_text.h"

#include "engine/base/number_words.h"
#include "engine/io/quantity.h"

#include <cmath>

namespace nestloom::report {

std::string fieldText(explore::FieldKind kind, double value)
{
    switch (kind) {
    case explore::FieldKind::Bytes: return io::text(Bytes{std::int64_t(value)});
    case explore::FieldKind::BytesPerCycle: return io::text(BytesPerCycle{value});
    case explore::FieldKind::BytesPerSecond: return io::text(BytesPerSecond{value});
    case explore::FieldKind::Picojoules: return io::text(Picojoules{value});
    case explore::FieldKind::Hertz: return io::text(Hertz{value});
    case explore::FieldKind::Bits: return io::text(Bits{std::int64_t(value)});
    case explore::FieldKind::Count: break;
    }
    return grouped(std::int64_t(std::llround(value)));
}

} // namespace nestloom::report
