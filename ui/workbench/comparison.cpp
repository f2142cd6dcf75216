// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/comparison.h"

#include "engine/base/ranges.h"
#include "engine/records/judge.h"
#include "ui/ports/run_reader.h"

#include <QMimeData>

#include <algorithm>

namespace nestloom::ui {

QString ComparedRun::title() const { return Comparison::tr("run %1").arg(run); }

Comparison::Comparison(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &Session::runsChanged, this, &Comparison::rereadGrowing);
}

void Comparison::compare(const std::vector<RunId>& runs)
{
    setRuns(runs);
    Q_EMIT asked();
}

void Comparison::add(RunId run)
{
    std::vector<RunId> runs = collect(m_runs, &ComparedRun::run);
    runs.push_back(run);
    setRuns(std::move(runs));
}

void Comparison::remove(RunId run)
{
    std::vector<RunId> runs;
    for (const ComparedRun& compared : m_runs)
        if (compared.run != run)
            runs.push_back(compared.run);
    setRuns(std::move(runs));
}

void Comparison::putFirst(RunId run)
{
    const auto it = std::ranges::find_if(m_runs, [run](const ComparedRun& c) { return c.run == run; });
    if (it == m_runs.end() || it == m_runs.begin())
        return;
    std::rotate(m_runs.begin(), it, it + 1);
    align();
    Q_EMIT changed();
}

bool Comparison::contains(RunId run) const
{
    return std::ranges::any_of(m_runs, [run](const ComparedRun& c) { return c.run == run; });
}

/// Keeps what is read already.
void Comparison::setRuns(std::vector<RunId> runs)
{
    std::vector<ComparedRun> next;
    std::vector<RunId> missing;
    for (const RunId run : runs) {
        if (run == 0 || std::ranges::any_of(next, [run](const ComparedRun& c) { return c.run == run; }))
            continue;
        if (next.size() == kMost) {
            Q_EMIT problem(tr("At most %1 runs stand side by side; run %2 was left out.").arg(kMost).arg(run));
            break;
        }
        const auto known = std::ranges::find_if(m_runs, [run](const ComparedRun& c) { return c.run == run; });
        next.push_back(known != m_runs.end() ? *known : ComparedRun{run});
        if (known == m_runs.end())
            missing.push_back(run);
    }
    m_runs = std::move(next);
    align();
    for (const RunId run : missing)
        read(run);
    Q_EMIT changed();
}

void Comparison::read(RunId run)
{
    m_session.runReader().read(run, this, [this, run](const Result<RunRecord>& record) { take(run, record); });
}

void Comparison::take(RunId run, const Result<RunRecord>& record)
{
    const auto it = std::ranges::find_if(m_runs, [run](const ComparedRun& c) { return c.run == run; });
    if (it == m_runs.end())
        return; // taken out meanwhile
    *it = ComparedRun{run};
    if (record) {
        it->stored = std::make_shared<const RunRecord>(*record);
        judge(*it);
    } else {
        it->problem = QString::fromStdString(record.error().text());
    }
    align();
    Q_EMIT changed();
}

void Comparison::judge(ComparedRun& run) const
{
    if (!run.stored)
        return;
    const std::string why = m_judge ? records::whyNotJudged(*run.stored, *m_judge) : std::string();
    run.notJudged = QString::fromStdString(why);
    run.record = run.stored;
    run.model = records::modelOf(run.stored->inputs.engine());
    if (m_judge && why.empty()) {
        run.record = std::make_shared<const RunRecord>(records::judged(*run.stored, *m_judge));
        run.model = *m_judge;
    }
    run.results.assign(run.record->inputs.network.layers.size(), nullptr);
    for (const schedule::LayerResult& layer : run.record->layers)
        if (layer.index < run.results.size())
            run.results[layer.index] = &layer;
}

void Comparison::judgeBy(std::optional<records::CostModel> model)
{
    if (model == m_judge)
        return;
    m_judge = model;
    for (ComparedRun& run : m_runs)
        judge(run);
    align();
    Q_EMIT changed();
}

void Comparison::reread(RunId run)
{
    if (contains(run))
        read(run);
}

/// A run that was still running when it was read has more results now.
void Comparison::rereadGrowing()
{
    for (const RunSummary& summary : m_session.runs())
        for (const ComparedRun& compared : m_runs)
            if (compared.run == summary.id && compared.record && compared.record->summary.status == RunStatus::Running
                && (summary.status != RunStatus::Running || summary.layersDone != compared.record->summary.layersDone))
                read(summary.id);
}

bool Comparison::isReady() const
{
    return m_runs.size() >= kFewest
           && std::ranges::all_of(m_runs, [](const ComparedRun& c) { return c.record != nullptr; });
}

void Comparison::align()
{
    m_rows.clear();
    m_differences.assign(m_runs.size(), {});
    if (!isReady())
        return;
    for (std::size_t run = 1; run < m_runs.size(); ++run)
        m_differences[run] = records::difference({m_runs[run].record.get(), m_runs[run].model},
                                                 {m_runs.front().record.get(), m_runs.front().model});
    const std::vector<workload::Network> networks = collect(m_runs, [&](const ComparedRun& compared) {
        if (compared.record->inputs.memory) // a plan says nothing of layers
            return workload::Network();
        return isPerInput() ? records::forOneInput(*compared.record) : compared.record->inputs.network;
    });
    m_rows = explore::alignLayers(collect(networks, [](const workload::Network& network) { return &network; }));
}

bool Comparison::isPerInput() const
{
    return std::ranges::any_of(m_differences, [](const auto& difference) { return !difference.batch.empty(); });
}

const schedule::LayerResult* Comparison::result(std::size_t row, std::size_t run) const
{
    const auto layer = m_rows[row].layers[run];
    return layer ? m_runs[run].results[*layer] : nullptr;
}

std::optional<double> Comparison::cycles(std::size_t row, std::size_t run) const
{
    const auto whole = wholeCycles(row, run);
    const auto batch = m_runs[run].record->summary.batch;
    if (!whole || (isPerInput() && !batch))
        return std::nullopt;
    return double(whole->count) / double(isPerInput() ? *batch : 1);
}

std::optional<Cycles> Comparison::wholeCycles(std::size_t row, std::size_t run) const
{
    if (const schedule::LayerResult* of = result(row, run); of && of->cost)
        return of->cost->cycles;
    const auto layer = m_rows[row].layers[run];
    const auto& nodes = m_runs[run].record->nodes;
    if (!layer || !nodes || !nodes->schedule)
        return std::nullopt;
    const std::string& name = m_runs[run].record->inputs.network.layers[*layer].name;
    const std::vector<const kapla::LayerSchedule*> schedules = nodes->schedule->layers();
    for (std::size_t i = 0; i < schedules.size(); ++i)
        if (nodes->graph.passes[i] == kapla::Pass::Forward && nodes->graph.network.layers[i].name == name)
            return Cycles{schedules[i]->cost.cycles()};
    return std::nullopt;
}

/// What its rows leave out: passes of a training step, and operators that other methods do not count as layers.
QString Comparison::onNodes(std::size_t run) const
{
    const ComparedRun& compared = m_runs[run];
    const auto& nodes = compared.record->nodes;
    QString words = tr("%1 schedules the whole network on nodes: of its layers cycles are compared; the page Nodes has "
                       "their energy and traffic.")
                        .arg(compared.title());
    if (!nodes || !nodes->schedule)
        return words;
    std::size_t listed = 0;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        listed += cycles(row, run).has_value();
    const auto& passes = nodes->graph.passes;
    const auto backward = passes.size() - std::size_t(std::ranges::count(passes, kapla::Pass::Forward));
    if (listed < passes.size())
        words += backward > 0 ? tr(" Of its %1 steps %2 have a row; %3 are backward passes of training.")
                                    .arg(passes.size())
                                    .arg(listed)
                                    .arg(backward)
                              : tr(" Of its %1 steps %2 have a row.").arg(passes.size()).arg(listed);
    return words;
}

QString Comparison::whyNoLayers(std::size_t run) const
{
    const ComparedRun& compared = m_runs[run];
    if (!compared.record || compared.hasLayers())
        return {};
    switch (compared.record->inputs.kind()) {
    case records::RunKind::Nodes: return onNodes(run);
    case records::RunKind::Memory:
        return tr("%1 plans the memory of the whole network: it has no figures of layers.").arg(compared.title());
    case records::RunKind::Layers: break;
    }
    return tr("%1 has no results of layers.").arg(compared.title());
}

std::vector<records::ComparedSide> Comparison::sides() const
{
    std::vector<records::ComparedSide> sides;
    for (const ComparedRun& compared : m_runs)
        if (isReady())
            sides.push_back({compared.record.get(), compared.model});
    return sides;
}

const workload::Layer& Comparison::layer(std::size_t row) const
{
    std::size_t run = 0;
    while (!m_rows[row].layers[run])
        ++run; // one of them has it, or there would be no such row
    return m_runs[run].record->inputs.network.layers[*m_rows[row].layers[run]];
}

std::optional<std::size_t> Comparison::rowOf(const workload::Network& network, std::size_t layer) const
{
    for (std::size_t run = 0; run < m_runs.size() && isReady(); ++run) {
        if (m_runs[run].record->inputs.network != network)
            continue;
        for (std::size_t row = 0; row < m_rows.size(); ++row)
            if (m_rows[row].layers[run] == layer)
                return row;
    }
    return std::nullopt;
}

namespace {
const QString kFormat = QStringLiteral("application/x-nestloom-runs");
} // namespace

QMimeData* mimeOfRuns(const std::vector<RunId>& runs)
{
    QByteArrayList numbers;
    for (const RunId run : runs)
        numbers << QByteArray::number(run);
    auto* mime = new QMimeData;
    mime->setData(kFormat, numbers.join(' '));
    return mime;
}

std::vector<RunId> runsOf(const QMimeData& mime)
{
    std::vector<RunId> runs;
    for (const QByteArray& number : mime.data(kFormat).split(' '))
        if (const RunId run = number.toLongLong(); run > 0)
            runs.push_back(run);
    return runs;
}

} // namespace nestloom::ui
