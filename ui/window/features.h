// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

// How features put themselves into the window; ui/assembly calls them. What more a feature shows of itself has a header
// of its own.

/// The jobs as a dock, the one that matters most in the status bar, and the queue of waiting ones in the Run menu.
void installJobs(MainWindow& window);
void installQueue(MainWindow& window);

/// The Compare page, and what leads to it.
void installCompare(MainWindow& window);

/// "Compare engines..." in the Run menu.
void installConvergence(MainWindow& window);

/// The proof of what the shown run minimises, in the Run menu and linked from the summary.
void installProof(MainWindow& window);

/// Adds the memory map page and its actions to the window.
void installMemory(MainWindow& window);

/// The page with schedules of tiles, linked to the chosen network, the accelerators and the selected layer.
void installTiles(MainWindow& window);

/// The page with schedules of networks on nodes, beside the schedules of tiles; linked to the chosen network, the
/// accelerators and the selected layer.
void installNodes(MainWindow& window);

/// Brings the page into sight.
void showNodes(MainWindow& window);

/// The tab of the network on chip.
void installNoc(MainWindow& window);

void installGraph(MainWindow& window);

/// Puts the runs browser into the window.
void installRuns(MainWindow& window);

/// Plugs the pages Sweep and Pareto into the window, and the running sweep into the jobs panel.
void installSweepPages(MainWindow& window);

/// "Export chart..." and "Export table..." of the shown page in the File menu; where exported charts come from.
void installExport(MainWindow& window);

/// Opening files: by drag and drop, from the list of recent files, and what came of several at once.
void installFiles(MainWindow& window);

/// Accelerators, layers and mappings from files of other tools, opened or dropped together, and the way back through
/// the File menu. Also sees to it that large networks of our own are parsed off the window's thread.
void installDesigns(MainWindow& window);

/// Networks from files of other formats: opened or dropped like any file, or through the Network menu.
void installImport(MainWindow& window);

/// The tables of energies and areas: a menu that gives the accelerator in the editor the energies of one, as one undo
/// step; their editor; and an accelerator that has a table's energies follows when the table is edited.
void installTechnologies(MainWindow& window);

/// The welcome page in place of the pages: while nothing is open, and by Help > Welcome. Opening anything
/// hides it.
void installWelcome(MainWindow& window);

/// The problems panel, the count in the status bar that opens it, and where a click on a problem leads.
void installProblems(MainWindow& window);

/// Adds the panel "History": the undo steps of what is edited in front (accelerator, mapping, network or runs). A click
/// on a step goes there.
void installHistory(MainWindow& window);

/// The sheet of shortcuts, the editor that changes them, and keeping the changes.
void installShortcuts(MainWindow& window);

} // namespace nestloom::ui
