// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/store_worker.h"

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

void StoreWorker::flush()
{
    (void)ask([](RunStore&) { return true; });
}

void StoreWorker::run()
{
    for (;;) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_ending || !m_tasks.empty(); });
            if (m_tasks.empty())
                return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task(m_store);
    }
}

} // namespace nestloom::store
