// SPDX-License-Identifier: Apache-2.0
// bench_tuning_window [MOVES] [EVENT_MS]   moves the slider of the global buffer of `simba` in the real window,
// offscreen, and prints how long it takes from the key of a move to the painted numbers, for one layer of ResNet-50 and
// for all of it, and the longest turn of the event loop meanwhile; also every event from EVENT_MS of CPU on.
#include "app/gui/local_session.h"
#include "tests/support/loop_watch.h"
#include "ui/assembly/features.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/field_slider.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>
#include <cstdlib>

using namespace nestloom;

namespace {

constexpr int kPauseMs = 60;    // between moves
constexpr int kDragStepMs = 16; // moves of a hand, one per frame
constexpr int kLimitMs = 300'000;
constexpr std::size_t kLayer = 10;

void wait(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

bool waitUntil(const std::function<bool()>& done)
{
    QElapsedTimer waited;
    waited.start();
    while (!done() && !waited.hasExpired(kLimitMs))
        wait(5);
    return done();
}

void print(const char* what, std::vector<double> times)
{
    if (times.empty())
        return;
    std::sort(times.begin(), times.end());
    const auto at = [&times](double share) {
        return times[std::min(times.size() - 1, std::size_t(std::ceil(share * double(times.size()))) - 1)];
    };
    std::printf("%-34s median %7.0f ms   p95 %7.0f ms   max %7.0f ms   (%zu moves)\n", what, at(0.5), at(0.95),
                times.back(), times.size());
}

/// The window with ResNet-50 mapped onto simba and the slider open.
class Bench {
public:
    explicit Bench(WatchedApplication& application)
        : m_application(application), m_session(m_scratch.filePath(QStringLiteral("runs.db")).toStdString()),
          m_window(m_session)
    {
        m_application.onPainted = [this] { painted(); };
    }

    bool open()
    {
        m_window.resize(1366, 768);
        m_window.show();
        if (!m_window.openExample())
            return false;
        m_window.actions().run->trigger();
        if (!waitUntil([this] { return !run().isRunning(); }) || run().totals().solved != run().layers().size())
            return false;
        return ui::showField(m_window, QStringLiteral("levels[1].capacity")) && findSlider();
    }

    void measure(const char* what, ui::LivePreview::Scope scope, int moves)
    {
        m_window.workbench().selection().selectLayer(kLayer);
        live().setScope(scope);
        m_slider->setValue(m_slider->minimum());
        settle();
        m_application.takeLongestMs();
        std::vector<double> first, complete;
        for (int i = 0; i < moves && m_slider->value() + 2 < m_slider->maximum(); ++i) {
            move();
            if (!waitUntil([this] { return m_complete >= 0; })) {
                std::printf("%s: no result (%s)\n", what, qPrintable(live().reason()));
                return;
            }
            first.push_back(m_first);
            complete.push_back(m_complete);
            wait(kPauseMs);
        }
        std::printf("%s\n", what);
        print("  first numbers painted", first);
        print("  all numbers painted", complete);
        std::printf("  longest turn of the event loop     %5.1f ms of CPU\n", m_application.takeLongestMs());
    }

    void drag(int moves)
    {
        live().setScope(ui::LivePreview::Scope::Network);
        settle();
        m_application.takeLongestMs();
        for (int i = 0; i < moves; ++i) {
            move(i / 12 % 2 == 0 ? Qt::Key_Left : Qt::Key_Right);
            wait(kDragStepMs);
        }
        waitUntil([this] { return m_complete >= 0; });
        std::printf("all layers, dragged for %d moves of %d ms\n", moves, kDragStepMs);
        std::printf("  last move to all numbers painted   %5.0f ms\n", m_complete);
        std::printf("  longest turn of the event loop     %5.1f ms of CPU\n", m_application.takeLongestMs());
    }

private:
    ui::ShownRun& run() { return m_window.workbench().run(); }
    ui::LivePreview& live() { return m_window.workbench().live(); }

    bool findSlider()
    {
        const auto* row = m_window.findChild<ui::FieldSlider*>(QStringLiteral("slider:levels[1].capacity"));
        m_slider = row == nullptr ? nullptr : row->slider();
        return m_slider != nullptr;
    }
    void settle()
    {
        wait(kPauseMs);
        waitUntil([this] { return live().phase() != ui::LivePreview::Phase::Mapping; });
        wait(500);
    }
    void move(Qt::Key key = Qt::Key_Right)
    {
        m_first = m_complete = -1;
        m_since.start();
        QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
        QApplication::sendEvent(m_slider, &press);
    }
    void painted()
    {
        if (m_complete >= 0 || !m_since.isValid() || run().accelerator() != m_window.workbench().document().value())
            return;
        const double now = double(m_since.nsecsElapsed()) * 1e-6;
        const bool isStored = !run().isPreview(); // the slider is back where the run was made
        if (m_first < 0 && (isStored || live().layersDone() > 0))
            m_first = now;
        if (isStored || live().phase() == ui::LivePreview::Phase::Done)
            m_complete = now;
    }

    WatchedApplication& m_application;
    const QTemporaryDir m_scratch;
    app::LocalSession m_session;
    ui::WholeWindow m_window;
    QSlider* m_slider = nullptr;
    QElapsedTimer m_since;
    double m_first = 0, m_complete = 0; // ms; -1 = not yet
};

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int moves = argc > 1 ? std::atoi(argv[1]) : 24;
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    WatchedApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("nestloom"));
    QApplication::setApplicationName(QStringLiteral("nestloom-bench"));
    ui::applyTheme(application, ui::ThemeKind::Light);
    Bench bench(application);
    if (!bench.open()) {
        std::fprintf(stderr, "bench_tuning_window: resnet50 could not be mapped onto simba\n");
        return 1;
    }
    application.printEventsFrom(argc > 2 ? std::atof(argv[2]) : 0);
    bench.measure("one layer", ui::LivePreview::Scope::SelectedLayer, moves);
    bench.measure("all of resnet50", ui::LivePreview::Scope::Network, moves);
    bench.drag(60);
    return 0;
}
