// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_sweeps.h"
#include "tests/ui/support/sample_sweep.h"
#include "ui/features/sweep/overlay_sweeps.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

struct Beside {
    void tell(SweepId id) { Q_EMIT sweeps.loaded({sample::summary(id), sample::sweep(), {sample::point(0)}}); }
    std::vector<SweepId> ids() const
    {
        std::vector<SweepId> all;
        for (const OverlaySweeps::Sweep& sweep : others.all())
            all.push_back(sweep.id);
        return all;
    }

    FakeSweeps sweeps;
    ShownSweep shown{sweeps};
    OverlaySweeps others{shown};
};

using Ids = std::vector<SweepId>;

} // namespace

class TestOverlaySweeps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sweepsAreReadOneAfterTheOther()
    {
        Beside f;
        QSignalSpy changed(&f.others, &OverlaySweeps::changed);
        f.others.add(4);
        f.others.add(5);
        f.others.add(4); // there already
        QCOMPARE(f.sweeps.loads, Ids{4});
        f.tell(4);
        QCOMPARE(f.sweeps.loads, (Ids{4, 5}));
        QVERIFY(f.others.all()[0].points && !f.others.all()[1].points);
        f.tell(5);
        QCOMPARE(f.others.all()[1].points->rowCount(), 1);
        QCOMPARE(changed.count(), 4);
        f.others.remove(4);
        QCOMPARE(f.ids(), Ids{5});
    }
    void theFirstThatIsChosenIsShown()
    {
        Beside f;
        f.others.choose(4);
        f.tell(4);
        QCOMPARE(f.ids(), Ids());
        QCOMPARE(f.shown.id(), SweepId(4));
        f.others.choose(5);
        f.tell(5);
        QCOMPARE(f.ids(), Ids{5});
        QCOMPARE(f.shown.id(), SweepId(4));
    }

    void aSweepThatIsOpenedMeanwhileComesAsWell()
    {
        Beside f;
        f.others.add(4);
        f.shown.open(7); // the port answers the newest only
        QCOMPARE(f.sweeps.loads, (Ids{4, 7}));
        f.tell(7);
        QCOMPARE(f.shown.id(), SweepId(7));
        QCOMPARE(f.sweeps.loads, (Ids{4, 7, 4}));
        f.shown.open(8);
        f.others.add(5);
        f.tell(4); // the one asked for before: both go on
        QVERIFY(f.sweeps.loads.back() == 5 && f.sweeps.loads[f.sweeps.loads.size() - 2] == 8);
        f.tell(5);
        QCOMPARE(f.sweeps.loads.back(), SweepId(8));
        f.tell(8);
        QCOMPARE(f.shown.id(), SweepId(8));
    }
    void theShownOneIsNotBesideItself()
    {
        Beside f;
        f.sweeps.setStored({{7, {}, "simba", "0.1.0", 6, 2}, {4, {}, "simba", "0.1.0", 6, 2}});
        f.others.add(4);
        f.tell(4);
        QCOMPARE(f.others.addable().size(), std::size_t(1));
        f.shown.open(4);
        f.tell(4);
        QVERIFY(f.ids().empty());
        f.others.add(4);
        QVERIFY(f.ids().empty());
        QCOMPARE(f.others.addable()[0].id, SweepId(7));
    }
    void oneThatCannotBeReadIsTakenAway()
    {
        Beside f;
        Q_EMIT f.sweeps.failed(QStringLiteral("of something else"));
        f.others.add(4);
        Q_EMIT f.sweeps.failed(QStringLiteral("damaged"));
        QVERIFY(f.ids().empty());
        f.others.add(5);
        QCOMPARE(f.sweeps.loads.back(), SweepId(5));
    }
    void noMoreThanCanBeToldApart()
    {
        Beside f;
        for (SweepId id = 1; id < 20; ++id)
            f.others.add(id);
        QCOMPARE(f.ids().size(), OverlaySweeps::kMost);
    }
};

QTEST_GUILESS_MAIN(TestOverlaySweeps)
#include "tst_overlay_sweeps.moc"
