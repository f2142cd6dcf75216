// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/graph_layouter.h"

#include <QThreadPool>

#include <mutex>
#include <new>
#include <utility>

namespace nestloom::ui {

struct GraphLayouter::Request {
    LayoutProblem problem;
    std::stop_source stop;
    std::mutex mutex;                  // guards `receiver`
    GraphLayouter* receiver = nullptr; // null once nobody waits any more
};

GraphLayouter::GraphLayouter(QObject* parent) : QObject(parent) {}

GraphLayouter::~GraphLayouter() { cancel(); }

void GraphLayouter::start(LayoutProblem problem)
{
    cancel();
    m_request = std::make_shared<Request>();
    m_request->problem = std::move(problem);
    m_request->receiver = this;
    QThreadPool::globalInstance()->start([request = m_request] {
        std::optional<LayeredLayout> layout;
        try {
            layout = layOutInLayers(request->problem, request->stop.get_token());
        } catch (const std::bad_alloc&) { // a graph that is too large keeps the layout that it has
        }
        const std::lock_guard lock(request->mutex);
        if (!layout || !request->receiver)
            return;
        QMetaObject::invokeMethod(
            request->receiver,
            [receiver = request->receiver, request, layout = std::move(*layout)] {
                if (receiver->m_request != request)
                    return; // a newer one was asked for meanwhile
                receiver->m_request.reset();
                Q_EMIT receiver->finished(layout);
            },
            Qt::QueuedConnection);
    });
}

void GraphLayouter::cancel()
{
    if (!m_request)
        return;
    const std::shared_ptr<Request> request = std::exchange(m_request, nullptr); // outlives its lock
    request->stop.request_stop();
    const std::lock_guard lock(request->mutex);
    request->receiver = nullptr;
}

} // namespace nestloom::ui
