// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/store_worker.h"

#include "engine/base/result.h"

#include <cstdio>

namespace nestloom::store {

StoreWorker::StoreWorker(RunStore store) : m_store(std::move(store)), m_thread([this] { run(); }) {}

StoreWorker::~StoreWorker()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void StoreWorker::post(Task task)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_wake.notify_one();
}

void StoreWorker::keepTrying(Work work)
{
    m_undone.push_back(std::move(work));
    m_undoneCount = int(m_undone.size());
    m_nextTry = std::chrono::steady_clock::now() + kBetweenTries;
}

void StoreWorker::tryAgain()
{
    while (!m_undone.empty()) {
        const Status done = m_undone.front()(m_store);
        if (!done && mayPass(done.error()))
            break;
        m_undone.pop_front();
        m_undoneCount = int(m_undone.size());
    }
    m_nextTry = std::chrono::steady_clock::now() + kBetweenTries;
}

void StoreWorker::run()
{
    for (;;) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            const auto isWanted = [this] { return m_ending || !m_tasks.empty(); };
            if (m_undone.empty())
                m_wake.wait(lock, isWanted);
            else
                m_wake.wait_until(lock, m_nextTry, isWanted);
            if (m_tasks.empty() && m_ending)
                break;
            if (!m_tasks.empty()) {
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            }
        }
        try {
            if (task)
                task(m_store);
            if (!m_undone.empty() && std::chrono::steady_clock::now() >= m_nextTry)
                tryAgain();
        } catch (...) { // the others go on
            std::fprintf(stderr, "nestloom: a task of the store failed: %s\n", thrownError().text().c_str());
        }
    }
    tryAgain();
}

} // namespace nestloom::store
