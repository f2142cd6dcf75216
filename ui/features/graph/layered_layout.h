// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace nestloom::ui {

/// Boxes and what joins them. Boxes are listed in an order in which most edges go forwards.
struct LayoutProblem {
    std::vector<QSizeF> sizes;
    std::vector<std::pair<int, int>> edges; // from, to
    double aspect = 0;                      // width / height to aim at by several columns of layers; 0 = one column
};

struct LayeredLayout {
    std::vector<QRectF> boxes;
    std::vector<QPolygonF> routes; // by edge: from the bottom of one box to the top of the other, through these points
    QRectF bounds;
};

/// Draws a directed graph downwards in layers: every box below those that lead to it, with few crossings and with
/// straight long edges. A deep graph is cut into columns that are read like those of a newspaper; edges go from one to
/// the next through the gap between them. Source: Sugiyama, Tagawa, Toda (1981); columns are found by weighted isotonic
/// regression, which keeps distances exactly. Time about linear in the edges times the layers they cross. Nothing when
/// it was stopped.
std::optional<LayeredLayout> layOutInLayers(const LayoutProblem& problem, std::stop_token stop);

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
