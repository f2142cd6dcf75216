// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copyable_table.h"

#include "ui/style/table_style.h"
#include "ui/style/theme.h"
#include "ui/widgets/table_actions.h"
#include "ui/widgets/table_model.h"

#include <QAbstractItemDelegate>
#include <QAction>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {
constexpr double kHalfWidth = 4;
constexpr double kHeight = 4;
} // namespace

SortedHeader::SortedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

void SortedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->sortIndicator = QStyleOptionHeader::None;
}

void SortedHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const
{
    painter->save(); // the base class leaves its font and brush behind
    QHeaderView::paintSection(painter, rect, logicalIndex);
    painter->restore();
    if (!isSortIndicatorShown() || sortIndicatorSection() != logicalIndex)
        return;
    const double middle = rect.center().x() + 0.5;
    const double top = rect.top() + 1.0;
    const bool ascending = sortIndicatorOrder() == Qt::AscendingOrder;
    const double base = ascending ? top + kHeight : top;
    const double tip = ascending ? top : top + kHeight;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(themeFor(palette()).text);
    painter->drawPolygon(QPolygonF({{middle - kHalfWidth, base}, {middle + kHalfWidth, base}, {middle, tip}}));
    painter->restore();
}

namespace {
constexpr int kMostExtra = 160;
constexpr int kHeaderPadding = 13;
constexpr int kCellPadding = 4;
constexpr int kMeasuredRows = 60; // when columns are fitted
constexpr int kFitSoonMs = 150;
constexpr int kNotMeasured = -1;

QSortFilterProxyModel* textProxy(TableModel* model)
{
    auto* proxy = new QSortFilterProxyModel;
    proxy->setSourceModel(model);
    proxy->setSortRole(TableModel::SortRole);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    return proxy;
}

} // namespace

CopyableTable::CopyableTable(TableModel* model, QWidget* parent) : CopyableTable(textProxy(model), parent)
{
    m_proxy->setParent(this);
}

CopyableTable::CopyableTable(QAbstractProxyModel* proxy, QWidget* parent) : QTableView(parent), m_proxy(proxy)
{
    setHorizontalHeader(new SortedHeader(this));
    setModel(m_proxy);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder); // as the network lists them, until a header is clicked
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    m_endOfRowActions = enableTableExport(*this);
    auto* fit = new QAction(tr("Fit columns"), this);
    addAction(fit);
    connect(fit, &QAction::triggered, this, [this] {
        m_userColumns = false;
        fitColumns();
    });
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(kFitSoonMs);
    connect(&m_fitSoon, &QTimer::timeout, this, &CopyableTable::fitColumns);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &CopyableTable::fitColumns);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &CopyableTable::noteUserColumns);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        const bool stretched = horizontalHeader()->stretchLastSection()
                               && horizontalHeader()->visualIndex(column) == horizontalHeader()->count() - 1;
        if (!m_fitting && !stretched && horizontalHeader()->cursor().shape() == Qt::SplitHCursor)
            noteUserColumns(); // the mouse drags an edge
    });
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &CopyableTable::forgetWidths);
    connect(m_proxy, &QAbstractItemModel::layoutChanged, this, &CopyableTable::forgetWidths);
    connect(m_proxy, &QAbstractItemModel::dataChanged, this, &CopyableTable::forgetWidths);
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &CopyableTable::forgetWidths);
    connect(m_proxy, &QAbstractItemModel::rowsRemoved, this, &CopyableTable::forgetWidths);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_setting)
            Q_EMIT rowChosen(currentRow());
    });
}

void CopyableTable::setFilter(const QString& text)
{
    m_setting = true; // a row that is filtered out was not given up by the user
    if (auto* proxy = qobject_cast<QSortFilterProxyModel*>(m_proxy)) {
        static const QRegularExpression between(QStringLiteral("(?<=\\d)(?=\\d)")); // 2048 finds 2,048
        proxy->setFilterRegularExpression(QRegularExpression::escape(text).replace(between, QStringLiteral(",?")));
    }
    m_setting = false;
}

void CopyableTable::setCurrentRow(int row)
{
    if (row == currentRow())
        return;
    m_setting = true;
    const QModelIndex index = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_proxy->sourceModel()->index(row, 0));
    if (index.isValid()) {
        // setCurrentIndex() would add to the selection while Shift or Ctrl is held for something else.
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const int shown = horizontalHeader()->logicalIndexAt(0); // a cell of a hidden column is not scrolled to
        scrollTo(index.siblingAtColumn(std::max(0, shown)));
    } else {
        selectionModel()->clear();
    }
    m_setting = false;
}

/// A click on a row does not move its columns under the mouse.
void CopyableTable::mousePressEvent(QMouseEvent* event)
{
    const int before = currentRow();
    setAutoScroll(false);
    QTableView::mousePressEvent(event);
    setAutoScroll(true);
    // Perhaps it was not the user who chose it before.
    const bool isPlain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    if (isPlain && before >= 0 && currentRow() == before && indexAt(event->pos()).isValid())
        Q_EMIT rowChosen(before);
}

std::vector<int> CopyableTable::selectedRows() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(m_proxy->mapToSource(index).row());
    std::ranges::sort(rows);
    return rows;
}

int CopyableTable::currentRow() const { return m_proxy->mapToSource(currentIndex()).row(); }

QAction* CopyableTable::addRowAction(const QString& text)
{
    auto* action = new QAction(text, this);
    insertAction(m_endOfRowActions, action);
    return action;
}

QByteArray CopyableTable::columnState() const { return m_userColumns ? horizontalHeader()->saveState() : QByteArray(); }

void CopyableTable::restoreColumnState(const QByteArray& state)
{
    if (state.isEmpty())
        return;
    m_userColumns = true; // before: restoring tells the sorted column, which would fit them
    m_userColumns = horizontalHeader()->restoreState(state);
}

void CopyableTable::fitColumnsSoon()
{
    if (!m_userColumns && !m_fitSoon.isActive())
        m_fitSoon.start();
}

void CopyableTable::fitColumns()
{
    m_fitSoon.stop();
    if (m_userColumns || m_fitting)
        return;
    m_fitWhenShown = !isVisible();
    if (m_fitWhenShown)
        return;
    m_fitting = true;
    placeColumns();
    m_fitting = false;
}

void CopyableTable::placeColumns()
{
    int sum = 0, shown = 0;
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        sum += isColumnHidden(column) ? 0 : neededWidth(column);
        shown += isColumnHidden(column) || m_narrow.contains(column) ? 0 : 1;
    }
    // Room that is left is shared, so that numbers do not stand at the far edge of a wide window.
    const int share = std::clamp((viewport()->width() - sum) / std::max(1, shown), 0, kMostExtra);
    for (int column = 0; column < m_proxy->columnCount(); ++column)
        if (!isColumnHidden(column))
            setColumnWidth(column, neededWidth(column) + (m_narrow.contains(column) ? 0 : share));
}

/// As resizeColumnsToContents(), but no column keeps room for the arrow: it stands above the title.
int CopyableTable::neededWidth(int column) const
{
    const int cells = cellsWidth(column) + kCellPadding;
    if (m_narrow.contains(column))
        return cells;
    const QString title = m_proxy->headerData(column, Qt::Horizontal).toString();
    const int alignment = m_proxy->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const int number = Qt::Alignment(alignment) & Qt::AlignRight ? TableStyle::kNumberPadding : 0;
    const int header = QFontMetrics(strongFont(font())).horizontalAdvance(title) + kHeaderPadding + number;
    return std::min(std::max(header, cells), m_widest);
}

int CopyableTable::cellsWidth(int column) const
{
    m_cells.resize(std::size_t(m_proxy->columnCount()), kNotMeasured);
    int& width = m_cells[std::size_t(column)];
    if (width != kNotMeasured)
        return width;
    const QModelIndex widest = widestCell(column);
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    width = widest.isValid() ? itemDelegateForIndex(widest)->sizeHint(option, widest).width() : 0;
    return width;
}

/// Of the rows in sight and those that follow. Text is measured by itself: asking the delegate about every cell, as
/// sizeHintForColumn() does, takes some ten times as long.
QModelIndex CopyableTable::widestCell(int column) const
{
    const int first = std::clamp(rowAt(0), 0, std::max(0, m_proxy->rowCount() - kMeasuredRows));
    const int last = std::min(m_proxy->rowCount(), first + kMeasuredRows);
    const QFontMetrics metrics(font());
    QModelIndex widest;
    int most = -1;
    for (int row = first; row < last; ++row) {
        const QModelIndex index = m_proxy->index(row, column);
        const QVariant own = index.data(Qt::FontRole);
        const QString text = index.data(Qt::DisplayRole).toString();
        const int width = (own.isValid() ? QFontMetrics(own.value<QFont>()) : metrics).horizontalAdvance(text)
                          + (index.data(Qt::DecorationRole).isValid() ? metrics.height() : 0);
        if (width > most) {
            most = width;
            widest = index;
        }
    }
    return widest;
}

void CopyableTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void CopyableTable::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    if (m_fitWhenShown)
        fitColumns();
}

void CopyableTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        forgetWidths();
        fitColumnsSoon();
    }
}

/// The base class makes the first row the current one, which nobody has chosen.
void CopyableTable::focusInEvent(QFocusEvent* event)
{
    const bool hadRow = currentIndex().isValid();
    const bool setting = std::exchange(m_setting, true);
    QTableView::focusInEvent(event);
    if (!hadRow)
        selectionModel()->clearCurrentIndex();
    m_setting = setting;
}

NarrowingTable::NarrowingTable(TableModel* model, QList<int> expendable, QWidget* parent)
    : CopyableTable(model, parent), m_expendable(std::move(expendable))
{
    connect(this->model(), &QAbstractItemModel::modelReset, this, &NarrowingTable::fitColumns);
}

void NarrowingTable::placeColumns()
{
    int needed = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        if (m_expendable.contains(column) || !isColumnHidden(column))
            needed += neededWidth(column);
    for (const int column : std::as_const(m_expendable)) {
        const bool leaveOut = needed > viewport()->width();
        setColumnHidden(column, leaveOut);
        needed -= leaveOut ? neededWidth(column) : 0;
    }
    CopyableTable::placeColumns();
}

} // namespace nestloom::ui
