// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/read_network.h"
#include "ui/ports/padding_advisor.h"

namespace nestloom::ui {

/// Maps nothing by itself: the test says what was found, and when.
class FakePaddingAdvisor : public PaddingAdvisor {
public:
    quint64 request(const explore::PaddingInputs& inputs) override
    {
        requests.push_back(inputs);
        return requests.size();
    }
    void cancel() override { ++cancels; }
    QString networkText(const workload::Network& network) const override
    {
        return QString::fromStdString(io::writeNetwork(network));
    }

    void tell(const PaddingAdvisorState& state) { Q_EMIT changed(state); }

    std::vector<explore::PaddingInputs> requests;
    int cancels = 0;
};

} // namespace nestloom::ui
