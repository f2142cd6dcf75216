// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "tests/app/support/small_inputs.h"
#include "tests/engine/io/accelforge/accelforge_samples.h"
#include "tests/engine/io/timeloop/timeloop_samples.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/onnx_seeds.h"
#include "tests/fuzz/run_command.h"
#include "tests/fuzz/solver_target.h"
#include "tests/fuzz/store_target.h"
#include "tests/places.h"

#include <algorithm>

namespace nestloom::fuzz {

namespace {

namespace fs = std::filesystem;

using Lines = std::vector<const char*>;

const std::string kGraph = R"(network:
  name: graph
  operators:
    - {name: input, type: input, output: {shape: [3, 8, 8]}}
    - {name: conv, type: conv, inputs: [input], output: {name: image, shape: [4, 8, 8], element: 16 bit},
       parameters: [108 B, 4 B], layers: [{R: 3, S: 3, P: 8, Q: 8, C: 3, K: 4}]}
    - {name: relu, type: relu, inputs: [image], output: {shape: [4, 8, 8], element: 16 bit}}
    - name: split
      type: split
      inputs: [image, relu]
      outputs: [{name: left, size: 100 B}, {name: right, shape: [5], size: 2 KiB}]
    - {name: add, type: add, inputs: [left, right], output: {size: 300 B}}
    - {name: end, type: discard, inputs: [add], outputs: []}
)";
const std::string kLayers = R"(network:
  name: kinds
  layers:
    - {name: depthwise, R: 3, S: 3, P: 7, Q: 7, C: 8, K: 8, groups: 8, stride: 2}
    - {name: product, P: 12, C: 16, K: 24}
    - {name: batch, R: 2, S: 2, P: 5, Q: 5, C: 6, K: 10, N: 3, dilation: 2}
)";
const std::string kConstraints = "Buffer: K = 4\nBuffer: spatial only C K\n# a comment\nDRAM: order K ... P\n"
                                 "DRAM: stationary weights\nBuffer: tile R = all\n";
const std::string kTopology =
    "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n"
    "Conv1, 18, 18, 3, 3, 8, 16, 1,\nConv2, 16, 16, 1, 1, 16, 8, 2,\nFC, 1, 1, 1, 1, 64, 10, 1,\n";
const std::string kProducts = "Layer, M, N, K,\nfirst, 32, 16, 64,\nsecond, 8, 128, 32,\n";
const std::string kBuffers = "id,lower,upper,size,alignment,gaps,offset\na,0,20,64,16,3-5 9-12@0:8,\nb,1,2,8,1,,\n"
                             "c,2,9,40,8,,128\nd,4,30,24,1,,\n";
const std::string kFewBuffers = "id,lower,upper,size\n1,0,3,4\n2,3,9,4\n3,0,9,4\n4,9,21,4\n5,0,21,4\n";

std::vector<std::string> presets(const char* kind, std::initializer_list<const char*> names)
{
    std::vector<std::string> texts;
    for (const char* name : names)
        texts.push_back(contentOf(fs::path(NESTLOOM_SOURCE_DIR) / "presets" / kind / (std::string(name) + ".yaml")));
    return texts;
}

std::string testFile(const char* name)
{
    return contentOf(fs::path(NESTLOOM_SOURCE_DIR) / "tests/engine/conformance" / name);
}

/// The first lines only: each case takes time, and a few are enough to be changed.
std::string topOf(const std::string& text, std::size_t lines)
{
    std::size_t end = 0;
    for (; lines > 0 && end != std::string::npos; --lines)
        end = text.find('\n', end == 0 ? 0 : end + 1);
    return text.substr(0, end == std::string::npos ? end : end + 1);
}

/// Of a list in JSON with one element in a line.
std::string listTop(const std::string& text, std::size_t lines)
{
    const std::string top = topOf(text, lines);
    return top.substr(0, top.find_last_of(',')) + "\n]\n";
}

std::vector<std::string> with(std::vector<std::string> texts, std::initializer_list<std::string> more)
{
    texts.insert(texts.end(), more);
    return texts;
}

/// The file is read by one of the command lines, in which it is "@".
Target fileTarget(const fs::path& folder, std::string name, std::string extension, std::vector<std::string> seeds,
                  Lines lines, Target::Form form = Target::Form::Text)
{
    const fs::path file = folder / ("input" + extension);
    Target target{std::move(name), form, std::move(extension), std::move(seeds), lines.size(), {}};
    target.attempt = [file, lines = std::move(lines)](const std::string& input, std::uint64_t choice) {
        writeFile(file, input);
        return runCommand(lines[choice % lines.size()], file.string());
    };
    return target;
}

/// The file is read by all of them: most refuse it at once.
Target fileOfOneTarget(const fs::path& folder, std::string name, std::string extension, std::vector<std::string> seeds,
                       const Lines& lines)
{
    Target target = fileTarget(folder, std::move(name), std::move(extension), std::move(seeds), lines);
    target.choices = 1;
    target.attempt = [attempt = target.attempt, count = lines.size()](const std::string& input, std::uint64_t) {
        std::string problem;
        for (std::size_t line = 0; line < count && problem.empty(); ++line)
            problem = attempt(input, line);
        return problem;
    };
    return target;
}

/// What fits on the command line is one word of it.
Target wordTarget(std::string name, std::vector<std::string> seeds, Lines lines)
{
    Target target{std::move(name), Target::Form::Text, ".txt", std::move(seeds), lines.size(), {}};
    target.attempt = [lines = std::move(lines)](const std::string& input, std::uint64_t choice) {
        return runCommand(lines[choice % lines.size()], input.substr(0, input.find('\0')));
    };
    return target;
}

/// Commands find these in the folder.
void writePartners(const fs::path& folder)
{
    writeFile(folder / "small.yaml", testing::kSmallAccelerator);
    writeFile(folder / "tiny.yaml", testing::kSmallNetwork);
    writeFile(folder / "graph.yaml", kGraph);
    writeFile(folder / "architecture.yaml", tests::kFirstForm);
    writeFile(folder / "problem.yaml", tests::kOldProblem);
    writeFile(folder / "processed.yaml", tests::kProcessedForm);
}

Target acceleratorTarget(const fs::path& folder)
{
    return fileTarget(
        folder, "accelerator", ".yaml",
        with(presets("accelerators",
                     {"simba", "eyeriss", "eyeriss-row-stationary", "edge-systolic", "flexer-arch1", "kapla-4x4"}),
             {testing::kSmallAccelerator}),
        {"schedule --accelerator @ --network tiny.yaml --no-proof --time-limit 0.2 --threads 1 --no-store",
         "schedule --accelerator @ --network tiny.yaml --engine random --time-limit 0.2 --threads 1 "
         "--no-store",
         "schedule --accelerator @ --network tiny.yaml --engine flexer --time-limit 0.2 --threads 1 --no-store",
         "schedule --accelerator @ --network tiny.yaml --engine kapla --batch 4 --threads 1 "
         "--no-store",
         "energies kapla --accelerator @", "export --accelerator @ --network tiny.yaml --layer first --out exported",
         "simulate --accelerator @ --network tiny.yaml --layer first",
         "sweep --accelerator @ --network tiny.yaml --axis clock=0.5GHz,1GHz --evaluations 50 --threads 1 --no-store"});
}

Target networkTarget(const fs::path& folder)
{
    return fileTarget(folder, "network", ".yaml",
                      with(presets("networks", {"alexnet", "mlp_l", "layer-kinds", "transformer", "lstm"}),
                           {testing::kSmallNetwork, kGraph, kLayers}),
                      {"import @", "import @ --json", "plan @ --scratchpad M_H --time-limit 1 --no-store",
                       "plan @ --scratchpad 64KiB --fused --parameters --time-limit 1 --no-store",
                       "schedule --accelerator small.yaml --network @ --engine random --time-limit 0.05 --no-store",
                       "schedule --accelerator simba --network @ --no-proof --time-limit 0.05 --no-store",
                       "schedule --accelerator flexer-arch1 --network @ --engine flexer --time-limit 0.05 --no-store",
                       "schedule --accelerator kapla-4x4 --network @ --engine kapla --batch 4 --no-store",
                       "export --network @ --to scale-sim --out exported"});
}

Target onnxTarget(const fs::path& folder)
{
    return fileTarget(folder, "onnx", ".onnx", onnxSeeds(),
                      {"import @", "import @ --json --dims batch=2",
                       "plan @ --scratchpad M_H --time-limit 1 --no-store",
                       "schedule --accelerator simba --network @ --engine random --time-limit 0.05 --no-store",
                       "schedule --accelerator flexer-arch1 --network @ --engine flexer --time-limit 0.05 --no-store"},
                      Target::Form::Message);
}

Target timeloopTarget(const fs::path& folder)
{
    return fileTarget(folder, "timeloop", ".yaml",
                      {tests::kFirstForm, tests::kFirstFormConstraints, tests::kOldProblem, tests::kMapping,
                       tests::kNodesForm, tests::kProblemBase, tests::kProcessedForm, tests::kProcessedMapping,
                       tests::kEnergies, tests::kFirstForm + tests::kOldProblem + tests::kMapping,
                       tests::kProcessedForm + tests::kProcessedMapping + tests::kEnergies},
                      {"import @", "import @ --json", "import @ --accelerator simba",
                       "import @ architecture.yaml problem.yaml", "import @ processed.yaml", "import @ --save saved"});
}

Target accelforgeTarget(const fs::path& folder)
{
    return fileTarget(
        folder, "accelforge", ".yaml",
        {tests::kAccelforgeArch, tests::kAccelforgeWorkload, tests::kAccelforgeArch + tests::kAccelforgeWorkload},
        {"import @", "import @ --json --answer FANOUT=8", "import @ --save saved"});
}

Target mappingTarget(const fs::path& folder)
{
    const auto inputs = testing::smallInputs();
    const auto simba = io::parseAccelerator(presets("accelerators", {"simba"}).front(), "simba.yaml");
    std::vector<std::string> seeds;
    for (const workload::Layer& layer : inputs.network.layers) {
        seeds.push_back(io::mappingToJson(inputs.accelerator, mapping::outermostMapping(inputs.accelerator, layer)));
        if (simba)
            seeds.push_back(io::mappingToJson(*simba, mapping::outermostMapping(*simba, layer)));
    }
    return fileOfOneTarget(folder, "mapping", ".json", seeds,
                           {"evaluate --accelerator small.yaml --network tiny.yaml --layer first --mapping @",
                            "evaluate --accelerator simba --network tiny.yaml --layer second --mapping @ --json",
                            "simulate --accelerator simba --network tiny.yaml --layer first --mapping @",
                            "export --accelerator simba --network tiny.yaml --layer first --mapping @ --out exported"});
}

Target conformanceTarget(const fs::path& folder)
{
    return fileOfOneTarget(folder, "conformance", ".json",
                           {testFile("dram_runs.json"), topOf(testFile("timeloop_cases.jsonl"), 2),
                            testFile("cosma/resnet50_fused.actpar.json"),
                            listTop(testFile("nn_dataflow_mappings.json"), 4), testFile("nocsim/micro.json"),
                            testFile("nocsim/load_curves.json"), topOf(testFile("accelforge_cases.jsonl"), 2)},
                           {"conformance accelforge @", "conformance dram @", "conformance timeloop @",
                            "conformance cosma @", "conformance nn_dataflow @", "conformance noc @"});
}

} // namespace

std::vector<Target> targets(const fs::path& folder)
{
    writePartners(folder);
    return {acceleratorTarget(folder),
            networkTarget(folder),
            fileTarget(folder, "technology", ".yaml",
                       presets("technologies", {"eyeriss-relative", "kapla", "timeloop-pat"}),
                       {"energies @ --accelerator simba", "energies @ --accelerator small.yaml"}),
            fileTarget(folder, "constraints", ".txt", {kConstraints},
                       {"schedule --accelerator small.yaml --network tiny.yaml --no-proof --time-limit 0.2 --threads 1 "
                        "--no-store --constraints @",
                        "schedule --accelerator small.yaml --network tiny.yaml --engine random --time-limit 0.2 "
                        "--threads 1 --no-store --constraints @"}),
            wordTarget("constraint",
                       {"Buffer: K = 4", "Buffer: spatial only C K", "DRAM: order K ... P", "Buffer: tile R = all"},
                       {"schedule --accelerator small.yaml --network tiny.yaml --no-proof --time-limit 0.2 --threads 1 "
                        "--no-store --constraint @"}),
            onnxTarget(folder),
            timeloopTarget(folder),
            accelforgeTarget(folder),
            fileTarget(folder, "topology", ".csv", {kTopology, kProducts},
                       {"import @", "import @ --json",
                        "schedule --accelerator small.yaml --network @ --engine random --time-limit 0.05 --no-store"}),
            fileTarget(folder, "buffers", ".csv", {kBuffers, kFewBuffers},
                       {"allocate @ --capacity 256 --retries 50", "allocate @ --capacity 1MiB --retries 50 --json",
                        "allocate @ --capacity 12 --retries 50 -o placed.csv"}),
            mappingTarget(folder),
            wordTarget(
                "axis",
                {"levels.Buffer.capacity=1KiB..4KiB:x2", "clock=0.5GHz,1GHz,2GHz", "levels.Buffer.fanout=1..8:1",
                 "levels.DRAM.read_bandwidth=8B/cycle..16B/cycle:4B/cycle"},
                {"sweep --accelerator small.yaml --network tiny.yaml --evaluations 50 --threads 1 --dry-run --no-store "
                 "--axis @"}),
            conformanceTarget(folder),
            storeTarget(folder),
            solverTarget()};
}

std::string inputOf(const Target& target, std::uint64_t seed, std::uint64_t index, const fs::path& folder)
{
    Rng rng(seed * 0x9E3779B97F4A7C15u + index);
    const std::string& original = target.seeds[rng.below(target.seeds.size())];
    if (index < target.seeds.size())
        return target.seeds[index];
    Mutator mutator(rng, target.seeds);
    switch (target.form) {
    case Target::Form::Text: return mutator.text(original);
    case Target::Form::Message: return rng.below(8) == 0 ? mutator.bytes(original) : mutator.message(original);
    case Target::Form::Bytes: return mutator.bytes(original);
    case Target::Form::Database: return changedDatabase(original, rng, folder);
    }
    return original;
}

} // namespace nestloom::fuzz
