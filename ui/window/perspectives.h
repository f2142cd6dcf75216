// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSize>
#include <QString>

#include <array>
#include <functional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QSettings;

namespace nestloom::ui {

/// A dock, and where the perspectives put it until the user moves it.
struct DockPlace {
    QString name; // object name; layouts are stored with it
    QString title;
    Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
    QSize size{};           // wished for, in pixels; 0 = as it comes
    int designWidth = 0;    // in Design instead of size.width(); 0 = the same
    QString tabWith{};      // name of the dock it shares a place with, behind it
    bool shown = true;      // false = closed until the user opens it
    bool inCompare = false; // also in Compare, which is for the runs side by side
};

/// Named arrangements of the docks. Each remembers how the user left it.
class Perspectives {
public:
    enum class Kind { Design, Run, Compare };

    explicit Perspectives(QMainWindow& window) : m_window(window) {}

    void add(const DockPlace& place, QDockWidget* dock);
    QList<QDockWidget*> docks() const; // in the order they were added

    /// Called before a layout is stored or replaced, so that nothing temporary gets into it.
    void setBeforeChange(std::function<void()> call) { m_beforeChange = std::move(call); }

    Kind current() const { return m_current; }
    void show(Kind kind);
    void reset();    // the current one to how it was made
    void resetAll(); // all of them
    void save(QSettings& settings);
    void restore(const QSettings& settings);

private:
    struct Placed {
        DockPlace place;
        QDockWidget* dock;
    };
    void arrange(Kind kind);
    void giveSizes(Kind kind);
    void followFoot(bool shown);
    QDockWidget* find(const QString& name) const;
    int version() const;
    QByteArray& layoutOf(Kind kind) { return m_layouts[std::size_t(kind)]; }

    QMainWindow& m_window;
    std::vector<Placed> m_docks;
    std::function<void()> m_beforeChange = [] {};
    Kind m_current = Kind::Run;
    bool m_isArranging = false;
    QList<int> m_heights;                // of the docks on the left, before the first one at the foot was opened
    std::array<QByteArray, 3> m_layouts; // empty = as made
};

class MainWindow;

/// Brings back at the next start how the views were left: splitters, and columns that the user sized. What cannot be
/// read is as at the first start. What was open is up to LastSession.
void installViewState(MainWindow& window);

} // namespace nestloom::ui
