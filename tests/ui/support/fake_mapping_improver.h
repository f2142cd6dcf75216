// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/mapping_text.h"
#include "ui/ports/mapping_improver.h"

namespace nestloom::ui {

/// Searches and keeps nothing by itself: the test says what was found, and when.
class FakeMappingImprover : public MappingImprover {
    Q_OBJECT
public:
    quint64 improve(const schedule::ImproveInputs& inputs) override
    {
        searches.push_back(inputs);
        return searches.size();
    }
    void cancel() override { ++cancels; }
    quint64 keep(const EditedRun& run) override
    {
        keeps.push_back(run);
        return 1000 + keeps.size();
    }
    Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator, const std::string& text) const override
    {
        return io::mappingFromText(accelerator, text);
    }

    void tell(const ImproverState& state) { Q_EMIT changed(state); }
    void tellKept(RunId run, const QString& problem = {}) { Q_EMIT kept(1000 + keeps.size(), run, problem); }

    std::vector<schedule::ImproveInputs> searches;
    std::vector<EditedRun> keeps;
    int cancels = 0;
};

} // namespace nestloom::ui
