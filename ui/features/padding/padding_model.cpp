// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/padding/padding_model.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/words/layer_words.h"

#include <QApplication>
#include <QBrush>
#include <QFont>

namespace nestloom::ui {

using explore::PaddingOutcome;
using schedule::LayerResult;

QString paddingWords(const workload::Padding& padding)
{
    QStringList parts;
    for (const workload::PaddedDimension& one : padding)
        parts << QStringLiteral("%1 %2 → %3").arg(QLatin1Char(letter(one.dimension))).arg(one.from).arg(one.to);
    return parts.join(QStringLiteral(", "));
}

void PaddingModel::show(const explore::PaddingInputs& inputs, const explore::PaddingAdvice& advice)
{
    beginResetModel();
    m_inputs = inputs;
    m_advice = advice;
    m_rows.clear();
    if (m_advice.unpadded)
        m_rows.push_back(std::nullopt);
    for (const std::size_t i : explore::ranked(m_advice, m_inputs.layer, m_inputs.options))
        m_rows.emplace_back(i);
    for (std::size_t i = 0; i < m_advice.tried.size(); ++i)
        if (!m_advice.tried[i].result.cost)
            m_rows.emplace_back(i);
    endResetModel();
}

void PaddingModel::clear() { show({}, {}); }

const PaddingOutcome* PaddingModel::outcome(int row) const
{
    if (row < 0 || row >= rows() || !m_rows[std::size_t(row)])
        return nullptr;
    return &m_advice.tried[*m_rows[std::size_t(row)]];
}

int PaddingModel::rowOf(const workload::Padding& padding) const
{
    for (int row = 0; row < rows(); ++row)
        if (const PaddingOutcome* one = outcome(row); one && one->padding == padding)
            return row;
    return -1;
}

const LayerResult& PaddingModel::result(int row) const
{
    const PaddingOutcome* padded = outcome(row);
    return padded ? padded->result : *m_advice.unpadded;
}

const std::vector<TableModel::Column>& PaddingModel::columns() const
{
    static const std::vector<TableModel::Column> table{
        {tr("Padding"), Kind::Text, tr("Dimensions made larger, from and to")},
        {tr("More MACs"), Kind::Number,
         tr("MACs that the padding adds; they compute nothing that is used, and every figure pays for them")},
        {tr("Cycles"), Kind::Number, tr("Of the padded layer; analytical cost model"), QStringLiteral("cycles")},
        {tr("Δ"), Kind::Number, tr("Change of the cycles against the layer as it is")},
        {tr("Energy"), Kind::Number, tr("Of the padded layer; analytical cost model"), QStringLiteral("pJ")},
        {tr("Δ"), Kind::Number, tr("Change of the energy against the layer as it is")},
        {tr("EDP"), Kind::Number, tr("Energy times latency at the accelerator's clock"), QStringLiteral("J\u00b7s")},
        {tr("Δ"), Kind::Number, tr("Change of the EDP against the layer as it is")},
        {tr("Useful utilisation"), Kind::Number,
         tr("MACs of the layer itself, without those of the padding, by what the MAC units could do in the cycles")},
        {tr("Bound by"), Kind::Text, tr("What sets the latency")},
    };
    return table;
}

std::optional<double> PaddingModel::number(int row, int column) const
{
    const LayerResult& shown = result(row);
    const PaddingOutcome* padded = outcome(row);
    if (column == ExtraMacs)
        return padded ? workload::extraMacs(m_inputs.layer, padded->padding) : 0;
    if (!shown.cost)
        return std::nullopt;
    const auto cycles = double(shown.cost->cycles.count);
    switch (column) {
    case CycleCount: return cycles;
    case Energy: return shown.cost->energy.count;
    case Edp: return shown.cost->energy.count * 1e-12 * cycles / m_inputs.accelerator.clock.count;
    case Utilization: return explore::usefulUtilization(m_inputs.layer, shown);
    default: return std::nullopt;
    }
}

Delta PaddingModel::deltaOf(int row, int column) const
{
    const int figure = column == CyclesDelta ? CycleCount : column == EnergyDelta ? Energy : Edp;
    if (!outcome(row) || !m_advice.unpadded)
        return {};
    return delta(number(row, figure), number(0, figure), Better::Smaller);
}

QString PaddingModel::reason(int row) const
{
    const LayerResult& shown = result(row);
    return shown.reason.empty() ? statusText(shown) : QString::fromStdString(shown.reason);
}

QString PaddingModel::text(int row, int column) const
{
    const PaddingOutcome* padded = outcome(row);
    if (column == Padding)
        return padded ? paddingWords(padded->padding) : tr("none, as it is");
    if (column == CyclesDelta || column == EnergyDelta || column == EdpDelta) {
        const Delta change = deltaOf(row, column);
        return change.verdict == Delta::Verdict::Same ? QStringLiteral("=") : change.text;
    }
    if (column == ExtraMacs)
        return padded ? format::signedPercent(*number(row, column)) : QString();
    if (!result(row).cost)
        return column == BoundBy ? reason(row) : format::kNoValue;
    switch (column) {
    case CycleCount: return format::cycles(*number(row, column));
    case Energy: return format::energy(result(row).cost->energy);
    case Edp: return format::si(*number(row, column), QStringLiteral("J\u00b7s"));
    case Utilization: return format::percent(*number(row, column));
    default: return QString::fromStdString(result(row).cost->bottleneck.text);
    }
}

QVariant PaddingModel::sortValue(int row, int column) const
{
    if (column == CyclesDelta || column == EnergyDelta || column == EdpDelta)
        column -= 1; // in the order of the figure itself
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant(text(row, column));
}

QVariant PaddingModel::exportValue(int row, int column) const
{
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant(text(row, column));
}

QString PaddingModel::toolTip(int row, int column) const
{
    const LayerResult& shown = result(row);
    if (!shown.cost)
        return reason(row);
    const auto exact = [&](int of, int at) {
        return at == CycleCount ? format::exactCycles(result(of).cost->cycles)
               : at == Energy   ? format::exactEnergy(result(of).cost->energy)
                                : tr("%1 pJ\u00b7s").arg(format::exactNumber(*number(of, Edp) * 1e12, 2));
    };
    switch (column) {
    case CyclesDelta:
    case EnergyDelta:
    case EdpDelta:
        return m_advice.unpadded && m_advice.unpadded->cost
                   ? deltaSentence(deltaOf(row, column), exact(0, column - 1), tr("the layer as it is"))
                   : QString();
    case CycleCount:
    case Energy:
    case Edp: return tr("%1\nmapped and verified; analytical cost model").arg(exact(row, column));
    case ExtraMacs: return tr("%1 MACs").arg(format::integer(shown.cost->macs));
    case Utilization:
        return tr("%1; with the MACs of the padding %2")
            .arg(format::percent(*number(row, column), 3), format::percent(shown.cost->utilization, 3));
    default: return text(row, column);
    }
}

QVariant PaddingModel::other(int row, int column, int role) const
{
    if (role == Qt::FontRole && !outcome(row))
        return strongFont(QApplication::font());
    if (!result(row).cost && column == BoundBy)
        return warningDecoration(role);
    const bool isDelta = column == CyclesDelta || column == EnergyDelta || column == EdpDelta;
    if (role == Qt::ForegroundRole && isDelta)
        return QBrush(deltaColour(deltaOf(row, column).verdict, themeFor(QApplication::palette())));
    return {};
}

} // namespace nestloom::ui
