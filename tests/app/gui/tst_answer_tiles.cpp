// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/app/gui/heard_news.h"
#include "tests/support/tiled_layers.h"

#include <QTest>

using namespace nestloom;
namespace flexer = schedule::flexer;

namespace {

flexer::TilesQuestion question(std::size_t first = 0, int npus = 2)
{
    flexer::FlexerParams params;
    params.maxOperations = 64; // few tilings: quick
    params.tilings = 3;
    return {std::make_shared<const workload::Network>(tests::tiledNetwork()), tests::smallMachine(npus), params, first};
}

struct TilesHeard : tests::Heard<flexer::TilesQuestion, ui::TilesNews> {
    TilesHeard() : Heard(app::tilesWork()) {}

    std::vector<flexer::LayerAnswer> answers() const
    {
        std::vector<flexer::LayerAnswer> all;
        for (const ui::TilesNews& one : news)
            if (one.answer)
                all.push_back(*one.answer);
        return all;
    }
    std::vector<ui::TilesNews::Detail> details() const
    {
        std::vector<ui::TilesNews::Detail> all;
        for (const ui::TilesNews& one : news)
            if (one.detail)
                all.push_back(*one.detail);
        return all;
    }
};

struct TotalsHeard : tests::Heard<flexer::TilesQuestion, ui::TotalsNews> {
    TotalsHeard() : Heard(app::totalsWork()) {}
};

} // namespace

class AnswerTilesTest : public QObject {
    Q_OBJECT
private slots:
    void answersTheWantedLayerFirstAndEqualShapesTogether()
    {
        TilesHeard heard;
        heard.ask(question(1));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        const auto answers = heard.answers();
        QCOMPARE(answers.front().layers, std::vector<std::size_t>{1});
        QCOMPARE(answers.back().layers, (std::vector<std::size_t>{0, 2}));
        QVERIFY(answers.back().ended && answers.back().summary);
        const auto details = heard.details();
        QVERIFY(!details.empty());
        QCOMPARE(details.back()->schedule.layer.name, std::string("conv2"));
        for (const auto& detail : details)
            QVERIFY(flexer::verify(detail->schedule).empty());
        QVERIFY(std::any_of(heard.news.begin(), heard.news.end(), [](const auto& one) { return one.isScheduled; }));
        QVERIFY(heard.news.back().tilings && !heard.news.back().tilings->empty());
    }

    void solvedShapesAreKept()
    {
        TilesHeard heard;
        heard.ask(question(0));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        const auto before = heard.answers().back();
        heard.ask(question(2));
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QCOMPARE(heard.answers().size(), std::size_t(2)); // one word for each shape: nothing was searched
        QCOMPARE(heard.details().size(), std::size_t(1));
        QCOMPARE(heard.details().back()->schedule.layer.name, std::string("conv3"));
        QCOMPARE(heard.answers().back().summary, before.summary);
    }

    void aLayerThatDoesNotFitSaysWhy()
    {
        TilesHeard heard;
        flexer::TilesQuestion asked = question();
        asked.machine.scratchpad = Bytes{64};
        heard.ask(asked);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QVERIFY(heard.details().empty());
        QVERIFY(heard.answers().front().ended && !heard.answers().front().summary);
        QVERIFY(!heard.answers().front().reason.empty());
    }

    void aLayerThatIsNotThereFailsInOneSentence()
    {
        TilesHeard heard;
        heard.ask(question(7));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem().isEmpty(), 100'000);
        QVERIFY(heard.answers().empty());
    }

    void tellsWhatTheWholeNetworkCosts()
    {
        TotalsHeard heard;
        const auto asked = question();
        heard.ask(asked);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        flexer::NetworkTotals expected;
        for (const workload::Layer& layer : asked.network->layers)
            expected.add(flexer::solve(layer, asked.machine, asked.params, {})->solution->summary);
        QVERIFY(expected.layers > 1);
        QCOMPARE(heard.news.back().totals, expected);
    }

    void aMachineThatHoldsNothingCountsNoLayers()
    {
        TotalsHeard heard;
        auto asked = question();
        asked.machine.scratchpad = Bytes{16};
        heard.ask(asked);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 100'000);
        QCOMPARE(heard.news.back().totals.layers, std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(AnswerTilesTest)
#include "tst_answer_tiles.moc"
