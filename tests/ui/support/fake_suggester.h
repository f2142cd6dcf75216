// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/suggester.h"

namespace nestloom::ui {

/// Tries nothing by itself: the test says what was found, and when.
class FakeSuggester : public Suggester {
    Q_OBJECT
public:
    quint64 request(const explore::SuggestInputs& inputs) override
    {
        requests.push_back(inputs);
        return requests.size();
    }
    void cancel() override { ++cancels; }

    void tell(const SuggesterState& state) { Q_EMIT changed(state); }

    std::vector<explore::SuggestInputs> requests;
    int cancels = 0;
};

} // namespace nestloom::ui
