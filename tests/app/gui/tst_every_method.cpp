// SPDX-License-Identifier: GPL-3.0-or-later
// One run of each method on one accelerator, as the window makes them: one list, one way to open, mark, report, export
// and repeat them.
#include "app/gui/local_session.h"
#include "engine/io/read_accelerator.h"
#include "engine/zoo/zoo.h"
#include "tests/places.h"
#include "ui/ports/run_history.h"
#include "ui/ports/run_reader.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nestloom;

namespace {

constexpr int kPatienceMs = 120'000;

ui::ScheduleRequest requestOf(const std::string& engine)
{
    ui::ScheduleRequest request;
    request.accelerator = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/edge-systolic.yaml");
    request.network = *zoo::build("squeezenet1_1");
    switch (records::kindOf(engine)) {
    case records::RunKind::Layers: request.options.engine = engine; break;
    case records::RunKind::Nodes:
        request.nodes = kapla::NodeRunOptions{};
        request.nodes->engine = engine;
        request.nodes->batch = 1;
        request.nodes->keep = 0.5; // of the random engine: with less it finds nothing for some layers
        break;
    case records::RunKind::Memory:
        request.memory = records::MemoryOptions{};
        request.memory->engine = engine;
        request.memory->scratchpad = Bytes{4 << 20};
        break;
    }
    return request;
}

const std::vector<std::string> kEngines{"cosa", "random", "flexer", "kapla", "kapla-random", "cosma"};

} // namespace

class TestEveryMethod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver");
        m_session = std::make_unique<app::LocalSession>(m_folder.filePath(QStringLiteral("r.sqlite")).toStdString());
        QSignalSpy ended(m_session.get(), &ui::Session::jobFinished);
        for (const std::string& engine : kEngines)
            QVERIFY(m_session->submit(requestOf(engine)) != 0);
        QTRY_COMPARE_WITH_TIMEOUT(std::size_t(ended.size()), kEngines.size(), kPatienceMs);
        for (const auto& one : ended) {
            const auto state = one.at(0).value<ui::JobState>();
            QVERIFY2(state.end == ui::JobState::End::Finished, state.message.c_str());
            QVERIFY(state.run > 0);
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_session->runs().size(), kEngines.size(), kPatienceMs);
        for (std::size_t i = 0; i < kEngines.size(); ++i)
            QTRY_VERIFY_WITH_TIMEOUT(m_session->runs()[i].isWhole(), kPatienceMs);
    }

    void eachIsInTheListAndIsReadAsItWasAskedFor()
    {
        for (const ui::RunSummary& row : m_session->runs()) {
            QVERIFY(row.isWhole());
            QCOMPARE(row.kind, records::kindOf(row.engine));
            std::optional<ui::RunRecord> record;
            m_session->runReader().read(row.id, this, [&](const Result<ui::RunRecord>& read) {
                QVERIFY2(read, read ? "" : read.error().text().c_str());
                record = *read;
            });
            QTRY_VERIFY_WITH_TIMEOUT(record, kPatienceMs);
            QVERIFY(record->inputs == requestOf(row.engine));
            QCOMPARE(record->nodes != nullptr, row.kind == records::RunKind::Nodes);
            QCOMPARE(record->memory != nullptr, row.kind == records::RunKind::Memory);
            QCOMPARE(record->layers.empty(), row.kind != records::RunKind::Layers);
        }
    }

    void eachIsReportedAndExported()
    {
        ui::RunHistory& history = m_session->runHistory();
        QSignalSpy written(&history, &ui::RunHistory::reportWritten), failed(&history, &ui::RunHistory::failed);
        int count = 0;
        for (const ui::RunSummary& row : m_session->runs())
            for (const char* ending : {"html", "pdf", "json"}) {
                const QString path = m_folder.filePath(QStringLiteral("%1.%2").arg(row.id).arg(QLatin1String(ending)));
                history.writeReport({{row.id}}, path);
                ++count;
                QTRY_COMPARE_WITH_TIMEOUT(written.count() + failed.count(), count, kPatienceMs);
                QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.at(0).at(0).toString()));
                QVERIFY(QFile(path).size() > 500);
            }
        history.writeReport({{1, 3, 4, 6}}, m_folder.filePath(QStringLiteral("all.html")));
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), count + 1, kPatienceMs);
    }

    void eachIsMarkedDeletedAndBroughtBack()
    {
        ui::RunHistory& history = m_session->runHistory();
        std::vector<std::pair<ui::RunId, ui::RunMarks>> marks;
        std::vector<ui::RunId> all;
        for (const ui::RunSummary& row : m_session->runs()) {
            marks.push_back({row.id, {true, {"paper"}, "note of " + row.engine}});
            all.push_back(row.id);
        }
        history.setMarks(marks);
        history.moveToBin(all);
        QTRY_VERIFY_WITH_TIMEOUT(m_session->runs().empty(), kPatienceMs);
        history.restore(all);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->runs().size(), kEngines.size(), kPatienceMs);
        for (const ui::RunSummary& row : m_session->runs())
            QVERIFY((row.marks == ui::RunMarks{true, {"paper"}, "note of " + row.engine}));
    }

    void eachIsRunAgainWithTheSameResult()
    {
        const std::vector<ui::RunSummary> before = m_session->runs();
        QSignalSpy ended(m_session.get(), &ui::Session::jobFinished);
        for (const ui::RunSummary& row : before)
            m_session->runHistory().runAgain(row.id);
        QTRY_COMPARE_WITH_TIMEOUT(std::size_t(ended.size()), before.size(), kPatienceMs);
        const auto whole = [&] { // the list is read once more after the last end
            const auto& now = m_session->runs();
            return std::count_if(now.begin(), now.end(), [](const auto& row) { return row.isWhole(); });
        };
        QTRY_COMPARE_WITH_TIMEOUT(std::size_t(whole()), 2 * before.size(), kPatienceMs);
        for (const ui::RunSummary& row : before) {
            const auto again = std::find_if(m_session->runs().begin(), m_session->runs().end(), [&](const auto& other) {
                return other.engine == row.engine && other.id != row.id;
            });
            QVERIFY(again != m_session->runs().end());
            if (row.totals)
                QVERIFY2(row.totals->cycles == again->totals->cycles && row.totals->energy == again->totals->energy,
                         row.engine.c_str());
            if (row.memory)
                QCOMPARE(row.memory->traffic, again->memory->traffic);
        }
    }

    void whatItsEngineRefusesLeavesNothing()
    {
        const std::size_t before = m_session->runs().size();
        QSignalSpy ended(m_session.get(), &ui::Session::jobFinished);
        ui::ScheduleRequest request = requestOf("kapla");
        request.accelerator.nodes.reset();
        m_session->submit(request);
        request = requestOf("cosma");
        request.memory->scratchpad = Bytes{1};
        m_session->submit(request);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, kPatienceMs);
        for (const auto& one : ended) {
            const auto state = one.at(0).value<ui::JobState>();
            QVERIFY(state.end == ui::JobState::End::Failed && state.isRefused && !state.message.empty());
        }
        QTest::qWait(500);
        QCOMPARE(m_session->runs().size(), before);
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<app::LocalSession> m_session;
};

QTEST_MAIN(TestEveryMethod)
#include "tst_every_method.moc"
