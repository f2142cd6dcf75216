// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/edited_run.h"

#include "ui/workbench/shown_run.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

class EditedRunWords {
    Q_DECLARE_TR_FUNCTIONS(EditedRun)
};

} // namespace

std::vector<schedule::LayerResult> layersWith(const ShownRun& run, const schedule::LayerResult& edited)
{
    const auto& network = run.network().layers;
    const std::uint64_t shape = workload::shapeFingerprint(network[edited.index]);
    std::vector<schedule::LayerResult> layers;
    for (const schedule::LayerResult& layer : run.layers()) {
        if (layer.status == schedule::LayerStatus::Pending)
            continue;
        layers.push_back(layer);
        if (workload::shapeFingerprint(network[layer.index]) != shape)
            continue;
        schedule::LayerResult& kept = layers.back();
        kept = edited;
        kept.index = layer.index;
        kept.name = layer.name;
        kept.cause = StopCause::Completed;
        kept.solveCpuMs = kept.solveWallMs = 0;
        kept.sameShapeAs = layer.index == edited.index ? std::nullopt : std::optional(edited.index);
    }
    return layers;
}

QString whyNotKeepFrom(const ShownRun& run)
{
    if (run.isRunning())
        return EditedRunWords::tr("The run is not finished.");
    return run.isPreview() ? EditedRunWords::tr("What is shown is a preview: keep that as a run first.") : QString();
}

} // namespace nestloom::ui
