// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_state.h"

#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QSettings>
#include <QSplitter>

namespace nestloom::ui {

namespace {

QString keyOf(const QWidget* view) { return QStringLiteral("views/") + view->objectName(); }

template <typename View>
QList<View*> viewsOf(const MainWindow& window)
{
    QList<View*> views = window.findChildren<View*>();
    for (const QWidget* page : window.pages())
        if (!window.isAncestorOf(page)) // not yet
            views += page->findChildren<View*>();
    return views;
}

void saveViews(const MainWindow& window, QSettings& settings)
{
    for (const QSplitter* splitter : viewsOf<QSplitter>(window))
        if (!splitter->objectName().isEmpty())
            settings.setValue(keyOf(splitter), splitter->saveState());
    for (const CopyableTable* table : viewsOf<CopyableTable>(window))
        if (!table->objectName().isEmpty())
            settings.setValue(keyOf(table), table->columnState());
}

void restoreViews(const MainWindow& window, const QSettings& settings)
{
    for (QSplitter* splitter : viewsOf<QSplitter>(window))
        if (!splitter->objectName().isEmpty() && settings.contains(keyOf(splitter)))
            splitter->restoreState(settings.value(keyOf(splitter)).toByteArray());
    for (CopyableTable* table : viewsOf<CopyableTable>(window))
        if (!table->objectName().isEmpty())
            table->restoreColumnState(settings.value(keyOf(table)).toByteArray());
}

} // namespace

void installViewState(MainWindow& window)
{
    QObject::connect(&window, &MainWindow::settingsSaved, &window,
                     [&window](QSettings& settings) { saveViews(window, settings); });
    QObject::connect(&window, &MainWindow::settingsRestored, &window,
                     [&window](const QSettings& settings) { restoreViews(window, settings); });
}

} // namespace nestloom::ui
