// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/suggest_job.h"

#include "engine/explore/accelerator_fields.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::jobs;
using End = SuggestState::End;

namespace {

explore::SuggestInputs smallRequest()
{
    const store::RunInputs inputs = nestloom::testing::smallInputs();
    explore::SuggestInputs request{inputs.accelerator, inputs.network, inputs.options, {}};
    for (std::size_t i = 0; i < 3; ++i)
        request.results.push_back(nestloom::testing::solvedLayer(inputs, i));
    return request;
}

/// Everything a job said.
struct Listener {
    explicit Listener(SuggestJob& job)
    {
        QObject::connect(&job, &SuggestJob::changed, &context, [this](const SuggestState& state) {
            states.push_back(state);
            ended += state.end != End::Running;
        });
    }
    QObject context;
    std::vector<SuggestState> states;
    int ended = 0;
};

} // namespace

class TestSuggestJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void tellsEachSuggestionAndThenTheEnd()
    {
        SuggestJob job;
        Listener heard(job);
        const SuggestId id = job.request(smallRequest());
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        const SuggestState& last = heard.states.back();
        QCOMPARE(last.id, id);
        QCOMPARE(last.end, End::Finished);
        QCOMPARE(last.fraction, 1.0);
        QVERIFY(last.suggestions.size() > 1);
        QCOMPARE(heard.states.size(), last.suggestions.size() + 1);
        QVERIFY(last.fix.empty());
        for (const explore::Suggestion& suggestion : last.suggestions)
            QCOMPARE(explore::field(smallRequest().accelerator, suggestion.change.path)->value.value_or(0),
                     suggestion.change.from);
    }

    void theNewestRequestWinsAndAStoppedOneIsSilent()
    {
        SuggestJob job;
        Listener heard(job);
        job.request(smallRequest());
        const SuggestId newest = job.request(smallRequest());
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        for (const SuggestState& state : heard.states)
            QCOMPARE(state.id, newest);
        heard.states.clear();
        job.request(smallRequest());
        job.stop();
        QTest::qWait(100);
        QVERIFY(heard.states.empty());
    }

    void whatDoesNotFitComesWithTheSmallestFix()
    {
        SuggestJob job;
        Listener heard(job);
        explore::SuggestInputs request = smallRequest();
        request.accelerator = *explore::withField(request.accelerator, "levels.Buffer.capacity", 2);
        request.results.clear();
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QVERIFY(heard.states.back().suggestions.empty());
        QCOMPARE(heard.states.back().fix.size(), std::size_t(1));
        QCOMPARE(heard.states.back().fix[0].to, 3.0);
    }

    void anUnusableAcceleratorFailsInOneSentence()
    {
        SuggestJob job;
        Listener heard(job);
        explore::SuggestInputs request = smallRequest();
        request.accelerator.levels[1].capacity = Bytes{0};
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.states.back().end, End::Failed);
        QVERIFY(!heard.states.back().message.empty());
    }
};

QTEST_GUILESS_MAIN(TestSuggestJob)
#include "tst_suggest_job.moc"
