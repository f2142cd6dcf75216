// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_feature.h"

#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/style/words.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/window/main_window.h"
#include "ui/workbench/variants.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>

#include <map>

namespace nestloom::ui {

namespace {

/// Their edits are kept with those of all accelerators.
void saveVariants(const Library& library, QSettings& settings)
{
    QVariantList variants;
    for (const AcceleratorEntry& entry : library.accelerators())
        if (isUnsaved(entry))
            variants << QVariantMap{{QStringLiteral("name"), entry.name}, {QStringLiteral("yaml"), entry.yaml}};
    settings.setValue(QStringLiteral("work/variants"), variants);
}

void listVariants(Library& library, const QSettings& settings)
{
    for (const QVariant& stored : settings.value(QStringLiteral("work/variants")).toList()) {
        const QVariantMap variant = stored.toMap();
        library.addUnsaved(variant[QStringLiteral("name")].toString(), variant[QStringLiteral("yaml")].toString());
    }
}

} // namespace

bool duplicateAsVariant(Workbench& workbench)
{
    const AcceleratorDocument& document = workbench.document();
    if (document.isEmpty() || document.state().yamlError) {
        Q_EMIT workbench.problem(!document.hasText()
                                     ? Workbench::tr("Choose an accelerator in the project tree first.")
                                     : Workbench::tr("Correct the YAML text before it is duplicated as a variant."));
        return false;
    }
    hardware::Accelerator variant = document.value();
    variant.name = workbench.library().variantName(qt(variant.name)).toStdString();
    return addVariant(workbench, std::move(variant));
}

namespace {

void makeNew(Workbench& workbench)
{
    QFile file(QStringLiteral(":/templates/accelerator.yaml"));
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QString general = QStringLiteral("my-accelerator");
    const QString name =
        workbench.library().findAccelerator(general) ? workbench.library().variantName(general) : general;
    const QString yaml =
        QString::fromUtf8(file.readAll()).replace(QStringLiteral("name: ") + general, QStringLiteral("name: ") + name);
    workbench.chooseAccelerator(workbench.library().addUnsaved(name, yaml));
}

} // namespace

void installVariants(MainWindow& window)
{
    QAction* create =
        window.addAction(MainWindow::Menu::Accelerator, QStringLiteral("newAccelerator"), MainWindow::tr("N&ew"), {},
                         MainWindow::tr("Begin an accelerator of your own with a small one"));
    QObject::connect(create, &QAction::triggered, &window, [&window] {
        makeNew(window.workbench());
        window.actions().editForm->trigger(); // where it can be filled in
    });
    QAction* duplicate = window.addAction(MainWindow::Menu::Accelerator, QStringLiteral("duplicateAsVariant"),
                                          MainWindow::tr("&Duplicate as variant"), Qt::CTRL | Qt::SHIFT | Qt::Key_V,
                                          MainWindow::tr("Open a copy of the edited accelerator under a new name"));
    Workbench& workbench = window.workbench();
    QObject::connect(duplicate, &QAction::triggered, &window, [&workbench] { duplicateAsVariant(workbench); });
    QObject::connect(&window, &MainWindow::settingsRestored, &window, [&workbench, &window](const QSettings& settings) {
        Library& library = workbench.library();
        listVariants(library, settings);
        QObject::connect(&library, &Library::changed, &window, [&library] { // at once: a window may be killed
            QSettings now;
            saveVariants(library, now);
        });
    });
}

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
    const auto showLine = [&window](int line) {
        AcceleratorEditor* editor = raisedEditor(window);
        editor->showYaml();
        auto* text = editor->findChild<YamlEdit*>();
        text->goToLine(line);
        text->setFocus();
    };
    QObject::connect(&window, &MainWindow::yamlLineAsked, &window, showLine);
    QObject::connect(&window.workbench(), &Workbench::brokenTextOpened, &window, showLine);
}

} // namespace nestloom::ui
