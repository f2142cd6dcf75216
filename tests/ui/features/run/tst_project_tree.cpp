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
