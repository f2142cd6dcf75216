// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/graph/layered_layout.h"

#include <QObject>

#include <memory>

namespace nestloom::ui {

/// Lays graphs out on another thread; the newest request wins, what was asked before is stopped and dropped.
class GraphLayouter : public QObject {
    Q_OBJECT
public:
    explicit GraphLayouter(QObject* parent = nullptr);
    ~GraphLayouter() override;

    void start(LayoutProblem problem);
    void cancel();
    bool isBusy() const { return m_request != nullptr; }

Q_SIGNALS:
    void finished(const nestloom::ui::LayeredLayout& layout); // of the newest request

private:
    struct Request;
    std::shared_ptr<Request> m_request; // the newest; null when its answer is there
};

} // namespace nestloom::ui
