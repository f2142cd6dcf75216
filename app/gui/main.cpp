// SPDX-License-Identifier: GPL-3.0-or-later
// The window: session, main window, and what the command line asks of them.
#include "app/gui/end_signals.h"
#include "app/gui/gui_options.h"
#include "app/gui/local_session.h"
#include "app/gui/slow_turns.h"
#include "app/log.h"
#include "engine/base/build_info.h"
#include "engine/base/result.h"
#include "ui/assembly/features.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/recovery/last_session.h"
#include "ui/features/recovery/recovery.h"
#include "ui/tour/tour.h"
#include "ui/workbench/file_opener.h"

#include <QApplication>
#include <QFileInfo>
#include <QPointer>
#include <QSettings>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace {

/// Help and version are printed without a display as well.
bool onlyPrints(int argc, char** argv)
{
    return std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
        return argument == "-h" || argument == "--help" || argument == "--help-all" || argument == "-v"
               || argument == "--version" || argument.rfind("--manual", 0) == 0;
    });
}

/// The window's recovery, while there is one.
QPointer<nestloom::ui::Recovery>& recovery()
{
    static QPointer<nestloom::ui::Recovery> pointer;
    return pointer;
}

void saveEdits()
{
    if (recovery())
        recovery()->saveNow();
}

/// An application whose window outlives what one of its events throws, when memory runs out.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        const auto outlive = [&] {
            try {
                return QApplication::notify(receiver, event);
            } catch (...) {
                qWarning("nestloom: %s", nestloom::thrownError().text().c_str());
                saveEdits();
                return true;
            }
        };
        return QThread::currentThread() == thread() ? m_slowTurns.during(receiver, event, outlive) : outlive();
    }

private:
    nestloom::app::SlowTurns m_slowTurns{
        std::chrono::milliseconds(200), [](std::chrono::milliseconds took, const char* receiver, QEvent::Type event) {
            nestloom::app::note("slow turn: " + std::to_string(took.count()) + " ms, event " + std::to_string(event)
                                + " of " + receiver);
        }};
};

} // namespace

int main(int argc, char** argv)
{
    using namespace nestloom;
    if (argc > 1 && onlyPrints(argc, argv))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::signal(SIGXFSZ, SIG_IGN);                    // a file that may grow no more is an error to report, not our end
    const app::EndSignals endSignals([](int signal) { // before Qt starts its threads
        saveEdits();
        QApplication::exit(128 + signal);
    });
    Application application(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // Qt has taken the user's: libraries would write and read numbers with a comma
    QApplication::setOrganizationName(QStringLiteral("nestloom"));
    QApplication::setApplicationName(QStringLiteral("nestloom"));
    QApplication::setApplicationVersion(QStringLiteral(NESTLOOM_VERSION));
    const app::GuiOptions options = app::readGuiOptions(application);
    const bool isTour = !options.tour.isEmpty();

    const QTemporaryDir scratch; // a tour touches neither the user's settings nor the user's runs
    if (isTour) {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.path());
    }
    std::filesystem::path store = nestloom::store::defaultStorePath();
    if (isTour)
        store = scratch.filePath(QStringLiteral("runs.db")).toStdString();
    if (!options.store.isEmpty())
        store = options.store.toStdString();

    if (!store.empty())
        app::keepLog(std::make_shared<app::Log>(store.string() + "-log.txt"));
    app::note("started: nestloom " NESTLOOM_VERSION ", " + buildInfo() + "; Qt " + qVersion() + ", "
              + QSysInfo::prettyProductName().toStdString());

    ui::applyTheme(application, options.theme.value_or(ui::ThemeKind::System));
    app::LocalSession session(store);
    ui::WholeWindow window(session, options.theme);
    if (options.size.isValid())
        window.resize(options.size);
    else if (!isTour)
        window.fitToScreen();
    if (options.example || !options.files.isEmpty())
        window.findChild<ui::LastSession*>()->giveWay();
    ui::setOwnStore(QString::fromStdString(store.string()));
    QObject::connect(&window.files(), &ui::FileOpener::finished, [](const std::vector<ui::OpenedFile>& files) {
        for (const ui::OpenedFile& file : files)
            app::note((file.whyNot.isEmpty() ? "opened " : "not opened ")
                      + QFileInfo(file.path).fileName().toStdString() + " as " + ui::kindName(file.kind).toStdString());
    });
    if (!store.empty()) {
        recovery() = window.findChild<ui::Recovery*>();
        recovery()->start(QString::fromStdString(store.string() + "-recovery"));
        std::atexit(saveEdits); // Qt ends the program by exit() when the display is lost
        window.findChild<ui::Bookmarks*>()->start(QString::fromStdString(store.string() + "-bookmarks.json"));
    }
    window.show();
    if (isTour) {
        window.files().open(options.files);
        return ui::runTour(window, options.tour);
    }
    QTimer::singleShot(0, &window, [&] { // what asks something must come up above a window that is there already
        window.files().open(options.files);
        if (options.example)
            window.showExample();
    });
    const int code = QApplication::exec();
    app::note("ended");
    return code;
}
