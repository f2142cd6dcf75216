// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

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
