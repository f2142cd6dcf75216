// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/suggest.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// Where the newest request for suggestions stands.
struct SuggesterState {
    quint64 id = 0;
    double fraction = 0;                          // of the changes to be tried, 0..1
    std::vector<explore::Suggestion> suggestions; // all that were mapped so far
    bool ended = false;
    QString problem; // one sentence when it could not be done
};

/// Finds changes of single fields that make a network cheaper, by mapping it on each. The newest request wins.
/// app/gui/local_suggester implements it; tests use a fake. Lives on the GUI thread; no call blocks.
class Suggester : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 request(const explore::SuggestInputs& inputs) = 0; // its id; never reused, never 0
    virtual void cancel() = 0;

Q_SIGNALS:
    void changed(const nestloom::ui::SuggesterState& state); // after each change that was tried, and at the end
};

} // namespace nestloom::ui
