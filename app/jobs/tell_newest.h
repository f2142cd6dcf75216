// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <utility>

namespace nestloom::jobs {

/// Calls `tell` on the owner's thread, from a worker's, unless a newer request than `id` was made until then. `newest`
/// is a member of the owner; Qt drops the call when the owner is gone.
template <typename Tell>
void tellNewest(QObject& owner, const quint64& newest, quint64 id, Tell tell)
{
    QMetaObject::invokeMethod(
        &owner,
        [&newest, id, tell = std::move(tell)] {
            if (id == newest)
                tell();
        },
        Qt::QueuedConnection);
}

} // namespace nestloom::jobs
