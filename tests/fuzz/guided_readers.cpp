// SPDX-License-Identifier: Apache-2.0
// guided_readers, by libFuzzer: NESTLOOM_TARGET names a reader; what it accepts is written and read again, and must be
// the same. Options and folders as libFuzzer has them; `fuzz_readers TARGET --write-seeds FOLDER` makes files to begin
// with.
#include "engine/io/accelforge/import_accelforge.h"
#include "engine/io/buffer_csv.h"
#include "engine/io/mapping_text.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "engine/io/sweep_axis.h"
#include "engine/io/sweep_expression.h"
#include "engine/io/technology_yaml.h"
#include "engine/io/timeloop/import_timeloop.h"
#include "engine/io/topology_csv.h"
#include "engine/io/transaction_csv.h"
#include "engine/onnx/import_onnx.h"
#include "tests/places.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <unistd.h>

using namespace nestloom;
namespace fs = std::filesystem;

namespace {

void mustHold(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

const hardware::Accelerator& simba()
{
    static const hardware::Accelerator simba =
        *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    return simba;
}

/// What is accepted has no errors, and the other way round; written and read it is the same.
template <class Parse, class Errors, class Write>
void readTwice(const std::string& text, Parse parse, Errors errors, Write write)
{
    const auto read = parse(text);
    mustHold(errors(text).empty() == bool(read), "the list of errors and the verdict differ");
    if (!read)
        return;
    const std::string written = write(*read);
    const auto again = parse(written);
    if (!again)
        std::fprintf(stderr, "%s\n%s\n", written.c_str(), again.error().text().c_str());
    mustHold(bool(again), "what was written is refused");
    mustHold(write(*again) == written, "what was written is read as something else");
}

std::vector<fs::path> asFile(const std::string& text, const char* name)
{
    static const fs::path folder = [] {
        fs::path made = fs::temp_directory_path() / ("nestloom-guided-" + std::to_string(getpid()));
        fs::create_directories(made);
        return made;
    }();
    std::ofstream(folder / name, std::ios::binary) << text;
    return {folder / name};
}

void readAccelerator(const std::string& text)
{
    readTwice(
        text, [](const std::string& yaml) { return io::parseAccelerator(yaml, "a.yaml"); },
        [](const std::string& yaml) { return io::acceleratorErrors(yaml, "a.yaml"); }, io::writeAccelerator);
}

void readNetwork(const std::string& text)
{
    if (io::namesBuilder(text))
        return; // takes longer, and is no reader
    readTwice(
        text, [](const std::string& yaml) { return io::parseNetwork(yaml, "n.yaml"); },
        [](const std::string& yaml) { return io::networkErrors(yaml, "n.yaml"); }, io::writeNetwork);
}

void readTechnology(const std::string& text)
{
    if (const auto read = io::parseTechnology(text, "t.yaml")) {
        const auto again = io::parseTechnology(io::writeTechnology(*read), "t.yaml");
        mustHold(again && *again == *read, "a technology that was written is read as something else");
    }
}

void readBuffers(const std::string& text)
{
    if (const auto read = io::readBufferCsv(text, "b.csv")) {
        const auto again = io::readBufferCsv(io::writeBufferCsv(*read, {}), "b.csv");
        mustHold(again && again->ids == read->ids, "buffers that were written are read as something else");
    }
}

/// Text on the command line: axes, links, conditions and mappings.
void readWords(const std::string& text)
{
    (void)io::parseAxis(text, simba());
    (void)io::parseLink(text, simba());
    (void)io::parseCondition(text, simba());
    (void)io::mappingFromText(simba(), text);
}

void readJson(const std::string& text)
{
    (void)io::mappingFromJson(simba(), text);
    (void)io::layerResultFromJson(simba(), text);
    (void)io::nodeDecisionsFromJson(text);
    (void)io::nodeOptionsFromJson(text);
    (void)io::memoryOptionsFromJson(text);
}

using Reader = void (*)(const std::string&);
const std::map<std::string, Reader> kReaders{
    {"accelerator", readAccelerator},
    {"network", readNetwork},
    {"technology", readTechnology},
    {"buffers", readBuffers},
    {"words", readWords},
    {"json", readJson},
    {"onnx", [](const std::string& text) { (void)onnx::parseOnnx(text, "m.onnx"); }},
    {"timeloop", [](const std::string& text) { (void)io::importTimeloop(asFile(text, "t.yaml"), {}); }},
    {"accelforge", [](const std::string& text) { (void)io::importAccelforge(asFile(text, "a.yaml"), {}); }},
    {"topology", [](const std::string& text) { (void)io::importTopology(asFile(text, "t.csv"), {}); }},
    {"transactions", [](const std::string& text) { (void)io::readTransactionCsv(text, "t.csv"); }},
};

Reader chosen()
{
    const char* name = std::getenv("NESTLOOM_TARGET");
    const auto found = kReaders.find(name ? name : "");
    if (found == kReaders.end()) {
        std::fprintf(stderr, "guided_readers: NESTLOOM_TARGET must be one of:");
        for (const auto& [known, unused] : kReaders)
            std::fprintf(stderr, " %s", known.c_str());
        std::fprintf(stderr, "\n");
        std::exit(2);
    }
    return found->second;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Reader reader = chosen();
    reader(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
