// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/formula_model.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QApplication>

namespace nestloom::ui {

using cost::Formula;
using cost::Unit;

QString formulaValue(const Formula& formula)
{
    using Operation = Formula::Operation;
    const bool isRatio = formula.operation == Operation::Quotient || formula.operation == Operation::Above;
    if (formula.unit == Unit::None && isRatio)
        return format::percent(formula.value, 2);
    switch (formula.unit) {
    case Unit::PicojouleSeconds: return format::si(formula.value * 1e-12, QStringLiteral("J\u00b7s"));
    case Unit::Seconds: return format::si(formula.value, QStringLiteral("s"));
    case Unit::Cycles: return format::cycles(formula.value);
    case Unit::Picojoules: return format::energy({formula.value});
    case Unit::Bytes: return format::bytes(formula.value);
    default: return QString::fromStdString(cost::quantity(formula));
    }
}

namespace {

constexpr int kLongest = 240; // letters of a cell; the tool tip and the copied text have all

/// A sum over many layers would take long to lay out and is cut off by the column anyway.
QString howText(const Formula& formula)
{
    if (formula.parts.empty())
        return {};
    const QString text = QStringLiteral("= ") + QString::fromStdString(cost::rightSide(formula));
    return text.size() <= kLongest ? text : text.left(kLongest - 1) + QChar(0x2026);
}

} // namespace

FormulaModel::FormulaModel(std::vector<Formula> figures, QObject* parent)
    : QAbstractItemModel(parent), m_figures(std::move(figures))
{
    addChildren(-1, m_figures);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) { // grows while it is walked
        m_nodes[i].firstChild = int(m_nodes.size());
        addChildren(int(i), m_nodes[i].formula->parts);
    }
}

void FormulaModel::addChildren(int parent, const std::vector<Formula>& parts)
{
    int row = 0;
    for (const Formula& part : parts)
        m_nodes.push_back({&part, parent, row++});
}

const Formula& FormulaModel::formula(const QModelIndex& index) const { return *m_nodes[index.internalId()].formula; }

QModelIndex FormulaModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const int first = parent.isValid() ? m_nodes[parent.internalId()].firstChild : 0;
    return createIndex(row, column, quintptr(first + row));
}

QModelIndex FormulaModel::parent(const QModelIndex& index) const
{
    const int above = index.isValid() ? m_nodes[index.internalId()].parent : -1;
    return above < 0 ? QModelIndex() : createIndex(m_nodes[std::size_t(above)].row, 0, quintptr(above));
}

int FormulaModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_figures.size());
    return parent.column() == 0 ? int(formula(parent).parts.size()) : 0;
}

QVariant FormulaModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Formula& shown = formula(index);
    if (role == Qt::TextAlignmentRole && index.column() == Value)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole && index.column() == Name && !index.parent().isValid())
        return strongFont(QApplication::font());
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(cost::oneLine(shown));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return QString::fromStdString(shown.name);
    case Value: return formulaValue(shown);
    case How: return howText(shown);
    default: return QString::fromStdString(shown.source);
    }
}

QVariant FormulaModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Figure");
    case Value: return tr("Value");
    case How: return tr("How");
    default: return tr("From");
    }
}

} // namespace nestloom::ui
