// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_run_keeper.h"

#include "app/store/store_worker.h"
#include "engine/cost/evaluate.h"
#include "engine/io/mapping_text.h"
#include "engine/mapping/constraints.h"
#include "engine/mapping/verify.h"

namespace nestloom::app {

namespace {

/// Refuses what the verifier does not accept, so that nothing unverified is ever stored.
Status check(const ui::KeptRun& run)
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

Result<records::RunId> store(store::RunStore& runs, const ui::KeptRun& run)
{
    TRY_DO(check(run));
    const Result<records::RunId> id = runs.begin(run.request);
    if (!id)
        return id;
    Status state = success();
    if (run.nodes)
        state = runs.addWhole(*id, run.request, *run.nodes);
    if (run.memory)
        state = runs.addWhole(*id, run.request, *run.memory);
    for (const schedule::LayerResult& layer : run.layers)
        if (state)
            state = runs.addLayer(*id, run.request.accelerator, layer);
    if (state)
        state = runs.finish(*id, records::RunStatus::Finished);
    else
        (void)runs.finish(*id, records::RunStatus::Failed, records::brokeOffMessage(state.error()));
    std::vector<std::string> tags;
    if (!run.tag.isEmpty())
        tags.push_back(run.tag.toStdString());
    if (state)
        state = runs.setMarks({{*id, {false, std::move(tags), run.note.toStdString()}}});
    return state ? id : Result<records::RunId>(state.error());
}

} // namespace

LocalRunKeeper::LocalRunKeeper(store::StoreWorker* store, std::function<void()> refresh, QObject* parent)
    : ui::RunKeeper(parent), m_store(store), m_refresh(std::move(refresh))
{
}

Result<mapping::LayerMapping> LocalRunKeeper::read(const hardware::Accelerator& accelerator,
                                                   const std::string& text) const
{
    return io::mappingFromText(accelerator, text);
}

quint64 LocalRunKeeper::keep(const ui::KeptRun& run)
{
    const quint64 id = ++m_last;
    const auto answer = [this, id](ui::RunId stored, const QString& problem) {
        QMetaObject::invokeMethod(
            this,
            [this, id, stored, problem] {
                m_refresh();
                Q_EMIT kept(id, stored, problem);
            },
            Qt::QueuedConnection);
    };
    if (!m_store) {
        answer(0, tr("It cannot be kept: runs are not stored."));
        return id;
    }
    m_store->post([answer, run](store::RunStore& runs) {
        const Result<records::RunId> stored = store(runs, run);
        answer(stored ? *stored : 0, stored ? QString() : QString::fromStdString(stored.error().text()));
    });
    return id;
}

} // namespace nestloom::app
