// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/preset_path.h"

#include "tests/places.h"

namespace nestloom::testing {

QString presetPath(const char* kind, const char* name)
{
    return QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/%1/%2.yaml").arg(QLatin1String(kind), QLatin1String(name));
}

} // namespace nestloom::testing
