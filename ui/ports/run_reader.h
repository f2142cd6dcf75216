// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <functional>

namespace nestloom::ui {

/// Reads stored runs beside the shown one, as many as are asked for. app/gui/local_run_history implements it with the
/// store; tests use a fake. Lives on the GUI thread.
class RunReader {
public:
    using Answer = std::function<void(const Result<RunRecord>&)>;

    virtual ~RunReader() = default;
    /// Returns at once. The answer comes from the event loop, in the order of the questions, and never when `asker` is
    /// gone by then; whether it is still wanted is for the asker to know.
    virtual void read(RunId run, QObject* asker, Answer answer) = 0;
};

} // namespace nestloom::ui
