// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/tour/context_keeper.h"
#include "ui/window/main_window.h"

namespace nestloom::ui {

namespace {

/// A tour that shows other accelerators, networks or runs, and goes back at its end.
template <std::vector<TourStep> (*stops)(MainWindow&)>
std::vector<TourStep> andBack(MainWindow& window)
{
    const auto context = std::make_shared<ContextKeeper>(window.workbench());
    std::vector<TourStep> steps{{{}, [context] { return context->remember(); }}};
    for (TourStep& step : stops(window))
        steps.push_back(std::move(step));
    steps.push_back({{}, [context] { return context->restore(); }, [context] { return context->restored(); }});
    return steps;
}

} // namespace

std::vector<TourStep> featureTours(MainWindow& window)
{
    using Stops = std::vector<TourStep> (*)(MainWindow&);
    // One line per feature.
    const std::vector<Stops> features{
        mappingTour,
        convergenceTour,
        proofTour,
        andBack<memoryTour>,
        andBack<tilesTour>,
        andBack<nodesTour>,
        nocTour,
        andBack<graphTour>,
        andBack<paddingTour>,
        acceleratorTour,
        technologyTour,
        constraintsTour,
        compareTour,
        runsTour,
        tuningTour,
        sweepTour,
        paletteTour,
        shortcutTour,
        welcomeTour,
        filesTour,
        importTour,
        designTour,
        problemsTour,
        bookmarksTour,
        queueTour,
        helpTour,
    };
    std::vector<TourStep> steps;
    for (const Stops stops : features)
        for (TourStep& step : stops(window))
            steps.push_back(std::move(step));
    return steps;
}

} // namespace nestloom::ui
