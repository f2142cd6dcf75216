// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/unserved_page.h"

#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/window_fixture.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace nestloom::ui {

namespace {

struct Page : WindowFixture {
    explicit Page(const char* engine) : page(window.workbench(), engine, QStringLiteral("The engine"))
    {
        page.resize(700, 400);
        page.show();
    }
    QPushButton* variant() { return page.findChild<QPushButton*>(QStringLiteral("makeVariant")); }
    QString why() { return page.findChild<QLabel*>(QStringLiteral("whyUnserved"))->text(); }
    QStringList others()
    {
        QMenu* menu = page.findChild<QPushButton*>(QStringLiteral("openServing"))->menu();
        Q_EMIT menu->aboutToShow();
        QStringList names;
        for (const QAction* action : menu->actions())
            names << action->text();
        return names;
    }
    const hardware::Accelerator& edited() { return window.workbench().document().value(); }

    UnservedPage page;
};

} // namespace

class TestUnservedPage : public QObject {
    Q_OBJECT
private slots:
    void aVariantIsMadeOnRequestOnly()
    {
        Page f("flexer");
        QVERIFY(f.variant()->isVisible());
        QCOMPARE(f.variant()->text(), QStringLiteral("Make this variant of simba"));
        QVERIFY2(f.why().endsWith(QStringLiteral("A variant with all tensors in GlobalBuffer and 8 NPUs of 128 MAC "
                                                 "units can be scheduled.")),
                 qPrintable(f.why()));
        QCOMPARE(f.edited().name, std::string("simba")); // nothing switches by itself
        f.variant()->click();
        QCOMPARE(f.edited().name, std::string("simba-npus"));
        QVERIFY(f.edited().levels[1].keeps == TensorSet::all());
        QVERIFY(f.window.workbench().document().problems().empty());
    }

    /// The project tree has it, so one can leave it and come back.
    void aVariantIsListed()
    {
        Page f("flexer");
        Workbench& workbench = f.window.workbench();
        const hardware::Accelerator simba = f.edited();
        f.variant()->click();
        const auto listed = workbench.library().findAccelerator(QStringLiteral("simba-npus"));
        QVERIFY(listed);
        QVERIFY(isUnsaved(workbench.library().accelerators()[*listed]));
        QCOMPARE(workbench.library().accelerators()[*listed].path, workbench.document().path());
        workbench.chooseAccelerator(
            workbench.library().accelerators()[*workbench.library().findAccelerator(QStringLiteral("simba"))]);
        QVERIFY(f.edited() == simba);
        f.variant()->click(); // a second one has a name of its own
        QCOMPARE(f.edited().name, std::string("simba-npus-variant"));
    }

    void withoutASmallChangeThereIsNoSuchButton()
    {
        Page f("kapla");
        QVERIFY(!f.variant()->isVisible());
        QVERIFY2(f.why().contains(QStringLiteral("exactly three levels")), qPrintable(f.why()));
        QCOMPARE(f.others(), QStringList()); // neither of the fixture's has nodes
    }

    void acceleratorsThatCanAreOffered()
    {
        Page f("kapla");
        const QString path = f.settings.path(QStringLiteral("nodes.yaml"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(f.session.writeAccelerator(tests::presetAccelerator("accelerators/kapla-4x4.yaml")).toUtf8());
        file.close();
        QVERIFY(f.window.workbench().library().open(path));
        QCOMPARE(f.edited().name, std::string("simba"));
        QCOMPARE(f.others(), QStringList{QStringLiteral("kapla-4x4")});
        f.page.findChild<QPushButton*>(QStringLiteral("openServing"))->menu()->actions().front()->trigger();
        QCOMPARE(f.edited().name, std::string("kapla-4x4"));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestUnservedPage)
#include "tst_unserved_page.moc"
