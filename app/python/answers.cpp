// SPDX-License-Identifier: GPL-3.0-or-later
// Runs, sweeps and simulations. All that is known of them is JSON, the bytes that the command line prints.
#include "app/cli/print_sweep.h"
#include "app/cli/read_input.h"
#include "app/cli/run_outcome.h"
#include "app/cli/simulation_question.h"
#include "app/cli/stored_run.h"
#include "app/cli/sweep_arguments.h"
#include "app/jobs/experiment.h"
#include "app/jobs/sweep_job.h"
#include "app/python/bindings.h"
#include "app/report/run_json.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

namespace nestloom::python {

namespace {

using cli::StoreArguments;

struct Run {
    records::RunRecord record;
    std::string json;
};

struct Sweep {
    explore::SweepInputs inputs;
    explore::FrontSearch front; // what was asked for at first
    jobs::SweepOutcome outcome;
};

void complainUnlessStored(const char* what, const std::optional<Error>& why)
{
    if (why)
        cli::complain(std::string("the ") + what + " was not stored whole: " + why->text());
}

/// Inputs are objects here; what names them on the command line would be heard by nobody.
void refuse(bool isNamed)
{
    if (isNamed)
        throw Failure(
            {ErrorCode::InvalidInput, "accelerator and network are arguments of their own, and no options", {}});
}

/// Keeps what it can where `storage` says. Fails   also when there is no schedule at all.
Result<Run> performRun(const records::RunInputs& inputs, const StoreArguments& storage, const std::stop_token& stop)
{
    TRY(auto runs, cli::openForWriting<store::RunStore>(storage, "run"));
    const auto store = runs ? std::make_unique<store::StoreWorker>(*std::move(runs)) : nullptr;
    TRY(const auto outcome, jobs::runExperiment(inputs, store.get(), stop));
    if (outcome.status == records::RunStatus::Failed)
        return Error{ErrorCode::InvalidInput, outcome.reason, {}};
    complainUnlessStored("run", outcome.storeError);
    const auto reports = cli::objectiveReports(inputs, outcome.layers, stop, [](std::size_t) {});
    return Run{jobs::recordOf(inputs, outcome), cli::outcomeJson(inputs, outcome, reports)};
}

Run schedule(std::optional<Accelerator> accelerator, const Network& network, const Words& words,
             const StoreArguments& storage)
{
    cli::RunArguments arguments;
    take(cli::parseWords(words, [&](const cli::Options& command) { cli::addRunOptions(command, arguments, false); }));
    refuse(!arguments.accelerator.empty() || !arguments.network.empty());
    return stoppable([&](const std::stop_token& stop) -> Result<Run> {
        TRY(const auto inputs, cli::inputsOf(arguments, std::move(accelerator), network));
        return performRun(inputs, storage, stop);
    });
}

Sweep sweep(const Accelerator& base, const std::vector<Network>& networks, const Words& words,
            const StoreArguments& storage)
{
    cli::SweepArguments question;
    take(cli::parseWords(words, [&](const cli::Options& command) {
        cli::addInputOptions(command, question);
        cli::addFrontOptions(command, question);
        cli::addFrontOnlyOptions(command, question);
        command.add("--threads", question.threads, "").within(0, 1024);
    }));
    refuse(!question.accelerator.empty() || !question.networks.empty());
    std::vector<workload::Network> values;
    for (const Network& network : networks)
        values.push_back(network.value);
    return stoppable([&](const std::stop_token& stop) -> Result<Sweep> {
        TRY(auto inputs, cli::sweepInputs(question, base.value, std::move(values)));
        inputs.options.threads = question.threads;
        TRY(auto front, cli::readFront(question, inputs));
        TRY(auto store, cli::openForWriting<store::SweepStore>(storage, "sweep"));
        jobs::SweepJobEvents events;
        events.onPlan = [](const jobs::SweepPlan& plan) {
            if (!plan.caution.empty())
                cli::complain(plan.caution);
        };
        TRY(auto outcome,
            jobs::runStoredSweep(inputs, store ? &*store : nullptr, stop, events, jobs::SweepExtent::Whole, {},
                                 question.frontOnly ? std::optional(front) : std::nullopt));
        complainUnlessStored("sweep", outcome.storeError);
        return Sweep{std::move(inputs), std::move(front), std::move(outcome)};
    });
}

std::string sweepJson(const Sweep& self, const Words& words)
{
    if (words.empty())
        return cli::sweepToJson(self.inputs, self.outcome, self.front);
    cli::SweepArguments question;
    take(cli::parseWords(words, [&](const cli::Options& command) { cli::addFrontOptions(command, question); }));
    return cli::sweepToJson(self.inputs, self.outcome, take(cli::readFront(question, self.inputs)));
}

std::string simulate(const Run& run, const std::string& layer, const Words& words)
{
    cli::ChoiceArguments choices;
    take(cli::parseWords(words, [&](const cli::Options& command) { cli::addChoiceOptions(command, choices); }));
    return stoppable([&](const std::stop_token& stop) -> Result<std::string> {
        TRY(const auto asked, cli::layerQuestion(run.record, layer, cli::choicesOf(choices)));
        const simulation::Question& question = asked.question;
        TRY(const auto settings, simulation::settingsFor(question.accelerator, question.choices));
        RunControl control;
        control.stop = stop;
        TRY(const auto simulated,
            simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, control));
        return cli::simulationJson(question, simulated);
    });
}

std::string listRuns(const StoreArguments& storage)
{
    auto store = take(cli::openStored<store::RunStore>(storage));
    return report::listJson(take(store.list()));
}

Run loadRun(const StoreArguments& storage, records::RunId number)
{
    return stoppable([&](const std::stop_token&) -> Result<Run> {
        TRY(auto shown, cli::loadShown(storage, number));
        cli::complainedAboutDamage(shown.record);
        std::string json = cli::jsonOf(shown);
        return Run{std::move(shown.record), std::move(json)};
    });
}

} // namespace

void addAnswers(py::module_& module)
{
    py::class_<StoreArguments>(module, "Store").def(py::init([](const std::string& path, bool off) {
        return StoreArguments{path, off};
    }));
    py::class_<Run>(module, "Run")
        .def_readonly("json", &Run::json)
        .def_property_readonly("accelerator",
                               [](const Run& self) {
                                   return Accelerator{self.record.inputs.accelerator,
                                                      io::writeAccelerator(self.record.inputs.accelerator)};
                               })
        .def_property_readonly("network", [](const Run& self) {
            return Network{self.record.inputs.network, io::writeNetwork(self.record.inputs.network)};
        });
    py::class_<Sweep>(module, "Sweep").def("json", &sweepJson);
    module.def("schedule", &schedule);
    module.def("sweep", &sweep);
    module.def("simulate", &simulate);
    module.def("list_runs", &listRuns);
    module.def("load_run", &loadRun);
}

} // namespace nestloom::python
