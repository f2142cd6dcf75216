// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tiles_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/tell_newest.h"
#include "engine/schedule/flexer/verify_schedule.h"

#include <thread>

namespace nestloom::jobs {

namespace flexer = schedule::flexer;

namespace {
constexpr std::size_t kTilings = 3000;                    // more than any layer of the shipped networks has
constexpr std::chrono::milliseconds kBetweenTilings{300}; // the picture of thousands is made anew each time
} // namespace

TilesJob::TilesJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

TilesJob::~TilesJob() { m_task.reset(); } // Qt drops what is still queued

/// One request, on the worker's thread.
class TilesJob::Work {
public:
    Work(TilesJob& job, TilesId id, const flexer::TilesQuestion& question, const std::stop_token& stop)
        : m_job(job), m_id(id), m_question(question)
    {
        m_control.stop = stop;
        Known& known = m_job.m_known;
        if (known.machine != question.machine || known.params != question.params)
            known = {question.machine, question.params, {}};
    }

    void perform()
    {
        if (m_question.first >= m_question.network->layers.size())
            return fail("the network has no layer number " + std::to_string(m_question.first));
        if (!answerLayer(groupOf(m_question.first), true))
            return;
        for (std::size_t layer = 0; layer < m_question.network->layers.size(); ++layer)
            if (const auto group = groupOf(layer); group.front() == layer && !isFirst(layer))
                if (!answerLayer(group, false))
                    return;
        queue([job = &m_job, id = m_id] { Q_EMIT job->finished(id); });
        tellTilings();
    }

private:
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

    template <typename Tell>
    void queue(Tell tell)
    {
        tellNewest(m_job, m_job.m_newest, m_id, std::move(tell));
    }
    void tell(flexer::LayerAnswer answer)
    {
        queue([job = &m_job, id = m_id, answer = std::move(answer)] { Q_EMIT job->answered(id, answer); });
    }
    void tell(Detail detail)
    {
        queue([job = &m_job, id = m_id, detail = std::move(detail)] { Q_EMIT job->detailed(id, detail); });
    }
    void fail(const std::string& message)
    {
        queue([job = &m_job, id = m_id, text = QString::fromStdString(message)] { Q_EMIT job->failed(id, text); });
    }

    /// False = the request is over.
    bool answerLayer(const std::vector<std::size_t>& group, bool inDetail)
    {
        auto& answers = m_job.m_known.answers;
        const std::uint64_t shape = workload::shapeFingerprint(layer(group.front()));
        if (const auto known = answers.find(shape); known != answers.end()) {
            flexer::LayerAnswer answer = known->second;
            answer.layers = group;
            return finish(answer, inDetail);
        }
        const auto outcome = flexer::solve(
            layer(group.front()), m_question.machine, m_question.params, m_control, threads(),
            inDetail ? flexer::OnBetter([&](const auto& better) { tellBetter(group, better); }) : flexer::OnBetter());
        if (!outcome) {
            fail(outcome.error().text());
            return false;
        }
        if (outcome->cause == StopCause::Cancelled)
            return false;
        flexer::LayerAnswer answer = judged(group, *outcome);
        answers[shape] = answer;
        return finish(answer, inDetail);
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

    bool finish(flexer::LayerAnswer answer, bool inDetail)
    {
        if (!inDetail || !answer.summary) {
            tell(answer);
            return true;
        }
        auto detail = flexer::detailOf(layer(m_question.first), m_question.machine, m_question.params, *answer.summary,
                                       m_question.shown);
        if (!detail) {
            answer.summary.reset();
            answer.reason = detail.error().message;
        }
        tell(answer);
        if (detail)
            tell(*std::move(detail)); // null when there is nothing to show
        return true;
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
        const auto send = [&](const std::vector<flexer::TilingPoint>& points) {
            queue([job = &m_job, id = m_id, points] { Q_EMIT job->tilingsFound(id, points); });
        };
        const auto points = flexer::tilingPoints(layer(m_question.first), m_question.machine, m_question.params,
                                                 m_control, threads(), kTilings, [&](const auto& known) {
                                                     const auto now = std::chrono::steady_clock::now();
                                                     if (now - last < kBetweenTilings)
                                                         return;
                                                     last = now;
                                                     send(known());
                                                 });
        if (!m_control.stop.stop_requested())
            send(points);
    }

    static int threads() { return std::max(1, int(std::thread::hardware_concurrency())); }

    TilesJob& m_job;
    const TilesId m_id;
    const flexer::TilesQuestion& m_question;
    RunControl m_control;
    ProgressThrottle m_throttle;
};

TilesId TilesJob::request(const flexer::TilesQuestion& question)
{
    m_newest = ++m_lastId;
    m_task->begin(
        [this, id = m_newest, question](const std::stop_token& stop) { Work(*this, id, question, stop).perform(); },
        [this, id = m_newest](const Error& error) {
            tellNewest(*this, m_newest, id,
                       [this, id, text = QString::fromStdString(error.text())] { Q_EMIT failed(id, text); });
        });
    return m_newest;
}

void TilesJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

} // namespace nestloom::jobs
