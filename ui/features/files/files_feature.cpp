// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/files/changed_files.h"
#include "ui/features/files/file_drop.h"
#include "ui/style/words.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/recent_files.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <algorithm>

namespace nestloom::ui {

namespace {

void openRecent(MainWindow& window, RecentFiles& recent, const QString& path)
{
    if (QFileInfo::exists(path)) {
        window.files().open({path});
        return;
    }
    recent.remove(path);
    window.problems()->report(Words::tr("%1 is no longer there; it was taken off the list.").arg(path));
}

void fillRecent(QMenu* menu, MainWindow& window, RecentFiles& recent)
{
    menu->clear();
    for (const auto& [kind, title] :
         {std::pair{FileKind::Accelerator, Words::tr("Accelerators")},
          std::pair{FileKind::Network, Words::tr("Networks")}, std::pair{FileKind::Onnx, Words::tr("ONNX networks")},
          std::pair{FileKind::TimeloopYaml, Words::tr("Files of Timeloop")},
          std::pair{FileKind::AccelforgeYaml, Words::tr("Files of AccelForge")},
          std::pair{FileKind::Topology, Words::tr("SCALE-Sim topologies")},
          std::pair{FileKind::Mapping, Words::tr("Mappings")},
          std::pair{FileKind::Runs, Words::tr("Databases of runs")}}) {
        bool first = true;
        for (const RecentFiles::File& file : recent.files()) {
            if (file.kind != kind)
                continue;
            if (std::exchange(first, false))
                menu->addSection(title);
            QString shown = file.path;
            shown.replace(QLatin1Char('&'), QLatin1String("&&"));
            menu->addAction(shown, &recent, [&window, &recent, path = file.path] { openRecent(window, recent, path); });
        }
    }
    if (recent.files().empty())
        menu->addAction(Words::tr("No file was opened yet"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(Words::tr("Clear the list"), &recent, &RecentFiles::clear)->setEnabled(!recent.files().empty());
}

void tellSeveral(MainWindow& window, const std::vector<OpenedFile>& files)
{
    if (files.size() == 1 && files.front().whyNot.isEmpty())
        return; // it shows itself
    if (std::ranges::all_of(files, &QString::isEmpty, &OpenedFile::whyNot))
        return window.say(openedWords(files));
    auto* banner = new Banner(openedWords(files));
    banner->setObjectName(QStringLiteral("filesBanner"));
    window.addBanner(banner);
    banner->show();
}

} // namespace

void installFiles(MainWindow& window)
{
    auto* recent = new RecentFiles(&window);
    FileOpener& opener = window.files();
    QObject::connect(&opener, &FileOpener::opened, recent, &RecentFiles::add);
    QObject::connect(&opener, &FileOpener::finished, &window,
                     [&window](const std::vector<OpenedFile>& files) { tellSeveral(window, files); });
    QObject::connect(&opener, &FileOpener::finished, recent, [recent] { // whatever becomes of the window
        QSettings settings;
        recent->save(settings);
    });
    QMenu* file = window.menu(MainWindow::Menu::File);
    auto* menu = new QMenu(Words::tr("Open &recent"), &window);
    menu->setObjectName(QStringLiteral("recentMenu"));
    file->insertMenu(file->actions().value(1), menu);
    QObject::connect(menu, &QMenu::aboutToShow, recent, [menu, recent, &window] { fillRecent(menu, window, *recent); });
    QObject::connect(&window, &MainWindow::settingsSaved, recent, [recent](QSettings& s) { recent->save(s); });
    QObject::connect(&window, &MainWindow::settingsRestored, recent, [recent](const QSettings& s) { recent->load(s); });
    new ChangedFiles(window); // which owns it
    auto* drop = new FileDrop(&window);
    QObject::connect(drop, &FileDrop::dropped, &opener, [&opener](const QStringList& paths) { opener.open(paths); });
    QObject::connect(drop, &FileDrop::refused, window.problems(), &ProblemsLine::report);
}

} // namespace nestloom::ui
