// SPDX-License-Identifier: Apache-2.0
// bench_window [EVENT_MS]   takes the real window, offscreen, through start, example, tabs and themes, and prints the
// longest turn of the event loop in each, in CPU time of the window's thread; also every event from EVENT_MS on.
#include "app/gui/local_session.h"
#include "tests/support/loop_watch.h"
#include "ui/assembly/features.h"
#include "ui/parts/explain_dialog.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdlib>
#include <functional>

using namespace nestloom;

namespace {

struct Step {
    const char* name;
    std::function<void()> act;
    std::function<bool()> done; // not set = after a settling time
};

void perform(WatchedApplication& application, const Step& step)
{
    application.perform(step.act, step.done);
    std::printf("%-28s longest turn %6.1f ms of CPU\n", step.name, application.takeLongestMs());
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
    WatchedApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("nestloom"));
    QApplication::setApplicationName(QStringLiteral("nestloom-bench"));
    application.printEventsFrom(argc > 1 ? std::atof(argv[1]) : 0);
    ui::applyTheme(application, ui::ThemeKind::Light);
    app::LocalSession session(scratch.filePath(QStringLiteral("runs.db")).toStdString());
    const auto began = threadCpuTime();
    ui::WholeWindow window(session);
    std::printf("%-28s              %6.1f ms of CPU\n", "window made",
                std::chrono::duration<double, std::milli>(threadCpuTime() - began).count());
    window.resize(1366, 768);
    const auto run = [&window]() -> ui::ShownRun& { return window.workbench().run(); };
    using Tab = ui::MainWindow::Tab;
    const std::vector<Step> steps{
        {"first show", [&] { window.show(); }, {}},
        {"example chosen", [&] { window.openExample(); }, {}},
        {"run, to its end", [&] { window.actions().run->trigger(); }, [&] { return !run().isRunning(); }},
        {"energy explained", [&] { ui::explainTotal(&window, run(), schedule::Figure::Energy); }, {}},
        {"layer chosen", [&] { window.workbench().selection().selectLayer(3); }, {}},
        {"loop nest", [&] { window.showTab(Tab::LoopNest); }, {}},
        {"buffers", [&] { window.showTab(Tab::Buffers); }, {}},
        {"network", [&] { window.showTab(Tab::Network); }, {}},
        {"summary", [&] { window.showTab(Tab::Summary); }, {}},
        {"dark", [&] { window.showTheme(ui::ThemeKind::Dark); }, {}},
        {"light", [&] { window.showTheme(ui::ThemeKind::Light); }, {}},
        {"design", [&] { window.actions().design->trigger(); }, {}},
        {"run view", [&] { window.actions().runView->trigger(); }, {}},
        {"resized", [&] { window.resize(1900, 1000); }, {}},
    };
    for (const Step& step : steps)
        perform(application, step);
    return 0;
}
