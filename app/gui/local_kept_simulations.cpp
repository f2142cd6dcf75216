// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_simulations.h"

namespace nestloom::app {

namespace {

ui::KeptSimulation toUi(const store::SimulationSummary& summary, std::uint64_t shownMapping)
{
    ui::KeptSimulation kept;
    kept.of = {summary.key.run, summary.key.layer};
    kept.choices = summary.key.choices;
    kept.isOfShownMapping = summary.key.mapping == shownMapping;
    kept.simulatedAt = QDateTime::fromMSecsSinceEpoch(summary.simulatedAt.time_since_epoch().count(), Qt::UTC);
    kept.engineVersion = QString::fromStdString(summary.engineVersion);
    kept.analytical = summary.analytical;
    kept.simulated = summary.simulated;
    kept.hasTrace = summary.hasTimes;
    kept.bytes = summary.size.count;
    return kept;
}

std::vector<ui::KeptSimulation> others(const std::vector<store::SimulationSummary>& all,
                                       const store::SimulationKey& key)
{
    std::vector<ui::KeptSimulation> rows;
    for (const store::SimulationSummary& one : all)
        if (one.key.layer == key.layer && one.key != key)
            rows.push_back(toUi(one, key.mapping));
    return rows;
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
        const store::SimulationKey key = store::keyOf(layer.run, layer.layer, question);
        const auto stored = simulations.find(key);
        if (stored && *stored)
            if (auto restored = store::restore(**stored, question)) {
                const auto ended = std::make_shared<const simulation::EndedSimulation>(*std::move(restored));
                return Told(
                    [this, id, kept = toUi((*stored)->summary, key.mapping), ended] { Q_EMIT found(id, kept, ended); });
            }
        const auto all = simulations.list(layer.run);
        return Told([this, id, rows = all ? others(*all, key) : std::vector<ui::KeptSimulation>()] {
            Q_EMIT missing(id, rows);
        });
    });
    return id;
}

void LocalKeptSimulations::keep(const ui::StoredLayer& layer, const simulation::Question& question,
                                const ui::SimulationAnswer& ended)
{
    m_requests.perform([this, layer, question, ended](store::SimulationStore& simulations) -> Result<Told> {
        const store::SimulationKey key = store::keyOf(layer.run, layer.layer, question);
        const auto stored = simulations.keep(key, store::pack(ended->layer));
        if (!stored)
            return stored.error();
        return Told([this, row = toUi(*stored, key.mapping)] { Q_EMIT kept(row); });
    });
}

} // namespace nestloom::app
