// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/perspectives.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

namespace nestloom::ui {

namespace {

constexpr int kLayoutVersion = 1; // raise when docks are added or renamed
constexpr std::array kKeys{"layout/design", "layout/run"};
constexpr int kProjectWidth = 234;
constexpr int kRunWidth = 280;
constexpr int kDesignWidth = 460;
constexpr int kJobsHeight = 68;

} // namespace

void Perspectives::show(Kind kind)
{
    if (kind == m_current)
        return;
    layoutOf(m_current) = m_window.saveState(kLayoutVersion);
    m_current = kind;
    if (layoutOf(kind).isEmpty() || !m_window.restoreState(layoutOf(kind), kLayoutVersion))
        arrange(kind);
}

void Perspectives::reset()
{
    layoutOf(m_current).clear();
    arrange(m_current);
}

void Perspectives::arrange(Kind kind)
{
    for (QDockWidget* dock : m_docks.all()) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_docks.project);
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_docks.run);
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_docks.accelerator);
    m_window.addDockWidget(Qt::BottomDockWidgetArea, m_docks.jobs);
    for (QDockWidget* dock : m_docks.all())
        dock->show();
    const int right = kind == Kind::Design ? kDesignWidth : kRunWidth;
    m_window.resizeDocks({m_docks.project, m_docks.accelerator}, {kProjectWidth, right}, Qt::Horizontal);
    m_window.resizeDocks({m_docks.project, m_docks.run}, {400, 240}, Qt::Vertical);
    m_window.resizeDocks({m_docks.jobs}, {kJobsHeight}, Qt::Vertical);
}

void Perspectives::save(QSettings& settings)
{
    layoutOf(m_current) = m_window.saveState(kLayoutVersion);
    for (std::size_t i = 0; i < kKeys.size(); ++i)
        settings.setValue(QLatin1String(kKeys[i]), m_layouts[i]);
    settings.setValue(QStringLiteral("layout/current"), static_cast<int>(m_current));
}

void Perspectives::restore(const QSettings& settings)
{
    for (std::size_t i = 0; i < kKeys.size(); ++i)
        m_layouts[i] = settings.value(QLatin1String(kKeys[i])).toByteArray();
    m_current = settings.value(QStringLiteral("layout/current"), static_cast<int>(Kind::Run)).toInt() == 0
                    ? Kind::Design
                    : Kind::Run;
    arrange(m_current);
    if (!layoutOf(m_current).isEmpty())
        m_window.restoreState(layoutOf(m_current), kLayoutVersion);
}

} // namespace nestloom::ui
