// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/flexer/layer_detail.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace nestloom::ui {

using TilesId = quint64; // never reused within a session; 0 = none

/// Schedules the tiles of a network's layers on several NPUs: the newest request wins. app/gui/local_tiled_scheduler
/// implements it on a thread of its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a
/// request that was replaced or cancelled since may still be on its way: compare the id. Every schedule told was
/// accepted by schedule::flexer::verify().
class TiledScheduler : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    using Detail = std::shared_ptr<const schedule::flexer::LayerDetail>;

    /// Stops the request before and begins this one: the first layer in detail, then the others; what was found for
    /// equal shapes, machine and parameters is kept from request to request.
    virtual TilesId request(const schedule::flexer::TilesQuestion& question) = 0;
    virtual void cancel() = 0; // what runs of it

    /// Schedules the question's whole network and tells what it costs, beside requests; the newest comparison wins.
    virtual TilesId compare(const schedule::flexer::TilesQuestion& question) = 0;
    virtual void cancelComparison() = 0;

    /// A trace in Chrome's format, which Perfetto opens.
    virtual QByteArray traceJson(const trace::Trace& trace) const = 0;

Q_SIGNALS:
    /// The first summary of a layer, of the question's first layer every better one, and the last word (`ended`).
    void answered(nestloom::ui::TilesId id, const nestloom::schedule::flexer::LayerAnswer& answer);
    /// The wanted schedule of the question's first layer: the chosen one at most every 50 ms while it improves, and at
    /// the end with its decisions. Null when the search has none of that kind.
    void detailed(nestloom::ui::TilesId id, const nestloom::ui::TiledScheduler::Detail& detail);
    /// Tilings of the question's first layer; after finished(), again and again as more of them are scheduled out of
    /// order.
    void tilingsFound(nestloom::ui::TilesId id, const std::vector<nestloom::schedule::flexer::TilingPoint>& points);
    void finished(nestloom::ui::TilesId id);
    void compared(nestloom::ui::TilesId id, const nestloom::schedule::flexer::NetworkTotals& totals);
    void failed(nestloom::ui::TilesId id, const QString& message); // one sentence; the last word
};

} // namespace nestloom::ui
