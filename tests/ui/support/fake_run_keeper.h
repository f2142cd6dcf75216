// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/mapping_text.h"
#include "ui/ports/run_keeper.h"

namespace nestloom::ui {

/// Keeps nothing by itself: the test says what was stored, and when.
class FakeRunKeeper : public RunKeeper {
    Q_OBJECT
public:
    quint64 keep(const KeptRun& run) override
    {
        keeps.push_back(run);
        return 1000 + keeps.size();
    }
    Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator, const std::string& text) const override
    {
        return io::mappingFromText(accelerator, text);
    }
    void tellKept(RunId run, const QString& problem = {}) { Q_EMIT kept(1000 + keeps.size(), run, problem); }

    std::vector<KeptRun> keeps;
};

} // namespace nestloom::ui
