// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/parts/loop_nest_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using mapping::LoopPlace;

constexpr hardware::Axis kRows = hardware::Axis::Rows;

class LoopNestEditTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        prepareViewTest();
        m_view = std::make_unique<LoopNestView>();
        m_view->setLayer(simba::accelerator(), simba::layer(), simba::solved());
        m_view->setEditable(true);
        m_moves.clear();
        connect(m_view.get(), &LoopNestView::moveRequested, this,
                [this](const LoopMove& move) { m_moves.push_back(move); });
        render(*m_view, {1000, 700}, ThemeKind::Light, u"loop-nest-edit"_s);
    }
    void cleanup() { m_view.reset(); }

    void factorsAreShownOnlyWhileItIsEdited();
    void nothingIsClippedWhileItIsEdited();
    void aFactorIsDraggedToAnotherLevel();
    void aLoopTakesTheAxisThatHasRoom();
    void aLoopIsDraggedWithinItsLevelAndOntoChildren();
    void aDropThatChangesNothingAsksForNothing();
    void escapeGivesADragUp();
    void keysMoveTheLoopOrOneFactor();
    void sSpreadsALoopAndTakesItBack();
    void withoutEditingNothingMoves();
    void theMenuIsAboutWhatIsPointedAt();
    void pastedTextIsTold();
    void scrollingStaysWhereItIsWhileTheMappingChanges();

private:
    QWidget* viewport() { return m_view->viewport(); }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(viewport(), (from + to) / 2);
        QTest::mouseMove(viewport(), to);
        QTest::mouseMove(viewport(), to + QPoint(1, 0));
        QTest::mouseRelease(viewport(), Qt::LeftButton, {}, to);
    }
    std::unique_ptr<LoopNestView> m_view;
    std::vector<LoopMove> m_moves;
};

void LoopNestEditTest::factorsAreShownOnlyWhileItIsEdited()
{
    QVERIFY(!m_view->factorRect({1, 1}, 3).isEmpty()); // C 16 = 2 2 2 2
    QVERIFY(m_view->factorRect({1, 1}, 4).isEmpty());
    QVERIFY(m_view->factorRect({0, 0}, 0).isEmpty()); // P 2 is one prime: the loop itself is taken
    m_view->setEditable(false);
    QVERIFY(m_view->factorRect({1, 1}, 0).isEmpty());
}

void LoopNestEditTest::nothingIsClippedWhileItIsEdited()
{
    const QFont body = bodyFont();
    const LoopNestFonts fonts{body, captionFont(body), strongFont(body), codeFont(body)};
    const LoopNestLayout layout =
        layOutLoopNest(simba::accelerator(), simba::layer(), simba::layerMapping(), fonts, 700, true);
    for (const LoopNestLayout::Band& band : layout.bands)
        for (const LoopNestLayout::LoopRow& row : band.loops) {
            const double right = row.factors.empty()
                                     ? row.textLeft + QFontMetricsF(fonts.code).horizontalAdvance(row.text)
                                     : row.factors.back().rect.right();
            QVERIFY2(right <= row.chips[TensorRole::Weights].left(), qPrintable(row.text));
        }
}

void LoopNestEditTest::aFactorIsDraggedToAnotherLevel()
{
    const QRect dram = m_view->loopRect({0, 0});
    drag(m_view->factorRect({1, 1}, 0).center(), QPoint(dram.left() + 60, dram.bottom() - 2));
    QCOMPARE(m_moves, (std::vector<LoopMove>{{{1, false, 1}, 2, {0, false, 1}}}));
}

void LoopNestEditTest::aLoopIsDraggedWithinItsLevelAndOntoChildren()
{
    const QRect first = m_view->loopRect({1, 0}), second = m_view->loopRect({1, 1});
    drag(QPoint(second.left() + 40, second.center().y()), QPoint(first.left() + 40, first.top() + 2));
    QCOMPARE(m_moves.size(), std::size_t(1));
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 16, {1, false, 0}}));
    drag(QPoint(first.left() + 40, first.center().y()), m_view->childrenRect(1).center());
    QCOMPARE(m_moves.size(), std::size_t(2));
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 0}, 2, {1, true, 2}}));
}

/// K 4 over the columns, K 4 over the rows: without the latter there is room over the rows.
void LoopNestEditTest::aLoopTakesTheAxisThatHasRoom()
{
    schedule::LayerResult narrow = simba::solved();
    narrow.mapping->levels[1].spatial = {{workload::LoopDimension::K, 4}};
    narrow.mapping->levels[1].temporal.front().bound = 8;
    m_view->setLayer(simba::accelerator(), simba::layer(), narrow);
    drag(m_view->factorRect({1, 0}, 0).center(), m_view->childrenRect(1).center());
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 0}, 2, {1, true, 1, kRows}}));
    m_view->selectLoop(LoopRef{1, 1});
    m_moves.clear();
    QTest::keyClick(m_view.get(), Qt::Key_S); // C 16 has room nowhere
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 16, {1, true, 0}}));
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 2, {1, true, 0, kRows}}));
    QCOMPARE(m_moves.size(), std::size_t(2));
}

void LoopNestEditTest::aDropThatChangesNothingAsksForNothing()
{
    const QRect row = m_view->loopRect({1, 0});
    drag(QPoint(row.left() + 40, row.center().y() - 2), QPoint(row.left() + 90, row.center().y() + 4)); // behind itself
    drag(QPoint(row.left() + 40, row.center().y()), QPoint(5, 5));                                      // outside
    QTest::mouseClick(viewport(), Qt::LeftButton, {}, row.center());
    QVERIFY(m_moves.empty());
}

void LoopNestEditTest::escapeGivesADragUp()
{
    const QRect row = m_view->loopRect({1, 0});
    QTest::mousePress(viewport(), Qt::LeftButton, {}, row.center());
    QTest::mouseMove(viewport(), m_view->childrenRect(1).center());
    QTest::mouseMove(viewport(), m_view->childrenRect(1).center() + QPoint(1, 0));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QTest::mouseRelease(viewport(), Qt::LeftButton, {}, m_view->childrenRect(1).center());
    QVERIFY(m_moves.empty());
}

void LoopNestEditTest::keysMoveTheLoopOrOneFactor()
{
    m_view->selectLoop(LoopRef{1, 1});
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 16, {1, false, 0}}));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 16, {1, true, 0, kRows}}));
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QCOMPARE(m_view->selectedPrime(), std::optional<std::int64_t>(2));
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 1}, 2, {0, false, 1}}));
    QTest::keyClick(m_view.get(), Qt::Key_Left);
    QVERIFY(!m_view->selectedPrime());
    const std::size_t asked = m_moves.size();
    m_view->selectLoop(LoopRef{0, 0});
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier); // outermost already
    QCOMPARE(m_moves.size(), asked);
}

void LoopNestEditTest::sSpreadsALoopAndTakesItBack()
{
    m_view->selectLoop(LoopRef{1, 0});
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QCOMPARE(m_moves.back(), (LoopMove{{1, false, 0}, 2, {1, true, 1}})); // beside the K that is there
    m_view->selectLoop(LoopRef{1, 2});
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QCOMPARE(m_moves.back(), (LoopMove{{1, true, 0, kRows}, 4, {1, false, 0}}));
    const std::size_t asked = m_moves.size();
    m_view->selectLoop(LoopRef{0, 0}); // DRAM has one child
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QCOMPARE(m_moves.size(), asked);
}

void LoopNestEditTest::withoutEditingNothingMoves()
{
    m_view->setEditable(false);
    QApplication::clipboard()->setText(u"x"_s);
    QSignalSpy pasted(m_view.get(), &LoopNestView::pasteRequested);
    m_view->selectLoop(LoopRef{1, 1});
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QTest::keyClick(m_view.get(), Qt::Key_V, Qt::ControlModifier);
    drag(m_view->loopRect({1, 0}).center(), m_view->childrenRect(1).center());
    QVERIFY(m_moves.empty());
    QCOMPARE(pasted.count(), 0);
}

void LoopNestEditTest::theMenuIsAboutWhatIsPointedAt()
{
    std::vector<LoopNestTarget> targets;
    m_view->setMenu([&](QMenu& menu, const LoopNestTarget& target) {
        targets.push_back(target);
        menu.addAction(u"mine"_s);
    });
    const auto open = [&](QContextMenuEvent::Reason reason, QPoint at) {
        QContextMenuEvent event(reason, at, viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(viewport(), &event);
        auto* menu = m_view->findChild<QMenu*>();
        const bool complete = menu && menu->actions().front()->text() == u"mine"_s && menu->actions().size() > 3;
        delete menu;
        return complete;
    };
    QVERIFY(open(QContextMenuEvent::Mouse, m_view->factorRect({1, 1}, 0).center()));
    QCOMPARE(targets.back().loop, std::optional(LoopRef{1, 1}));
    QCOMPARE(targets.back().prime, std::optional<std::int64_t>(2));
    QCOMPARE(targets.back().level, std::optional<std::size_t>(1));
    m_view->selectLoop(LoopRef{2, 0});
    QVERIFY(open(QContextMenuEvent::Keyboard, QPoint(5, 5)));
    QCOMPARE(targets.back().loop, std::optional(LoopRef{2, 0}));
    QVERIFY(open(QContextMenuEvent::Mouse, QPoint(5, 5)));
    QVERIFY(!targets.back().level);
}

void LoopNestEditTest::pastedTextIsTold()
{
    QSignalSpy pasted(m_view.get(), &LoopNestView::pasteRequested);
    QApplication::clipboard()->setText(u"DRAM"_s);
    QTest::keyClick(m_view.get(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(pasted.count(), 1);
    QCOMPARE(pasted.at(0).at(0).toString(), u"DRAM"_s);
}

void LoopNestEditTest::scrollingStaysWhereItIsWhileTheMappingChanges()
{
    m_view->resize(700, 300);
    m_view->show();
    m_view->selectLoop(LoopRef{4, 3});
    const int scrolled = m_view->verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    schedule::LayerResult edited = simba::solved();
    std::swap(edited.mapping->levels[4].temporal[0], edited.mapping->levels[4].temporal[1]);
    m_view->setLayer(simba::accelerator(), simba::layer(), edited);
    QCOMPARE(m_view->verticalScrollBar()->value(), scrolled);
    workload::Layer other = simba::layer();
    other.name = "other";
    m_view->setLayer(simba::accelerator(), other, simba::solved());
    QCOMPARE(m_view->verticalScrollBar()->value(), 0);
}

QTEST_MAIN(LoopNestEditTest)
#include "tst_loop_nest_edit.moc"
