// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>

class QDockWidget;
class QMainWindow;
class QSettings;

namespace nestloom::ui {

/// The docks of the main window.
struct Docks {
    QDockWidget* project = nullptr;
    QDockWidget* run = nullptr;
    QDockWidget* accelerator = nullptr;
    QDockWidget* jobs = nullptr;
    std::array<QDockWidget*, 4> all() const { return {project, run, accelerator, jobs}; }
};

/// Named arrangements of the docks. Each remembers how the user left it.
class Perspectives {
public:
    enum class Kind { Design, Run };

    Perspectives(QMainWindow& window, const Docks& docks) : m_window(window), m_docks(docks) {}

    Kind current() const { return m_current; }
    void show(Kind kind);
    void reset(); // the current one to how it was made
    void save(QSettings& settings);
    void restore(const QSettings& settings);

private:
    void arrange(Kind kind);
    QByteArray& layoutOf(Kind kind) { return m_layouts[static_cast<std::size_t>(kind)]; }

    QMainWindow& m_window;
    const Docks m_docks;
    Kind m_current = Kind::Run;
    std::array<QByteArray, 2> m_layouts; // empty = as made
};

} // namespace nestloom::ui
