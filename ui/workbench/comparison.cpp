// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/comparison.h"

#include "engine/base/ranges.h"
#include "engine/records/judge.h"
#include "ui/ports/run_reader.h"

#include <QMimeData>

#include <algorithm>

namespace nestloom::ui {

namespace {

std::vector<const RunRecord*> recordsOf(const std::vector<ComparedRun>& runs)
{
    return collect(runs, [](const ComparedRun& run) { return run.record.get(); });
}

} // namespace

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
    m_layers = {};
    m_differences.assign(m_runs.size(), {});
    if (!isReady())
        return;
    for (std::size_t run = 1; run < m_runs.size(); ++run)
        m_differences[run] = records::difference({m_runs[run].record.get(), m_runs[run].model},
                                                 {m_runs.front().record.get(), m_runs.front().model});
    m_layers = records::compareLayers(recordsOf(m_runs));
}

QString Comparison::whyNoMappings() const
{
    if (!isReady())
        return {};
    const std::vector<std::string> names =
        collect(m_runs, [](const ComparedRun& compared) { return compared.title().toStdString(); });
    return QString::fromStdString(records::whyNoMappings(recordsOf(m_runs), names));
}

std::vector<records::ComparedSide> Comparison::sides() const
{
    std::vector<records::ComparedSide> sides;
    for (const ComparedRun& compared : m_runs)
        if (isReady())
            sides.push_back({compared.record.get(), compared.model});
    return sides;
}

std::optional<std::size_t> Comparison::rowOf(const workload::Network& network, std::size_t layer) const
{
    for (std::size_t run = 0; run < m_runs.size() && isReady(); ++run) {
        if (m_runs[run].record->inputs.network != network)
            continue;
        for (std::size_t row = 0; row < rows().size(); ++row)
            if (rows()[row].layers[run] == layer)
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
