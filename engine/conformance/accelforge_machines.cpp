// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/accelforge_machines.h"

#include "engine/hardware/energy_table.h"

#include <span>

namespace nestloom::conformance {

using namespace hardware;

namespace {

constexpr TensorSet kWeights = TensorSet::of(TensorRole::Weights);
constexpr TensorSet kInputs = TensorSet::of(TensorRole::Inputs);
constexpr TensorSet kOutputs = TensorSet::of(TensorRole::Outputs);

constexpr std::string_view kAny, kNotWeights = "P Q N", kNotOutputs = "R S C", kNotInputs = "K";

/// A memory, or with `fanoutOnly` another fan-out of the memory before it.
struct Memory {
    std::string_view name;
    std::int64_t bits = 0; // 0 = unbounded; kOneValue = as wide as a value
    TensorSet keeps = {};
    double read = 0, write = 0;  // J per bit
    double bitsPerSecond = 0;    // of one instance, reads and writes together; 0 = unlimited
    double writtenPerSecond = 0; // bits; above 0: on a port of their own, and `bitsPerSecond` is that of reads
    double leaks = 0;            // W, one instance
    std::int64_t fanout = 1;
    std::string_view spread = kAny; // loops that may run over the children
    bool fanoutOnly = false;
    std::int64_t wider = 1; // bits of a stored value over those of the value
    TensorSet multicast = TensorSet::all();
};
constexpr std::int64_t kOneValue = -1;

struct Machine {
    std::string_view name;
    std::span<const Memory> memories;
    TensorSet mustKeep = {}, mayKeep = {}; // of the second memory
    double macsPerSecond = 1;
    double macEnergy = 0; // J
    double macLeaks = 0;  // W, one unit
    bool isUnitCost = false;
};

constexpr double kUnit = 1 / kPicojoulesPerJoule; // costs 1 in pJ

constexpr Memory kSimple[] = {
    {.name = "main_memory", .keeps = TensorSet::all(), .read = kUnit, .write = kUnit},
    {.name = "global_buffer", .read = kUnit, .write = kUnit},
};
constexpr Memory kSnowcat[] = {
    {.name = "main_memory", .keeps = TensorSet::all(), .read = kUnit, .write = kUnit},
    {.name = "global_buffer", .bits = 1'000'000'000'000'000},
};
constexpr Memory kEyeriss[] = {
    {.name = "main_memory", .keeps = TensorSet::all(), .read = 8e-12, .write = 8e-12, .bitsPerSecond = 3355443200},
    {.name = "global_buffer",
     .bits = 1048576,
     .read = 9.056430298994264e-11 / 64,
     .write = 9.122346940403464e-11 / 64,
     .bitsPerSecond = 64 * 32 / 5e-9,
     .leaks = 2.5508039081958506e-4,
     .fanout = 14,
     .spread = kNotWeights},
    {.name = "array_rows", .fanout = 12, .spread = kNotOutputs, .fanoutOnly = true},
    {.name = "input_scratchpad",
     .bits = 192,
     .keeps = kInputs,
     .read = 2.2733893884485344e-14,
     .write = 3.1554801000964905e-14,
     .bitsPerSecond = 9846153846.153845,
     .leaks = 4.3815839033400895e-7},
    {.name = "weight_scratchpad",
     .bits = 3072,
     .keeps = kWeights,
     .read = 4.0152965248454046e-14,
     .write = 6.235570339922515e-14,
     .bitsPerSecond = 34461538461.53846,
     .leaks = 7.663684917510134e-7},
    {.name = "output_scratchpad",
     .bits = 256,
     .keeps = kOutputs,
     .read = 2.6247402328781873e-14,
     .write = 3.728731056542402e-14,
     .bitsPerSecond = 9846153846.153845,
     .leaks = 4.4143907783400897e-7},
};
constexpr Memory kSimba[] = {
    {.name = "main_memory", .keeps = TensorSet::all(), .read = 8e-12, .write = 8e-12, .bitsPerSecond = 3355443200},
    {.name = "global_buffer",
     .bits = 524288,
     .read = 8.294876234356374e-14,
     .write = 9.034393027274906e-14,
     .bitsPerSecond = 1.8125e12,
     .leaks = 9.50865964351506e-6,
     .fanout = 16},
    {.name = "input_buffer",
     .bits = 65536,
     .keeps = kInputs,
     .read = 9.645592307867024e-15,
     .write = 2.0688423349341654e-14,
     .bitsPerSecond = 6.4e11,
     .leaks = 1.2069544874830208e-6},
    {.name = "weight_buffer",
     .bits = 262144,
     .keeps = kWeights,
     .read = 6.681971929354662e-14,
     .write = 6.873086384000309e-14,
     .bitsPerSecond = 1.28e12,
     .leaks = 1.2611510646849734e-5},
    {.name = "accumulation_buffer",
     .bits = 24576,
     .keeps = kOutputs,
     .read = 7.074774077633321e-15,
     .write = 1.3827004365611064e-14,
     .bitsPerSecond = 3.925e11,
     .leaks = 6.034779422382222e-7,
     .fanout = 8,
     .spread = kNotOutputs,
     .wider = 3},
    {.name = "array_columns", .fanout = 8, .spread = kNotInputs, .fanoutOnly = true},
    {.name = "register", .bits = kOneValue, .keeps = kWeights},
};

constexpr Memory kTpuV4i[] = {
    {.name = "main_memory", .keeps = TensorSet::all(), .read = 7.03e-12, .write = 7.03e-12, .bitsPerSecond = 4.912e12},
    {.name = "global_buffer",
     .bits = 1073741824,
     .read = 1.88e-12,
     .write = 2.36e-12,
     .bitsPerSecond = 1.6384e13,
     .writtenPerSecond = 8.192e12,
     .fanout = 4,
     .multicast = {}},
    {.name = "local_buffer",
     .bits = 33554432,
     .keeps = kInputs.with(TensorRole::Outputs),
     .read = 2.49e-13,
     .write = 2.93e-13,
     .fanout = 128,
     .spread = kNotInputs},
    {.name = "array_rows", .fanout = 128, .spread = kNotOutputs, .fanoutOnly = true},
    {.name = "register", .bits = kOneValue, .keeps = kWeights},
};

constexpr Machine kMachines[] = {
    {.name = "simple", .memories = kSimple, .mayKeep = TensorSet::all(), .macEnergy = kUnit, .isUnitCost = true},
    {.name = "snowcat", .memories = kSnowcat, .mustKeep = TensorSet::all(), .isUnitCost = true},
    {.name = "eyeriss",
     .memories = kEyeriss,
     .mayKeep = TensorSet::all(),
     .macsPerSecond = 200e6,
     .macEnergy = 1.2813796807700769e-12,
     .macLeaks = 8.851870775236185e-6},
    {.name = "simba",
     .memories = kSimba,
     .mustKeep = kInputs.with(TensorRole::Outputs),
     .macsPerSecond = 2.5e9,
     .macEnergy = 1.7924412301183831e-13,
     .macLeaks = 1.2382323818087997e-6},
    {.name = "tpu_v4i",
     .memories = kTpuV4i,
     .mayKeep = TensorSet::all(),
     .macsPerSecond = 1.05e9,
     .macEnergy = 8.4e-14},
};

BufferLevel levelOf(const Memory& memory, std::int64_t bits)
{
    BufferLevel level;
    const std::int64_t stored = bits * memory.wider;
    level.name = memory.name;
    level.keeps = memory.keeps;
    if (memory.bits != 0)
        level.capacity = bytesFor({memory.bits == kOneValue ? bits : memory.bits});
    for (const TensorRole role : kTensorRoles)
        level.elementBits[role] = {stored};
    level.accessEnergy = Picojoules{memory.read * double(stored) * kPicojoulesPerJoule};
    level.fillEnergy = Picojoules{memory.write * double(stored) * kPicojoulesPerJoule};
    level.ports = 1;
    if (memory.bitsPerSecond > 0)
        level.readBandwidth = level.writeBandwidth = BytesPerSecond{memory.bitsPerSecond / 8};
    if (memory.writtenPerSecond > 0) {
        level.ports = 2;
        level.writeBandwidth = BytesPerSecond{memory.writtenPerSecond / 8};
    }
    level.fanout = {memory.fanout, 1};
    level.multicast = memory.multicast;
    return level;
}

/// `known` with what its second memory keeps still open.
Accelerator acceleratorOf(const Machine& known, std::int64_t bits)
{
    Accelerator accelerator;
    accelerator.name = known.name;
    accelerator.clock = {known.macsPerSecond};
    accelerator.macEnergy = {known.macEnergy * kPicojoulesPerJoule};
    accelerator.macBits = {bits};
    for (const Memory& memory : known.memories) {
        accelerator.levels.push_back(levelOf(memory, bits));
        if (memory.spread != kAny)
            accelerator.constraints.push_back(std::string(memory.name) + ": spatial only "
                                              + std::string(memory.spread));
        if (memory.fanoutOnly)
            accelerator.constraints.push_back(std::string(memory.name) + ": no temporal");
    }
    return accelerator;
}

/// All sets with these tensors and some of those.
std::vector<TensorSet> setsBetween(TensorSet least, TensorSet more)
{
    std::vector<TensorSet> sets{least};
    for (const TensorRole role : kTensorRoles)
        if (more.contains(role))
            for (std::size_t i = 0, end = sets.size(); i < end; ++i)
                sets.push_back(sets[i].with(role));
    return sets;
}

} // namespace

std::optional<AccelforgeMachine> accelforgeMachine(std::string_view name, std::int64_t bits)
{
    for (const Machine& known : kMachines) {
        if (known.name != name)
            continue;
        AccelforgeMachine machine;
        machine.isUnitCost = known.isUnitCost;
        machine.macsPerSecond = known.macsPerSecond;
        Accelerator accelerator = acceleratorOf(known, bits);
        machine.leakedWatts = known.macLeaks * double(accelerator.macUnits());
        for (std::size_t i = 0; i < known.memories.size(); ++i)
            machine.leakedWatts += known.memories[i].leaks * double(accelerator.instances(i));
        for (const TensorSet keeps : setsBetween(known.mustKeep, known.mayKeep)) {
            accelerator.levels[1].keeps = keeps;
            machine.choices.push_back(accelerator);
        }
        return machine;
    }
    return std::nullopt;
}

} // namespace nestloom::conformance
