// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_run_keeper.h"
#include "app/gui/local_session.h"
#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"
#include "ui/ports/run_history.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

ScheduleRequest request()
{
    ScheduleRequest result;
    result.accelerator = tests::simba();
    result.network.name = "one";
    result.network.layers = {tests::convolution("conv", 3, 14, 64, 128)};
    return result;
}

KeptRun editedRun()
{
    KeptRun run;
    run.request = request();
    run.note = u"by hand"_s;
    schedule::LayerResult layer;
    layer.name = "conv";
    layer.status = schedule::LayerStatus::BestFound;
    layer.verified = true;
    layer.mapping = mapping::outermostMapping(run.request.accelerator, run.request.network.layers[0]);
    layer.cost =
        *cost::evaluate(run.request.accelerator, run.request.network.layers[0], *layer.mapping, cost::Model::Nestloom);
    run.layers = {layer};
    return run;
}

} // namespace

class LocalRunKeeperTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void keptRunsAreInTheListWithTheirNote()
    {
        app::LocalSession session((m_folder.filePath(u"runs.sqlite"_s)).toStdString());
        QSignalSpy kept(session.runKeeper(), &RunKeeper::kept);
        session.runKeeper()->keep(editedRun());
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, 30'000);
        QVERIFY2(kept.at(0).at(2).toString().isEmpty(), qPrintable(kept.at(0).at(2).toString()));
        const RunId run = kept.at(0).at(1).value<RunId>();
        QVERIFY(run > 0);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runHistory().rows().empty(), 30'000);
        const RunSummary& row = session.runHistory().rows().front();
        QCOMPARE(row.id, run);
        QCOMPARE(row.marks.tags, std::vector<std::string>{"edited"});
        QCOMPARE(row.marks.note, std::string("by hand"));
        QSignalSpy loaded(&session, &Session::runLoaded);
        session.loadRun(run);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, 30'000);
        const auto record = loaded.at(0).at(0).value<RunRecord>();
        QCOMPARE(record.layers.size(), std::size_t(1));
        QCOMPARE(*record.layers[0].mapping, *editedRun().layers[0].mapping);
    }

    void nothingUnverifiedIsKept()
    {
        app::LocalSession session((m_folder.filePath(u"other.sqlite"_s)).toStdString());
        QSignalSpy kept(session.runKeeper(), &RunKeeper::kept);
        KeptRun run = editedRun();
        run.layers[0].mapping->levels[0].temporal.pop_back();
        session.runKeeper()->keep(run);
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, 30'000);
        QVERIFY(kept.at(0).at(2).toString().contains(u"multiply to"_s));
        QVERIFY(session.runHistory().rows().empty());
    }

    void withoutAStoreItSaysSo()
    {
        app::LocalRunKeeper edited(nullptr, [] {});
        QSignalSpy kept(&edited, &RunKeeper::kept);
        edited.keep(editedRun());
        QTRY_COMPARE(kept.count(), 1);
        QVERIFY(kept.at(0).at(2).toString().contains(u"not stored"_s));
    }
};

QTEST_GUILESS_MAIN(LocalRunKeeperTest)
#include "tst_local_run_keeper.moc"
