// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/totals_model.h"

#include "engine/base/ranges.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/workbench/comparison.h"

#include <QApplication>

#include <algorithm>
#include <map>

namespace nestloom::ui {

using records::RunFigure;

namespace {

Better betterOf(const RunFigure& figure)
{
    switch (figure.better) {
    case RunFigure::Better::Smaller: return Better::Smaller;
    case RunFigure::Better::Larger: return Better::Larger;
    case RunFigure::Better::Neither: break;
    }
    return Better::Neither;
}

} // namespace

TotalsModel::TotalsModel(const Comparison& comparison, QObject* parent)
    : TableModel(parent), m_comparison(comparison), m_columns{{tr("Figure"), Kind::Text, {}}}
{
}

void TotalsModel::refresh()
{
    beginResetModel();
    m_columns = {{tr("Figure"), Kind::Text, tr("Of the whole run; changes are told where both are of the same work")}};
    m_figures.clear();
    const std::vector<ComparedRun>& runs = m_comparison.runs();
    for (std::size_t run = 0; m_comparison.isReady() && run < runs.size(); ++run) {
        const records::RunInputs& inputs = runs[run].record->inputs;
        QString about = qt(inputs.network.name);
        if (!inputs.accelerator.name.empty())
            about = tr("%1 on %2").arg(about, qt(inputs.acceleratorTitle()));
        if (run == 0)
            about = tr("%1; the others are compared with it").arg(about);
        m_columns.push_back({tr("%1, %2").arg(runs[run].title(), modelName(runs[run].model)), Kind::Number,
                             about + QLatin1Char('\n') + modelSentence(runs[run].model)});
        if (run > 0)
            m_columns.push_back({tr("\u0394"), Kind::Number, tr("Change against %1").arg(runs[0].title())});
    }
    if (m_comparison.isReady())
        m_figures = records::compareFigures(m_comparison.sides());
    endResetModel();
}

std::optional<schedule::Figure> TotalsModel::explained(int row) const
{
    using schedule::Figure;
    static const std::map<std::string, Figure> figures{
        {"Cycles", Figure::Cycles}, {"Time", Figure::Cycles},     {"Energy", Figure::Energy},
        {"EDP", Figure::Edp},       {"Above bound", Figure::Gap}, {"Utilisation", Figure::Utilization}};
    const auto found = row < 0 ? figures.end() : figures.find(figure(row).title);
    return found == figures.end() ? std::nullopt : std::optional(found->second);
}

int TotalsModel::rowOf(const QString& title) const
{
    const auto found = std::ranges::find(m_figures, title.toStdString(), &RunFigure::title);
    return found == m_figures.end() ? -1 : int(found - m_figures.begin());
}

QStringList TotalsModel::cautions() const
{
    QStringList lines;
    const std::vector<ComparedRun>& runs = m_comparison.runs();
    for (std::size_t run = 1; m_comparison.isReady() && run < runs.size(); ++run) {
        const records::RunDifference& apart = m_comparison.difference(run);
        const QString before = runs.front().title();
        if (!apart.work.empty())
            lines << asSentence(tr("%1 is not compared with %2: %3")
                                    .arg(runs[run].title(), before, qt(joinText(apart.reasons(), "; "))));
        else if (!apart.batch.empty())
            lines << tr("Of %1 and %2 only rates and figures per input are compared: %3.")
                         .arg(runs[run].title(), before, qt(apart.batch));
        if (apart.work.empty() && !apart.model.empty())
            lines << tr("Changes of %1 are grey: %2.").arg(runs[run].title(), qt(apart.model));
    }
    for (const ComparedRun& run : runs)
        if (!run.notJudged.isEmpty())
            lines << asSentence(run.notJudged);
    return lines;
}

Delta TotalsModel::deltaOf(int row, std::size_t run) const
{
    const RunFigure& of = figure(row);
    if (run == 0 || !of.isResult)
        return {};
    const records::RunDifference& apart = m_comparison.difference(run);
    const QString none = qt(apart.whyNoChange(of));
    const auto value = none.isEmpty() ? of.values[run].number : std::nullopt;
    const Delta plain = of.isRatio ? pointsDelta(value, of.values[0].number, betterOf(of))
                                   : delta(value, of.values[0].number, betterOf(of));
    return unlike(plain, !none.isEmpty() || of.ofSimulation ? none : qt(apart.model));
}

QString TotalsModel::text(int row, int column) const
{
    if (column == 0)
        return qt(figure(row).title);
    if (!isDelta(column))
        return value(row, column).text.empty() ? format::kNoValue : qt(value(row, column).text);
    const Delta change = deltaOf(row, runOf(column));
    return change.verdict == Delta::Verdict::Same ? QStringLiteral("=") : change.text;
}

QVariant TotalsModel::exportValue(int row, int column) const
{
    if (column == 0) {
        const QString unit = qt(figure(row).unit);
        return unit.isEmpty() ? text(row, column) : QStringLiteral("%1 [%2]").arg(text(row, column), unit);
    }
    const auto number = value(row, column).number;
    return isDelta(column) || !number ? QVariant(text(row, column)) : QVariant(*number);
}

QString TotalsModel::toolTip(int row, int column) const
{
    if (column == 0)
        return {};
    const std::size_t run = runOf(column);
    const RunFigure::Value& shown = value(row, column);
    if (!shown.missing.empty())
        return tr("%1: %2").arg(m_comparison.runs()[run].title(), qt(shown.missing));
    const Delta change = deltaOf(row, run);
    if (isDelta(column) && change.verdict == Delta::Verdict::None)
        return change.reason.isEmpty() || !shown.number ? QString() : tr("Not compared: %1").arg(change.reason);
    const RunFigure::Value& first = figure(row).values.front();
    const QString exact = qt(shown.exact.empty() ? shown.text : shown.exact);
    const QString sentence =
        deltaSentence(change, qt(first.exact.empty() ? first.text : first.exact), m_comparison.runs().front().title());
    return sentence.isEmpty() ? exact : exact + QLatin1Char('\n') + sentence;
}

QVariant TotalsModel::other(int row, int column, int role) const
{
    if (role != Qt::ForegroundRole)
        return {};
    const Theme& theme = themeFor(QApplication::palette());
    if (column == 0 || (!isDelta(column) && value(row, column).text.empty()))
        return QBrush(theme.mutedText);
    return isDelta(column) ? QVariant(QBrush(deltaColour(deltaOf(row, runOf(column)).verdict, theme))) : QVariant();
}

} // namespace nestloom::ui
