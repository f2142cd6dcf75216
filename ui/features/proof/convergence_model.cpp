// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_model.h"

#include "ui/features/proof/convergence_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <limits>

namespace nestloom::ui {

using schedule::ConvergenceCurve;

ConvergenceModel::ConvergenceModel(QObject* parent) : TableModel(parent) {}

void ConvergenceModel::setConvergence(const schedule::Convergence& all, const schedule::Goal& goal, Hertz clock,
                                      bool ended)
{
    beginResetModel();
    m_curves.clear();
    for (const ConvergenceCurve& curve : all.curves)
        if (curve.goal == goal)
            m_curves.push_back(curve);
    m_bound.reset();
    for (const schedule::ConvergenceBound& bound : all.bounds)
        if (bound.goal == goal)
            m_bound = bound.value;
    m_goal = goal;
    m_clock = clock;
    m_ended = ended;
    endResetModel();
}

const std::vector<TableModel::Column>& ConvergenceModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Engine"), Kind::Text, tr("All engines judge mappings by the same cost model")},
        {tr("Seed"), Kind::Number, tr("Equal seeds give equal searches")},
        {tr("Best"), Kind::Number, tr("Figure of the best mapping that was found and verified"),
         tr("cycle, pJ or J·s")},
        {tr("Of bound"), Kind::Number, tr("Best over the proven bound, which no mapping is below"), tr("ratio")},
        {tr("Evaluations"), Kind::Number, tr("Mappings that the cost model judged"), tr("mappings")},
        {tr("CPU"), Kind::Number, tr("CPU time of the whole search, proofs and solver included"), tr("ms")},
        {tr("To 10 %"), Kind::Number, tr("CPU time until the best was within 10 % of the proven bound"), tr("ms")},
        {tr("To 5 %"), Kind::Number, tr("CPU time until the best was within 5 % of the proven bound"), tr("ms")},
        {tr("To 1 %"), Kind::Number, tr("CPU time until the best was within 1 % of the proven bound"), tr("ms")},
        {tr("State"), Kind::Text, tr("How the search ended")},
    };
    return table;
}

std::optional<double> ConvergenceModel::ratio(const ConvergenceCurve& curve) const
{
    return curve.best() && m_bound ? std::optional(*curve.best() / *m_bound) : std::nullopt;
}

std::optional<schedule::ConvergencePoint> ConvergenceModel::moment(const ConvergenceCurve& curve, int column) const
{
    const double within = column == Within10 ? 0.10 : column == Within5 ? 0.05 : 0.01;
    return m_bound ? schedule::reached(curve, *m_bound, within) : std::nullopt;
}

QString ConvergenceModel::text(int row, int column) const
{
    const ConvergenceCurve& curve = m_curves[std::size_t(row)];
    switch (column) {
    case Engine: return engineName(curve.engine);
    case Seed: return QString::number(curve.seed);
    case Best: return curve.best() ? figureText(m_goal, *curve.best(), m_clock) : format::kNoValue;
    case AboveBound: return ratio(curve) ? format::exactNumber(*ratio(curve), 3) + QLatin1Char('x') : format::kNoValue;
    case Evaluations: return curve.points.empty() ? format::kNoValue : format::integer(curve.evaluations);
    case Cpu: return curve.points.empty() ? format::kNoValue : format::milliseconds(curve.cpuMs);
    case State: return stateText(curve, m_ended);
    default: break;
    }
    const auto at = moment(curve, column);
    return at ? format::milliseconds(at->cpuMs) : m_bound && !curve.points.empty() ? tr("never") : format::kNoValue;
}

QVariant ConvergenceModel::exportValue(int row, int column) const
{
    const ConvergenceCurve& curve = m_curves[std::size_t(row)];
    switch (column) {
    case Seed: return qulonglong(curve.seed);
    case Best:
        return curve.best() ? QVariant(*curve.best()
                                       * (m_goal.objective == schedule::Objective::Edp ? 1e-12 / m_clock.count : 1))
                            : QVariant();
    case AboveBound: return ratio(curve) ? QVariant(*ratio(curve)) : QVariant();
    case Evaluations: return qlonglong(curve.evaluations);
    case Cpu: return curve.cpuMs;
    case Within10:
    case Within5:
    case Within1: {
        const auto at = moment(curve, column);
        return at ? QVariant(at->cpuMs) : QVariant();
    }
    default: return text(row, column);
    }
}

QVariant ConvergenceModel::sortValue(int row, int column) const
{
    const QVariant value = exportValue(row, column);
    return value.isValid() ? value : QVariant(std::numeric_limits<double>::max()); // what was never reached is last
}

QString ConvergenceModel::toolTip(int row, int column) const
{
    const ConvergenceCurve& curve = m_curves[std::size_t(row)];
    if (column == Best && curve.best())
        return exactFigureText(m_goal, *curve.best(), m_clock);
    if (column == AboveBound && m_bound)
        return tr("proven bound: %1").arg(exactFigureText(m_goal, *m_bound, m_clock));
    if (column >= Within10 && column <= Within1)
        if (const auto at = moment(curve, column))
            return counted(at->evaluations, tr("after 1 evaluation"), tr("after %1 evaluations"));
    return text(row, column);
}

QVariant ConvergenceModel::other(int row, int column, int role) const
{
    const bool isRefused = m_curves[std::size_t(row)].state == ConvergenceCurve::State::Refused;
    return isRefused && column == State ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
