// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/tour/context_keeper.h"
#include "ui/window/main_window.h"

namespace nestloom::ui {

std::vector<TourStep> featureTours(MainWindow& window)
{
    using Stops = std::vector<TourStep> (*)(MainWindow&);
    // One line per feature.
    const std::vector<Stops> features{
        mappingTour,  convergenceTour, proofTour,      memoryTour,      tilesTour,   nodesTour,  nocTour,
        graphTour,    acceleratorTour, technologyTour, constraintsTour, compareTour, runsTour,   tuningTour,
        sweepTour,    paletteTour,     shortcutTour,   welcomeTour,     filesTour,   importTour, designTour,
        problemsTour, bookmarksTour,   queueTour,      helpTour,
    };
    std::vector<TourStep> steps;
    for (const Stops stops : features) {
        const auto context = std::make_shared<ContextKeeper>(window.workbench());
        steps.push_back({"", [context] { return context->remember(); }});
        for (TourStep& step : stops(window))
            steps.push_back(std::move(step));
        steps.push_back({"", [context] { return context->restore(); }, [context] { return context->restored(); }});
    }
    return steps;
}

} // namespace nestloom::ui
