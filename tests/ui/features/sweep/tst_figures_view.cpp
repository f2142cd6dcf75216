// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_sweeps.h"
#include "tests/ui/support/sample_sweep.h"
#include "ui/features/sweep/figures_view.h"
#include "ui/features/sweep/shown_sweep.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

struct Figures {
    Figures()
    {
        shown.open(5);
        Q_EMIT sweeps.loaded({sample::summary(5),
                              sample::sweep(2),
                              {sample::point(0), sample::infeasiblePoint(1), sample::point(2, 1), sample::point(3)}});
        view.startOver();
    }
    /// Values that take long come in later turns.
    void show(FiguresView::Kind kind)
    {
        view.showKind(kind);
        QTRY_VERIFY(kind == FiguresView::Matrix ? !view.matrix()->figures().empty() : !view.parallel()->axes().empty());
    }
    QStringList titles() const
    {
        QStringList titles;
        for (const FigureColumn& axis : view.parallel()->axes())
            titles << axis.title;
        return titles;
    }

    FakeSweeps sweeps;
    ShownSweep shown{sweeps};
    FiguresView view{shown};
};

} // namespace

class TestFiguresView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsOutOfSightTakesNoValues()
    {
        Figures f;
        QVERIFY(f.view.parallel()->axes().empty());
        f.show(FiguresView::Parallel);
        QCOMPARE(f.titles().join(u','),
                 QStringLiteral("GlobalBuffer capacity,DRAM read bandwidth,Cycles,Energy,On-chip memory"));
        QVERIFY(f.view.matrix()->figures().empty());
        f.show(FiguresView::Matrix);
        QCOMPARE(f.view.matrix()->figures().size(), std::size_t(4));
    }
    void figuresAreChosenInTheMenu()
    {
        Figures f;
        f.show(FiguresView::Parallel);
        Q_EMIT f.view.menu()->aboutToShow();
        QAction* energy = nullptr;
        for (QAction* action : f.view.menu()->actions())
            energy = action->text() == QStringLiteral("Energy") ? action : energy;
        QVERIFY(energy && energy->isChecked());
        energy->setChecked(false);
        QVERIFY(!f.titles().contains(QStringLiteral("Energy")));
        for (std::size_t i = 0; i < f.view.chosen(FiguresView::Parallel).size(); ++i)
            f.view.choose(FiguresView::Parallel, i, false);
        QTRY_COMPARE(f.titles().size(), 2); // less says nothing
        f.show(FiguresView::Matrix);
        for (std::size_t i = 0; i < f.view.chosen(FiguresView::Matrix).size(); ++i)
            f.view.choose(FiguresView::Matrix, i, true);
        QTRY_COMPARE(f.view.matrix()->figures().size(), std::size_t(FrontMatrix::kMost));
    }
    void pointsOfOtherNetworksAndWithoutFiguresHaveNoLine()
    {
        Figures f;
        f.show(FiguresView::Parallel);
        const auto has = [&f](std::size_t row) { return !std::isnan(f.view.parallel()->axes()[0].values[row]); };
        QVERIFY(has(0) && !has(1) && has(2) && has(3));
        f.view.setNetwork(0);
        QVERIFY(has(0) && !has(2) && has(3));
    }
    void selectionAndFilterAreShared()
    {
        Figures f;
        f.show(FiguresView::Parallel);
        f.shown.setCurrent(3);
        QCOMPARE(f.view.parallel()->current(), 3);
        Q_EMIT f.view.parallel()->currentChanged(0);
        QCOMPARE(f.shown.current(), 0);
        f.shown.setChosen(std::vector<int>{0});
        QCOMPARE(f.view.parallel()->chartValues().rows.size(), std::size_t(1));
        QSignalSpy pairs(&f.view, &FiguresView::pairChosen);
        f.show(FiguresView::Matrix);
        Q_EMIT f.view.matrix()->pairChosen(0, 1);
        QCOMPARE(f.shown.points().measures()[std::size_t(pairs[0][0].toInt())].title, QStringLiteral("Cycles"));
        QCOMPARE(f.shown.points().measures()[std::size_t(pairs[0][1].toInt())].title, QStringLiteral("Energy"));
    }
    void livePointsFollow()
    {
        Figures f;
        f.show(FiguresView::Parallel);
        f.shown.points().addPoints({sample::point(5)});
        f.view.refreshSoon();
        QTRY_COMPARE(f.view.parallel()->axes()[0].values.size(), std::size_t(5));
    }
};

QTEST_MAIN(TestFiguresView)
#include "tst_figures_view.moc"
