// SPDX-License-Identifier: GPL-3.0-or-later
// bench_tuning [MOVES] [THREADS]   moves sliders of `simba` as an architect does and measures from TuningJob::request()
// to its signals, without a window: one layer of ResNet-50, then all of it. Every move is to a value that was not
// mapped before. CPU times count the solver processes that have ended only, so they are of the engine's threads alone.
#include "app/jobs/tuning_job.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "tests/bench/distribution.h"
#include "tests/places.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace nestloom;

namespace {

double cpuMilliseconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
           + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
}

/// A slider at its i-th position: bandwidth, buffers and mesh in turn, each value once.
hardware::Accelerator moved(const hardware::Accelerator& accelerator, int i)
{
    struct Slider {
        const char* path;
        double from, step;
    };
    constexpr std::array<Slider, 4> sliders{{{"levels.DRAM.read_bandwidth", 8, 0.5},
                                             {"levels.GlobalBuffer.capacity", 49152, 2048},
                                             {"levels.WeightBuffer.capacity", 8192, 512},
                                             {"levels.InputBuffer.capacity", 2048, 256}}};
    const Slider& slider = sliders[std::size_t(i / 10) % sliders.size()]; // ten moves of each
    const int position = i % 10 + i / 40 * 10;
    return *explore::withField(accelerator, slider.path, slider.from + slider.step * position);
}

struct Times {
    std::vector<double> first, whole, cpu; // ms
    std::size_t layers = 0, within = 0;
};

void measure(jobs::TuningJob& job, const jobs::TuningRequest& request, Times& times)
{
    QEventLoop loop;
    QElapsedTimer clock;
    std::optional<double> first;
    const double cpu = cpuMilliseconds();
    const auto heardLayers = QObject::connect(
        &job, &jobs::TuningJob::layersFinished, [&](jobs::TuningId, const std::vector<schedule::LayerResult>& layers) {
            first = first.value_or(double(clock.nsecsElapsed()) * 1e-6);
            times.layers += layers.size();
            times.within += std::size_t(std::ranges::count_if(
                layers, [](const schedule::LayerResult& layer) { return layer.gap && *layer.gap <= 0.01; }));
        });
    const auto heardState = QObject::connect(&job, &jobs::TuningJob::changed, [&](const jobs::TuningState& state) {
        if (state.end != jobs::TuningState::End::Running)
            loop.quit();
    });
    clock.start();
    job.request(request);
    loop.exec();
    times.whole.push_back(double(clock.nsecsElapsed()) * 1e-6);
    times.first.push_back(first.value_or(0));
    times.cpu.push_back(cpuMilliseconds() - cpu);
    QObject::disconnect(heardLayers);
    QObject::disconnect(heardState);
}

void report(const char* title, const Times& times)
{
    std::printf("%s\n", title);
    bench::print("  first numbers", times.first, "ms");
    bench::print("  complete", times.whole, "ms");
    bench::print("  CPU of this process", times.cpu, "ms");
    std::printf("  within 1 %% of the proven bound: %zu of %zu layers\n", times.within, times.layers);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto accelerator = io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    const auto network = io::readNetwork(NESTLOOM_SOURCE_DIR "/presets/networks/resnet50.yaml");
    if (!accelerator || !network) {
        std::fprintf(stderr, "bench_tuning: %s\n",
                     (accelerator ? network.error() : accelerator.error()).text().c_str());
        return 2;
    }
    const int moves = argc > 1 ? std::max(1, std::atoi(argv[1])) : 40;
    jobs::TuningRequest request{*accelerator, *network, {}, {}};
    request.options.threads = argc > 2 ? std::atoi(argv[2]) : 2;
    jobs::TuningJob job;
    Times cold, warm, one;
    measure(job, request, cold);
    report("ResNet-50 on simba, the first time (solvers start, nothing is known):", cold);
    for (int i = 0; i < moves; ++i) {
        request.accelerator = moved(*accelerator, i);
        measure(job, request, warm);
    }
    report("ResNet-50 on simba, a slider moved:", warm);
    for (int i = 0; i < 2 * moves; ++i) {
        request.accelerator = moved(*accelerator, moves + i);
        request.layers = {std::size_t(i) % network->layers.size()};
        measure(job, request, one);
    }
    report("one layer of ResNet-50, a slider moved:", one);
    return 0;
}
