// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

using TuningId = quint64; // never reused within a session; 0 = none

/// What is to be mapped while an accelerator is being tuned.
struct TuningRequest {
    ScheduleRequest what;
    std::vector<std::size_t> layers; // of the network, ascending; empty = all
    friend bool operator==(const TuningRequest&, const TuningRequest&) = default;
};

/// Maps layers for a preview: nothing is stored, and the newest request wins. app/gui/local_tuning implements it on
/// threads of its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a request that was
/// replaced or cancelled since may still be on its way: compare the id.
class Tuning : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Stops the request before and begins this one.
    virtual TuningId request(const TuningRequest& request) = 0;
    virtual void cancel() = 0; // whatever runs
    /// Mappings to begin with: those of the run that is tuned. `layers` index into `network.layers`.
    virtual void learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers) = 0;

Q_SIGNALS:
    /// Layers that have their result, gathered so that the window can follow. Each layer asked for comes once, verified
    /// or with the reason why it has no mapping.
    void layersMapped(nestloom::ui::TuningId id, const std::vector<nestloom::schedule::LayerResult>& layers);
    /// The last word on a request that ran to its end; `problem` is one sentence when it could not, else empty.
    void ended(nestloom::ui::TuningId id, const QString& problem);
};

} // namespace nestloom::ui
