// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_model.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QStyle>

namespace nestloom::ui {

namespace {

Qt::Alignment alignment(TableModel::Kind kind)
{
    return (kind == TableModel::Kind::Number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace

int TableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(columns().size()); }

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignment(columns()[std::size_t(column)].kind));
    case Qt::ToolTipRole: {
        const QString tip = toolTip(row, column);
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case SortRole: return sortValue(row, column);
    case ExportRole: return exportValue(row, column);
    default: return other(row, column, role);
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = columns()[std::size_t(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case ExportRole: {
        const QString unit = exportUnit(section);
        return unit.isEmpty() ? column.title : QStringLiteral("%1 [%2]").arg(column.title, unit);
    }
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignment(column.kind));
    case Qt::ToolTipRole: return column.toolTip.isEmpty() ? QVariant() : QVariant(column.toolTip);
    default: return {};
    }
}

QString TableModel::toolTip(int, int) const { return {}; }
QVariant TableModel::other(int, int, int) const { return {}; }

void TableModel::rowChanged(int row) { Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1)); }

QVariant warningDecoration(int role)
{
    if (role == Qt::DecorationRole)
        return QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning);
    if (role == Qt::ForegroundRole)
        return QBrush(themeFor(QApplication::palette()).warning);
    return {};
}

QVariant mutedDecoration(int role)
{
    return role == Qt::ForegroundRole ? QVariant(QBrush(themeFor(QApplication::palette()).mutedText)) : QVariant();
}

} // namespace nestloom::ui
