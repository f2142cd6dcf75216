// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of tables of energies in the window: opened, edited, used, imported and exported; the accelerator follows.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/technology/technology_dialog.h"
#include "ui/features/technology/technology_library.h"
#include "ui/features/technology/technology_model.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {

struct DialogFixture : WindowFixture {
    DialogFixture()
    {
        window.showTab(MainWindow::Tab::Accelerator);
        find<QToolButton>("energyTables")->click();
        dialog = window.findChild<TechnologyDialog*>();
        library = window.findChild<TechnologyLibrary*>();
    }
    bool setDram(const QString& text)
    {
        TechnologyModel* numbers = dialog->numbers();
        return numbers->setData(numbers->index(numbers->rowOf({NumberKind::Dram, 0}), TechnologyModel::Value), text);
    }
    const hardware::Accelerator& accelerator() { return window.workbench().document().value(); }
    double dram() { return accelerator().levels[0].accessEnergy ? accelerator().levels[0].accessEnergy->count : 0; }
    QString message() { return dialog->findChild<QLabel*>(QStringLiteral("technologyMessage"))->text(); }

    TechnologyDialog* dialog = nullptr;
    TechnologyLibrary* library = nullptr;
};

} // namespace

class TestTechnologyDialog : public QObject {
    Q_OBJECT
private slots:
    void opensWhereEnergiesAreChosenAndFromTheMenu()
    {
        DialogFixture f;
        QVERIFY(f.dialog && f.library);
        QCOMPARE(f.dialog->table(), QStringLiteral("relative"));
        f.window.findChild<QAction*>(QStringLiteral("editTechnologies"))->trigger();
        QCOMPARE(f.window.findChildren<TechnologyDialog*>().size(), 1);
    }
    void theAcceleratorFollowsTheTableItUses()
    {
        DialogFixture f;
        QVERIFY(f.setDram(QStringLiteral("100 pJ"))); // nobody uses it yet
        QVERIFY(!f.accelerator().levels[0].accessEnergy);
        f.dialog->use();
        QCOMPARE(f.dram(), 3200.0); // 64 words of 8 bit
        QVERIFY(f.setDram(QStringLiteral("50 pJ")));
        QCOMPARE(f.dram(), 1600.0);
        f.library->history().undo();
        QCOMPARE(f.dram(), 3200.0);
        f.window.workbench().document().history().undo();
        f.window.workbench().document().history().undo();
        QCOMPARE(f.dram(), 3200.0);
        QVERIFY(f.dialog->findChild<QLabel*>(QStringLiteral("technologyEffectTitle"))
                    ->text()
                    .contains(QStringLiteral("reaches it at once")));
    }
    void anAcceleratorWithAnEditedEnergyStaysAsItIs()
    {
        DialogFixture f;
        f.dialog->use();
        hardware::Accelerator changed = f.accelerator();
        changed.levels[1].accessEnergy = Picojoules{9};
        f.window.workbench().document().replaceValue(QStringLiteral("edit"), changed);
        QVERIFY(f.setDram(QStringLiteral("50 pJ")));
        QCOMPARE(f.dram(), 6400.0);
    }
    void theMenuOffersOnesOwnTables()
    {
        DialogFixture f;
        QVERIFY(f.setDram(QStringLiteral("100 pJ")));
        auto* action = f.window.findChild<QAction*>(QStringLiteral("energies:my relative"));
        QVERIFY(action);
        action->trigger();
        QCOMPARE(f.dram(), 3200.0);
        QVERIFY(!f.window.findChild<QAction*>(QStringLiteral("energies:my relative 2")));
        f.library->history().undo();
        QVERIFY(!action->isVisible()); // but there: the list of shortcuts knows it
        QVERIFY(f.window.findChild<QAction*>(QStringLiteral("energies:relative"))->isVisible());
        f.window.actions().shortcuts->trigger();
        f.library->history().redo();
        QVERIFY(action->isVisible());
    }
    void tablesGoOutAndComeIn()
    {
        DialogFixture f;
        QVERIFY(f.setDram(QStringLiteral("100 pJ")));
        const QString path = f.settings.path(QStringLiteral("table.yaml"));
        f.dialog->exportFile(path);
        QVERIFY(QFile::exists(path));
        f.dialog->importFile(path);
        QCOMPARE(f.dialog->table(), QStringLiteral("my relative 2"));
        hardware::Technology again = *f.library->find(QStringLiteral("my relative 2"));
        again.name = "my relative";
        QVERIFY(again == *f.library->find(QStringLiteral("my relative")));
        f.dialog->importFile(f.settings.path(QStringLiteral("nothing.yaml")));
        QVERIFY(f.message().contains(QStringLiteral("cannot be read")));
        QFile broken(f.settings.path(QStringLiteral("broken.yaml")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("energies:\n  name: t\n");
        broken.close();
        f.dialog->importFile(broken.fileName());
        QVERIFY2(f.message().contains(QStringLiteral("broken.yaml")), qPrintable(f.message()));
    }
    void fieldsRenameAndDescribe()
    {
        DialogFixture f;
        QVERIFY(f.setDram(QStringLiteral("100 pJ")));
        auto* name = f.dialog->findChild<QLineEdit*>(QStringLiteral("technologyName"));
        name->setText(QStringLiteral("45 nm"));
        Q_EMIT name->editingFinished();
        QCOMPARE(f.dialog->table(), QStringLiteral("45 nm"));
        auto* word = f.dialog->findChild<QLineEdit*>(QStringLiteral("technologyWord"));
        word->setText(QStringLiteral("wide"));
        Q_EMIT word->editingFinished();
        QVERIFY(!f.message().isEmpty());
        word->setText(QStringLiteral("32 bit"));
        Q_EMIT word->editingFinished();
        QCOMPARE(f.library->own().front().word.count, 32);
        auto* source = f.dialog->findChild<QLineEdit*>(QStringLiteral("technologySource"));
        source->clear();
        Q_EMIT source->editingFinished();
        QVERIFY(f.message().contains(QStringLiteral("no source")));
        QCOMPARE(f.library->own().front().source, std::string("a test"));
    }
    void sizesAreAddedAndRemoved()
    {
        DialogFixture f;
        f.dialog->addNumber(NumberKind::Mac);
        QCOMPARE(f.library->own().front().macs.size(), std::size_t(2));
        QCOMPARE(f.library->own().front().macs[1].energy.count, 4.0); // twice as wide
        f.dialog->removeNumber();
        QCOMPARE(f.library->own().front().macs.size(), std::size_t(1));
        f.dialog->findChild<QPushButton*>(QStringLiteral("removeTechnology"))->click();
        QVERIFY(f.library->own().empty());
        QCOMPARE(f.dialog->table(), QStringLiteral("relative"));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestTechnologyDialog)
#include "tst_technology_dialog.moc"
