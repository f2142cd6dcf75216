// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::cost {

enum class Unit {
    None, // a number, a ratio
    Cycles,
    Picojoules,
    PicojouleSeconds,
    Seconds,
    CyclesPerSecond,
    Bytes,
    Elements,
    Accesses,
    Macs,
    MacUnits,
    Instances,
    Iterations,
    BytesPerElement,
    BytesPerCycle,
    ElementsPerAccess,
    PicojoulesPerAccess,
    PicojoulesPerMac,
    BytesPerSecond,
    PicojoulesPerCycle,
    Flits,
    PicojoulesPerFlit,
    MacsPerSecond,
    MacsPerByte,
    SquareMicrometres,
    Watts,
};
std::string_view name(Unit unit); // "cycles", "pJ", "B/cycle", ...; empty for None

/// A figure with what it is made of: a tree whose leaves are inputs. Every node has its reported value; computed()
/// makes the value again from the parts, and both agree within rounding.
struct Formula {
    enum class Operation {
        Given, // an input; `source` says from where. Its parts, if any, are what it depends on by a rule of many lines
        Sum,   // parts may be negative
        Product,
        Quotient, // the first part by the second
        Maximum,
        RoundedUp, // the only part, up to a whole number
        Above,     // the first part by the second, less 1
    };
    std::string name; // "DRAM read", "weights: elements read"
    double value = 0;
    Unit unit = Unit::None;
    Operation operation = Operation::Given;
    std::vector<Formula> parts;
    std::string
        source; // of an input: "the accelerator says so", "loop of the mapping"; of others a remark, may be empty
};

/// The value of `formula.operation` on the values of its parts; the own value of an input.
double computed(const Formula& formula);

/// "4,096 B": the value with its unit, digits grouped.
std::string quantity(const Formula& formula);
/// "4,096 B / 10 B/cycle": what is computed from the parts' values; empty for an input.
std::string rightSide(const Formula& formula);
/// "DRAM read = 410 cycles = 4,096 B / 10 B/cycle", one level deep, exact numbers; inputs are "name = 10 B/cycle
/// (source)".
std::string oneLine(const Formula& formula);
/// The whole tree as indented text, at most `depth` levels below the root.
std::string asText(const Formula& formula, int depth = 16);

// Short ways to write a tree.
Formula given(std::string name, double value, Unit unit, std::string source);
Formula made(std::string name, Unit unit, Formula::Operation operation, std::vector<Formula> parts);

} // namespace nestloom::cost
