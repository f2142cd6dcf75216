// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <functional>
#include <optional>

class QObject;

namespace nestloom::ui {

/// A page with an axis of its own and a cursor on it, as that of the memory map: steps.
class HasCursor {
public:
    virtual ~HasCursor() = default;
    virtual std::optional<qint64> cursor() const = 0; // nothing = nothing is on the axis yet
    virtual bool moveCursor(qint64 to) = 0;           // false = the axis does not reach that far yet
    /// Calls when the axis has changed, as long as `listener` lives.
    virtual void onAxisChanged(QObject* listener, std::function<void()> call) = 0;
};

} // namespace nestloom::ui
