// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_askers.h"
#include "app/jobs/progress_throttle.h"
#include "engine/base/result.h"
#include "engine/schedule/flexer/verify_schedule.h"

#include <map>
#include <thread>

namespace nestloom::app {

namespace flexer = schedule::flexer;

namespace {

constexpr std::size_t kTilings = 3000;                    // more than any layer of the shipped networks has
constexpr std::chrono::milliseconds kBetweenTilings{300}; // the picture of thousands is made anew each time

int allThreads() { return std::max(1, int(std::thread::hardware_concurrency())); }

/// What is kept from question to question, as long as machine and parameters stay.
struct KnownTiles {
    flexer::Machine machine;
    flexer::FlexerParams params;
    std::map<std::uint64_t, flexer::LayerAnswer> answers; // by shape; those that ended by themselves
};

/// One question.
class TilesWork {
public:
    TilesWork(KnownTiles& known, const flexer::TilesQuestion& question, const std::stop_token& stop,
              const Teller<ui::TilesNews>& tell)
        : m_known(known), m_question(question), m_tell(tell)
    {
        m_control.stop = stop;
        if (known.machine != question.machine || known.params != question.params)
            known = {question.machine, question.params, {}};
    }

    ui::TilesNews perform()
    {
        if (m_question.first >= m_question.network->layers.size())
            m_last.problem = QStringLiteral("the network has no layer number %1").arg(m_question.first);
        else if (answerLayers())
            tellTilings();
        return m_last;
    }

private:
    /// False = the question is over.
    bool answerLayers()
    {
        if (!answerLayer(groupOf(m_question.first), true))
            return false;
        for (std::size_t layer = 0; layer < m_question.network->layers.size(); ++layer)
            if (const auto group = groupOf(layer); group.front() == layer && !isFirst(layer))
                if (!answerLayer(group, false))
                    return false;
        ui::TilesNews news;
        news.isScheduled = true;
        m_tell(news);
        return true;
    }

    const workload::Layer& layer(std::size_t index) const { return m_question.network->layers[index]; }
    bool isFirst(std::size_t index) const
    {
        return workload::shapeFingerprint(layer(index)) == workload::shapeFingerprint(layer(m_question.first));
    }
    std::vector<std::size_t> groupOf(std::size_t index) const
    {
        std::vector<std::size_t> group;
        for (std::size_t i = 0; i < m_question.network->layers.size(); ++i)
            if (workload::shapeFingerprint(layer(i)) == workload::shapeFingerprint(layer(index)))
                group.push_back(i);
        return group;
    }

    void tell(flexer::LayerAnswer answer) const
    {
        ui::TilesNews news;
        news.answer = std::move(answer);
        m_tell(std::move(news));
    }
    void tell(ui::TilesNews::Detail detail) const
    {
        ui::TilesNews news;
        news.detail = std::move(detail);
        m_tell(std::move(news));
    }

    bool answerLayer(const std::vector<std::size_t>& group, bool inDetail)
    {
        const std::uint64_t shape = workload::shapeFingerprint(layer(group.front()));
        if (const auto known = m_known.answers.find(shape); known != m_known.answers.end()) {
            flexer::LayerAnswer answer = known->second;
            answer.layers = group;
            finish(answer, inDetail);
            return true;
        }
        const auto outcome = flexer::solve(
            layer(group.front()), m_question.machine, m_question.params, m_control, allThreads(),
            inDetail ? flexer::OnBetter([&](const auto& better) { tellBetter(group, better); }) : flexer::OnBetter());
        if (!outcome)
            m_last.problem = QString::fromStdString(outcome.error().text());
        if (!outcome || outcome->cause == StopCause::Cancelled)
            return false;
        flexer::LayerAnswer answer = judged(group, *outcome);
        m_known.answers[shape] = answer;
        finish(answer, inDetail);
        return true;
    }

    /// A schedule that the verifier refuses is none.
    static flexer::LayerAnswer judged(const std::vector<std::size_t>& group, const flexer::FlexerOutcome& outcome)
    {
        flexer::LayerAnswer answer{group, true, outcome.status, outcome.reason, {}};
        if (!outcome.solution)
            return answer;
        const auto found = flexer::verify(outcome.solution->schedule);
        if (found.empty())
            answer.summary = outcome.solution->summary;
        else
            answer.reason = "the verifier refuses the schedule: " + found.front().message;
        return answer;
    }

    void finish(flexer::LayerAnswer answer, bool inDetail)
    {
        if (!inDetail || !answer.summary)
            return tell(answer);
        auto detail = flexer::detailOf(layer(m_question.first), m_question.machine, m_question.params, *answer.summary,
                                       m_question.shown);
        if (!detail) {
            answer.summary.reset();
            answer.reason = detail.error().message;
        }
        tell(answer);
        if (detail)
            tell(*std::move(detail)); // null when there is nothing to show
    }

    void tellBetter(const std::vector<std::size_t>& group, const flexer::FlexerSolution& better)
    {
        if (m_question.shown != flexer::Shown::Chosen || !m_throttle.passes())
            return;
        auto detail = flexer::detailOf(better.schedule);
        if (!detail)
            return; // the last word says why
        tell(flexer::LayerAnswer{group, false, SolveStatus::Feasible, {}, better.summary});
        tell(*std::move(detail));
    }

    /// All tilings of the wanted layer, told while more and more of them are scheduled.
    void tellTilings()
    {
        auto last = std::chrono::steady_clock::now();
        auto points = flexer::tilingPoints(layer(m_question.first), m_question.machine, m_question.params, m_control,
                                           allThreads(), kTilings, [&](const auto& known) {
                                               const auto now = std::chrono::steady_clock::now();
                                               if (now - last < kBetweenTilings)
                                                   return;
                                               last = now;
                                               ui::TilesNews news;
                                               news.tilings = known();
                                               m_tell(std::move(news));
                                           });
        if (!m_control.stop.stop_requested())
            m_last.tilings = std::move(points);
    }

    KnownTiles& m_known;
    const flexer::TilesQuestion& m_question;
    const Teller<ui::TilesNews>& m_tell;
    RunControl m_control;
    jobs::ProgressThrottle m_throttle;
    ui::TilesNews m_last;
};

flexer::NetworkTotals totalsOf(const flexer::TilesQuestion& question, const RunControl& control)
{
    std::map<std::uint64_t, std::optional<flexer::TiledSummary>> known; // by shape
    flexer::NetworkTotals totals;
    for (const workload::Layer& layer : question.network->layers) {
        const auto [place, isNew] = known.try_emplace(workload::shapeFingerprint(layer));
        if (isNew) {
            const auto outcome =
                caught([&] { return flexer::solve(layer, question.machine, question.params, control, allThreads()); });
            if (outcome && outcome->cause == StopCause::Cancelled)
                return {};
            if (outcome && outcome->solution && flexer::verify(outcome->solution->schedule).empty())
                place->second = outcome->solution->summary;
        }
        if (place->second)
            totals.add(*place->second);
    }
    return totals;
}

} // namespace

LocalAsker<flexer::TilesQuestion, ui::TilesNews>::Work tilesWork()
{
    return
        [known = std::make_shared<KnownTiles>()](const auto& question, const std::stop_token& stop, const auto& tell) {
            return TilesWork(*known, question, stop, tell).perform();
        };
}

LocalAsker<flexer::TilesQuestion, ui::TotalsNews>::Work totalsWork()
{
    return [](const auto& question, const std::stop_token& stop, const auto&) {
        RunControl control;
        control.stop = stop;
        return ui::TotalsNews{totalsOf(question, control), true, {}};
    };
}

} // namespace nestloom::app
