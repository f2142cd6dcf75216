// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/baseline.h"

#include "engine/explore/layer_changes.h"
#include "engine/records/run_difference.h"
#include "engine/schedule/objective.h"
#include "ui/ports/run_reader.h"
#include "ui/style/wording.h"
#include "ui/style/words.h"
#include "ui/workbench/shown_run.h"

#include <QSettings>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kRunKey = QStringLiteral("baseline/run");
const QString kStartedKey = QStringLiteral("baseline/started");

/// Without what tells a point of a sweep from its siblings; see explore::variantName().
QString baseOf(const QString& accelerator) { return accelerator.section(QStringLiteral(", "), 0, 0); }

} // namespace

Baseline::Baseline(Session& session, ShownRun& shown, QObject* parent)
    : QObject(parent), m_session(session), m_shown(shown)
{
    const QSettings settings;
    m_pinned = {settings.value(kRunKey).toLongLong(), settings.value(kStartedKey).toDateTime()};
    connect(&m_session, &Session::runsChanged, this, &Baseline::choose);
    connect(&m_shown, &ShownRun::numbered, this, &Baseline::followShown);
    connect(&m_shown, &ShownRun::updated, this, [this] {
        if (m_shown.run() != m_shownRun)
            followShown();
    });
    connect(&m_shown, &ShownRun::replaced, this, [this] {
        m_shownRun = m_previewOf = 0;
        if (followShown())
            return;
        match();
        Q_EMIT changed();
    });
}

/// A run that loses its number without being replaced is being changed in place: it is the one to compare with then.
bool Baseline::followShown()
{
    m_previewOf = m_shown.run() == 0 ? m_shownRun : 0;
    m_shownRun = m_shown.run();
    return choose();
}

QString Baseline::name() const { return m_run == 0 ? QString() : tr("run %1").arg(m_run); }

void Baseline::pin(RunId run)
{
    for (const RunSummary& summary : m_session.runs())
        if (summary.id == run)
            m_pinned = {run, dateOf(summary.startedAt)};
    QSettings settings;
    settings.setValue(kRunKey, qlonglong(m_pinned.run));
    settings.setValue(kStartedKey, m_pinned.startedAt);
    if (!choose())
        Q_EMIT changed(); // the same run, but pinned now
}

void Baseline::unpin()
{
    m_pinned = {};
    QSettings settings;
    settings.remove(kRunKey);
    settings.remove(kStartedKey);
    if (!choose())
        Q_EMIT changed();
}

bool Baseline::isStored(const Pin& pin) const
{
    const std::vector<RunSummary> runs = m_session.runs();
    return std::ranges::any_of(
        runs, [&pin](const RunSummary& run) { return run.id == pin.run && dateOf(run.startedAt) == pin.startedAt; });
}

/// The last whole run of the shown network that came before the shown run and whose figures are of the same model; one
/// with operators fused as here is preferred, of these one that minimised the same, of these one of the same engine,
/// and of these one of the same accelerator, edited or not, or of the one that a point of a sweep comes from, before
/// others.
RunId Baseline::automatic() const
{
    if (m_shown.isEmpty())
        return 0;
    if (m_previewOf != 0)
        return m_previewOf;
    const std::string& network = m_shown.network().name;
    const int layers = int(m_shown.network().layers.size()); // another network may have the same name
    const std::string& engine = m_shown.options().engine;
    const QString accelerator = baseOf(qt(m_shown.accelerator().name));
    const records::CostModel model = records::modelOf(engine);
    const std::string objective = schedule::objectiveName(m_shown.options());
    RunId best = 0;
    int bestLikeness = -1;
    for (const RunSummary& run : m_session.runs()) { // newest first
        if ((m_shown.run() != 0 && run.id >= m_shown.run()) || !run.isWhole() || run.networkName != network
            || run.layerCount != layers || run.model() != model)
            continue;
        const QString other = qt(run.acceleratorName).remove(u'*');
        const int likeness = (run.variant.fused == m_shown.options().fuseOperators ? 16 : 0)
                             + (run.objective == objective ? 8 : 0) + (run.engine == engine ? 4 : 0)
                             + (other == accelerator           ? 2
                                : baseOf(other) == accelerator ? 1
                                                               : 0);
        if (likeness > bestLikeness) {
            best = run.id;
            bestLikeness = likeness;
        }
    }
    return best;
}

bool Baseline::choose()
{
    const RunId wanted = m_pinned.run != 0 && isStored(m_pinned) ? m_pinned.run : automatic();
    if (wanted == m_run)
        return false;
    m_run = wanted;
    m_record.reset();
    m_problem.clear();
    match();
    if (wanted != 0)
        m_session.runReader().read(wanted, this,
                                   [this, wanted](const Result<RunRecord>& record) { take(wanted, record); });
    Q_EMIT changed();
    return true;
}

void Baseline::take(RunId run, const Result<RunRecord>& record)
{
    if (run != m_run || m_record)
        return; // another one was chosen since
    if (record)
        m_record = *record;
    else
        m_problem = qt(record.error().text());
    match();
    Q_EMIT changed();
}

void Baseline::match()
{
    m_matches.clear();
    m_results.clear();
    if (!m_record)
        return;
    m_matches = explore::matchLayers(m_shown.network(), m_record->inputs.network);
    m_results.assign(m_record->inputs.network.layers.size(), nullptr);
    for (const schedule::LayerResult& result : m_record->layers)
        if (result.index < m_results.size())
            m_results[result.index] = &result;
}

const schedule::LayerResult* Baseline::layer(std::size_t shownLayer) const
{
    return shownLayer < m_matches.size() && m_matches[shownLayer] ? m_results[*m_matches[shownLayer]] : nullptr;
}

BaselineLayers Baseline::layers() const
{
    BaselineLayers layers;
    if (m_record && m_run != m_shown.run())
        layers.run = name();
    if (layers.isEmpty())
        return layers;
    layers.layers.resize(m_matches.size());
    for (std::size_t i = 0; i < m_matches.size(); ++i)
        layers.layers[i] = baselineLayer(layer(i), otherModel());
    return layers;
}

std::optional<schedule::Totals> Baseline::totals() const
{
    if (!whyNothing().isEmpty())
        return std::nullopt;
    std::vector<schedule::LayerResult> counterparts;
    for (const schedule::LayerResult& shown : m_shown.layers()) {
        if (!shown.cost)
            continue;
        const schedule::LayerResult& result = *layer(shown.index);
        schedule::LayerResult light; // what totals() adds up, without the mapping
        light.status = result.status;
        light.cost = result.cost;
        light.lowerBoundCycles = result.lowerBoundCycles;
        light.objectiveBound = result.objectiveBound;
        light.gap = result.gap;
        light.meshLoad = result.meshLoad;
        counterparts.push_back(std::move(light));
    }
    return records::totalsOf(m_record->inputs, counterparts);
}

QString Baseline::whyNothing() const
{
    if (m_shown.isEmpty())
        return tr("No run is shown.");
    if (m_run == 0)
        return tr("There is no earlier run of all layers of %1 by the same model to compare with; pin any run as the "
                  "baseline.")
            .arg(qt(m_shown.network().name));
    if (m_run == m_shown.run())
        return tr("Run %1 is the baseline itself.").arg(m_run);
    if (!m_problem.isEmpty())
        return m_problem;
    if (!m_record)
        return tr("Run %1 is being read.").arg(m_run);
    if (m_record->inputs.kind() != records::RunKind::Layers)
        return tr("Run %1 has no results of single layers to compare with: compare whole runs on the page Compare.")
            .arg(m_run);
    int solved = 0, without = 0;
    for (const schedule::LayerResult& shown : m_shown.layers()) {
        solved += shown.cost ? 1 : 0;
        const schedule::LayerResult* result = layer(shown.index);
        without += shown.cost && (result == nullptr || !result->cost) ? 1 : 0;
    }
    const QString network = qt(m_record->inputs.network.name);
    if (without > 0 && m_record->inputs.network != m_shown.network())
        return tr("Run %1 maps %2: %3 of %4 layers have no counterpart there, so totals are not compared.")
            .arg(m_run)
            .arg(network)
            .arg(without)
            .arg(solved);
    if (without > 0)
        return tr("Run %1 has no mapping for %2 of %3 layers, so totals are not compared.")
            .arg(m_run)
            .arg(without)
            .arg(solved);
    return {};
}

QString Baseline::otherModel() const
{
    return m_record ? qt(records::modelsApart(records::modelOf(m_shown.options().engine),
                                              records::modelOf(m_record->inputs.engine())))
                    : QString();
}

QString Baseline::otherTotals() const
{
    const auto theirs = totals();
    if (QString model = otherModel(); !model.isEmpty() || !theirs)
        return model;
    const bool ours = m_shown.totals().vector.operators > 0;
    if (ours == (theirs->vector.operators > 0))
        return {};
    return (ours ? tr("run %1 costs no vector operators, this one does")
                 : tr("run %1 costs vector operators, this one does not"))
        .arg(m_run);
}

QString Baseline::caution() const
{
    if (!m_record || m_shown.isEmpty() || m_run == m_shown.run())
        return {};
    QStringList notes;
    if (const QString apart = otherTotals(); !apart.isEmpty())
        notes << tr("Changes are grey: %1.").arg(apart);
    const std::string theirs = schedule::objectiveName(m_record->inputs.options),
                      ours = schedule::objectiveName(m_shown.options());
    if (theirs != ours)
        notes << tr("Run %1 minimised another objective: %2 instead of %3.")
                     .arg(QString::number(m_run), qt(theirs), qt(ours));
    if (m_record->inputs.accelerator.clock != m_shown.accelerator().clock)
        notes << tr("The clocks differ, so equal cycles are not equal times.");
    if (m_record->summary.engineVersion != m_shown.engineVersion())
        notes << tr("Run %1 was made by version %2.").arg(QString::number(m_run), qt(m_record->summary.engineVersion));
    return notes.join(QLatin1Char('\n'));
}

} // namespace nestloom::ui
