// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/help_feature.h"

#include "ui/features/help/manual_browser.h"
#include "ui/features/help/manual_places.h"
#include "ui/features/help/manual_window.h"
#include "ui/window/main_window.h"
#include "ui/window/page_panes.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QScreen>
#include <QSettings>
#include <QTimer>

namespace nestloom::ui {

namespace {

constexpr auto kGeometry = "manual/geometry";

QAction* helpAction(const MainWindow& window) { return window.findChild<QAction*>(QStringLiteral("helpOnView")); }

} // namespace

Help::Help(MainWindow& window) : QObject(&window), m_window(window)
{
    qApp->installEventFilter(this);
    connect(&window.panes(), &PagePanes::currentChanged, this, [this] {
        QTimer::singleShot(0, this, [this] { m_isPageNewer = true; }); // what had the focus in the page before loses it
    });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* was, const QWidget* now) {
        if (m_window.isAncestorOf(was) && m_window.isAncestorOf(now)) // and not only to another window and back
            m_isPageNewer = false;
    });
    connect(&window, &MainWindow::settingsSaved, this, [this](QSettings& settings) { // the window closes
        if (m_manual == nullptr)
            return;
        settings.setValue(QLatin1String(kGeometry), m_manual->saveGeometry());
        m_manual->close();
    });
}

Help::~Help() = default;

void Help::show(const QString& place)
{
    if (m_manual == nullptr) {
        m_manual = std::make_unique<ManualWindow>();
        const QSize room = m_window.screen()->availableSize();
        const int unit = m_manual->fontMetrics().averageCharWidth();
        m_manual->resize(QSize(unit * 150, unit * 105).boundedTo(room * 0.9));
        m_manual->restoreGeometry(QSettings().value(QLatin1String(kGeometry)).toByteArray());
    }
    m_manual->show();
    m_manual->open(place);
    m_manual->raise();
    m_manual->activateWindow();
    m_manual->browser()->setFocus();
}

void Help::showOnView()
{
    const QWidget* view = m_isPageNewer ? nullptr : QApplication::focusWidget();
    if (view == nullptr || view == &m_window)
        view = m_window.page(m_window.currentTab());
    show(manualPlaceOf(view));
}

/// The key of help in a dialog, which shortcuts of the window do not reach.
bool Help::eventFilter(QObject*, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto* key = static_cast<const QKeyEvent*>(event);
    QWidget* active = QApplication::activeWindow();
    if (qobject_cast<QDialog*>(active) == nullptr || helpAction(m_window)->shortcut() != key->keyCombination())
        return false;
    const QWidget* focus = QApplication::focusWidget();
    show(manualPlaceOf(focus != nullptr ? focus : active));
    return true;
}

void installHelp(MainWindow& window)
{
    auto* help = new Help(window);
    QAction* manual = window.addAction(MainWindow::Menu::Help, QStringLiteral("manual"), MainWindow::tr("&Manual"), {},
                                       MainWindow::tr("The manual, from its first page"));
    QAction* onView =
        window.addAction(MainWindow::Menu::Help, QStringLiteral("helpOnView"), MainWindow::tr("&Help on this view"),
                         Qt::Key_F1, MainWindow::tr("What the manual says about the view that has the focus"));
    QMenu* menu = window.menu(MainWindow::Menu::Help);
    menu->insertActions(menu->actions().front(), {manual, onView});
    QObject::connect(manual, &QAction::triggered, help, [help] { help->show(QStringLiteral("index.md")); });
    QObject::connect(onView, &QAction::triggered, help, &Help::showOnView);
}

} // namespace nestloom::ui
