// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/point_order.h"

#include "engine/base/ranges.h"
#include "ui/features/sweep/shown_sweep.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::ui {

namespace {

constexpr int kSearchMs = 8;      // of a turn of the event loop
constexpr int kSearchAtOnce = 64; // rows between two looks at the clock

} // namespace

PointOrder::PointOrder(SweepPointModel* points, QObject* parent) : QAbstractProxyModel(parent), m_points(*points)
{
    setSourceModel(points);
    m_more.setSingleShot(true);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &PointOrder::search);
    connect(points, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(points, &QAbstractItemModel::modelReset, this, [this] {
        m_hasText.clear();
        m_chosen.reset();
        m_column = m_column < m_points.columnCount() ? m_column : -1; // another sweep has other columns
        m_order.clear();
        m_places.clear();
        endResetModel();
        takeNewRows();
    });
    connect(points, &QAbstractItemModel::rowsInserted, this, [this] { takeNewRows(); });
    connect(points, &QAbstractItemModel::dataChanged, this, &PointOrder::takeChange);
    rebuild();
}

int PointOrder::rows() const { return m_points.rowCount(); }

bool PointOrder::accepts(int row) const
{
    const auto at = std::size_t(row);
    return (!m_status || m_points.points()[at].status == *m_status)
           && (!m_chosen || (at < m_chosen->size() && (*m_chosen)[at])) && (m_text.isEmpty() || m_hasText[at]);
}

void PointOrder::keep(std::optional<explore::PointStatus> status, const std::optional<std::vector<int>>& rows)
{
    m_status = status;
    m_chosen.reset();
    if (rows) {
        m_chosen.emplace(std::size_t(this->rows()), false);
        for (const int row : *rows)
            (*m_chosen)[std::size_t(row)] = true;
    }
    if (!m_isNewText) // else what is kept is known when it was looked for
        rebuild();
}

void PointOrder::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_hasText.clear();
    m_isNewText = true;
    search();
}

void PointOrder::search()
{
    QElapsedTimer spent;
    spent.start();
    const int columns = m_points.columnCount();
    const auto isIn = [&](int row) {
        for (int column = 0; column < columns; ++column)
            if (m_points.index(row, column).data().toString().contains(m_text, Qt::CaseInsensitive))
                return true;
        return false;
    };
    while (!m_text.isEmpty() && int(m_hasText.size()) < rows()) {
        m_hasText.push_back(isIn(int(m_hasText.size())));
        if (m_hasText.size() % kSearchAtOnce == 0 && spent.hasExpired(kSearchMs)) {
            m_more.start();
            return;
        }
    }
    m_more.stop();
    if (m_isNewText)
        rebuild();
    else
        takeNewRows();
}

void PointOrder::rebuild()
{
    m_isNewText = false;
    beginResetModel();
    m_order.clear();
    for (int row = 0; row < rows(); ++row)
        if (accepts(row))
            m_order.push_back(row);
    sortOrder();
    endResetModel();
    Q_EMIT kept();
}

/// At the end, then where they belong.
void PointOrder::takeNewRows()
{
    if (m_isNewText || (!m_text.isEmpty() && int(m_hasText.size()) < rows())) {
        if (!m_more.isActive())
            search();
        return;
    }
    std::vector<int> added;
    for (int row = int(m_places.size()); row < rows(); ++row)
        if (accepts(row))
            added.push_back(row);
    const int from = int(m_order.size());
    if (!added.empty())
        beginInsertRows({}, from, from + int(added.size()) - 1);
    m_places.resize(std::size_t(rows()), -1);
    for (const int row : added) {
        m_places[std::size_t(row)] = int(m_order.size());
        m_order.push_back(row);
    }
    if (added.empty())
        return;
    endInsertRows();
    if (m_column >= 0)
        rearrange();
    Q_EMIT kept();
}

void PointOrder::sortOrder()
{
    if (m_column < 0) {
        std::ranges::sort(m_order);
    } else {
        const std::vector<double> keys = m_points.sortKeys(m_column);
        const bool falls = m_sense == Qt::DescendingOrder;
        std::ranges::sort(m_order, [&](int a, int b) {
            const double x = keys[std::size_t(a)], y = keys[std::size_t(b)];
            if (std::isnan(x) || std::isnan(y)) // without a number: last, either way
                return std::isnan(x) == std::isnan(y) ? a < b : std::isnan(y);
            return x == y ? a < b : falls ? x > y : x < y;
        });
    }
    m_places.assign(std::size_t(rows()), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_places[std::size_t(m_order[i])] = int(i);
}

void PointOrder::rearrange()
{
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    const std::vector<int> sources =
        collect(before, [this](const QModelIndex& index) { return m_order[std::size_t(index.row())]; });
    sortOrder();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after << index(m_places[std::size_t(sources[std::size_t(i)])], before[i].column());
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void PointOrder::sort(int column, Qt::SortOrder order)
{
    m_column = column;
    m_sense = order;
    rearrange();
}

void PointOrder::takeChange(const QModelIndex& first, const QModelIndex& last)
{
    if (m_order.empty())
        return;
    if (m_column >= first.column() && m_column <= last.column())
        rearrange();
    Q_EMIT dataChanged(index(0, first.column()), index(rowCount() - 1, last.column()));
}

QModelIndex PointOrder::index(int row, int column, const QModelIndex& parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int PointOrder::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_order.size()); }

int PointOrder::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_points.columnCount(); }

QModelIndex PointOrder::mapToSource(const QModelIndex& proxy) const
{
    return proxy.isValid() ? m_points.index(m_order[std::size_t(proxy.row())], proxy.column()) : QModelIndex();
}

QModelIndex PointOrder::mapFromSource(const QModelIndex& source) const
{
    const bool isTaken = source.isValid() && source.row() < int(m_places.size());
    return isTaken ? index(m_places[std::size_t(source.row())], source.column()) : QModelIndex();
}

QVariant PointOrder::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_points.headerData(section, orientation, role);
}

} // namespace nestloom::ui
