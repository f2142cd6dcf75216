// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/features/memory/sample_graph.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/memory/memory_page.h"

namespace nestloom::ui {

/// The page in the window, with a network that has a graph.
struct MemoryPageFixture : WindowFixture {
    MemoryPageFixture() : page(*window.findChild<MemoryPage*>(QStringLiteral("memoryPage")))
    {
        window.showTab(MainWindow::Tab::MemoryMap);
        page.setNetwork(network);
        answer();
    }
    void answer() { session.memory.answerNow(session.memory.last); }
    void choose(Bytes size)
    {
        page.plan().setScratchpad(size);
        answer();
    }
    workload::Network network = spillingNetwork();
    MemoryPage& page;
};

} // namespace nestloom::ui
