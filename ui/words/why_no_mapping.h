// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QString>

namespace nestloom::ui {

/// Why the result of a layer has no mapping to show, and none is awaited.
struct WhyNoMapping {
    QString title, text;
    bool isWarning = false;
};
WhyNoMapping whyNoMapping(const schedule::LayerResult& result);

} // namespace nestloom::ui
