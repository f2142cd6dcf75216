// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sweep_thread.h"

#include "engine/base/result.h"

#include <algorithm>
#include <utility>

namespace nestloom::app {

namespace {

constexpr std::chrono::minutes kPatience{10}; // with a locked database or a full disk; cancelling the sweep ends it

} // namespace

SweepThread::SweepThread(explore::SweepInputs inputs, std::filesystem::path store, jobs::SweepExtent extent,
                         std::optional<explore::FrontSearch> front)
    : m_inputs(std::move(inputs)), m_store(std::move(store)), m_extent(extent), m_front(std::move(front)),
      m_thread([this](std::stop_token stop) { work(std::move(stop)); })
{
}

SweepThread::News SweepThread::takeNews()
{
    const std::scoped_lock lock(m_mutex);
    News news = std::exchange(m_news, {});
    m_news.progress = news.progress;
    return news;
}

void SweepThread::work(std::stop_token stop)
{
    try {
        perform(std::move(stop));
    } catch (...) {
        end(false, thrownError().text(), {});
    }
}

void SweepThread::perform(std::stop_token stop)
{
    std::optional<store::SweepStore> store;
    if (!m_store.empty()) {
        auto opened = store::SweepStore::open(m_store);
        if (!opened)
            return end(false, opened.error().text(), {});
        store.emplace(*std::move(opened));
    }
    jobs::SweepJobEvents events;
    events.onPlan = [this](const jobs::SweepPlan& plan) {
        const std::scoped_lock lock(m_mutex);
        m_news.plan = plan;
        m_news.isChanged = true;
    };
    events.onPoint = [this](const explore::PointResult& point) {
        const std::scoped_lock lock(m_mutex);
        m_news.points.push_back(point);
    };
    events.onProgress = [this](const explore::SweepProgress& progress) {
        const std::scoped_lock lock(m_mutex);
        m_news.progress = progress;
        m_news.isChanged = true;
    };
    const auto outcome =
        jobs::runStoredSweep(m_inputs, store ? &*store : nullptr, stop, events, m_extent, {kPatience, {}}, m_front);
    if (!outcome)
        return end(false, outcome.error().text(), {});
    if (outcome->front) {
        const std::scoped_lock lock(m_mutex);
        m_news.front = outcome->front;
    }
    const auto open = std::size_t(
        std::ranges::count(outcome->results, explore::PointStatus::Cancelled, &explore::PointResult::status));
    end(open > (outcome->front ? outcome->front->notNeeded() : 0), {},
        outcome->storeError ? outcome->storeError->text() : std::string());
}

void SweepThread::end(bool cancelled, std::string failure, std::string storeProblem)
{
    const std::scoped_lock lock(m_mutex);
    m_news.isOver = true;
    m_news.isCancelled = cancelled;
    m_news.failure = std::move(failure);
    m_news.storeProblem = std::move(storeProblem);
}

} // namespace nestloom::app
