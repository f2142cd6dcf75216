// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_style.h"

#include "ui/theme.h"

#include <utility>

namespace nestloom::ui {

QString windowStyleSheet(const Theme& theme)
{
    // @name is replaced by the colour of that name.
    QString sheet = QStringLiteral(
        "QToolTip { color: @text; background: @card; border: 1px solid @border; padding: 4px; }"
        "QFrame[card=\"true\"] { background: @card; border: 1px solid @border; border-radius: 4px; }"
        "QHeaderView::section { background: @window; color: @mutedText; border: none; border-bottom: 1px solid @border;"
        " padding: 4px 3px; font-weight: 600; }"
        "QTableView, QTreeView { border: 1px solid @border; gridline-color: @grid; }"
        "QLabel[muted=\"true\"] { color: @mutedText; }"
        "QLabel[warning=\"true\"] { color: @warning; }"
        "QMainWindow::separator { background: @window; width: 7px; height: 7px; }"
        "QMainWindow::separator:hover { background: @border; }"
        "QDockWidget { font-weight: 600; }"
        "QDockWidget::title { background: @window; padding: 6px 10px 5px 10px; text-align: left; }"
        "QDockWidget > QWidget { font-weight: 400; }"
        "QToolBar { background: @window; border: none; border-bottom: 1px solid @border; spacing: 4px; padding: 2px "
        "8px; }"
        "QToolBar QToolButton { padding: 3px 10px; border: 1px solid transparent; border-radius: 4px; }"
        "QToolBar QToolButton:hover { background: @accentSoft; }"
        "QToolBar QToolButton:checked { background: @accentSoft; border-color: @accent; }"
        "QToolButton[chip=\"true\"] { color: @accent; background: @accentSoft; border-radius: 10px; padding: 2px 10px; "
        "}"
        "QToolBar QToolButton[primary=\"true\"]:enabled { background: @accent; color: @onAccent; }"
        "QToolBar QToolButton[primary=\"true\"]:enabled:hover { background: @accentHover; }"
        "QFrame[live=\"true\"] { background: @accentSoft; border: none; border-bottom: 1px solid @accent; }"
        "QScrollBar { background: transparent; border: none; margin: 0; }"
        "QScrollBar:vertical { width: 11px; } QScrollBar:horizontal { height: 11px; }"
        "QScrollBar::handle { background: @border; border-radius: 4px; margin: 2px; }"
        "QScrollBar::handle:vertical { min-height: 28px; } QScrollBar::handle:horizontal { min-width: 28px; }"
        "QScrollBar::handle:hover { background: @mutedText; }"
        "QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }"
        "QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }"
        "QMenuBar { background: @window; }"
        "QStatusBar { background: @window; border-top: 1px solid @border; }"
        "QStatusBar::item { border: none; }"
        "QTabWidget::pane { border: none; border-top: 1px solid @border; }"
        "QTabBar { qproperty-drawBase: 0; }"
        "QTabBar::tab { background: transparent; color: @mutedText; padding: 6px 12px 5px 12px;"
        " border: none; border-bottom: 2px solid transparent; }"
        "QTabBar::tab:hover { color: @text; }"
        "QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }"
        "QTabBar::tab:focus { color: @accent; }"
        "QLineEdit { background: @base; border: 1px solid @border; border-radius: 4px; padding: 2px 6px;"
        " selection-background-color: @accent; selection-color: @onAccent; }"
        "QLineEdit:focus { border-color: @accent; }"
        "QLineEdit[invalid=\"true\"] { border: 1px solid @warning; background: @warningSoft; }"
        "QLineEdit[valid=\"true\"] { border: 1px solid @better; }"
        "QLabel[valid=\"true\"] { color: @better; } QLabel[invalid=\"true\"] { color: @warning; }"
        "QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; background: transparent; }"
        "QPushButton[primary=\"true\"]:enabled { background: @accent; color: @onAccent; border: none; border-radius: "
        "4px;"
        " padding: 5px 14px; font-weight: 600; }"
        "QPushButton[primary=\"true\"]:enabled:hover { background: @accentHover; }"
        "QPushButton[primary=\"true\"]:focus { border: 2px solid @text; }"
        "QToolButton[groupHeader=\"true\"] { font-weight: 600; border: none; padding: 3px 2px; }"
        "QToolButton[groupHeader=\"true\"][current=\"true\"] { color: @accent; }"
        "QToolButton[menuOnly=\"true\"]::menu-indicator { image: none; }"
        "QLabel[strong=\"true\"] { font-weight: 600; }"
        "QTreeWidget#projectTree { background: @card; border: none; }"
        "QTreeWidget#projectTree::item { padding: 2px 0; }"
        "QScrollArea, QScrollArea > QWidget > QWidget { background: @card; }"
        "QProgressBar { background: @grid; border: none; border-radius: 4px; }"
        "QProgressBar::chunk { background: @accent; border-radius: 4px; }"
        "QPlainTextEdit { background: @base; }");
    QColor warningSoft = theme.warning;
    warningSoft.setAlpha(theme.dark ? 40 : 22);
    const QColor hover = theme.dark ? theme.accent.lighter(112) : theme.accent.lighter(118);
    // Longer names first: @accent is the beginning of @accentSoft.
    const std::pair<const char*, QString> colours[] = {{"@accentSoft", theme.accentSoft.name()},
                                                       {"@accentHover", hover.name()},
                                                       {"@warningSoft", warningSoft.name(QColor::HexArgb)},
                                                       {"@better", theme.better.name()},
                                                       {"@warning", theme.warning.name()},
                                                       {"@accent", theme.accent.name()},
                                                       {"@onAccent", theme.onAccent.name()},
                                                       {"@mutedText", theme.mutedText.name()},
                                                       {"@window", theme.window.name()},
                                                       {"@border", theme.border.name()},
                                                       {"@text", theme.text.name()},
                                                       {"@base", theme.base.name()},
                                                       {"@card", theme.card.name()},
                                                       {"@grid", theme.grid.name()}};
    for (const auto& [name, colour] : colours)
        sheet.replace(QLatin1String(name), colour);
    return sheet;
}

} // namespace nestloom::ui
