// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_mapping_improver.h"
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

schedule::ImproveInputs inputs(std::int64_t evaluations)
{
    const ScheduleRequest what = request();
    schedule::ImproveInputs result{what.accelerator, what.network.layers[0],
                                   mapping::outermostMapping(what.accelerator, what.network.layers[0])};
    result.evaluations = evaluations;
    return result;
}

EditedRun editedRun()
{
    EditedRun run;
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

class LocalMappingImproverTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void improvesInTheBackground()
    {
        app::LocalMappingImprover improver(nullptr, {});
        std::optional<ImproverState> last;
        connect(&improver, &MappingImprover::changed, this, [&](const ImproverState& state) { last = state; });
        const quint64 id = improver.improve(inputs(20'000));
        QVERIFY(!last); // nothing is told before the call returns
        QTRY_VERIFY_WITH_TIMEOUT(last && last->ended, 30'000);
        QCOMPARE(last->id, id);
        QVERIFY2(last->problem.isEmpty(), qPrintable(last->problem));
        QVERIFY(last->best);
        QVERIFY(mapping::verify(tests::simba(), request().network.layers[0], last->best->mapping).empty());
        QVERIFY(last->evaluations >= 20'000);
    }

    void aCancelledSearchIsNotHeardAgain()
    {
        app::LocalMappingImprover improver(nullptr, {});
        QSignalSpy changed(&improver, &MappingImprover::changed);
        improver.improve(inputs(1'000'000'000));
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() > 0, 30'000);
        improver.cancel();
        const auto heard = changed.count();
        const quint64 next = improver.improve(inputs(2'000)); // begins only when the thread has answered the cancel
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() > heard, 30'000);
        QCOMPARE(changed.at(heard).at(0).value<ImproverState>().id, next);
    }

    void aMappingOfAnotherLayerIsAProblemInOneSentence()
    {
        app::LocalMappingImprover improver(nullptr, {});
        std::optional<ImproverState> last;
        connect(&improver, &MappingImprover::changed, this, [&](const ImproverState& state) { last = state; });
        schedule::ImproveInputs other = inputs(1000);
        other.start.levels[0].temporal.clear();
        improver.improve(other);
        QTRY_VERIFY_WITH_TIMEOUT(last && last->ended, 30'000);
        QVERIFY(last->problem.contains(u"another layer"_s));
        QVERIFY(!last->best);
    }

    void keptRunsAreInTheListWithTheirNote()
    {
        app::LocalSession session((m_folder.filePath(u"runs.sqlite"_s)).toStdString());
        QSignalSpy kept(session.mappingImprover(), &MappingImprover::kept);
        session.mappingImprover()->keep(editedRun());
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, 30'000);
        QVERIFY2(kept.at(0).at(2).toString().isEmpty(), qPrintable(kept.at(0).at(2).toString()));
        const RunId run = kept.at(0).at(1).value<RunId>();
        QVERIFY(run > 0);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runHistory().rows().empty(), 30'000);
        const RunRow& row = session.runHistory().rows().front();
        QCOMPARE(row.id, run);
        QCOMPARE(row.marks.tags, QStringList{u"edited"_s});
        QCOMPARE(row.marks.note, u"by hand"_s);
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
        QSignalSpy kept(session.mappingImprover(), &MappingImprover::kept);
        EditedRun run = editedRun();
        run.layers[0].mapping->levels[0].temporal.pop_back();
        session.mappingImprover()->keep(run);
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, 30'000);
        QVERIFY(kept.at(0).at(2).toString().contains(u"multiply to"_s));
        QVERIFY(session.runHistory().rows().empty());
    }

    void withoutAStoreItSaysSo()
    {
        app::LocalMappingImprover improver(nullptr, {{}, [] {}});
        QSignalSpy kept(&improver, &MappingImprover::kept);
        improver.keep(editedRun());
        QTRY_COMPARE(kept.count(), 1);
        QVERIFY(kept.at(0).at(2).toString().contains(u"not stored"_s));
    }
};

QTEST_GUILESS_MAIN(LocalMappingImproverTest)
#include "tst_local_mapping_improver.moc"
