// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_simulations.h"
#include "app/store/run_store.h"
#include "app/store/store_worker.h"
#include "tests/app/support/kept_samples.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nestloom;
using nestloom::testing::simulated;
using nestloom::testing::smallQuestion;

namespace {

constexpr int kPatienceMs = 30'000;

ui::SimulationAnswer ended(const simulation::Question& question)
{
    return std::make_shared<const simulation::EndedSimulation>(
        simulation::endedSimulation(simulated(question), question.layer.name));
}

} // namespace

class LocalKeptResultsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto runs = store::RunStore::open(m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString());
        m_run = *runs->begin(testing::runOf(smallQuestion()));
        m_store = std::make_unique<store::StoreWorker>(*std::move(runs));
    }

    void aSimulationIsFoundAgain()
    {
        app::LocalKeptSimulations kept(m_store.get(), nullptr);
        QSignalSpy missing(&kept, &ui::KeptSimulations::missing), stored(&kept, &ui::KeptSimulations::kept),
            found(&kept, &ui::KeptSimulations::found);
        const simulation::Question question = smallQuestion();
        const quint64 first = kept.find({m_run, 0}, question);
        QVERIFY(missing.isEmpty()); // nothing is told before the call returns
        QTRY_COMPARE_WITH_TIMEOUT(missing.count(), 1, kPatienceMs);
        QCOMPARE(missing.at(0).at(0).toULongLong(), first);
        const auto before = ended(question);
        kept.keep({m_run, 0}, question, before);
        QTRY_COMPARE_WITH_TIMEOUT(stored.count(), 1, kPatienceMs);
        QVERIFY(stored.at(0).at(0).value<ui::SimulationSummary>().size.count > 100);
        kept.find({m_run, 0}, question);
        QTRY_COMPARE_WITH_TIMEOUT(found.count(), 1, kPatienceMs);
        const auto row = found.at(0).at(1).value<ui::SimulationSummary>();
        QCOMPARE(row.key.run, ui::RunId(m_run));
        QVERIFY(row.simulated == before->layer.simulated());
        QVERIFY(row.simulatedAt > records::TimePoint());
        const auto after = found.at(0).at(2).value<ui::SimulationAnswer>();
        QVERIFY(after->layer.run.windows == before->layer.run.windows);
        QVERIFY(after->trace);
        m_store.reset();
    }

    void othersOfTheLayerAreTold()
    {
        app::LocalKeptSimulations kept(m_store.get(), nullptr);
        QSignalSpy missing(&kept, &ui::KeptSimulations::missing), stored(&kept, &ui::KeptSimulations::kept);
        const simulation::Question question = smallQuestion("ddr4-2400");
        kept.keep({m_run, 0}, question, ended(question));
        QTRY_COMPARE_WITH_TIMEOUT(stored.count(), 1, kPatienceMs);
        kept.find({m_run, 0}, smallQuestion("bandwidth"));
        QTRY_COMPARE_WITH_TIMEOUT(missing.count(), 1, kPatienceMs);
        const auto other = missing.at(0).at(1).value<std::optional<ui::SimulationSummary>>();
        QVERIFY(other);
        QCOMPARE(other->key.choices.dram, std::string("ddr4-2400"));
        m_store.reset();
    }

    void aRunThatIsGoneIsAFailureInOneSentence()
    {
        app::LocalKeptSimulations kept(m_store.get(), nullptr);
        QSignalSpy failed(&kept, &ui::KeptSimulations::failed);
        const simulation::Question question = smallQuestion();
        kept.keep({m_run + 1, 0}, question, ended(question));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("there is no run")));
        m_store.reset();
    }

    void withoutAStoreNothingIsFound()
    {
        app::LocalKeptSimulations simulations(nullptr, nullptr);
        QSignalSpy missing(&simulations, &ui::KeptSimulations::missing);
        simulations.find({1, 0}, smallQuestion());
        QTRY_COMPARE_WITH_TIMEOUT(missing.count(), 1, kPatienceMs);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<store::StoreWorker> m_store; // ends before what hears of it
    records::RunId m_run = 0;
};

QTEST_GUILESS_MAIN(LocalKeptResultsTest)
#include "tst_local_kept_results.moc"
