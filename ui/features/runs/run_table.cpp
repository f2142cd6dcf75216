// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_table.h"

#include "ui/parts/run_list_model.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nestloom::ui {

namespace {

constexpr int kStarColumnWidth = 22;
constexpr int kEditorWidth = 240; // pixels, at least
constexpr int kPoints = 5;
constexpr double kInner = 0.42; // inner radius of the star

QPainterPath star(const QPointF& centre, double radius)
{
    QPainterPath path;
    for (int i = 0; i < 2 * kPoints; ++i) {
        const double angle = std::numbers::pi * (i / double(kPoints) - 0.5);
        const double r = i % 2 == 0 ? radius : radius * kInner;
        const QPointF point = centre + QPointF(r * std::cos(angle), r * std::sin(angle));
        i == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

void paintStar(QPainter* painter, const QRect& cell, bool isSet, const QColor& ink)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1));
    painter->setBrush(isSet ? QBrush(ink) : Qt::NoBrush);
    painter->setOpacity(isSet ? 1 : 0.5);
    painter->drawPath(star(QRectF(cell).center() + QPointF(0, 0.5), 6));
}

/// A click or the space bar ticks an entry and the menu stays: several columns in one visit.
class StaysOpen : public QObject {
public:
    explicit StaysOpen(QMenu* menu) : QObject(menu), m_menu(menu) { menu->installEventFilter(this); }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        QAction* entry = nullptr;
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
            entry = m_menu->activeAction();
        else if (event->type() == QEvent::MouseButtonRelease)
            if (const auto* mouse = static_cast<QMouseEvent*>(event); mouse->button() == Qt::LeftButton)
                entry = m_menu->actionAt(mouse->position().toPoint());
        if (entry == nullptr || !entry->isCheckable() || !entry->isEnabled())
            return false;
        entry->trigger();
        return true;
    }

private:
    QMenu* m_menu;
};

} // namespace

void addColumnEntries(QMenu* menu, CopyableTable* table)
{
    new StaysOpen(menu);
    for (int column = 0; column < RunListModel::ColumnCount; ++column) {
        QAction* entry = menu->addAction(table->model()->headerData(column, Qt::Horizontal).toString(), table,
                                         [table, column](bool on) {
                                             table->setColumnHidden(column, !on);
                                             table->fitColumns();
                                         });
        entry->setCheckable(true);
        entry->setChecked(!table->isColumnHidden(column));
        entry->setEnabled(column != RunListModel::Number); // something must remain
    }
}

void RunTableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = themeFor(option.palette);
    painter->save();
    if (index.column() == RunListModel::Star) {
        QStyleOptionViewItem empty = option;
        initStyleOption(&empty, index);
        empty.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
        const bool isSet = !index.data().toString().isEmpty();
        const bool isSelected = option.state & QStyle::State_Selected;
        paintStar(painter, option.rect, isSet,
                  isSelected ? option.palette.color(QPalette::HighlightedText)
                  : isSet    ? theme.accent
                             : theme.mutedText);
    } else {
        NumberDelegate::paint(painter, option, index);
    }
    painter->restore();
    const auto* model = qobject_cast<const RunFilterModel*>(index.model());
    if (model != nullptr && model->startsGroup(index.row())) {
        painter->setPen(QPen(theme.mutedText, 1));
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }
}

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize hint = NumberDelegate::sizeHint(option, index);
    return index.column() == RunListModel::Star ? QSize(kStarColumnWidth, hint.height()) : hint;
}

void RunTableDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex& index) const
{
    NumberDelegate::updateEditorGeometry(editor, option, index);
    QRect place = editor->geometry();
    place.setWidth(std::max(place.width(), kEditorWidth));
    place.moveRight(std::min(place.right(), editor->parentWidget()->width() - 1));
    editor->setGeometry(place);
    if (auto* line = qobject_cast<QLineEdit*>(editor)) // it may lie over other columns than its own
        line->setPlaceholderText(index.model()->headerData(index.column(), Qt::Horizontal).toString());
}

RunFilterModel::RunFilterModel(RunListModel* runs, QObject* parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setSourceModel(runs);
    setDynamicSortFilter(true);
}

void RunFilterModel::setFilter(RunFilter filter)
{
    m_filter = std::move(filter);
    invalidateFilter();
}

void RunFilterModel::setGrouping(int column)
{
    if (column == m_grouping)
        return;
    m_grouping = column;
    const int sorted = sortColumn() < 0 ? int(RunListModel::Number) : sortColumn();
    const Qt::SortOrder order = sortOrder();
    sort(-1); // else sorting by the same column again would do nothing
    sort(sorted, order);
}

bool RunFilterModel::startsGroup(int row) const
{
    if (m_grouping < 0 || row == 0 || row >= rowCount())
        return false;
    return index(row, m_grouping).data() != index(row - 1, m_grouping).data();
}

/// By what is shown, where that says more: "cosa" and "cosa, constrained".
int RunFilterModel::compareGroups(int a, int b) const
{
    const int order = RunListModel::compare(m_runs->run(a), m_runs->run(b), m_grouping);
    const auto text = [this](int row) { return m_runs->index(row, m_grouping).data().toString(); };
    return order != 0 ? order : text(a).compare(text(b));
}

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex&) const { return m_filter.accepts(m_runs->run(row)); }

bool RunFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const RunSummary& a = m_runs->run(left.row());
    const RunSummary& b = m_runs->run(right.row());
    const bool rising = sortOrder() == Qt::AscendingOrder;
    if (m_grouping >= 0)
        if (const int order = compareGroups(left.row(), right.row()); order != 0)
            return rising ? order < 0 : order > 0; // groups stand in the order of their names either way
    if (const int order = RunListModel::compare(a, b, left.column(), sortOrder()); order != 0)
        return order < 0;
    return rising ? a.id > b.id : a.id < b.id; // among equals the newest first
}

} // namespace nestloom::ui
