// SPDX-License-Identifier: Apache-2.0
// bench_packing [SEEDS [FIRST_SEED [NAME]]]   places the buffers of full and of nearly full memories, made by cutting a
// rectangle at random, and prints how many were placed and the CPU time each took; only families whose names have NAME.
#include "engine/base/cpu_clock.h"
#include "tests/support/cut_rectangle.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace nestloom;
using tests::CutStyle;

namespace {

/// What becomes of the cut rectangle: nothing; 6 % of its area are dropped; the capacity is 5 % larger; every buffer
/// loses up to 6 % of its bytes, or up to 4 % of its steps; or addresses are multiples of 64 B, and sizes a little
/// less; or only what begins below a hill is left, as the load of a network rises and falls.
enum class Room { None, Dropped, Above, Smaller, Shorter, Aligned, Hill };

struct Family {
    const char* name;
    CutStyle style;
    std::size_t steps;
    std::int64_t bytes;
    Room room;
};

constexpr Family kFamilies[] = {
    {"large, 10^6 steps, 10 MB", CutStyle::Large, 1'000'000, 10'000'000, Room::None},
    {"pinwheel, 10^6 steps, 10 MB", CutStyle::Pinwheel, 1'000'000, 10'000'000, Room::None},
    {"large, 500 steps, 100 kB", CutStyle::Large, 500, 100'000, Room::None},
    {"pinwheel, 500 steps, 100 kB", CutStyle::Pinwheel, 500, 100'000, Room::None},
    {"any part, 500 steps, 100 kB", CutStyle::Straight, 500, 100'000, Room::None},
    {"large, 1024 steps, 1 KiB", CutStyle::Large, 1024, 1024, Room::None},
    {"pinwheel, 1024 steps, 1 KiB", CutStyle::Pinwheel, 1024, 1024, Room::None},
    {"halves, 500 steps, 100 kB", CutStyle::Halves, 500, 100'000, Room::None},
    {"halves, 500 steps, 100 kB, -6 %", CutStyle::Halves, 500, 100'000, Room::Dropped},
    {"large, 500 steps, 100 kB, -6 %", CutStyle::Large, 500, 100'000, Room::Dropped},
    {"large, 10^6 steps, 10 MB, -6 %", CutStyle::Large, 1'000'000, 10'000'000, Room::Dropped},
    {"large, 500 steps, 100 kB, +5 %", CutStyle::Large, 500, 100'000, Room::Above},
    {"large, 50 steps, 100 kB", CutStyle::Large, 50, 100'000, Room::None},
    {"large, 50 steps, 1 kB", CutStyle::Large, 50, 1000, Room::None},
    {"pinwheel, 50 steps, 1 kB", CutStyle::Pinwheel, 50, 1000, Room::None},
    {"pinwheel, 300 steps, 10 kB, -6 %", CutStyle::Pinwheel, 300, 10'000, Room::Dropped},
    {"any part, 500 steps, 100 kB, -6 %", CutStyle::Straight, 500, 100'000, Room::Dropped},
    {"large, 1000 steps, smaller", CutStyle::Large, 1000, 100'000, Room::Smaller},
    {"large, 50 steps, smaller", CutStyle::Large, 50, 100'000, Room::Smaller},
    {"large, 500 steps, shorter", CutStyle::Large, 500, 100'000, Room::Shorter},
    {"large, 500 steps, aligned", CutStyle::Large, 500, 100'000, Room::Aligned},
    {"hill, 10^6 steps, 1 MB", CutStyle::Large, 1'000'000, 1'000'000, Room::Hill},
    {"hill, 500 steps, 1 kB", CutStyle::Large, 500, 1000, Room::Hill},
    {"hill, 50 steps, 1 kB", CutStyle::Large, 50, 1000, Room::Hill},
};

std::vector<memory::Buffer> make(const Family& family, std::size_t count, int seed)
{
    constexpr std::int64_t kAlignment = 64;
    Rng rng(std::uint64_t(seed) * 7919 + count);
    const std::int64_t bytes = family.room == Room::Aligned ? family.bytes / kAlignment : family.bytes;
    if (family.room == Room::Hill)
        return tests::cutHill(rng, family.steps, family.bytes, count);
    auto buffers = tests::cutRectangle(rng, family.steps, bytes, count, family.style);
    if (family.room == Room::Dropped)
        tests::dropBuffers(rng, buffers, 0.94);
    if (family.room == Room::Smaller)
        tests::shrinkBuffers(rng, buffers, 0.06);
    if (family.room == Room::Shorter)
        tests::shortenBuffers(rng, buffers, 0.04);
    if (family.room == Room::Aligned)
        for (memory::Buffer& buffer : buffers) {
            buffer.size = {buffer.size.count * kAlignment - std::int64_t(rng.below(kAlignment))};
            buffer.alignment = {kAlignment};
        }
    return buffers;
}

void measure(const Family& family, std::size_t count, int firstSeed, int seeds)
{
    int placed = 0;
    std::vector<double> times;
    double load = 0;
    std::string methods;
    for (int seed = firstSeed; seed < firstSeed + seeds; ++seed) {
        const auto buffers = make(family, count, seed);
        const Bytes capacity{family.room == Room::Above ? family.bytes * 105 / 100 : family.bytes};
        const auto start = threadCpuTime();
        const auto outcome = memory::pack(buffers, capacity, {});
        times.push_back(std::chrono::duration<double>(threadCpuTime() - start).count());
        const bool fits =
            outcome.solution && memory::findConflict(buffers, outcome.solution->offsets, capacity).empty();
        placed += fits ? 1 : 0;
        if (!fits && outcome.solution)
            methods += " +" + std::to_string((outcome.solution->top - capacity).count) + " B";
        double used = 0;
        for (const memory::Buffer& b : buffers)
            used += double(b.size.count) * double(b.last - b.first + 1);
        load += used / double(family.steps) / double(capacity.count);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-34s %5zu %6.1f%% %4d/%d %9.3f %9.3f %s\n", family.name, count, 100 * load / seeds, placed, seeds,
                times[times.size() / 2], times.back(), methods.c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const int seeds = argc > 1 ? std::atoi(argv[1]) : 20, firstSeed = argc > 2 ? std::atoi(argv[2]) : 0;
    const std::string_view name = argc > 3 ? argv[3] : "";
    std::printf("%-34s %5s %7s %7s %9s %9s %s\n", "cut", "count", "load", "placed", "median s", "worst s", "excess");
    for (const Family& family : kFamilies)
        for (const std::size_t count : {150, 250, 350, 450})
            if (std::string_view(family.name).find(name) != std::string_view::npos)
                measure(family, count, firstSeed, seeds);
    return 0;
}
