// SPDX-License-Identifier: GPL-3.0-or-later
// The form makes the rows that are seen or asked for, and no others: they are what opening an accelerator costs.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/accelerator/field_row.h"
#include "ui/widgets/collapsible_group.h"
#include "ui/workbench/field_spec.h"

#include <QAction>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

struct FormFixture : WindowFixture {
    FormFixture() : form(editorIn(window)->findChild<AcceleratorForm*>()) { QCoreApplication::processEvents(); }

    std::size_t fields()
    {
        std::size_t count = 0;
        for (const FieldGroup& group : describeFields(window.workbench().document().value(), session))
            count += group.fields.size();
        return count;
    }
    std::size_t rows() const { return std::size_t(form->findChildren<FieldRow*>().size()); }
    bool hasRow(const QString& key) const
    {
        return form->findChild<QWidget*>(QStringLiteral("field:") + key) != nullptr;
    }
    /// A legal accelerator has its last rows out of sight; this is the key of one of them.
    QString lastKey()
    {
        QString key;
        for (const FieldGroup& group : describeFields(window.workbench().document().value(), session))
            if (group.level && !group.fields.empty())
                key = group.fields[1].key;
        return key;
    }

    AcceleratorForm* form;
};

} // namespace

class TestAcceleratorForm : public QObject {
    Q_OBJECT
private slots:
    void onePortHasOneBandwidth()
    {
        FormFixture f;
        hardware::Accelerator accelerator = f.window.workbench().document().value();
        for (const int ports : {1, 2}) {
            accelerator.levels[0].ports = ports;
            for (const FieldGroup& group : describeFields(accelerator, f.session))
                for (const FieldSpec& field : group.fields)
                    if (group.level == 0 && field.key.endsWith(QLatin1String("read_bandwidth"))) {
                        const auto changed = field.apply(accelerator, QStringLiteral("48 B/cycle"));
                        QVERIFY(changed);
                        QCOMPARE(changed->readRate(0)->count, 48.0);
                        QCOMPARE(changed->writeRate(0)->count, ports == 1 ? 48.0 : accelerator.writeRate(0)->count);
                    }
        }
    }

    void meshAndMemoryAreDescribedByFields()
    {
        WindowFixture f;
        hardware::Accelerator accelerator = simba::accelerator();
        const auto keys = [&] {
            QStringList list;
            for (const FieldGroup& group : describeFields(accelerator, f.session))
                for (const FieldSpec& field : group.fields)
                    list << field.key;
            return list;
        };
        const auto set = [&](const QString& key, const QString& text) {
            for (const FieldGroup& group : describeFields(accelerator, f.session))
                for (const FieldSpec& field : group.fields)
                    if (const auto changed = field.key == key ? field.apply(accelerator, text)
                                                              : Result<hardware::Accelerator>(Error{})) {
                        accelerator = *changed;
                        return true;
                    }
            return false;
        };
        QVERIFY(!keys().contains(QStringLiteral("interconnect.flit")));
        QVERIFY(!set(QStringLiteral("interconnect.below"), QStringLiteral("DRAM"))); // it has one child
        QVERIFY(set(QStringLiteral("interconnect.below"), QStringLiteral("GlobalBuffer")));
        QCOMPARE(accelerator.interconnect.below, std::string("GlobalBuffer"));
        QVERIFY(keys().contains(QStringLiteral("interconnect.flit")));
        QVERIFY(!keys().contains(QStringLiteral("dram.outstanding")));
        QVERIFY(set(QStringLiteral("dram.model"), QStringLiteral("ddr4-2400")));
        QVERIFY(set(QStringLiteral("dram.outstanding"), QStringLiteral("8")));
        QCOMPARE(accelerator.dram, (hardware::DramInterface{"ddr4-2400", 8, 50}));
        QVERIFY(set(QStringLiteral("dram.model"), QStringLiteral("not described")));
        QCOMPARE(accelerator.dram, hardware::DramInterface());
        QVERIFY(set(QStringLiteral("interconnect.below"), QStringLiteral("none")));
        QVERIFY(accelerator.interconnect.below.empty());
    }

    void whatFollowsFromTheFieldsStandsOnTop()
    {
        FormFixture f;
        auto* derived = f.form->findChild<DerivedValues*>();
        QVERIFY(!derived->isVisible()); // until its heading is opened
        QCOMPARE(derived->words(), QStringLiteral("1.02 TMAC/s, 102 MAC/B"));
        QVERIFY(derived->parentWidget()->parentWidget()->y() < 10);
        hardware::Accelerator accelerator = f.window.workbench().document().value();
        accelerator.levels.front().readBandwidth.reset(); // nothing bounds the bytes: no ridge
        f.window.workbench().document().setValue(QStringLiteral("levels[0].readBandwidth"), accelerator);
        QCOMPARE(derived->words(), QStringLiteral("1.02 TMAC/s"));
    }

    void rowsOutOfSightAreNotMade()
    {
        FormFixture f;
        QVERIFY(f.ready);
        QTRY_VERIFY(f.hasRow(QStringLiteral("levels[0].name")));
        QVERIFY2(f.rows() < f.fields(), qPrintable(QString::number(f.rows())));
        QVERIFY(!f.hasRow(f.lastKey()));
    }

    void aFormNobodySeesHasNoRows()
    {
        FormFixture f;
        f.find<QWidget>("acceleratorDock")->hide();
        QVERIFY(f.window.workbench().chooseAccelerator(f.window.workbench().library().accelerators().back()));
        QCoreApplication::processEvents();
        auto* other = editorIn(f.window)->findChild<AcceleratorForm*>();
        QVERIFY(other != f.form);
        QVERIFY(other->findChildren<FieldRow*>().isEmpty());
        f.find<QWidget>("acceleratorDock")->show();
        QTRY_VERIFY(!other->findChildren<FieldRow*>().isEmpty());
    }

    void aLongTitleEndsInDotsAndIsWholeInItsToolTip()
    {
        const QString name = QStringLiteral("AccumulationBufferOfTheSecondClusterOfTheChip");
        CollapsibleGroup group(name);
        auto* header = group.findChild<QToolButton*>();
        group.resize(160, 40);
        group.show();
        QTRY_VERIFY(header->text().startsWith(QStringLiteral("Accu")) && header->text() != name);
        QVERIFY(header->sizeHint().width() <= 160);
        QCOMPARE(header->toolTip(), name);
        QCOMPARE(group.title(), name);
        group.resize(900, 40);
        QTRY_COMPARE(header->text(), name);
        QVERIFY(header->toolTip().isEmpty());
    }

    void aLongNameShowsItsBeginningUnlessItIsEdited()
    {
        FormFixture f;
        QTRY_VERIFY(f.hasRow(QStringLiteral("levels[0].name")));
        auto* name = f.find<QLineEdit>("field:levels[0].name");
        const QString before = name->text();
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("MainMemoryOfTheSecondClusterOfTheChip"));
        QCOMPARE(name->cursorPosition(), int(name->text().size()));
        name->clearFocus();
        QTRY_COMPARE(name->cursorPosition(), 0);
        f.window.actions().undo->trigger();
        QTRY_COMPARE(name->text(), before);
        f.window.actions().redo->trigger();
        QTRY_VERIFY(name->text().startsWith(QStringLiteral("MainMemory")));
        QCOMPARE(name->cursorPosition(), 0); // as when the form opens
    }

    /// The first "1" makes the level one of a single child, which has nothing to multicast to.
    void aFieldKeepsTheFocusThoughItsRowsBecomeOthers()
    {
        FormFixture f;
        QVERIFY(f.ready);
        const QString key = QStringLiteral("levels[1].fanout"), multicast = QStringLiteral("levels[1].multicast");
        QVERIFY(f.form->focusField(key));
        const auto field = [&] { return f.form->findChild<QLineEdit*>(QStringLiteral("field:") + key); };
        const auto hasMulticast = [&] {
            return f.form->findChild<QWidget*>(QStringLiteral("choice:") + multicast) != nullptr;
        };
        QVERIFY(hasMulticast());
        for (const QChar letter : QStringLiteral("16x16")) {
            QTest::keyClicks(field(), letter);
            QTest::qWait(20);
            QVERIFY2(field()->hasFocus(), qPrintable(QString(letter)));
        }
        const auto& document = f.window.workbench().document();
        QCOMPARE(document.value().levels[1].fanout, (hardware::Fanout{16, 16}));
        QVERIFY(hasMulticast());

        field()->selectAll();
        QTest::keyClicks(field(), QStringLiteral("1"));
        QCOMPARE(document.value().levels[1].fanout.count(), 1);
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(!hasMulticast());
        QTRY_VERIFY(field() != nullptr && field()->hasFocus());
    }

    void longValuesDoNotMakeTheFormWiderThanItsRoom()
    {
        FormFixture f;
        hardware::Accelerator edited = f.window.workbench().document().value();
        edited.clock = Hertz{512'345'678}; // bandwidths are told in both units
        edited.levels[0].readBandwidth = edited.levels[0].writeBandwidth = BytesPerCycle{1234.5};
        f.window.workbench().document().setValue(QStringLiteral("clock"), edited);
        QTRY_VERIFY(f.form->widget()->minimumSizeHint().width() <= f.form->viewport()->width());
    }

    void everyRowIsThereOnceItWasScrolledInto()
    {
        FormFixture f;
        QScrollBar* bar = f.form->verticalScrollBar();
        for (int at = 0; at <= bar->maximum(); at += f.form->viewport()->height() / 2) {
            bar->setValue(at);
            QCoreApplication::processEvents();
        }
        bar->setValue(bar->maximum());
        QTRY_VERIFY(f.hasRow(f.lastKey()));
    }

    void scrollingFindsThingsWhereRoomWasKeptForThem()
    {
        FormFixture f;
        const int before = f.form->widget()->sizeHint().height();
        for (const FieldGroup& group : describeFields(f.window.workbench().document().value(), f.session))
            f.form->makeRowsOf(group.key);
        QCoreApplication::processEvents();
        const int after = f.form->widget()->sizeHint().height();
        QVERIFY2(std::abs(after - before) < before / 20, qPrintable(QStringLiteral("%1 %2").arg(before).arg(after)));
    }

    void aTurnMakesTheRowsOfOneGroup()
    {
        FormFixture f;
        QTRY_VERIFY(f.hasRow(QStringLiteral("levels[0].name")));
        Workbench& workbench = f.window.workbench();
        QVERIFY(workbench.chooseAccelerator(workbench.library().accelerators().back()));
        auto* form = editorIn(f.window)->findChild<AcceleratorForm*>();
        QCOMPARE(form->findChildren<FieldRow*>().size(), 0); // the turn that opens it
        const auto described = describeFields(workbench.document().value(), f.session);
        std::size_t before = 0;
        for (int turn = 0; turn < 20; ++turn) {
            QCoreApplication::processEvents();
            const auto now = std::size_t(form->findChildren<FieldRow*>().size());
            QVERIFY(now == before || std::any_of(described.begin(), described.end(), [&](const FieldGroup& group) {
                        return group.fields.size() == now - before;
                    }));
            before = now;
        }
        QVERIFY(before > 0);
    }

    void aFieldThatIsAskedForIsMade()
    {
        FormFixture f;
        const QString key = f.lastKey();
        QVERIFY(showField(f.window, key));
        auto* edit = f.form->findChild<QLineEdit*>(QStringLiteral("field:") + key);
        QVERIFY(edit != nullptr && f.window.focusWidget() == edit);
        QCoreApplication::processEvents();
        QVERIFY(f.form->viewport()->rect().contains(edit->mapTo(f.form->viewport(), edit->rect().center())));
        QVERIFY(!f.form->makeRowsOf(QStringLiteral("levels[99]")));
    }

    void aProblemOutOfSightMakesItsRow()
    {
        FormFixture f;
        const std::size_t level = f.window.workbench().document().value().levels.size() - 1;
        hardware::Accelerator broken = f.window.workbench().document().value();
        broken.levels[level].capacity = Bytes{-1};
        const QString key = QStringLiteral("levels[%1].capacity").arg(level);
        QVERIFY(!f.hasRow(key));
        f.window.workbench().document().setValue(key, broken);
        auto* problem = f.form->findChild<QLabel*>(QStringLiteral("problem:") + key);
        QVERIFY(problem != nullptr && !problem->text().isEmpty());
    }

    /// Made in any order, rows are stepped through from top to bottom.
    void theTabKeyGoesThroughRowsInOrder()
    {
        FormFixture f;
        f.form->makeRowsOf(f.lastKey()); // before those above it
        QStringList expected;
        for (const FieldGroup& group : describeFields(f.window.workbench().document().value(), f.session)) {
            f.form->makeRowsOf(group.key);
            for (const FieldSpec& field : group.fields)
                if (!field.choices)
                    expected << QStringLiteral("field:") + field.key;
        }
        QStringList order;
        const QString first = expected.front();
        QWidget* at = f.form->findChild<QWidget*>(first);
        do {
            if (at->objectName().startsWith(QStringLiteral("field:")) && !at->isHidden())
                order << at->objectName();
            at = at->nextInFocusChain();
        } while (at->objectName() != first);
        QCOMPARE(order, expected);
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestAcceleratorForm)
#include "tst_accelerator_form.moc"
