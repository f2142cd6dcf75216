// SPDX-License-Identifier: GPL-3.0-or-later
// The window: session, main window, and what the command line asks of them.
#include "app/gui/end_signals.h"
#include "app/gui/gui_options.h"
#include "app/gui/local_session.h"
#include "engine/base/result.h"
#include "ui/assembly/features.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/recovery/last_session.h"
#include "ui/features/recovery/recovery.h"
#include "ui/tour/tour.h"
#include "ui/workbench/file_opener.h"

#include <QApplication>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>

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
        try {
            return QApplication::notify(receiver, event);
        } catch (...) {
            qWarning("nestloom: %s", nestloom::thrownError().text().c_str());
            saveEdits();
            return true;
        }
    }
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

    ui::applyTheme(application, options.theme.value_or(ui::ThemeKind::System));
    app::LocalSession session(store);
    ui::WholeWindow window(session);
    if (options.theme)
        window.showTheme(*options.theme);
    if (options.size.isValid())
        window.resize(options.size);
    else if (!isTour)
        window.fitToScreen();
    if (options.example || !options.files.isEmpty())
        window.findChild<ui::LastSession*>()->giveWay();
    ui::setOwnStore(QString::fromStdString(store.string()));
    window.files().open(options.files);
    if (!store.empty()) {
        recovery() = window.findChild<ui::Recovery*>();
        recovery()->start(QString::fromStdString(store.string() + "-recovery"));
        std::atexit(saveEdits); // Qt ends the program by exit() when the display is lost
        window.findChild<ui::Bookmarks*>()->start(QString::fromStdString(store.string() + "-bookmarks.json"));
    }
    window.show();
    if (isTour)
        return ui::runTour(window, options.tour);
    if (options.example)
        window.showExample();
    return QApplication::exec();
}
