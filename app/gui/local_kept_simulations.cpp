// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_simulations.h"

namespace nestloom::app {

namespace {

std::optional<records::SimulationSummary> newestOther(const std::vector<records::SimulationSummary>& all,
                                                      const records::SimulationKey& key)
{
    for (const records::SimulationSummary& one : all)
        if (one.key.layer == key.layer && one.key.mapping == key.mapping && one.key != key)
            return one;
    return {};
}

} // namespace

LocalKeptSimulations::LocalKeptSimulations(store::StoreWorker* store, QObject* parent)
    : ui::KeptSimulations(parent), m_requests(store, this, tr("runs are not stored"), [this](const QString& problem) {
          Q_EMIT failed(tr("The simulation was not stored: %1").arg(problem));
      })
{
}

ui::KeptSimulations::FindId LocalKeptSimulations::find(const ui::StoredLayer& layer,
                                                       const simulation::Question& question)
{
    const FindId id = ++m_newest;
    if (!m_requests.isStored()) {
        QMetaObject::invokeMethod(
            this, [this, id] { Q_EMIT missing(id, {}); }, Qt::QueuedConnection);
        return id;
    }
    m_requests.perform([this, id, layer, question](store::SimulationStore& simulations) -> Result<Told> {
        if (id != m_newest)
            return Told([] {});
        const records::SimulationKey key = store::keyOf(layer.run, layer.layer, question);
        const auto stored = simulations.find(key);
        if (stored && *stored)
            if (auto restored = store::restore(**stored, question)) {
                const auto ended = std::make_shared<const simulation::EndedSimulation>(*std::move(restored));
                return Told([this, id, kept = (*stored)->summary, ended] { Q_EMIT found(id, kept, ended); });
            }
        const auto all = simulations.list(layer.run);
        return Told([this, id, other = all ? newestOther(*all, key) : std::nullopt] { Q_EMIT missing(id, other); });
    });
    return id;
}

void LocalKeptSimulations::keep(const ui::StoredLayer& layer, const simulation::Question& question,
                                const ui::SimulationAnswer& ended, bool withTimes)
{
    m_requests.perform([this, layer, question, ended, withTimes](store::SimulationStore& simulations) -> Result<Told> {
        const records::SimulationKey key = store::keyOf(layer.run, layer.layer, question);
        TRY(const auto stored,
            simulations.keep(key, store::pack(ended->layer, withTimes ? store::kMostSimulationBytes : 0)));
        return Told([this, row = stored] { Q_EMIT kept(row); });
    });
}

} // namespace nestloom::app
