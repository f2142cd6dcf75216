// SPDX-License-Identifier: Apache-2.0
// bench_load [RUNS [STORE]]   fills a store with so many runs of alexnet on simba (10,000 if left out; a STORE that is
// there is taken as it is), then opens the real window on it, offscreen: time to the first picture and to the list of
// runs, the longest turn of the event loop in each step, in CPU time of the window's thread, and the memory.
#include "app/gui/local_session.h"
#include "app/store/run_store.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "tests/places.h"
#include "tests/support/loop_watch.h"
#include "ui/assembly/features.h"
#include "ui/features/runs/run_filter_line.h"

#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

using namespace nestloom;

namespace {

double megabytes(std::uintmax_t bytes) { return double(bytes) / 1e6; }

/// Of this process, at most, from /proc.
std::string mostMemory()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return line.substr(line.find_first_of("0123456789"));
    return "?";
}

Status fill(const std::string& path, int runs)
{
    TRY(const auto accelerator, io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml"));
    TRY(const auto network, io::readNetwork(NESTLOOM_SOURCE_DIR "/presets/networks/alexnet.yaml"));
    records::RunInputs inputs;
    inputs.accelerator = accelerator;
    inputs.network = network;
    TRY(const auto layers,
        schedule::scheduleNetwork(
            accelerator, network, inputs.options,
            [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
            {}));
    TRY(auto store, store::RunStore::open(path));
    for (int run = 0; run < runs; ++run) {
        inputs.options.seed = std::uint64_t(run) + 1;
        inputs.accelerator.name = "simba-" + std::to_string(run % 100);
        TRY(const auto id, store.begin(inputs));
        for (const schedule::LayerResult& layer : layers)
            TRY_DO(store.addLayer(id, inputs.accelerator, layer));
        TRY_DO(store.finish(id, records::RunStatus::Finished));
    }
    return success();
}

void perform(WatchedApplication& application, const char* name, const std::function<void()>& act,
             const std::function<bool()>& done = {})
{
    const qint64 taken = application.perform(act, done);
    std::printf("%-30s %8.0f ms, longest turn %6.1f ms of CPU\n", name, double(done ? taken : 0),
                application.takeLongestMs());
}

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const QTemporaryDir scratch;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.path());
    const int wanted = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const std::string path = argc > 2 ? argv[2] : scratch.filePath(QStringLiteral("runs.db")).toStdString();
    QElapsedTimer clock;
    clock.start();
    if (!std::filesystem::exists(path)) {
        if (const Status filled = fill(path, wanted); !filled) {
            std::fprintf(stderr, "bench_load: %s\n", filled.error().text().c_str());
            return 2;
        }
        std::printf("%d runs stored in %.1f s\n", wanted, double(clock.elapsed()) / 1000);
    }
    std::printf("store of %.0f MB\n", megabytes(std::filesystem::file_size(path)));

    clock.restart();
    WatchedApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("nestloom"));
    QApplication::setApplicationName(QStringLiteral("nestloom-bench"));
    ui::applyTheme(application, ui::ThemeKind::Light);
    app::LocalSession session(path);
    ui::WholeWindow window(session);
    window.resize(1366, 768);
    window.show();
    QApplication::processEvents();
    std::printf("%-30s %8lld ms\n", "start to the first picture", static_cast<long long>(clock.elapsed()));
    using Tab = ui::MainWindow::Tab;
    const auto count = [&] { return session.runs().size(); };
    perform(
        application, "until the runs are listed", [] {}, [&] { return count() > 0; });
    std::printf("%-30s %8zu\n", "runs listed", count());
    perform(application, "other pages taken in", [&] { window.finish(); });
    perform(application, "page Runs", [&] { window.showTab(Tab::Runs); });
    auto* filter = window.findChild<ui::RunFilterLine*>();
    if (filter != nullptr) {
        perform(application, "filter: seed:77", [&] { filter->edit()->setText(QStringLiteral("seed:77")); });
        perform(application, "filter: simba-5", [&] { filter->edit()->setText(QStringLiteral("simba-5")); });
        perform(application, "filter taken away", [&] { filter->edit()->clear(); });
    }
    if (count() > 0) {
        const ui::RunId newest = session.runs().front().id;
        perform(
            application, "a run opened", [&] { window.workbench().openRun(newest); },
            [&] { return window.workbench().shownRun() == newest; });
        perform(application, "page Summary", [&] { window.showTab(Tab::Summary); });
    }
    std::printf("memory, at most %s\n", mostMemory().c_str());
    return filter != nullptr ? 0 : 1;
}
