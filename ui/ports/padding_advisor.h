// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/padding_advice.h"

#include <QObject>
#include <QString>

namespace nestloom::ui {

/// Where the newest request for paddings stands.
struct PaddingAdvisorState {
    quint64 id = 0;
    explore::PaddingAdvice advice; // all that was mapped so far
    bool ended = false;
    QString problem; // one sentence when it could not be done
};

/// Says what padding a layer's dimensions would gain, by mapping the padded layers. The newest request wins.
/// app/gui/local_padding_advisor implements it; tests use a fake. Lives on the GUI thread; no call blocks.
class PaddingAdvisor : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 request(const explore::PaddingInputs& inputs) = 0; // its id; never reused, never 0
    virtual void cancel() = 0;                                         // the end is told, with what was found

    /// The network as YAML, to be opened; cheap but for networks of thousands of layers.
    virtual QString networkText(const workload::Network& network) const = 0;

Q_SIGNALS:
    void changed(const nestloom::ui::PaddingAdvisorState& state); // after paddings that were mapped, and at the end
};

} // namespace nestloom::ui
