// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/workbench.h"

namespace nestloom::ui {

/// Chooses what the library has under these names.
inline void chooseInLibrary(Workbench& workbench, const QString& accelerator, const QString& network)
{
    const Library& library = workbench.library();
    if (const auto found = library.findAccelerator(accelerator))
        workbench.chooseAccelerator(library.accelerators()[*found]);
    if (const auto found = library.findNetwork(network))
        workbench.chooseNetwork(library.networks()[*found]);
}

/// Remembers accelerator, network and run that are in view, while a tour shows others.
class ContextKeeper {
public:
    explicit ContextKeeper(Workbench& workbench) : m_workbench(workbench) {}

    void remember()
    {
        m_accelerator = m_workbench.document().path();
        m_network = QString::fromStdString(m_workbench.chosenNetwork().name);
        m_run = m_workbench.run().run();
    }
    void restore()
    {
        if (!restored())
            return;
        m_workbench.editAccelerator(m_accelerator, {}); // it is open
        chooseInLibrary(m_workbench, {}, m_network);
        if (m_run != 0)
            m_workbench.openRun(m_run);
    }
    const char* restored() const { return m_workbench.run().run() == m_run ? nullptr : "the run"; }

private:
    Workbench& m_workbench;
    QString m_accelerator, m_network;
    RunId m_run = 0;
};

} // namespace nestloom::ui
