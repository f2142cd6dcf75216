// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QByteArray>
#include <QString>

namespace nestloom::ui {

/// Writes a file whole or not at all. Fails   Io in one sentence that names the path and says why.
Status saveFile(const QString& path, const QByteArray& content);

} // namespace nestloom::ui
