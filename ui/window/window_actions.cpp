// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include "ui/style/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QWidget>

namespace nestloom::ui {

namespace {

QAction* make(QWidget* parent, const char* name, const char* text, const QKeySequence& shortcut, const char* tip)
{
    auto* action = new QAction(QCoreApplication::translate("WindowActions", text), parent);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(shortcut);
    action->setStatusTip(QCoreApplication::translate("WindowActions", tip));
    return action;
}

/// Text fields take Ctrl+E as the end of the line, as Emacs does; this leaves it to the action.
class KeptFromFields : public QObject {
public:
    explicit KeptFromFields(QAction* action) : QObject(action), m_action(action) { qApp->installEventFilter(this); }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride)
            return false;
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (!(key->modifiers() & Qt::ControlModifier)
            || !m_action->shortcuts().contains(QKeySequence(key->keyCombination())))
            return false;
        event->ignore();
        return true;
    }

private:
    QAction* m_action;
};

QAction* checkable(QAction* action, QActionGroup* group)
{
    action->setCheckable(true);
    group->addAction(action);
    return action;
}

} // namespace

WindowActions::WindowActions(QWidget* parent)
    : open(make(parent, "open", "&Open...", QKeySequence::Open, "Open an accelerator or a network (YAML)")),
      saveAccelerator(make(parent, "saveAccelerator", "&Save accelerator", Qt::CTRL | Qt::Key_S,
                           "Save the edited accelerator to its file; asks for one where there is none")),
      saveAcceleratorAs(make(parent, "saveAcceleratorAs", "Save accelerator &as...", Qt::CTRL | Qt::SHIFT | Qt::Key_S,
                             "Save the edited accelerator as another YAML file")),
      exportReport(make(
          parent, "exportReport", "&Export report...", Qt::CTRL | Qt::Key_E,
          "Write the shown run, on the page Compare the comparison, on Sweep and Pareto the sweep, as HTML or PDF")),
      quit(make(parent, "quit", "&Quit", Qt::CTRL | Qt::Key_Q, "Close the window")),
      back(make(parent, "back", "&Back", Qt::ALT | Qt::Key_Left, "To the selection before")),
      forward(make(parent, "forward", "&Forward", Qt::ALT | Qt::Key_Right, "To the selection after")),
      previousLayer(make(parent, "previousLayer", "&Previous layer", Qt::ALT | Qt::Key_Up, "Select the layer before")),
      nextLayer(make(parent, "nextLayer", "&Next layer", Qt::ALT | Qt::Key_Down, "Select the layer after")),
      clearSelection(make(parent, "clearSelection", "&Clear selection", Qt::CTRL | Qt::Key_D, "Select no layer")),
      editForm(make(parent, "editForm", "Edit as &form", Qt::CTRL | Qt::SHIFT | Qt::Key_A,
                    "Show the fields of the accelerator")),
      editYaml(make(parent, "editYaml", "Edit as &YAML", Qt::CTRL | Qt::SHIFT | Qt::Key_Y,
                    "Show the text of the accelerator")),
      revert(make(parent, "revert", "&Revert", {}, "Undo all edits since the accelerator was opened or saved")),
      editShown(make(parent, "editShown", "Edit the accelerator of the sho&wn run", Qt::CTRL | Qt::SHIFT | Qt::Key_E,
                     "Open the accelerator of the shown run in the editor")),
      filterLayers(
          make(parent, "filterLayers", "&Filter layers", QKeySequence::Find, "Show the network and filter its layers")),
      run(make(parent, "run", "Run", Qt::CTRL | Qt::Key_R, "Map the network onto the accelerator")),
      cancel(make(parent, "cancel", "Cancel", Qt::CTRL | Qt::Key_Period,
                  "Stop the shown run, or another job; what is finished is kept")),
      clearJobs(
          make(parent, "clearJobs", "C&lear finished jobs", {}, "Remove the jobs that have ended from the panel")),
      design(make(parent, "design", "Design", Qt::CTRL | Qt::SHIFT | Qt::Key_D, "Accelerator and network large")),
      runView(make(parent, "runView", "Results", Qt::CTRL | Qt::SHIFT | Qt::Key_R, "Results large")),
      compareView(
          make(parent, "compareView", "Compare", Qt::CTRL | Qt::SHIFT | Qt::Key_C, "Two to four runs side by side")),
      themeSystem(make(parent, "themeSystem", "As the &system", {}, "Light or dark as the desktop says")),
      themeLight(make(parent, "themeLight", "&Light", {}, "Dark text on light ground")),
      themeDark(make(parent, "themeDark", "&Dark", {}, "Light text on dark ground")),
      resetLayout(make(parent, "resetLayout", "&Reset layout", {}, "Put every panel back to its place")),
      beside(make(parent, "pageBeside", "&Beside the others", Qt::CTRL | Qt::Key_Backslash,
                  "Put this page beside the others, or back to them")),
      nextPart(make(parent, "nextPart", "&Next panel", Qt::Key_F6, "Give the focus to the next panel, or to the page")),
      clearProblems(
          make(parent, "clearProblems", "&Dismiss problems", Qt::CTRL | Qt::Key_M, "Empty the problems line")),
      shortcuts(make(parent, "shortcuts", "&Keyboard shortcuts", Qt::Key_Question, "List every shortcut")),
      about(make(parent, "about", "&About Nestloom", {}, "Version and licences"))
{
    new KeptFromFields(exportReport);
    saveAccelerator->setIconText(QCoreApplication::translate("WindowActions", "Save"));
    auto* perspectives = new QActionGroup(parent);
    checkable(design, perspectives);
    checkable(runView, perspectives)->setChecked(true);
    checkable(compareView, perspectives);
    auto* themes = new QActionGroup(parent);
    checkable(themeSystem, themes)->setChecked(true);
    checkable(themeLight, themes);
    checkable(themeDark, themes);
    beside->setCheckable(true);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::refreshIcons(const QWidget* window) const
{
    const QPalette& palette = window->palette();
    const std::pair<QAction*, const char*> icons[] = {{open, "open"}, {exportReport, "report"}, {undo, "undo"},
                                                      {redo, "redo"}, {back, "back"},           {forward, "forward"},
                                                      {run, "run"},   {cancel, "cancel"}};
    for (const auto& [action, name] : icons)
        if (action != nullptr)
            action->setIcon(icon(QLatin1String(name), palette));
}

namespace {

void walk(const QList<QAction*>& actions, const QStringList& path, QSet<QAction*>& seen, std::vector<MenuAction>& found)
{
    for (QAction* action : actions) {
        if (const QMenu* menu = action->menu()) {
            walk(menu->actions(), path + QStringList{plainText(action)}, seen, found);
        } else if (!action->isSeparator() && !action->objectName().isEmpty() && !seen.contains(action)) {
            seen.insert(action);
            found.push_back({action, path});
        }
    }
}

} // namespace

std::vector<MenuAction> menuActions(const QMainWindow& window)
{
    std::vector<MenuAction> found;
    QSet<QAction*> seen;
    if (const auto* bar = window.findChild<QMenuBar*>(QString(), Qt::FindDirectChildrenOnly))
        walk(bar->actions(), {}, seen, found);
    return found;
}

QString withoutMnemonic(const QString& text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i == text.size())
            break;
        plain += text[i];
    }
    return plain;
}

QString plainText(const QAction* action)
{
    QString text = withoutMnemonic(action->text());
    if (text.endsWith(QStringLiteral("...")))
        text.chop(3);
    return text;
}

} // namespace nestloom::ui
