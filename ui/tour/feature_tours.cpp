// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/bookmarks/bookmarks_feature.h"
#include "ui/compare/compare_tour.h"
#include "ui/constraints/constraints_tour.h"
#include "ui/convergence/convergence_feature.h"
#include "ui/files/files_feature.h"
#include "ui/graph/graph_feature.h"
#include "ui/help/help_feature.h"
#include "ui/import/design_feature.h"
#include "ui/import/import_feature.h"
#include "ui/mapping/mapping_feature.h"
#include "ui/memory/memory_tour.h"
#include "ui/noc/noc_feature.h"
#include "ui/nodes/nodes_tour.h"
#include "ui/padding/padding_feature.h"
#include "ui/palette/palette_tour.h"
#include "ui/panels/queue_feature.h"
#include "ui/problems/problems_feature.h"
#include "ui/proof/proof_feature.h"
#include "ui/runs/runs_tour.h"
#include "ui/shortcuts/shortcut_feature.h"
#include "ui/sweep/sweep_tour.h"
#include "ui/technology/technology_feature.h"
#include "ui/tiles/tiles_tour.h"
#include "ui/tour/accelerator_tour.h"
#include "ui/tour/tuning_tour.h"
#include "ui/welcome/welcome_feature.h"

namespace nestloom::ui {

std::vector<TourStep> featureTours(MainWindow& window)
{
    using Stops = std::vector<TourStep> (*)(MainWindow&);
    // One line per feature.
    const std::vector<Stops> features{
        mappingTour, convergenceTour, proofTour,       memoryTour,     tilesTour,       nodesTour,   nocTour,
        graphTour,   paddingTour,     acceleratorTour, technologyTour, constraintsTour, compareTour, runsTour,
        tuningTour,  sweepTour,       paletteTour,     shortcutTour,   welcomeTour,     filesTour,   importTour,
        designTour,  problemsTour,    bookmarksTour,   queueTour,      helpTour,
    };
    std::vector<TourStep> steps;
    for (const Stops stops : features)
        for (TourStep& step : stops(window))
            steps.push_back(std::move(step));
    return steps;
}

} // namespace nestloom::ui
