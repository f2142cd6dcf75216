// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/store_worker.h"

#include <QObject>
#include <QString>

#include <functional>

namespace nestloom::app {

/// Questions to a store (SimulationStore, ...) that are answered on the store's thread and told on the GUI thread.
/// Thread rule: lives with its owner on the GUI thread; what is still under way when the owner goes is dropped, and the
/// store's thread must end before that.
template <typename Store>
class StoreRequests {
public:
    using Told = std::function<void()>; // on the GUI thread
    using Fail = std::function<void(const QString&)>;
    using Work = std::function<Result<Told>(Store&)>; // on the store's thread

    /// `worker` may be null: then every request fails with `whenNone`. `fail` is called on the GUI thread.
    StoreRequests(store::StoreWorker* worker, QObject* owner, QString whenNone, Fail fail)
        : m_worker(worker), m_owner(owner), m_whenNone(std::move(whenNone)), m_fail(std::move(fail))
    {
    }

    bool isStored() const { return m_worker != nullptr; }

    /// What `work` returns is called here, or its error told.
    void perform(Work work) const
    {
        const auto tell = [owner = m_owner](Told told) {
            QMetaObject::invokeMethod(owner, std::move(told), Qt::QueuedConnection);
        };
        const auto complain = [tell, fail = m_fail](const QString& problem) {
            tell([fail, problem] { fail(problem); });
        };
        if (m_worker == nullptr)
            return complain(m_whenNone);
        m_worker->post([tell, complain, work = std::move(work)](store::RunStore& runs) {
            auto opened = Store::open(runs.path(), store::kForReading);
            const Result<Told> told = opened ? work(*opened) : Result<Told>(opened.error());
            told ? tell(*told) : complain(QString::fromStdString(told.error().text()));
        });
    }

private:
    store::StoreWorker* m_worker;
    QObject* m_owner;
    QString m_whenNone;
    Fail m_fail;
};

} // namespace nestloom::app
