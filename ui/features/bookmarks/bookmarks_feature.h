// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

class QWidget;

namespace nestloom::ui {

/// Where the cursor stands on the axis of a page: a cycle of its charts over time, or a step of a memory plan. Nothing
/// when the page has no axis, or nothing is on it yet.
std::optional<qint64> cursorOf(QWidget& page);

constexpr int kCursorWaitMs = 60'000;
/// Moves it as soon as the axis reaches that far: what a page shows may still have to be computed. A later call, or
/// kCursorWaitMs, ends the waiting.
void moveCursor(QWidget& page, qint64 to);

class MainWindow;

/// Adds the bookmarks to the window: the list as a dock, and a menu with keys. They begin with Bookmarks::start.
void installBookmarks(MainWindow& window);

} // namespace nestloom::ui
