// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/why_no_mapping.h"

#include "ui/words/layer_words.h"

#include <QCoreApplication>

namespace nestloom::ui {

WhyNoMapping whyNoMapping(const schedule::LayerResult& result)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("WhyNoMapping", text); };
    const QString name = QString::fromStdString(result.name);
    if (result.tiled)
        return {say("%1 is scheduled tile by tile").arg(name),
                say("Flexer decides when every tile runs and moves; it makes no mapping of loops. Its schedules are "
                    "under Tiles, nodes."),
                false};
    return {say("%1: %2, no mapping").arg(name, statusText(result)), QString::fromStdString(result.reason),
            result.status != schedule::LayerStatus::Cancelled};
}

} // namespace nestloom::ui
