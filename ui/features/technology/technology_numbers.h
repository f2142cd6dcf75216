// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/technology.h"
#include "ui/ports/session.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// What a number of a technology is of. The order is that of the table.
enum class NumberKind { Mac, Registers, Sram, Dram, Hop, RegistersArea, SramArea, MacArea };

/// One number of a technology: its kind, and which one of several.
struct NumberPlace {
    NumberKind kind = NumberKind::Mac;
    std::size_t index = 0;
    friend bool operator==(const NumberPlace&, const NumberPlace&) = default;
};

struct TechnologyNumber {
    NumberPlace place;
    std::optional<double> size;  // B of a memory, bit of operands; nothing where there is none
    std::optional<double> value; // pJ, um2; nothing = not stated
    QString source;              // its own; empty = that of the table
};

/// Every number that can be stated, in the order of the table; of memories behind a formula one line each.
std::vector<TechnologyNumber> numbersOf(const hardware::Technology& technology);

bool hasSize(NumberKind kind);
bool hasSeveral(NumberKind kind); // one for each size
bool isPerWord(NumberKind kind);  // of a word of the table's width
bool isMemory(NumberKind kind);   // a formula may stand in its place
QuantityKind sizeQuantity(NumberKind kind);
QuantityKind valueQuantity(NumberKind kind);
QString numberName(NumberKind kind); // "SRAM, one word"

inline const QString kOwnValue = QStringLiteral("own value"); // the source of a changed number; kept in files

// The technology with one number changed. Numbers of several sizes stay in ascending order.
/// Nothing as a value takes the number out. `source` replaces that of the number.
hardware::Technology withValue(hardware::Technology technology, NumberPlace place, std::optional<double> value,
                               const QString& source);
hardware::Technology withSize(hardware::Technology technology, NumberPlace place, double size);
hardware::Technology withSource(hardware::Technology technology, NumberPlace place, const QString& source);
/// Another size: twice the largest, at the energy that the table gives for it already.
hardware::Technology withAnother(hardware::Technology technology, NumberKind kind);
hardware::Technology without(hardware::Technology technology, NumberPlace place);

} // namespace nestloom::ui
