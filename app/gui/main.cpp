// SPDX-License-Identifier: GPL-3.0-or-later
// The window: session, main window, and what the command line asks of them.
#include "app/gui/gui_options.h"
#include "app/gui/local_session.h"
#include "ui/bookmarks/bookmarks.h"
#include "ui/files/file_opener.h"
#include "ui/main_window.h"
#include "ui/recovery/last_session.h"
#include "ui/recovery/recovery.h"
#include "ui/tour/tour.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <string_view>

namespace {

/// Help and version are printed without a display as well.
bool onlyPrints(int argc, char** argv)
{
    return std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
        return argument == "-h" || argument == "--help" || argument == "--help-all" || argument == "-v"
               || argument == "--version";
    });
}

} // namespace

int main(int argc, char** argv)
{
    using namespace nestloom;
    if (argc > 1 && onlyPrints(argc, argv))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
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
    ui::MainWindow window(session);
    if (options.theme)
        window.showTheme(*options.theme);
    if (options.size.isValid())
        window.resize(options.size);
    if (options.example || !options.files.isEmpty())
        window.findChild<ui::LastSession*>()->giveWay();
    window.files().open(options.files);
    if (!store.empty()) {
        window.findChild<ui::Recovery*>()->start(QString::fromStdString(store.string() + "-recovery"));
        window.findChild<ui::Bookmarks*>()->start(QString::fromStdString(store.string() + "-bookmarks.json"));
    }
    window.show();
    if (isTour)
        return ui::runTour(window, options.tour);
    if (options.example && window.openExample())
        window.workbench().startRun();
    return QApplication::exec();
}
