// SPDX-License-Identifier: GPL-3.0-or-later
// The slider under a field: where it stops, what a move does, and how a move becomes one undo step.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/accelerator/field_slider.h"
#include "ui/workbench/field_kinds.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kSliderCapacity = QStringLiteral("levels[1].capacity"); // GlobalBuffer, 64 KiB

struct Opened : WindowFixture {
    explicit Opened(const QString& key = kSliderCapacity)
    {
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
        editorIn(window)->focusField(key);
        edit = editorIn(window)->findChild<QLineEdit*>(QStringLiteral("field:") + key);
        row = editorIn(window)->findChild<FieldSlider*>(QStringLiteral("slider:") + key);
        slider = row == nullptr ? nullptr : row->slider();
    }
    std::int64_t capacity() { return window.workbench().document().value().levels[1].capacity->count; }
    QUndoStack& history() { return window.workbench().document().history(); }
    QPoint at(double fraction) const { return {int(8 + fraction * (slider->width() - 16)), slider->height() / 2}; }

    QLineEdit* edit = nullptr;
    FieldSlider* row = nullptr;
    QSlider* slider = nullptr;
};

} // namespace

class TestSliders : public QObject {
    Q_OBJECT
private slots:
    void stopsAscendAroundThePresentValue_data();
    void stopsAscendAroundThePresentValue();
    void bandwidthsStopInTheirOwnUnit();
    void gridsKeepTheirShape_data();
    void gridsKeepTheirShape();
    void itOpensWithTheFocusAndClosesWithoutIt();
    void aClickElsewhereInTheFormHitsWhatItWasAimedAt();
    void itIsScrolledIntoView();
    void namesHaveNone();
    void itsEndsAreLabelledAndItStandsAtTheValue();
    void aDragIsOneUndoStep();
    void keyStepsBecomeOneUndoStepAfterAPause();
    void escapeReturnsToTheValueBeforeAndLeavesNoStep();
    void escapeTakesBackADragThatGoesOn();
    void arrowsInTheFieldMoveIt();
    void theWheelMovesItOnlyWithTheFocus();
    void unlimitedIsItsLastStop();
    void itFollowsWhatIsTyped();
    void theWordOfAnEmptyFieldIsUnderstood();
    void whatIsProposedIsPossible();
};

void TestSliders::stopsAscendAroundThePresentValue_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("present");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("last");
    QTest::newRow("bytes") << int(QuantityKind::Bytes) << 65536.0 << 4096.0 << 1048576.0;
    QTest::newRow("odd bytes") << int(QuantityKind::Bytes) << 7777.0 << 512.0 << 114688.0;
    QTest::newRow("one byte") << int(QuantityKind::Bytes) << 1.0 << 1.0 << 16.0;
    QTest::newRow("bits") << int(QuantityKind::Bits) << 24.0 << 2.0 << 256.0;
    QTest::newRow("energy") << int(QuantityKind::Energy) << 2.5 << 0.0 << 25.0;
    QTest::newRow("no energy") << int(QuantityKind::Energy) << 0.0 << 0.0 << 10.0;
    QTest::newRow("clock") << int(QuantityKind::Frequency) << 2e9 << 2e8 << 2e10;
}

void TestSliders::stopsAscendAroundThePresentValue()
{
    QFETCH(int, kind);
    QFETCH(double, present);
    QFETCH(double, first);
    QFETCH(double, last);
    const std::vector<double> stops = quantityStops(QuantityKind(kind), present);
    QVERIFY(std::is_sorted(stops.begin(), stops.end()));
    QVERIFY(std::adjacent_find(stops.begin(), stops.end()) == stops.end());
    QVERIFY(std::find(stops.begin(), stops.end(), present) != stops.end());
    QCOMPARE(stops.front(), first);
    QCOMPARE(stops.back(), last);
}

void TestSliders::bandwidthsStopInTheirOwnUnit()
{
    const auto cycles = bandwidthStops(BytesPerCycle{20});
    QVERIFY(cycles.front() == Bandwidth(BytesPerCycle{1.25}) && cycles.back() == Bandwidth(BytesPerCycle{320}));
    const auto seconds = bandwidthStops(BytesPerSecond{12.8e9});
    QVERIFY(seconds.front() == Bandwidth(BytesPerSecond{0.875e9})
            && seconds.back() == Bandwidth(BytesPerSecond{192e9}));
    QVERIFY(std::find(seconds.begin(), seconds.end(), Bandwidth(BytesPerSecond{12.8e9})) != seconds.end());
    QVERIFY(!bandwidthStops({}).front().perSecond);
}

void TestSliders::gridsKeepTheirShape_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("stops");
    QTest::newRow("square") << 4 << 4 << QStringLiteral("1x1 2x1 2x2 4x2 4x4 8x4 8x8 16x8 16x16");
    QTest::newRow("row") << 64 << 1 << QStringLiteral("4x1 8x1 16x1 32x1 64x1 128x1 256x1 512x1 1024x1");
    QTest::newRow("column") << 1 << 8 << QStringLiteral("1x1 1x2 1x4 1x8 1x16 1x32 1x64 1x128");
    QTest::newRow("odd") << 3 << 5 << QStringLiteral("1x1 1x2 3x2 3x5 6x5 6x10 12x10 12x20");
    QTest::newRow("single") << 1 << 1 << QStringLiteral("1x1 2x1 2x2 4x2 4x4");
}

void TestSliders::gridsKeepTheirShape()
{
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(QString, stops);
    QStringList found;
    for (const hardware::Fanout& grid : gridStops({columns, rows}))
        found << QStringLiteral("%1x%2").arg(grid.columns).arg(grid.rows);
    QCOMPARE(found.join(QLatin1Char(' ')), stops);
}

void TestSliders::itOpensWithTheFocusAndClosesWithoutIt()
{
    Opened f;
    QVERIFY(f.row != nullptr);
    QVERIFY(f.row->isVisible());
    f.slider->setFocus();
    QCoreApplication::processEvents();
    QVERIFY(f.row->isVisible());
    editorIn(f.window)->focusField(QStringLiteral("levels[2].capacity"));
    QTRY_VERIFY(!f.row->isVisible());
}

void TestSliders::aClickElsewhereInTheFormHitsWhatItWasAimedAt()
{
    Opened f;
    QVERIFY(f.row && f.row->isVisible());
    auto* below = editorIn(f.window)->findChild<QLineEdit*>(QStringLiteral("field:levels[1].fanout"));
    QVERIFY(below != nullptr);
    editorIn(f.window)->findChild<AcceleratorForm*>()->ensureWidgetVisible(below, 0, 60);
    QCoreApplication::processEvents();
    const auto top = [&] { return below->mapTo(&f.window, QPoint(0, 0)).y(); };
    const int before = top();
    QTest::mouseClick(below, Qt::LeftButton);
    QTRY_VERIFY(!f.row->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(top(), before);
    f.find<QWidget>("projectTree")->setFocus(); // nobody aims at the form any more
    QTRY_VERIFY(top() < before);
}

void TestSliders::itIsScrolledIntoView()
{
    Opened f;
    auto* form = editorIn(f.window)->findChild<AcceleratorForm*>();
    f.window.setFocus();
    const auto bottomOf = [form](QWidget* widget) {
        return widget->mapTo(form->viewport(), widget->rect().bottomLeft()).y();
    };
    QTRY_VERIFY(f.row->isHidden());
    QCoreApplication::processEvents(); // the rows close up
    form->verticalScrollBar()->setValue(form->verticalScrollBar()->value() + bottomOf(f.edit)
                                        - form->viewport()->height() + 1);
    QVERIFY(bottomOf(f.edit) + f.row->sizeHint().height() >= form->viewport()->height()); // no room below the field
    f.edit->setFocus(Qt::MouseFocusReason);
    QTRY_VERIFY(bottomOf(f.row) < form->viewport()->height());
    QVERIFY(f.edit->visibleRegion().boundingRect().height() == f.edit->height());
}

void TestSliders::namesHaveNone()
{
    Opened f(QStringLiteral("name"));
    QVERIFY(f.edit->hasFocus());
    QVERIFY(f.row == nullptr);
}

void TestSliders::itsEndsAreLabelledAndItStandsAtTheValue()
{
    Opened f;
    QStringList labels;
    for (const QLabel* label : f.row->findChildren<QLabel*>())
        labels << label->text();
    QCOMPARE(labels, QStringList({QStringLiteral("4 KiB"), QStringLiteral("unbounded")}));
    QCOMPARE(f.row->stops()[f.slider->value()], QStringLiteral("64 KiB"));
    QCOMPARE(f.row->stops()[f.row->stops().size() - 2], QStringLiteral("1 MiB"));
}

void TestSliders::aDragIsOneUndoStep()
{
    Opened f;
    QTest::mousePress(f.slider, Qt::LeftButton, {}, f.at(0.5));
    for (const double fraction : {0.6, 0.7, 0.8, 0.9})
        QTest::mouseMove(f.slider, f.at(fraction));
    const std::int64_t during = f.capacity();
    QVERIFY(during > 64 * 1024);
    QCOMPARE(f.edit->text(), f.row->stops()[f.slider->value()]);
    QTest::mouseRelease(f.slider, Qt::LeftButton, {}, f.at(0.9));
    QCOMPARE(f.capacity(), during);
    QCOMPARE(f.history().count(), 1);
    QTest::mousePress(f.slider, Qt::LeftButton, {}, f.at(0.2)); // a click on the groove: a step of its own
    QTest::mouseRelease(f.slider, Qt::LeftButton, {}, f.at(0.2));
    QCOMPARE(f.history().count(), 2);
    f.window.actions().undo->trigger();
    QCOMPARE(f.capacity(), during);
    QCOMPARE(f.row->stops()[f.slider->value()], f.edit->text());
    f.window.actions().undo->trigger();
    QCOMPARE(f.capacity(), 64 * 1024);
    QVERIFY(!f.window.workbench().document().isDirty());
}

void TestSliders::keyStepsBecomeOneUndoStepAfterAPause()
{
    Opened f;
    f.slider->setFocus();
    QTest::keyClick(f.slider, Qt::Key_Right);
    QTest::keyClick(f.slider, Qt::Key_Right);
    QCOMPARE(f.capacity(), 96 * 1024);
    QVERIFY(f.row->isMoving());
    QTRY_VERIFY(!f.row->isMoving());
    QTest::keyClick(f.slider, Qt::Key_PageUp);
    QCOMPARE(f.capacity(), 192 * 1024);
    QCOMPARE(f.history().count(), 2);
    f.window.actions().undo->trigger();
    QCOMPARE(f.capacity(), 96 * 1024);
    QTRY_VERIFY(!f.row->isMoving());
    QCOMPARE(f.row->stops()[f.slider->value()], QStringLiteral("96 KiB"));
}

void TestSliders::escapeReturnsToTheValueBeforeAndLeavesNoStep()
{
    Opened f;
    f.slider->setFocus();
    const QString yaml = f.window.workbench().document().state().yaml;
    QTest::keyClick(f.slider, Qt::Key_Right);
    QTest::keyClick(f.slider, Qt::Key_Right);
    QTest::keyClick(f.slider, Qt::Key_Escape);
    QCOMPARE(f.capacity(), 64 * 1024);
    QCOMPARE(f.edit->text(), QStringLiteral("64 KiB"));
    QCOMPARE(f.row->stops()[f.slider->value()], QStringLiteral("64 KiB"));
    QCOMPARE(f.history().count(), 0);
    QCOMPARE(f.window.workbench().document().state().yaml, yaml); // comments and all
    QTest::keyClick(f.slider, Qt::Key_Escape);                    // nothing moves: nothing happens
    QCOMPARE(f.capacity(), 64 * 1024);
}

void TestSliders::escapeTakesBackADragThatGoesOn()
{
    Opened f;
    QTest::keyClicks(f.edit, QStringLiteral("128 KiB")); // an edit before, which stays
    QCOMPARE(f.capacity(), 128 * 1024);
    QTest::mousePress(f.slider, Qt::LeftButton, {}, f.at(0.5));
    QTest::mouseMove(f.slider, f.at(0.9));
    QVERIFY(f.capacity() != 128 * 1024);
    QTest::keyClick(f.slider, Qt::Key_Escape);
    QCOMPARE(f.capacity(), 128 * 1024);
    QTest::mouseMove(f.slider, f.at(0.7));
    QTest::mouseRelease(f.slider, Qt::LeftButton, {}, f.at(0.7));
    QCOMPARE(f.capacity(), 128 * 1024);
    QCOMPARE(f.history().count(), 1);
}

void TestSliders::arrowsInTheFieldMoveIt()
{
    Opened f;
    QTest::keyClick(f.edit, Qt::Key_Up);
    QCOMPARE(f.capacity(), 80 * 1024);
    QCOMPARE(f.edit->text(), QStringLiteral("80 KiB"));
    QTest::keyClick(f.edit, Qt::Key_Down);
    QTest::keyClick(f.edit, Qt::Key_Down);
    QCOMPARE(f.capacity(), 56 * 1024);
    QTest::keyClick(f.edit, Qt::Key_Escape);
    QCOMPARE(f.capacity(), 64 * 1024);
}

void TestSliders::theWheelMovesItOnlyWithTheFocus()
{
    Opened f;
    const auto turn = [&f] {
        QWheelEvent event(QPointF(f.at(0.5)), f.slider->mapToGlobal(QPointF(f.at(0.5))), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(f.slider, &event);
    };
    turn();
    QCOMPARE(f.capacity(), 64 * 1024);
    f.slider->setFocus();
    turn();
    QVERIFY(f.capacity() > 64 * 1024);
}

void TestSliders::unlimitedIsItsLastStop()
{
    Opened f(QStringLiteral("levels[1].read_bandwidth"));
    f.slider->setFocus();
    QTest::keyClick(f.slider, Qt::Key_End);
    QVERIFY(!f.window.workbench().document().value().levels[1].readBandwidth);
    QCOMPARE(f.edit->text(), QString());
    QVERIFY(f.row->findChildren<QLabel*>().back()->text().contains(QStringLiteral("unlimited")));
    QTest::keyClick(f.slider, Qt::Key_Left);
    QVERIFY(f.window.workbench().document().value().levels[1].readBandwidth.has_value());
}

void TestSliders::itFollowsWhatIsTyped()
{
    Opened f;
    f.edit->selectAll();
    QTest::keyClicks(f.edit, QStringLiteral("96 KiB"));
    QCOMPARE(f.row->stops()[f.slider->value()], QStringLiteral("96 KiB"));
    f.edit->selectAll();
    QTest::keyClicks(f.edit, QStringLiteral("3 MiB")); // beyond the range: a new one
    QCOMPARE(f.row->stops()[f.slider->value()], QStringLiteral("3 MiB"));
    QVERIFY(f.edit->hasFocus()); // although its energy is extrapolated from here on
    QCOMPARE(
        editorIn(f.window)->findChild<QLineEdit*>(QStringLiteral("field:levels[1].access.energy"))->placeholderText(),
        QStringLiteral("extrapolated"));
}

void TestSliders::theWordOfAnEmptyFieldIsUnderstood()
{
    Opened f;
    const AcceleratorDocument& document = f.window.workbench().document();
    for (const char* word : {"unbounded", " Unbounded "}) {
        f.edit->selectAll();
        QTest::keyClicks(f.edit, QStringLiteral("64 KiB"));
        QVERIFY(document.value().levels[1].capacity.has_value());
        f.edit->selectAll();
        QTest::keyClicks(f.edit, QLatin1String(word));
        QVERIFY(!document.value().levels[1].capacity);
        QVERIFY(document.state().rejected.empty());
    }
}

void TestSliders::whatIsProposedIsPossible()
{
    Opened f;
    const AcceleratorDocument& document = f.window.workbench().document();
    const auto proposed = [&](const char* typed) {
        f.edit->selectAll();
        QTest::keyClicks(f.edit, QLatin1String(typed));
        const auto& rejected = document.state().rejected;
        return rejected.empty() ? QStringLiteral("nothing refused") : rejected.begin()->second.suggestion;
    };
    QCOMPARE(proposed(" 48 kib"), QStringLiteral("48 KiB"));
    QCOMPARE(proposed("9999999999999999 x"), QString()); // more than there may be
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSliders)
#include "tst_sliders.moc"
