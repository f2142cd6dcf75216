// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/sweep_job.h"

#include "app/store/store_worker.h"
#include "engine/base/ranges.h"

#include <algorithm>
#include <deque>
#include <thread>

namespace nestloom::jobs {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Results = std::vector<explore::PointResult>;

constexpr std::size_t kMeasured = 2; // accelerators that are solved first, for an estimate

/// The stored side of a sweep, and what of it is known.
class SweepRecorder {
public:
    explicit SweepRecorder(store::SweepStore* store) : m_store(store) {}

    Status begin(const explore::SweepInputs& inputs)
    {
        if (!m_store)
            return success();
        TRY(const auto begun, m_store->begin(inputs));
        m_sweep = begun;
        TRY(auto points, m_store->points(m_sweep));
        m_known = std::move(points);
        for (auto& [key, result] : m_known)
            explore::addDerived(result, inputs.space);
        return success();
    }

    void add(const explore::PointResult& result)
    {
        if (m_sweep == 0)
            return;
        m_unstored.push_back(result);
        if (Clock::now() >= m_nextTry) // a lock holds up the sweep once in a while, not once for each point
            storeRest();
    }

    /// Results that a lock or a full disk kept from the store are still here.
    void storeRest()
    {
        m_error.reset();
        while (!m_unstored.empty() && !m_error) {
            if (const Status stored = m_store->add(m_sweep, m_unstored.front()); stored)
                m_unstored.pop_front();
            else
                m_error = stored.error();
        }
        m_nextTry = m_error ? Clock::now() + store::StoreWorker::kBetweenTries : Clock::time_point();
    }

    /// At the end: everything is stored when this returns, or error() says why not.
    void finish(const Patience& patience, const std::stop_token& stop)
    {
        if (m_sweep == 0)
            return;
        const auto begun = Clock::now();
        storeRest();
        if (m_error && patience.onWaiting && patience.most.count() > 0)
            patience.onWaiting(*m_error);
        while (m_error && store::StoreWorker::mayPass(*m_error) && !stop.stop_requested()
               && Clock::now() - begun < patience.most) {
            std::this_thread::sleep_for(milliseconds(200));
            storeRest();
        }
        if (const Status there = m_store->checkStillThere(); !there && !m_error)
            m_error = there.error();
    }

    void remember(const Results& results)
    {
        for (const explore::PointResult& result : results)
            if (result.status != explore::PointStatus::Cancelled)
                m_known.insert_or_assign({result.point, result.network}, result);
    }

    std::optional<explore::PointResult> find(std::size_t point, std::size_t network) const
    {
        const auto found = m_known.find({point, network});
        return found == m_known.end() ? std::nullopt : std::optional(found->second);
    }

    /// The search has ended: what was wanted needs no point that is still open.
    void noteFront(const explore::FrontSearch& front)
    {
        if (m_sweep == 0 || m_error)
            return;
        const std::string figures =
            joinText(front.objectives, " against ", [](const auto each) { return std::string(explore::name(each)); });
        const Status noted = m_store->noteFront(m_sweep, (front.kneeOnly ? "knee of " : "front of ") + figures
                                                             + (front.limits.empty() ? "" : " within limits"));
        if (!noted)
            m_error = noted.error();
    }

    const store::SweepPoints& knownResults() const { return m_known; }
    records::SweepId sweep() const { return m_sweep; }
    std::size_t known() const { return m_known.size(); }
    const std::optional<Error>& error() const { return m_error; }

private:
    store::SweepStore* m_store;
    records::SweepId m_sweep = 0;
    store::SweepPoints m_known;
    std::deque<explore::PointResult> m_unstored;
    std::optional<Error> m_error; // why m_unstored is not empty
    Clock::time_point m_nextTry;
};

std::size_t openIn(const Results& results)
{
    return std::size_t(std::ranges::count_if(
        results, [](const auto& result) { return result.status == explore::PointStatus::Cancelled; }));
}

/// What `open` results take, from an accelerator on one thread.
milliseconds estimate(const SweepPlan& plan, std::size_t open, int threads)
{
    const std::size_t accelerators = (open + plan.networks - 1) / plan.networks;
    const std::size_t cores =
        std::size_t(std::max(1, threads > 0 ? threads : int(std::thread::hardware_concurrency())));
    const double all = double(plan.eachTook->count()) * double(accelerators);
    return milliseconds(std::int64_t(all / double(std::min(cores, std::max<std::size_t>(1, open)))));
}

void tellRefused(const Results& results, SweepPlan& plan)
{
    for (const explore::PointResult& result : results)
        if (result.status == explore::PointStatus::Refused && plan.refused++ == 0)
            plan.refusal = result.reason;
}

} // namespace

Result<SweepOutcome> runStoredSweep(const explore::SweepInputs& inputs, store::SweepStore* store,
                                    const std::stop_token& stop, const SweepJobEvents& events, SweepExtent extent,
                                    const Patience& patience, const std::optional<explore::FrontSearch>& front)
{
    TRY_DO(explore::check(inputs));
    if (front)
        TRY_DO(explore::check(inputs, *front));
    TRY(const auto makeSolver, solverFactory());
    SweepRecorder recorder(store);
    TRY_DO(recorder.begin(inputs));
    SweepPlan plan{.sweep = recorder.sweep(),
                   .accelerators = explore::count(inputs.space),
                   .networks = inputs.networks.size(),
                   .results = explore::resultCount(inputs),
                   .known = recorder.known()};
    if (events.onPoint)
        for (const auto& [key, result] : recorder.knownResults())
            events.onPoint(result);
    explore::SweepEvents heard;
    heard.known = [&](std::size_t point, std::size_t network) { return recorder.find(point, network); };
    std::size_t solved = 0;
    heard.onPoint = [&](const explore::PointResult& result) {
        solved += result.status == explore::PointStatus::Finished ? 1 : 0; // others say nothing of the pace
        recorder.add(result);
        if (events.onPoint)
            events.onPoint(result);
    };
    Result<Results> results = Results();
    if (!front) { // how many points a front needs is not known before
        explore::SweepInputs slow = inputs;
        slow.options.threads = 1; // a pace that can be divided by the number of threads
        const auto begin = std::chrono::steady_clock::now();
        results = explore::runSweep(slow, makeSolver, stop, heard, kMeasured);
        if (!results)
            return results.error();
        recorder.remember(*results);
        if (solved > 0) // as many accelerators as it takes for so many results
            plan.eachTook =
                std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin)
                / std::int64_t(std::clamp<std::size_t>((solved + plan.networks - 1) / plan.networks, 1, kMeasured));
        tellRefused(*results, plan);
        if (plan.eachTook)
            plan.left = estimate(plan, openIn(*results), inputs.options.threads);
    }
    if (!inputs.memory) // whose points have no energy
        plan.caution = explore::energyCaution(inputs.space);
    if (events.onPlan)
        events.onPlan(plan);
    std::optional<explore::FrontCounts> counts;
    const bool isOpen = front || openIn(*results) > 0;
    if (extent == SweepExtent::Whole && isOpen && !stop.stop_requested()) {
        heard.onProgress = events.onProgress;
        if (front) {
            TRY(auto found, explore::runFront(inputs, *front, makeSolver, stop, heard));
            results = std::move(found.results);
            counts = found.counts;
        } else {
            results = explore::runSweep(inputs, makeSolver, stop, heard);
        }
        if (!results)
            return results.error();
    }
    recorder.finish(patience, stop);
    if (front && counts && counts->distance == 0 && !stop.stop_requested())
        recorder.noteFront(*front);
    return SweepOutcome{recorder.sweep(), *std::move(results), recorder.error(), counts};
}

} // namespace nestloom::jobs
