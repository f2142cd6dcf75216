// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_mapping_improver.h"

#include "app/store/run_refusal.h"
#include "app/store/store_worker.h"
#include "engine/cost/evaluate.h"
#include "engine/io/mapping_text.h"
#include "engine/mapping/constraints.h"
#include "engine/mapping/verify.h"

#include <chrono>

namespace nestloom::app {

namespace {

constexpr std::chrono::milliseconds kBetweenNews{50};

/// Refuses what the verifier does not accept, so that nothing unverified is ever stored.
Status check(const ui::EditedRun& run)
{
    for (const schedule::LayerResult& layer : run.layers) {
        if (!layer.mapping)
            continue;
        const auto broken =
            mapping::verify(mapping::withConstraints(run.request.accelerator, run.request.options.constraints),
                            run.request.network.layers[layer.index], *layer.mapping);
        if (!broken.empty())
            return Error{ErrorCode::InvalidInput, broken.front().message, "layer " + layer.name};
    }
    return success();
}

Result<store::RunId> store(store::RunStore& runs, const store::RunInputs& inputs, const ui::EditedRun& run)
{
    if (const Status checked = check(run); !checked)
        return checked.error();
    const Result<store::RunId> id = runs.begin(inputs);
    if (!id)
        return id;
    Status state = success();
    for (const schedule::LayerResult& layer : run.layers)
        if (state)
            state = runs.addLayer(*id, inputs.accelerator, layer);
    if (state)
        state = runs.finish(*id, store::RunStatus::Finished);
    else
        (void)runs.finish(*id, store::RunStatus::Failed, store::brokeOffMessage(state.error()));
    if (state)
        state = runs.setMarks({{*id, {false, {run.tag.toStdString()}, run.note.toStdString()}}});
    return state ? id : Result<store::RunId>(state.error());
}

} // namespace

LocalMappingImprover::LocalMappingImprover(store::StoreWorker* store, Services services, QObject* parent)
    : ui::MappingImprover(parent), m_store(store), m_services(std::move(services)),
      m_task(std::make_unique<jobs::LatestTask>())
{
}

LocalMappingImprover::~LocalMappingImprover() { m_task.reset(); } // Qt drops what is still queued

quint64 LocalMappingImprover::improve(const schedule::ImproveInputs& inputs)
{
    m_newest = ++m_last;
    m_task->begin([this, id = m_newest, inputs](const std::stop_token& stop) { perform(id, inputs, stop); },
                  [this, id = m_newest](const Error& error) {
                      ui::ImproverState state;
                      state.id = id;
                      state.ended = true;
                      state.problem = QString::fromStdString(error.text());
                      state.fraction = 1;
                      tell(state);
                  });
    return m_newest;
}

void LocalMappingImprover::cancel()
{
    m_newest = 0;
    m_task->stop();
}

void LocalMappingImprover::perform(quint64 id, const schedule::ImproveInputs& inputs, const std::stop_token& stop)
{
    ui::ImproverState state;
    state.id = id;
    auto told = std::chrono::steady_clock::now();
    RunControl control;
    control.stop = stop;
    control.onProgress = [&](const Progress& progress) {
        state.fraction = progress.fraction.value_or(0);
        if (const auto now = std::chrono::steady_clock::now(); now - told >= kBetweenNews) {
            told = now;
            tell(state);
        }
    };
    const auto improved = schedule::improveMapping(
        inputs, control, [&](const schedule::ImprovedMapping& better) { state.best = better; });
    state.ended = true;
    if (!improved)
        state.problem = QString::fromStdString(improved.error().text());
    else if (improved->better)
        state.best = improved->best;
    if (improved)
        state.evaluations = improved->evaluations;
    state.fraction = 1;
    tell(state);
}

void LocalMappingImprover::tell(const ui::ImproverState& state)
{
    QMetaObject::invokeMethod(
        this,
        [this, state] {
            if (state.id == m_newest)
                Q_EMIT changed(state);
        },
        Qt::QueuedConnection);
}

Result<mapping::LayerMapping> LocalMappingImprover::read(const hardware::Accelerator& accelerator,
                                                         const std::string& text) const
{
    return io::mappingFromText(accelerator, text);
}

quint64 LocalMappingImprover::keep(const ui::EditedRun& run)
{
    const quint64 id = ++m_last;
    const auto answer = [this, id](ui::RunId stored, const QString& problem) {
        QMetaObject::invokeMethod(
            this,
            [this, id, stored, problem] {
                m_services.refresh();
                Q_EMIT kept(id, stored, problem);
            },
            Qt::QueuedConnection);
    };
    if (!m_store) {
        answer(0, tr("It cannot be kept: runs are not stored."));
        return id;
    }
    m_store->post([answer, run, texts = m_services.textsOf(run.request)](store::RunStore& runs) {
        store::RunInputs inputs{run.request.accelerator, run.request.network, run.request.options, {}, {}};
        texts.addTo(inputs);
        const Result<store::RunId> stored = store(runs, inputs, run);
        answer(stored ? *stored : 0, stored ? QString() : QString::fromStdString(stored.error().text()));
    });
    return id;
}

} // namespace nestloom::app
