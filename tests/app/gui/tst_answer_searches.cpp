// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/accelerator_fields.h"
#include "engine/mapping/verify.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/kapla/verify_nodes.h"
#include "tests/app/gui/heard_news.h"
#include "tests/app/support/small_inputs.h"
#include "tests/support/builders.h"
#include "tests/support/operator_graphs.h"
#include "tests/ui/features/nodes/node_samples.h"

#include <QTest>

using namespace nestloom;

namespace {

ui::PlanQuestion planQuestion(std::size_t operators, bool withCurve)
{
    Rng rng(12);
    ui::PlanQuestion asked{{}, withCurve};
    auto graph = tests::randomGraph(rng, operators, 7);
    for (std::uint32_t op = 0; op < graph.operators.size(); ++op)
        asked.plan.scratchpad = std::max(asked.plan.scratchpad, workload::workingSet(graph, {op}));
    asked.plan.graph = std::make_shared<const workload::OperatorGraph>(std::move(graph));
    return asked;
}

struct PlanHeard : tests::Heard<ui::PlanQuestion, ui::PlanNews> {
    PlanHeard() : Heard(app::planWork()) {}

    std::optional<schedule::cosma::PlanAnswer> answer() const
    {
        std::optional<schedule::cosma::PlanAnswer> last;
        for (const ui::PlanNews& one : news)
            if (one.answer)
                last = one.answer;
        return last;
    }
};

ui::NodesQuestion nodesQuestion(const char* accelerator = "accelerators/kapla-4x4.yaml", const char* engine = "kapla")
{
    ui::NodesQuestion asked;
    asked.network = std::make_shared<const workload::Network>(tests::alexnet());
    asked.accelerator = std::make_shared<const hardware::Accelerator>(tests::presetAccelerator(accelerator));
    asked.options.batch = 4;
    asked.options.engine = engine;
    return asked;
}

struct NodesHeard : tests::Heard<ui::NodesQuestion, ui::NodesNews> {
    NodesHeard() : Heard(app::nodesWork()) {}
};

explore::SuggestInputs suggestInputs()
{
    const records::RunInputs inputs = nestloom::testing::smallInputs();
    explore::SuggestInputs request{inputs.accelerator, inputs.network, inputs.options, {}};
    for (std::size_t i = 0; i < 3; ++i)
        request.results.push_back(nestloom::testing::solvedLayer(inputs, i));
    return request;
}

struct SuggestionHeard : tests::Heard<explore::SuggestInputs, ui::SuggestionNews> {
    SuggestionHeard() : Heard(app::suggestionWork()) {}
};

schedule::ImproveInputs improveInputs(std::int64_t evaluations)
{
    const auto layer = tests::convolution("conv", 3, 14, 64, 128);
    schedule::ImproveInputs inputs{tests::simba(), layer, mapping::outermostMapping(tests::simba(), layer)};
    inputs.evaluations = evaluations;
    return inputs;
}

struct ImprovementHeard : tests::Heard<schedule::ImproveInputs, ui::ImprovementNews> {
    ImprovementHeard() : Heard(app::improvementWork()) {}
};

} // namespace

class AnswerSearchesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void aPlanIsAnsweredAndThenTheCurveIsFilled()
    {
        PlanHeard heard;
        heard.ask(planQuestion(20, true));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 60'000);
        QVERIFY(heard.answer() && heard.answer()->ended);
        QVERIFY(memory::verify(*heard.answer()->graph, *heard.answer()->plan).empty());
        QVERIFY(std::any_of(heard.news.begin(), heard.news.end(),
                            [](const ui::PlanNews& one) { return one.curve && one.curve->ended; }));
    }

    void aBrokenGraphFailsInOneSentence()
    {
        PlanHeard heard;
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{9}};
        ui::PlanQuestion asked{{}, true};
        asked.plan.graph = std::make_shared<const workload::OperatorGraph>(graph);
        asked.plan.scratchpad = {100};
        heard.ask(asked);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem().isEmpty(), 60'000);
        QVERIFY(!heard.answer());
    }

    void nodesAreAnsweredWithAVerifiedSchedule()
    {
        NodesHeard heard;
        heard.ask(nodesQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        const kapla::NodeRun& run = *heard.news.back().run;
        QVERIFY(run.schedule && !run.stopped);
        QVERIFY(kapla::verify(run.machine, run.graph.network, 4, *run.schedule).empty());
        QVERIFY(heard.news.front().progress.has_value());
    }

    void aFinishedSearchOnNodesAnswersWithWhatItHas()
    {
        NodesHeard heard;
        heard.ask(nodesQuestion("accelerators/kapla-4x4.yaml", "kapla-annealing"));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.news.empty(), 100'000);
        heard.asker.finish();
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QVERIFY(heard.news.back().run->stopped);
        QVERIFY(heard.news.back().run->schedule || !heard.news.back().run->reason.empty());
    }

    void anAcceleratorWithoutNodesFailsInOneSentence()
    {
        NodesHeard heard;
        heard.ask(nodesQuestion("accelerators/simba.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QVERIFY2(heard.problem().contains(QStringLiteral("kapla-4x4")), qPrintable(heard.problem()));
        QVERIFY(!heard.news.back().run);
    }

    void eachSuggestionIsTold()
    {
        SuggestionHeard heard;
        heard.ask(suggestInputs());
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 60'000);
        const ui::SuggestionNews& last = heard.news.back();
        QVERIFY2(last.problem.isEmpty(), qPrintable(last.problem));
        QCOMPARE(last.fraction, 1.0);
        QVERIFY(last.suggestions.size() > 1);
        QCOMPARE(heard.news.size(), last.suggestions.size() + 1);
        for (const explore::Suggestion& suggestion : last.suggestions)
            QCOMPARE(explore::field(suggestInputs().accelerator, suggestion.change.path)->value.value_or(0),
                     suggestion.change.from);
    }

    void suggestionsForAnUnusableAcceleratorFailInOneSentence()
    {
        SuggestionHeard heard;
        explore::SuggestInputs inputs = suggestInputs();
        inputs.accelerator.levels[1].capacity = Bytes{0};
        heard.ask(inputs);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 60'000);
        QVERIFY(!heard.problem().isEmpty());
    }

    void aMappingIsImprovedAndVerified()
    {
        ImprovementHeard heard;
        heard.ask(improveInputs(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 30'000);
        QVERIFY2(heard.problem().isEmpty(), qPrintable(heard.problem()));
        QVERIFY(heard.news.back().best);
        QVERIFY(mapping::verify(tests::simba(), improveInputs(1).layer, heard.news.back().best->mapping).empty());
    }

    void aMappingOfAnotherLayerIsAProblemInOneSentence()
    {
        ImprovementHeard heard;
        schedule::ImproveInputs other = improveInputs(1000);
        other.start.levels[0].temporal.clear();
        heard.ask(other);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 30'000);
        QVERIFY(heard.problem().contains(QStringLiteral("another layer")));
        QVERIFY(!heard.news.back().best);
    }
};

QTEST_GUILESS_MAIN(AnswerSearchesTest)
#include "tst_answer_searches.moc"
