// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_askers.h"
#include "app/jobs/experiment.h"
#include "app/jobs/progress_throttle.h"

#include <mutex>
#include <thread>

namespace nestloom::app {

namespace {

template <typename News>
News problemNews(News news, const Error& error)
{
    news.problem = QString::fromStdString(error.text());
    return news;
}

RunControl controlOf(const std::stop_token& stop)
{
    RunControl control;
    control.stop = stop;
    return control;
}

} // namespace

LocalAsker<ui::PlanQuestion, ui::PlanNews>::Work planWork()
{
    return [planner = std::make_shared<schedule::cosma::Planner>()](const ui::PlanQuestion& question,
                                                                    const std::stop_token& stop, const auto& tell) {
        const RunControl control = controlOf(stop);
        ui::PlanNews news;
        Status done = planner->answer(question.plan, control, [&](const auto& answer) {
            news.answer = answer;
            tell(news);
        });
        news = {};
        jobs::ProgressThrottle throttle; // a curve has hundreds of samples
        if (done && question.withCurve)
            done = planner->fillCurve(question.plan, control, [&](const auto& curve) {
                news.curve = curve;
                if (curve.ended || throttle.passes())
                    tell(news);
            });
        return done ? ui::PlanNews() : problemNews(ui::PlanNews(), done.error());
    };
}

LocalAsker<ui::NodesQuestion, ui::NodesNews>::Work nodesWork()
{
    return [](const ui::NodesQuestion& question, const std::stop_token& stop, const auto& tell) {
        std::mutex mutex; // engines may report from several threads
        jobs::ProgressThrottle throttle;
        RunControl control = controlOf(stop);
        control.onProgress = [&](const Progress& progress) {
            const std::lock_guard lock(mutex);
            ui::NodesNews news;
            news.progress = progress;
            if (throttle.passes())
                tell(news);
        };
        kapla::NodeRunOptions options = question.options;
        options.threads = std::max(1, int(std::thread::hardware_concurrency()));
        auto run = kapla::scheduleOnNodes(*question.accelerator, *question.network, options, control);
        if (!run)
            return problemNews(ui::NodesNews(), run.error());
        ui::NodesNews last;
        last.run = std::make_shared<const kapla::NodeRun>(*std::move(run));
        return last;
    };
}

LocalAsker<explore::SuggestInputs, ui::SuggestionNews>::Work suggestionWork()
{
    return [](const explore::SuggestInputs& inputs, const std::stop_token& stop, const auto& tell) {
        ui::SuggestionNews news;
        const Result<schedule::SolverFactory> makeSolver = jobs::solverFactory();
        if (!makeSolver)
            return problemNews(news, makeSolver.error());
        RunControl control = controlOf(stop);
        control.onProgress = [&](const Progress& progress) { news.fraction = progress.fraction.value_or(0); };
        const auto found = explore::suggest(inputs, *makeSolver, control, [&](const explore::Suggestion& suggestion) {
            news.suggestions.push_back(suggestion);
            tell(news);
        });
        news.fraction = 1;
        return found ? news : problemNews(news, found.error());
    };
}

LocalAsker<schedule::ConvergenceInputs, ui::ConvergenceNews>::Work convergenceWork()
{
    return [](const schedule::ConvergenceInputs& inputs, const std::stop_token& stop, const auto& tell) {
        const Result<schedule::SolverFactory> makeSolver = jobs::solverFactory();
        if (!makeSolver)
            return problemNews(ui::ConvergenceNews(), makeSolver.error());
        jobs::ProgressThrottle throttle;
        auto found = schedule::converge(inputs, *makeSolver, stop, [&](const schedule::Convergence& now) {
            if (throttle.passes())
                tell(ui::ConvergenceNews{now, false, {}});
        });
        return found ? ui::ConvergenceNews{*std::move(found), true, {}}
                     : problemNews(ui::ConvergenceNews(), found.error());
    };
}

LocalAsker<ui::ProofQuestion, ui::ProofNews>::Work proofWork()
{
    return [](const ui::ProofQuestion& question, const std::stop_token& stop, const auto& tell) {
        ui::ProofNews news;
        news.reports.resize(question.results.size());
        const Result<schedule::SolverFactory> makeSolver = jobs::solverFactory();
        if (!makeSolver)
            return problemNews(news, makeSolver.error());
        jobs::ProgressThrottle throttle;
        schedule::ScheduleOptions options = question.options;
        // That of the run; this was asked for, and can be cancelled.
        options.timeLimitPerLayer = std::chrono::milliseconds::max();
        const auto proven =
            schedule::reportObjective(question.accelerator, question.network, options, question.results, *makeSolver,
                                      stop, [&](std::size_t result, const schedule::ObjectiveReport& report) {
                                          news.reports[result] = report;
                                          news.done = result + 1;
                                          if (throttle.passes())
                                              tell(news);
                                      });
        if (!proven)
            return problemNews(news, proven.error());
        news.done = news.reports.size();
        return news;
    };
}

LocalAsker<schedule::ImproveInputs, ui::ImprovementNews>::Work improvementWork()
{
    return [](const schedule::ImproveInputs& inputs, const std::stop_token& stop, const auto& tell) {
        ui::ImprovementNews news;
        jobs::ProgressThrottle throttle;
        RunControl control = controlOf(stop);
        control.onProgress = [&](const Progress& progress) {
            news.fraction = progress.fraction.value_or(0);
            if (throttle.passes())
                tell(news);
        };
        const auto improved =
            schedule::improveMapping(inputs, control, [&](const auto& better) { news.best = better; });
        if (!improved)
            return problemNews(news, improved.error());
        if (improved->better)
            news.best = improved->best;
        news.fraction = 1;
        return news;
    };
}

LocalAsker<records::MapsQuestion, ui::MapsNews>::Work mapsWork()
{
    return [](const records::MapsQuestion& question, const std::stop_token&, const auto&) {
        return ui::MapsNews{records::runMaps(question), true, {}};
    };
}

} // namespace nestloom::app
