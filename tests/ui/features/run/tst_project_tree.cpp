// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/project_tree.h"

#include "tests/ui/support/window_fixture.h"

namespace nestloom::ui {

namespace {

RunSummary run(RunId id)
{
    RunSummary made;
    made.id = id;
    made.acceleratorName = "simba";
    made.networkName = "alexnet";
    made.status = RunStatus::Finished;
    return made;
}

struct Tree : WindowFixture {
    QTreeWidgetItem* item(int section, const QString& text)
    {
        QTreeWidgetItem* parent = tree->topLevelItem(section);
        for (int i = 0; i < parent->childCount(); ++i)
            if (parent->child(i)->text(0).startsWith(text))
                return parent->child(i);
        return nullptr;
    }
    QString selected() { return tree->selectedItems().isEmpty() ? QString() : tree->selectedItems().front()->text(0); }

    ProjectTree* tree = window.findChild<ProjectTree*>();
};

} // namespace

class TestProjectTree : public QObject {
    Q_OBJECT
private slots:
    void aChosenSizeThatIsTakenOffLeavesItsNetworkChosen()
    {
        Tree f;
        Workbench& workbench = f.window.workbench();
        Library& library = workbench.library();
        for (const char* name : {"resnet50, batch 8", "resnet50, batch 16"})
            library.listSized(QString::fromLatin1(name));
        const auto entry = [&](const char* name) {
            return library.networks()[*library.findNetwork(QString::fromLatin1(name))];
        };
        QVERIFY(workbench.chooseNetwork(entry("resnet50, batch 8")));
        f.tree->takeOffTheList(entry("resnet50, batch 16"));
        QCOMPARE(workbench.chosenNetwork().name, std::string("resnet50, batch 8"));
        f.tree->takeOffTheList(entry("resnet50, batch 8"));
        QCOMPARE(workbench.chosenNetwork().name, std::string("resnet50"));
        QVERIFY(!library.findNetwork(QStringLiteral("resnet50, batch 8")));
    }
    void theSelectionStaysWithItsRuns()
    {
        Tree f;
        f.session.setRuns({run(41), run(40)});
        f.tree->setCurrentItem(f.item(2, QStringLiteral("40")));
        f.session.setRuns({run(42), run(41), run(40)}); // a newer one on top
        QCOMPARE(f.tree->selectedRuns(), std::vector<RunId>{40});
        QVERIFY(f.tree->currentItem()->text(0).startsWith(QStringLiteral("40")));
        QSignalSpy changed(f.tree, &QTreeWidget::itemSelectionChanged);
        f.session.setRuns({run(43), run(42)}); // it is gone
        QVERIFY(f.tree->selectedRuns().empty());
        QCOMPARE(changed.size(), 1);
    }

    void theSelectionStaysWithItsNetworkWhenFilesAreOpened()
    {
        Tree f;
        f.tree->setCurrentItem(f.item(1, QStringLiteral("resnet50")));
        f.window.workbench().chooseNetwork(f.session.networks()[1]);
        const QString path = f.settings.path(QStringLiteral("mine.yaml")); // listed above the presets
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("network:\n  name: mine\n  layers:\n    - {name: a, P: 4, K: 8}\n");
        file.close();
        QVERIFY(f.window.workbench().library().open(path));
        QCOMPARE(f.item(1, QStringLiteral("mine")), f.tree->topLevelItem(1)->child(0));
        QCOMPARE(f.selected(), QStringLiteral("resnet50"));
    }

    void ofAFileAndAPresetOfOneNameOneIsChosen()
    {
        Tree f;
        const QString path = f.settings.path(QStringLiteral("mine.yaml"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("network:\n  name: alexnet\n  layers:\n    - {name: a, P: 4, K: 8}\n");
        file.close();
        const auto isBold = [&](int row) {
            return f.tree->topLevelItem(1)->child(row)->font(0).weight() > QFont::Normal;
        };
        QVERIFY(f.window.workbench().openFile(path));
        QTreeWidgetItem* section = f.tree->topLevelItem(1);
        int preset = 1;
        while (preset < section->childCount() && section->child(preset)->text(0) != QLatin1String("alexnet"))
            ++preset;
        QVERIFY(preset < section->childCount());
        QCOMPARE(section->child(0)->text(0), QStringLiteral("alexnet"));
        QVERIFY(isBold(0));
        QVERIFY(!isBold(preset));
        for (const NetworkEntry& entry : f.window.workbench().library().networks())
            if (entry.preset && entry.name == QLatin1String("alexnet"))
                QVERIFY(f.window.workbench().chooseNetwork(entry));
        QVERIFY(!isBold(0));
        QVERIFY(isBold(preset));
    }

    void whatIsChosenComesIntoSight()
    {
        Tree f;
        f.window.show();
        f.tree->setFixedHeight(3 * f.tree->sizeHintForRow(0));
        f.tree->scrollToBottom();
        QApplication::processEvents();
        f.window.workbench().chooseAccelerator(f.session.accelerators()[0]);
        f.tree->scrollToBottom(); // a first choice moves nothing
        f.window.workbench().chooseAccelerator(f.session.accelerators()[1]);
        QTreeWidgetItem* chosen = f.item(0, QStringLiteral("simba-8x8"));
        QVERIFY(f.tree->viewport()->rect().intersects(f.tree->visualItemRect(chosen)));
    }

    void whatIsChosenElsewhereIsWhatIsSelected()
    {
        Tree f;
        f.tree->setCurrentItem(f.item(0, QStringLiteral("simba")));
        f.window.workbench().chooseNetwork(f.session.networks()[1]); // no accelerator: nothing to follow
        QCOMPARE(f.selected(), QStringLiteral("simba"));
        f.window.workbench().chooseAccelerator(f.session.accelerators()[1]);
        QCOMPARE(f.selected(), QStringLiteral("simba-8x8"));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestProjectTree)
#include "tst_project_tree.moc"
