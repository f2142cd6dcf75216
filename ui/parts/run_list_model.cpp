// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/run_list_model.h"

#include "engine/records/comparable.h"
#include "engine/schedule/standing.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/words/run_words.h"

#include <QApplication>
#include <QBrush>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

std::optional<double> figure(const RunSummary& run, int column)
{
    if (run.memory && column == RunListModel::OffChip)
        return double(run.memory->traffic.count);
    if (run.memory && column == RunListModel::Gap && run.memory->isProven())
        return 0;
    if (run.memory && column == RunListModel::Gap && run.memory->bound.count > 0)
        return double(run.memory->traffic.count) / double(run.memory->bound.count) - 1;
    if (!run.totals)
        return {};
    switch (column) {
    case RunListModel::CycleCount: return double(run.totals->cycles.count);
    case RunListModel::Energy: return run.totals->energy.count;
    case RunListModel::Edp: return run.edp();
    case RunListModel::Utilization: // of nodes it is not counted
        return run.nodes ? std::nullopt : std::optional(run.totals->utilization);
    case RunListModel::Gap: return run.totals->gap;
    default: return {};
    }
}

QString figureText(const RunSummary& run, int column)
{
    if (column == RunListModel::OffChip)
        return format::bytes(run.memory->traffic);
    if (run.memory)
        return run.memory->isProven() ? RunListModel::tr("proven least") : format::percent(*figure(run, column), 2);
    const schedule::Totals& totals = *run.totals;
    switch (column) {
    case RunListModel::CycleCount: return format::cycles(totals.cycles);
    case RunListModel::Energy: return format::energy(totals.energy);
    case RunListModel::Edp: return run.edp() ? format::si(*run.edp(), QStringLiteral("J·s")) : format::kNoValue;
    case RunListModel::Utilization: return format::percent(totals.utilization);
    case RunListModel::Gap: { // rounded up, as "within 41.67 %" is everywhere
        const auto gap = totals.gap ? std::optional(schedule::shownGap(*totals.gap)) : std::nullopt;
        return totals.overMesh == 0
                   ? format::percent(gap, 2)
                   : RunListModel::tr("%1, mesh short on %2").arg(format::percent(gap, 2)).arg(totals.overMesh);
    }
    default: return {};
    }
}

bool isFigure(int column)
{
    return column >= RunListModel::CycleCount && column <= RunListModel::Gap && column != RunListModel::CyclesDelta;
}

const std::string& word(const RunSummary& run, int column)
{
    switch (column) {
    case RunListModel::Accelerator: return run.acceleratorName;
    case RunListModel::Network: return run.networkName;
    case RunListModel::Engine: return run.engine;
    case RunListModel::Objective: return run.objective;
    case RunListModel::Version: return run.engineVersion;
    default: return run.marks.note;
    }
}

QString memorySentence(const RunSummary& run, int column)
{
    if (column == RunListModel::OffChip)
        return RunListModel::tr("%1 beyond the compulsory, in a scratchpad of %2")
            .arg(format::exactBytes(run.memory->traffic), format::exactBytes(run.memory->scratchpad));
    if (column == RunListModel::Gap)
        return RunListModel::tr("Proven: no plan has less than %1.").arg(format::exactBytes(run.memory->bound));
    return RunListModel::tr("A memory plan knows bytes only, neither cycles nor energy.");
}

/// A run that was stopped may have a mapping of every layer.
bool lacksLayers(const RunSummary& run) { return !run.isWhole() && run.solved() != run.layerCount; }

/// The exact figure, and of how many layers when some are missing.
QString partSentence(const RunSummary& run, const QString& figure)
{
    return !lacksLayers(run)
               ? figure
               : RunListModel::tr("%1 in %2 of %3 layers").arg(figure).arg(run.solved()).arg(run.layerCount);
}

template <typename T>
int order(const T& a, const T& b)
{
    return a < b ? -1 : b < a ? 1 : 0;
}

} // namespace

const std::vector<TableModel::Column>& RunListModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Star"), Kind::Text, tr("Starred runs: click, or press S")},
        {tr("Run"), Kind::Number, tr("Number of the run in the store")},
        {tr("Started"), Kind::Text, tr("Local time")},
        {tr("Network"), Kind::Text, {}},
        {tr("Accelerator"), Kind::Text, {}},
        {tr("Engine"), Kind::Text, tr("The method that scheduled it")},
        {tr("Model"), Kind::Text, tr("Whose figures these are; those of different models are not compared")},
        {tr("Batch"), Kind::Number, tr("Inputs that the figures are for")},
        {tr("Layers"), Kind::Number, tr("Layers with a verified schedule / layers of the network")},
        {tr("Cycles"), Kind::Number,
         tr("Sum over the layers that have a schedule, (part) when that is not all; by the run's model"), tr("cycle")},
        {tr("\u0394 cycles"), Kind::Number, tr("Against the baseline, where the two may be compared")},
        {tr("Energy"), Kind::Number,
         tr("Sum over the layers that have a schedule, (part) when that is not all; by the run's model"), tr("pJ")},
        {tr("EDP"), Kind::Number, tr("Energy times latency at the accelerator's clock"), tr("J·s")},
        {tr("Off chip"), Kind::Number, tr("Of memory plans: bytes moved beyond the compulsory"), tr("B")},
        {tr("Util"), Kind::Number, tr("MACs / (all MAC units x cycles)")},
        {tr("Gap"), Kind::Number, tr("What the run minimises above its proven lower bounds, all layers together")},
        {tr("Objective"), Kind::Text, tr("What the engine minimised")},
        {tr("Status"), Kind::Text, {}},
        {tr("Seed"), Kind::Number, tr("Equal inputs and seed give equal results")},
        {tr("Version"), Kind::Text, tr("Version of Nestloom that made the run")},
        {tr("Tags"), Kind::Text, tr("Words to find the run by; double click to edit")},
        {tr("Note"), Kind::Text, tr("Double click to edit")},
    };
    return table;
}

void RunListModel::setRuns(const std::vector<RunSummary>& runs)
{
    const auto sameRun = [](const RunSummary& a, const RunSummary& b) { return a.id == b.id; };
    const bool onlyNewOnTop =
        runs.size() >= m_runs.size() && std::equal(m_runs.rbegin(), m_runs.rend(), runs.rbegin(), sameRun);
    if (!onlyNewOnTop) {
        beginResetModel();
        m_runs = runs;
        endResetModel();
        return;
    }
    const int added = int(runs.size() - m_runs.size());
    if (added > 0) {
        beginInsertRows({}, 0, added - 1);
        m_runs.insert(m_runs.begin(), runs.begin(), runs.begin() + added);
        endInsertRows();
    }
    for (int row = added; row < rows(); ++row)
        if (m_runs[std::size_t(row)] != runs[std::size_t(row)]) {
            m_runs[std::size_t(row)] = runs[std::size_t(row)];
            rowChanged(row);
        }
}

int RunListModel::rowOf(RunId run) const
{
    // Newest first: numbers fall.
    const auto it = std::lower_bound(m_runs.begin(), m_runs.end(), run,
                                     [](const RunSummary& row, RunId id) { return row.id > id; });
    return it == m_runs.end() || it->id != run ? -1 : int(it - m_runs.begin());
}

void RunListModel::setBaseline(RunId run)
{
    if (run == m_baseline)
        return;
    m_baseline = run;
    if (rows() > 0)
        Q_EMIT dataChanged(index(0, CyclesDelta), index(rows() - 1, CyclesDelta));
}

const RunSummary* RunListModel::baseline() const
{
    const int row = rowOf(m_baseline);
    return row < 0 ? nullptr : &m_runs[std::size_t(row)];
}

Delta RunListModel::deltaOf(const RunSummary& run) const
{
    const RunSummary* first = baseline();
    if (first == nullptr || run.id == m_baseline || !run.totals || !records::whyNotComparable(*first, run).empty())
        return {};
    return delta(double(run.totals->cycles.count), double(first->totals->cycles.count), Better::Smaller);
}

QString RunListModel::deltaText(const RunSummary& run) const
{
    if (run.id == m_baseline)
        return tr("baseline");
    const Delta change = deltaOf(run);
    return change.verdict == Delta::Verdict::Same ? QStringLiteral("=")
           : change.isShown()                     ? change.text
                                                  : format::kNoValue;
}

QString RunListModel::deltaToolTip(const RunSummary& run) const
{
    if (baseline() == nullptr)
        return tr("There is no baseline.");
    if (run.id == m_baseline)
        return tr("The other runs are compared with this one.");
    if (const std::string why = records::whyNotComparable(*baseline(), run); !why.empty())
        return tr("Not compared: %1.").arg(qt(why));
    return deltaSentence(deltaOf(run), format::exactCycles(baseline()->totals->cycles), tr("run %1").arg(m_baseline));
}

int RunListModel::compare(const RunSummary& a, const RunSummary& b, int column, Qt::SortOrder sorting)
{
    if (column == CyclesDelta) // the baseline is the same for all
        column = CycleCount;
    if (isFigure(column)) {
        const auto x = figure(a, column), y = figure(b, column);
        // Figures of a part come after all others: small is not good there.
        const auto behind = [](const RunSummary& run, bool hasFigure) {
            return !hasFigure ? 2 : run.isWhole() ? 0 : 1;
        };
        if (const int last = order(behind(a, x.has_value()), behind(b, y.has_value())); last != 0)
            return sorting == Qt::AscendingOrder ? last : -last;
        return x ? order(*x, *y) : 0;
    }
    switch (column) {
    case Star: return order(b.marks.starred, a.marks.starred);
    case Number: return order(a.id, b.id);
    case Started: return order(a.startedAt, b.startedAt);
    case Status: return order(int(a.status), int(b.status));
    case Layers: return order(a.solved(), b.solved());
    case Batch: return order(a.batch.value_or(0), b.batch.value_or(0));
    case Model: return order(a.model(), b.model());
    case Seed: return order(a.seed, b.seed);
    case Tags: return joined(a.marks.tags).compare(joined(b.marks.tags), Qt::CaseInsensitive);
    default: return qt(word(a, column)).compare(qt(word(b, column)), Qt::CaseInsensitive);
    }
}

QString RunListModel::text(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (isFigure(column))
        return !figure(run, column)                         ? format::kNoValue
               : !lacksLayers(run) || column >= Utilization ? figureText(run, column)
                                                            : tr("%1 (part)").arg(figureText(run, column));
    switch (column) {
    case CyclesDelta: return deltaText(run);
    case Star: return run.marks.starred ? QStringLiteral("*") : QString();
    case Number: return QString::number(run.id);
    case Started: return dateOf(run.startedAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    case Status: return statusText(run);
    case Layers:
        return run.kind == records::RunKind::Memory ? format::kNoValue
                                                    : QStringLiteral("%1/%2").arg(run.solved()).arg(run.layerCount);
    case Model: return qt(records::name(run.model()));
    case Batch: return run.batch ? format::integer(*run.batch) : format::kNoValue;
    case Seed: return QString::number(run.seed);
    case Engine: {
        const std::string variant = run.variant.words();
        return variant.empty() ? qt(run.engine) : tr("%1, %2").arg(qt(run.engine), qt(variant));
    }
    case Tags: return joined(run.marks.tags);
    default: return qt(word(run, column));
    }
}

QVariant RunListModel::exportValue(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (column == Started)
        return dateOf(run.startedAt).toUTC().toString(Qt::ISODate);
    if (column == CycleCount)
        return run.totals ? QVariant(qlonglong(run.totals->cycles.count)) : QVariant();
    if (!isFigure(column))
        return text(row, column);
    const auto value = figure(run, column);
    return value ? QVariant(*value) : QVariant();
}

QString RunListModel::toolTip(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (column == Started)
        return QLocale::c().toString(dateOf(run.startedAt).toLocalTime(), QStringLiteral("yyyy-MM-dd hh:mm:ss t"));
    if (column == CyclesDelta)
        return deltaToolTip(run);
    if (column == Status && !run.refusal().empty())
        return refusalSentence(QString::fromUtf8(run.refusal()));
    if (column == Tags || column == Note || column == Accelerator || column == Network)
        return text(row, column);
    if (column == Model)
        return qt(records::describe(run.model()));
    if (column == Layers && run.memory)
        return tr("A memory plan orders %1 operators.").arg(run.layerCount);
    if (run.memory && isFigure(column))
        return memorySentence(run, column);
    if (!run.totals)
        return isFigure(column) ? tr("No layer of this run has a schedule.") : QString();
    const schedule::Totals& totals = *run.totals;
    switch (column) {
    case CycleCount:
    case Energy: {
        QStringList lines{partSentence(run, column == Energy ? format::exactEnergy(totals.energy)
                                                             : format::exactCycles(totals.cycles)),
                          vectorSentence(totals), notCostedSentence(totals)};
        lines.removeAll(QString());
        return lines.join(u'\n');
    }
    case Edp:
        return run.edp() ? tr("%1 J·s: energy times latency at the accelerator's clock").arg(*run.edp(), 0, 'g', 17)
                         : tr("The accelerator's clock is not known.");
    case OffChip: return tr("Only memory plans count it here; Compare has the traffic of the others.");
    case Gap:
        return (totals.gap ? tr("What the run minimises is %1 % above its proven lower bounds.").arg(*totals.gap * 100)
                           : tr("Not every layer has a proven lower bound."))
               + (totals.overMesh == 0 ? QString()
                                       : tr("\nThe mesh would not carry what the cost model assumes on %1 of the "
                                            "layers; for its bytes alone the worst needs at least %2 times its cycles.")
                                             .arg(totals.overMesh)
                                             .arg(format::exactNumber(totals.worstMeshLoad, 2)));
    default: return {};
    }
}

QVariant RunListModel::other(int row, int column, int role) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (role == Qt::EditRole && (column == Tags || column == Note))
        return text(row, column);
    if (role == Qt::AccessibleTextRole && column == Star)
        return run.marks.starred ? tr("starred") : tr("not starred");
    if (role == Qt::ForegroundRole && column == CyclesDelta)
        return QBrush(deltaColour(deltaOf(run).verdict, themeFor(QApplication::palette())));
    const bool attention = run.status == RunStatus::Interrupted || run.status == RunStatus::Failed;
    return attention && column == Status ? warningDecoration(role) : QVariant();
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const
{
    const bool editable = index.isValid() && (index.column() == Tags || index.column() == Note);
    return TableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const RunSummary& run = m_runs[std::size_t(index.row())];
    RunMarks marks = run.marks;
    if (index.column() == Tags)
        marks.tags = tagsFrom(value.toString());
    else
        marks.note = value.toString().simplified().toStdString();
    if (marks != run.marks)
        Q_EMIT marksEdited(run.id, marks);
    return true;
}

QString statusText(RunStatus status)
{
    switch (status) {
    case RunStatus::Running: return RunListModel::tr("running");
    case RunStatus::Finished: return RunListModel::tr("finished");
    case RunStatus::Cancelled: return RunListModel::tr("cancelled");
    case RunStatus::Interrupted: return RunListModel::tr("interrupted");
    case RunStatus::Failed: return RunListModel::tr("failed");
    }
    return {};
}

/// A finished run with layers that failed does not look like a whole one.
QString statusText(const RunSummary& run)
{
    if (!run.refusal().empty())
        return refusedText();
    if (run.status != RunStatus::Finished || run.isWhole())
        return statusText(run.status);
    return RunListModel::tr("finished, %1 of %2 layers").arg(run.solved()).arg(run.layerCount);
}

QString workText(const RunSummary& run)
{
    const QString network = qt(run.networkName);
    const QString work =
        run.acceleratorName.empty() ? network : RunListModel::tr("%1 on %2").arg(network, qt(run.acceleratorName));
    const std::string variant = run.variant.words();
    return variant.empty() ? work : RunListModel::tr("%1, %2").arg(work, qt(variant));
}

QString resultText(const RunSummary& run)
{
    if (!run.isWhole())
        return statusText(run);
    return run.memory ? RunListModel::tr("%1 off chip").arg(format::bytes(run.memory->traffic))
                      : format::cycles(run.totals->cycles);
}

QString refusalSentence(const QString& refusal)
{
    return RunListModel::tr("Refused, nothing was computed: %1").arg(refusal);
}
QString refusedText() { return RunListModel::tr("refused"); }

std::vector<std::string> tagsFrom(const QString& text)
{
    static const QRegularExpression separators(QStringLiteral("[\\s,]+"));
    std::vector<std::string> tags;
    for (const QString& tag : text.split(separators, Qt::SkipEmptyParts))
        tags.push_back(tag.toStdString());
    std::ranges::sort(tags);
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    return tags;
}

} // namespace nestloom::ui
