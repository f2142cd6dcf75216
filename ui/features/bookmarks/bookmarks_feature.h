// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Adds the bookmarks to the window: the list as a dock, and a menu with keys. They begin with Bookmarks::start.
void installBookmarks(MainWindow& window);

} // namespace nestloom::ui
