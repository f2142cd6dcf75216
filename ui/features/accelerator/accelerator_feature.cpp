// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_feature.h"

#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/yaml_edit.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QStackedWidget>
#include <QToolButton>

#include <map>

namespace nestloom::ui {

namespace {

constexpr int kEditorWidth = 272; // pixels; in less the fields of an accelerator would be cut off

class Editors : public QStackedWidget {
public:
    explicit Editors(MainWindow& window) : m_window(window)
    {
        setMinimumWidth(kEditorWidth);
        setObjectName(QStringLiteral("editors"));
        connect(&window.workbench(), &Workbench::documentChanged, this, [this] { showCurrent(); });
        showCurrent();
    }

private:
    void showCurrent()
    {
        AcceleratorDocument& document = m_window.workbench().document();
        AcceleratorEditor*& editor = m_editorOf[&document];
        if (editor == nullptr) {
            editor = new AcceleratorEditor(document, m_window.workbench().session(), this);
            editor->revertButton()->setDefaultAction(m_window.actions().revert);
            editor->saveButton()->setDefaultAction(m_window.actions().saveAccelerator);
            addWidget(editor);
        }
        setCurrentWidget(editor);
    }

    MainWindow& m_window;
    std::map<AcceleratorDocument*, AcceleratorEditor*> m_editorOf;
};

AcceleratorEditor* raisedEditor(MainWindow& window)
{
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("acceleratorDock"));
    dock->show();
    dock->raise();
    return editorIn(window);
}

} // namespace

AcceleratorEditor* editorIn(const MainWindow& window)
{
    return static_cast<AcceleratorEditor*>(
        window.findChild<QStackedWidget*>(QStringLiteral("editors"))->currentWidget());
}

bool showField(MainWindow& window, const QString& key) { return raisedEditor(window)->focusField(key); }

void installEditor(MainWindow& window)
{
    window.addDock(
        {QStringLiteral("acceleratorDock"), MainWindow::tr("Accelerator"), Qt::RightDockWidgetArea, {280, 0}, 460},
        new Editors(window));
    const auto on = [&window](QAction* action, auto show) {
        QObject::connect(action, &QAction::triggered, &window, [&window, show] { (raisedEditor(window)->*show)(); });
    };
    on(window.actions().editForm, &AcceleratorEditor::showForm);
    on(window.actions().editYaml, &AcceleratorEditor::showYaml);
    QObject::connect(&window, &MainWindow::fieldAsked, &window,
                     [&window](const QString& key) { showField(window, key); });
    QObject::connect(&window, &MainWindow::yamlLineAsked, &window, [&window](int line) {
        AcceleratorEditor* editor = raisedEditor(window);
        editor->showYaml();
        auto* text = editor->findChild<YamlEdit*>();
        text->goToLine(line);
        text->setFocus();
    });
}

} // namespace nestloom::ui
