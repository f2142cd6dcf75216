// SPDX-License-Identifier: Apache-2.0
// bench_memory_drag [MOVES] [NETWORK...]   drags the capacity line of the memory map in the real window, offscreen, and
// prints how long it takes from a move of the mouse to the painted plan for that size, and the longest turn of the
// event loop. Default: resnet50 and nasnet_a_mobile of the shipped networks. Once from a fresh start, when every size
// is searched, and once when the budget curve is known.
#include "app/gui/local_session.h"
#include "tests/bench/distribution.h"
#include "tests/support/loop_watch.h"
#include "ui/assembly/features.h"
#include "ui/features/memory/memory_controls.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_page.h"

#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <cstdlib>

using namespace nestloom;

namespace {

constexpr int kLimitMs = 120'000;
constexpr int kNotches = 8; // zoomed in along the addresses, so that M_R to M_P is worth a drag

bool waitUntil(const std::function<bool()>& done)
{
    QElapsedTimer waited;
    waited.start();
    while (!done() && !waited.hasExpired(kLimitMs)) {
        QEventLoop loop;
        QTimer::singleShot(5, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return done();
}

class Bench {
public:
    explicit Bench(WatchedApplication& application)
        : m_application(application), m_session(m_scratch.filePath(QStringLiteral("runs.db")).toStdString()),
          m_window(m_session), m_page(static_cast<ui::MemoryPage&>(*m_window.page(ui::MainWindow::Tab::MemoryMap)))
    {
        m_application.onPainted = [this] { painted(); };
        m_window.resize(1366, 768);
        m_window.show();
        m_window.openExample();
        m_window.showTab(ui::MainWindow::Tab::MemoryMap);
    }

    bool open(const QString& name)
    {
        const ui::Library& library = m_window.workbench().library();
        const auto network = library.findNetwork(name);
        if (!network || !m_window.workbench().chooseNetwork(library.networks()[*network]))
            return false;
        m_page.plan().choose({.parameters = name != QStringLiteral("nasnet_a_mobile")}); // with them M_R is M_P
        return waitUntil([this] { return m_page.plan().budgets().has_value(); });
    }

    void drag(const char* what, int moves)
    {
        m_page.controls()->chip(0)->click();
        waitUntil([this] { return m_page.plan().state() == ui::ShownPlan::State::Planned; });
        m_application.takeLongestMs();
        m_times.clear();
        ui::MemoryMap& map = *m_page.map();
        map.fit();
        for (int i = 0; i < kNotches; ++i)
            zoomBytes({map.geometryOf().plot.center().x(), map.capacityY()});
        const QRectF plot = map.geometryOf().plot;
        QPointF at(plot.center().x(), map.capacityY());
        const double top = plot.top() + 4;
        const double bottom = map.geometryOf().y(double(m_page.plan().budgets()->least.count));
        const Bytes from = m_page.plan().scratchpad();
        Bytes highest = from;
        mouse(QEvent::MouseButtonPress, at);
        for (int i = 0; i < moves; ++i) {
            const double share = 0.5 - 0.5 * std::cos(6.2832 * i / moves); // up to M_P and back
            at.setY(bottom + share * (top - bottom));
            m_isWaiting = true;
            m_since.start();
            const Bytes before = m_page.plan().scratchpad();
            mouse(QEvent::MouseMove, at);
            if (m_page.plan().scratchpad() == before)
                m_isWaiting = false; // the same size: nothing to plan
            highest = std::max(highest, m_page.plan().scratchpad());
            if (!waitUntil([this] { return !m_isWaiting; }))
                std::printf("no plan within %d ms\n", kLimitMs);
        }
        mouse(QEvent::MouseButtonRelease, at);
        bench::print(what, m_times, "ms from a move to its painted plan");
        std::printf("  from %lld to %lld B, M_P is %lld B; longest turn of the event loop %.1f ms of CPU\n",
                    static_cast<long long>(from.count), static_cast<long long>(highest.count),
                    static_cast<long long>(m_page.plan().budgets()->peak.count), m_application.takeLongestMs());
    }

    bool waitForCurve()
    {
        return waitUntil([this] { return m_page.plan().isCurveComplete(); });
    }

private:
    void zoomBytes(QPointF at)
    {
        QWheelEvent event(at, m_page.map()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_page.map(), &event);
    }
    void mouse(QEvent::Type type, QPointF at)
    {
        const bool held = type != QEvent::MouseButtonRelease;
        QMouseEvent event(type, at, m_page.map()->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(m_page.map(), &event);
    }
    /// A move is done when the window is painted with an answer about its size: a plan, or that there is none.
    void painted()
    {
        ui::ShownPlan& plan = m_page.plan();
        const bool isAnswered = plan.state() == ui::ShownPlan::State::Infeasible
                                || (plan.hasPlan() && plan.plan().budget == plan.scratchpad());
        if (!m_isWaiting || !isAnswered)
            return;
        m_isWaiting = false;
        m_times.push_back(double(m_since.nsecsElapsed()) * 1e-6);
    }

    WatchedApplication& m_application;
    const QTemporaryDir m_scratch;
    app::LocalSession m_session;
    ui::WholeWindow m_window;
    ui::MemoryPage& m_page;
    QElapsedTimer m_since;
    bool m_isWaiting = false;
    std::vector<double> m_times;
};

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int moves = argc > 1 ? std::atoi(argv[1]) : 60;
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    WatchedApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("nestloom"));
    QApplication::setApplicationName(QStringLiteral("nestloom-bench"));
    ui::applyTheme(application, ui::ThemeKind::Light);
    QStringList networks;
    for (int i = 2; i < argc; ++i)
        networks << QString::fromLocal8Bit(argv[i]);
    if (networks.isEmpty())
        networks = {QStringLiteral("resnet50"), QStringLiteral("nasnet_a_mobile")};
    for (const QString& name : networks) {
        Bench bench(application);
        if (!bench.open(name)) {
            std::fprintf(stderr, "bench_memory_drag: %s cannot be planned\n", qPrintable(name));
            return 1;
        }
        std::printf("%s\n", qPrintable(name));
        bench.drag("  fresh", moves);
        if (bench.waitForCurve())
            bench.drag("  curve known", moves);
    }
    return 0;
}
