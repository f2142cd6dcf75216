// SPDX-License-Identifier: Apache-2.0
// bench_tiles [NETWORK] [archN]   how long it takes from choosing a layer until its first tiled schedule is on the
// page, layer by layer, on a page of 1900x1000, offscreen: wall time, CPU time of all threads, and CPU time of the
// window's thread, of which the painting. Run it with QT_QPA_PLATFORM=offscreen.
#include "app/gui/local_session.h"
#include "engine/base/run_control.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "tests/bench/distribution.h"
#include "tests/places.h"
#include "ui/features/tiles/tiles_page.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <ctime>

using namespace nestloom;

namespace {

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

double processCpu() { return double(std::clock()) * 1000 / CLOCKS_PER_SEC; }

struct Figures {
    std::vector<double> wall, all, window, painting;
};

/// One layer, from the choice to the picture.
void measure(ui::TilesPage& page, const workload::Layer& layer, Figures& figures)
{
    workload::Network one;
    one.name = layer.name;
    one.layers = {layer};
    QElapsedTimer clock;
    clock.start();
    const double cpu = processCpu();
    const auto window = threadCpuTime();
    page.setNetwork(one);
    while (!page.tiles().detail() && clock.elapsed() < 60'000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    const auto painting = threadCpuTime();
    page.repaint();
    figures.wall.push_back(double(clock.nsecsElapsed()) / 1e6);
    figures.all.push_back(processCpu() - cpu);
    figures.window.push_back(milliseconds(threadCpuTime() - window));
    figures.painting.push_back(milliseconds(threadCpuTime() - painting));
    std::printf("  %-20s %7.1f ms, CPU %7.1f ms, window %6.1f ms, painting %6.1f ms\n", layer.name.c_str(),
                figures.wall.back(), figures.all.back(), figures.window.back(), figures.painting.back());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::ThemeKind::Light);
    const std::string presets = NESTLOOM_SOURCE_DIR "/presets/";
    const auto network = io::readNetwork(presets + "networks/" + (argc > 1 ? argv[1] : "resnet50") + ".yaml");
    const auto accelerator =
        io::readAccelerator(presets + "accelerators/flexer-" + (argc > 2 ? argv[2] : "arch5") + ".yaml");
    if (!network || !accelerator) {
        std::printf("%s\n", (network ? accelerator.error() : network.error()).text().c_str());
        return 1;
    }
    const QTemporaryDir scratch;
    app::LocalSession session(scratch.filePath(QStringLiteral("runs.db")).toStdString());
    ui::TilesPage page(session);
    page.resize(1900, 1000);
    const QString name = QString::fromStdString(accelerator->name);
    page.setMachine(name, schedule::flexer::machineOf(*accelerator));
    page.show();
    Figures figures;
    for (std::size_t i = 0; i < network->layers.size() && i < 24; ++i)
        measure(page, network->layers[i], figures);
    bench::print("first schedule on screen", figures.wall, "ms");
    bench::print("CPU of all threads", figures.all, "ms");
    bench::print("CPU of the window's thread", figures.window, "ms");
    bench::print("of it painting", figures.painting, "ms");
    return 0;
}
