// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/perspectives.h"

#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSplitter>
#include <QTimer>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kDesignPercent = 27;                   // of the window
constexpr int kUsualWidth = 1366, kWidest = 2 * 960; // pixels of a window, between which docks grow with it
constexpr int kNarrow = 1000; // pixels of a window, with fonts of 96 DPI, in which results need the room beside them
constexpr std::array kKeys{"layout/design", "layout/run", "layout/compare"};

} // namespace

void Perspectives::add(const DockPlace& place, QDockWidget* dock)
{
    m_docks.push_back({place, dock});
    if (place.area == Qt::BottomDockWidgetArea)
        QObject::connect(dock->toggleViewAction(), &QAction::toggled, dock, [this](bool shown) { followFoot(shown); });
    QObject::connect(dock->toggleViewAction(), &QAction::triggered, dock, &QDockWidget::raise); // not behind its tabs
}

/// A dock at the foot takes its height from the docks above it; once the last one is closed they have theirs again.
void Perspectives::followFoot(bool shown)
{
    if (m_isArranging)
        return;
    QList<QDockWidget*> left;
    QList<int> heights, wished;
    int atFoot = 0;
    for (const Placed& placed : m_docks) {
        const Qt::DockWidgetArea area = m_window.dockWidgetArea(placed.dock);
        if (placed.dock->isFloating() || !placed.dock->toggleViewAction()->isChecked())
            continue;
        atFoot += area == Qt::BottomDockWidgetArea ? 1 : 0;
        if (area == Qt::LeftDockWidgetArea) {
            left << placed.dock;
            heights << placed.dock->height();
            wished << placed.place.size.height();
        }
    }
    if (shown && atFoot == 1)
        m_heights = heights;
    if (!shown && atFoot == 0)
        QTimer::singleShot(0, &m_window, [this, left, before = left.size() == m_heights.size() ? m_heights : wished] {
            m_window.resizeDocks(left, before, Qt::Vertical); // once the dock has left
        });
}

QList<QDockWidget*> Perspectives::docks() const
{
    QList<QDockWidget*> all;
    for (const Placed& placed : m_docks)
        all << placed.dock;
    return all;
}

/// A stored layout is of use only for the docks it was made of.
int Perspectives::version() const
{
    QByteArray names;
    for (const Placed& placed : m_docks)
        names += placed.place.name.toUtf8() + ' ';
    return qChecksum(names);
}

QDockWidget* Perspectives::find(const QString& name) const
{
    const auto it = std::ranges::find_if(m_docks, [&](const Placed& placed) { return placed.place.name == name; });
    return name.isEmpty() || it == m_docks.end() ? nullptr : it->dock;
}

void Perspectives::show(Kind kind)
{
    if (kind == m_current)
        return;
    const QScopedValueRollback arranging(m_isArranging, true);
    m_heights.clear();
    m_beforeChange();
    layoutOf(m_current) = m_window.saveState(version());
    m_current = kind;
    if (layoutOf(kind).isEmpty() || !m_window.restoreState(layoutOf(kind), version()))
        arrange(kind);
}

void Perspectives::reset()
{
    const QScopedValueRollback arranging(m_isArranging, true);
    m_heights.clear();
    m_beforeChange();
    layoutOf(m_current).clear();
    arrange(m_current);
}

void Perspectives::resetAll()
{
    m_layouts = {};
    reset();
}

void Perspectives::arrange(Kind kind)
{
    for (const Placed& placed : m_docks) {
        placed.dock->setFloating(false);
        m_window.removeDockWidget(placed.dock);
    }
    const bool isNarrow = kind == Kind::Run && m_window.width() < kNarrow * m_window.logicalDpiX() / 96;
    for (const Placed& placed : m_docks) {
        m_window.addDockWidget(placed.place.area, placed.dock);
        if (QDockWidget* first = find(placed.place.tabWith))
            m_window.tabifyDockWidget(first, placed.dock);
        placed.dock->setVisible(placed.place.shown && (kind != Kind::Compare || placed.place.inCompare)
                                && !(isNarrow && placed.place.area == Qt::RightDockWidgetArea));
    }
    for (const Placed& placed : m_docks)
        if (QDockWidget* first = find(placed.place.tabWith))
            first->raise();
    giveSizes(kind);
}

void Perspectives::giveSizes(Kind kind)
{
    for (const Placed& placed : m_docks) {
        const bool wide = kind == Kind::Design && placed.place.designWidth > 0;
        // of a narrow window no more than leaves room for the tabs of all pages
        const int width =
            wide ? std::clamp(m_window.width() * kDesignPercent / 100, placed.place.size.width(),
                              placed.place.designWidth)
                 : placed.place.size.width() * std::clamp(m_window.width(), kUsualWidth, kWidest) / kUsualWidth;
        if (width > 0 && placed.place.shown)
            m_window.resizeDocks({placed.dock}, {width}, Qt::Horizontal);
    }
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
        QList<QDockWidget*> docks;
        QList<int> heights;
        for (const Placed& placed : m_docks)
            if (placed.place.area == area && placed.place.size.height() > 0 && placed.place.shown) {
                docks << placed.dock;
                heights << placed.place.size.height();
            }
        if (!docks.isEmpty())
            m_window.resizeDocks(docks, heights, Qt::Vertical);
    }
}

void Perspectives::save(QSettings& settings)
{
    m_beforeChange();
    layoutOf(m_current) = m_window.saveState(version());
    for (std::size_t i = 0; i < kKeys.size(); ++i)
        settings.setValue(QLatin1String(kKeys[i]), m_layouts[i]);
    settings.setValue(QStringLiteral("layout/current"), int(m_current));
}

void Perspectives::restore(const QSettings& settings)
{
    const QScopedValueRollback arranging(m_isArranging, true);
    for (std::size_t i = 0; i < kKeys.size(); ++i)
        m_layouts[i] = settings.value(QLatin1String(kKeys[i])).toByteArray();
    bool known = false;
    const int current = settings.value(QStringLiteral("layout/current")).toInt(&known);
    m_current = known && current >= 0 && current <= int(Kind::Compare) ? static_cast<Kind>(current) : Kind::Run;
    arrange(m_current);
    if (!layoutOf(m_current).isEmpty())
        m_window.restoreState(layoutOf(m_current), version());
}

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
