// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/features/network/network_editor.h"
#include "ui/features/problems/problems_panel.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/workbench/file_opener.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>

namespace nestloom::ui {

class TestNetworkEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewNetworkIsSavedAndShown();
    void aPresetIsEditedAsACopy();
    void errorsAreToldAndNothingIsWritten();
    void closingAsksOnlyWhenSomethingWouldBeLost();
    void whatIsInNoFileIsThereAtTheNextStart();
    void aNewAcceleratorIsInTheEditor();
    void aFileThatCannotBeReadIsMendedHere();
    void whatAnotherProgramWroteIsNotOverwrittenUnseen();

private:
    static NetworkEditor* opened(WindowFixture& f, const char* action)
    {
        f.window.findChild<QAction*>(QLatin1String(action))->trigger();
        return f.window.findChild<NetworkEditor*>();
    }
};

void TestNetworkEditor::aNewNetworkIsSavedAndShown()
{
    WindowFixture f;
    QTemporaryDir folder;
    NetworkEditor* editor = opened(f, "newNetwork");
    QVERIFY(editor->isVisible() && !editor->isDirty());
    const QString path = folder.filePath(QStringLiteral("mine.yaml"));
    QVERIFY(editor->saveTo(path));
    QCOMPARE(f.window.workbench().chosenNetwork().name, std::string("my-network"));
    QCOMPARE(f.window.workbench().chosenNetwork().layers.size(), std::size_t(3));

    auto* text = editor->findChild<YamlEdit*>();
    text->setPlainText(text->toPlainText().replace(QStringLiteral("K: 10"), QStringLiteral("K: 20")));
    QVERIFY(editor->isDirty());
    editor->findChild<QPushButton*>(QStringLiteral("networkSave"))->click();
    QVERIFY(!editor->isDirty());
    QCOMPARE(f.window.workbench().chosenNetwork().layers[2].bounds[workload::LoopDimension::K], std::int64_t(20));
}

void TestNetworkEditor::aPresetIsEditedAsACopy()
{
    WindowFixture f;
    QTemporaryDir folder;
    f.window.workbench().chooseNetwork(f.session.networks()[0]);
    NetworkEditor* editor = opened(f, "editNetwork");
    auto* text = editor->findChild<YamlEdit*>();
    QVERIFY(text->toPlainText().contains(QStringLiteral("layers:"))); // not only the name of its builder
    QVERIFY(editor->windowTitle().contains(QStringLiteral("in no file yet")));
    text->setPlainText(text->toPlainText().replace(QStringLiteral("name: alexnet"), QStringLiteral("name: mine")));
    QVERIFY(editor->saveTo(folder.filePath(QStringLiteral("mine.yaml"))));
    QCOMPARE(f.window.workbench().chosenNetwork().name, std::string("mine"));

    editor->close();
    editor = opened(f, "editNetwork"); // now of the file
    QVERIFY(editor->windowTitle().contains(QStringLiteral("mine.yaml")));
}

void TestNetworkEditor::whatIsInNoFileIsThereAtTheNextStart()
{
    WindowFixture f;
    const auto textIn = [](QWidget& window) { return window.findChild<NetworkEditor*>()->findChild<YamlEdit*>(); };
    opened(f, "newNetwork");
    textIn(f.window)->setPlainText(QStringLiteral("network:\n  name: half"));
    QTRY_VERIFY(QSettings().contains(QStringLiteral("network/draft"))); // also where the program is killed
    {
        WholeWindow next(f.session);
        next.show();
        QTRY_VERIFY(next.findChild<NetworkEditor*>() != nullptr);
        QCOMPARE(textIn(next)->toPlainText(), QStringLiteral("network:\n  name: half"));
        QVERIFY(next.findChild<NetworkEditor*>()->isDirty() && next.findChild<NetworkEditor*>()->isVisible());
        next.findChild<NetworkEditor*>()->reject();
        QMessageBox* question = next.findChild<NetworkEditor*>()->findChild<QMessageBox*>();
        QVERIFY(question->defaultButton() != nullptr);
        for (QAbstractButton* button : question->buttons())
            if (button != question->defaultButton())
                button->click(); // discards
    }
    QVERIFY(!QSettings().contains(QStringLiteral("network/draft")));
    const WholeWindow last(f.session);
    QCoreApplication::processEvents();
    QVERIFY(last.findChild<NetworkEditor*>() == nullptr);
}

void TestNetworkEditor::errorsAreToldAndNothingIsWritten()
{
    WindowFixture f;
    QTemporaryDir folder;
    NetworkEditor* editor = opened(f, "newNetwork");
    auto* text = editor->findChild<YamlEdit*>();
    text->setPlainText(text->toPlainText().replace(QStringLiteral("C: 64, K: 10"), QStringLiteral("C: -4, K: 10")));
    auto* error = editor->findChild<QLabel*>(QStringLiteral("yamlError"));
    QTRY_VERIFY(error->isVisible());
    QVERIFY2(error->text().contains(QStringLiteral("Go to line 9")), qPrintable(error->text()));
    const QString path = folder.filePath(QStringLiteral("mine.yaml"));
    QVERIFY(!editor->saveTo(path));
    QVERIFY(!QFile::exists(path));
    QVERIFY(editor->findChild<MessageLine*>()->text().contains(QStringLiteral("Not saved")));
    text->setPlainText(text->toPlainText().replace(QStringLiteral("C: -4"), QStringLiteral("C: 4")));
    QVERIFY(!editor->saveTo(folder.filePath(QStringLiteral("no/such/folder/mine.yaml"))));
    QVERIFY(editor->findChild<MessageLine*>()->text().contains(QStringLiteral("cannot be written")));
    QVERIFY(editor->isDirty());
}

void TestNetworkEditor::closingAsksOnlyWhenSomethingWouldBeLost()
{
    WindowFixture f;
    NetworkEditor* editor = opened(f, "newNetwork");
    editor->reject();
    QVERIFY(!editor->isVisible());
    editor = opened(f, "newNetwork");
    editor->findChild<YamlEdit*>()->insertPlainText(QStringLiteral("# mine\n"));
    editor->reject();
    auto* question = editor->findChild<QMessageBox*>(QStringLiteral("networkQuestion"));
    QVERIFY(question && editor->isVisible());
    for (QAbstractButton* button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::RejectRole)
            button->click();
    QVERIFY(editor->isVisible() && editor->isDirty());
    opened(f, "editNetwork"); // does not take the text away
    QVERIFY(editor->isDirty());
}

void TestNetworkEditor::aFileThatCannotBeReadIsMendedHere()
{
    WindowFixture f;
    const QString path = f.settings.path(QStringLiteral("bad.yaml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("network:\n  name: bad\n  layers:\n    - {name: a, kind: dense}\n    - {name: b, strid: 2}\n");
    file.close();
    f.window.files().open({path, f.session.networks()[0].path}); // of several, one only says so
    QVERIFY(f.window.findChild<NetworkEditor*>() == nullptr);
    f.window.files().open({path});
    auto* editor = f.window.findChild<NetworkEditor*>();
    QVERIFY(editor && editor->isVisible() && editor->windowTitle().contains(QStringLiteral("bad.yaml")));
    auto* error = editor->findChild<QLabel*>(QStringLiteral("yamlError"));
    QCOMPARE(error->text().count(QStringLiteral("Go to line")), 2);
    auto* text = editor->findChild<YamlEdit*>();
    text->setPlainText(text->toPlainText().replace(QStringLiteral("kind: dense"), QStringLiteral("K: 4")));
    f.window.files().open({path}); // does not take the text away
    QVERIFY(text->toPlainText().contains(QStringLiteral("K: 4")));
    text->setPlainText(text->toPlainText().replace(QStringLiteral("strid"), QStringLiteral("stride")));
    const auto isTold = [&] {
        const auto& problems = f.find<ProblemsPanel>("problemsPanel")->problems();
        return std::ranges::find(problems, path, &Problem::path) != problems.end();
    };
    QVERIFY(isTold());
    QVERIFY(editor->saveTo(path));
    QCOMPARE(f.window.workbench().chosenNetwork().name, std::string("bad"));
    QVERIFY(!isTold());
}

void TestNetworkEditor::whatAnotherProgramWroteIsNotOverwrittenUnseen()
{
    WindowFixture f;
    QTemporaryDir folder;
    NetworkEditor* editor = opened(f, "newNetwork");
    const QString path = folder.filePath(QStringLiteral("mine.yaml"));
    QVERIFY(editor->saveTo(path));
    auto* text = editor->findChild<YamlEdit*>();
    const QString mine = text->toPlainText();
    const auto writeElsewhere = [&](int k) {
        QString theirs = mine;
        theirs.replace(QStringLiteral("K: 10"), QStringLiteral("K: %1").arg(k));
        QFile file(path);
        return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(theirs.toUtf8()) > 0;
    };
    const auto onDisk = [&path] { return *textOfFile(path); };
    QVERIFY(writeElsewhere(30));
    QVERIFY(f.window.workbench().openFile(path)); // as the window does when it notices
    QVERIFY(text->toPlainText().contains(QStringLiteral("K: 30")) && !editor->isDirty()); // nothing was lost by it
    QVERIFY(writeElsewhere(40));
    text->insertPlainText(QStringLiteral("# mine\n"));
    auto* save = editor->findChild<QPushButton*>(QStringLiteral("networkSave"));
    const auto answer = [editor](QMessageBox::ButtonRole role) {
        auto* question = editor->findChild<QMessageBox*>(QStringLiteral("networkChanged"));
        for (QAbstractButton* button : question->buttons())
            if (question->buttonRole(button) == role)
                return button->click();
    };
    save->click();
    QVERIFY(onDisk().contains(QStringLiteral("K: 40"))); // not without a question
    answer(QMessageBox::RejectRole);
    QVERIFY(editor->isDirty());
    save->click();
    answer(QMessageBox::AcceptRole);
    QVERIFY(text->toPlainText().contains(QStringLiteral("K: 40")) && !editor->isDirty());
    text->undo();
    QVERIFY(text->toPlainText().contains(QStringLiteral("# mine")) && editor->isDirty());
    QVERIFY(writeElsewhere(50));
    save->click();
    answer(QMessageBox::DestructiveRole);
    QVERIFY(onDisk().contains(QStringLiteral("# mine")) && !editor->isDirty());
}

void TestNetworkEditor::aNewAcceleratorIsInTheEditor()
{
    WindowFixture f;
    QAction* create = f.window.findChild<QAction*>(QStringLiteral("newAccelerator"));
    create->trigger();
    QCOMPARE(f.window.workbench().document().value().name, std::string("my-accelerator"));
    create->trigger();
    QCOMPARE(f.window.workbench().document().value().name, std::string("my-accelerator-variant"));
    QVERIFY(f.window.workbench().whyNotRun().isEmpty());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestNetworkEditor)
#include "tst_network_editor.moc"
