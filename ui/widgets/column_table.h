// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/format.h"
#include "ui/widgets/table_model.h"

#include <functional>
#include <type_traits>

namespace nestloom::ui {

/// What a column gives, as Qt has it: engine text, counts, quantities with a unit, and figures that may be missing.
template <typename T>
QVariant cellValue(const T& value)
{
    if constexpr (std::is_convertible_v<T, std::string_view>)
        return QString::fromUtf8(std::string_view(value));
    else if constexpr (requires { value.has_value(); })
        return value ? cellValue(*value) : QVariant();
    else if constexpr (requires { value.count + 0; })
        return cellValue(value.count);
    else if constexpr (std::is_same_v<T, bool> || !std::is_integral_v<T>)
        return QVariant(value);
    else if constexpr (std::is_unsigned_v<T>)
        return qulonglong(value);
    else
        return qlonglong(value);
}

/// A table whose columns say themselves what they show of a row: a derived class lists them once, in its constructor.
/// Rows are values that it keeps here; where rows live elsewhere, an index or a pointer will do.
template <typename Row>
class ColumnTable : public TableModel {
public:
    const Row& at(int row) const { return m_rows[std::size_t(row)]; }
    const std::vector<Row>& all() const { return m_rows; }
    void setRows(std::vector<Row> rows) { setTable(std::move(m_fields), std::move(rows)); }
    void clear() { setRows({}); }

protected:
    /// Asks a row for something, with f(row), f(row, number of the row), or a member of Row.
    template <typename Answer>
    class Ask {
    public:
        Ask() noexcept {}
        template <typename F>
        Ask(F f)
        {
            m_ask = [f](const Row& row, int number) -> Answer {
                if constexpr (std::is_invocable_v<F, const Row&, int>)
                    return given(std::invoke(f, row, number));
                else
                    return given(std::invoke(f, row));
            };
        }
        explicit operator bool() const { return bool(m_ask); }
        Answer operator()(const Row& row, int number) const { return m_ask(row, number); }

    private:
        template <typename T>
        static Answer given(const T& value)
        {
            if constexpr (std::is_same_v<Answer, QVariant>)
                return cellValue(value);
            else
                return cellValue(value).toString();
        }
        std::function<Answer(const Row&, int)> m_ask;
    };
    struct Field {
        Column column;
        Ask<QString> text;
        Ask<QVariant> value{};                                 // exported; without it, the text
        Ask<QString> toolTip{};                                // without it, none
        Ask<QVariant> sortKey{};                               // without it, the value
        std::function<QVariant(const Row&, int role)> other{}; // colours, icons, fonts
    };

    using TableModel::TableModel;

    /// For a sortKey that puts rows as they are here.
    static int inOrder(const Row&, int row) { return row; }
    /// A number: `shown` and `exact` make the cell and its tool tip of what `get` gives; nothing stands as "-".
    template <typename Get, typename Shown, typename Exact>
    static Field figure(Column column, Get get, Shown shown, Exact exact)
    {
        const auto textOf = [get](const Row& row, const auto& how, const QString& without) -> QString {
            const auto value = std::invoke(get, row);
            if constexpr (requires { value.has_value(); })
                return value ? how(*value) : without;
            else
                return how(value);
        };
        column.kind = Kind::Number;
        return {std::move(column), [=](const Row& row) { return textOf(row, shown, format::kNoValue); }, get,
                [=](const Row& row) { return textOf(row, exact, {}); }};
    }
    /// Bytes and picojoules; `get` gives the quantity, or an optional one.
    template <typename Get>
    static Field bytesField(const QString& title, const QString& toolTip, Get get)
    {
        return figure(
            {title, Kind::Number, toolTip, TableModel::tr("B")}, get, [](auto bytes) { return format::bytes(bytes); },
            [](auto bytes) { return format::exactBytes(bytes); });
    }
    template <typename Get>
    static Field energyField(const QString& title, const QString& toolTip, Get get)
    {
        return figure(
            {title, Kind::Number, toolTip, TableModel::tr("pJ")}, get,
            [](auto energy) { return format::energy(energy); },
            [](auto energy) { return format::exactEnergy(energy); });
    }

    void setFields(std::vector<Field> fields) { setTable(std::move(fields), std::move(m_rows)); }
    void setTable(std::vector<Field> fields, std::vector<Row> rows)
    {
        beginResetModel();
        m_columns.clear();
        for (const Field& field : fields)
            m_columns.push_back(field.column);
        m_fields = std::move(fields);
        m_rows = std::move(rows);
        endResetModel();
    }
    /// New rows of the same things: where there are as many as before, the place in the table stays.
    void replaceRows(std::vector<Row> rows)
    {
        if (rows.size() != m_rows.size() || rows.empty())
            return setRows(std::move(rows));
        m_rows = std::move(rows);
        allChanged();
    }
    void allChanged()
    {
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rows() - 1, columnCount() - 1));
    }

    int rows() const final { return int(m_rows.size()); }
    const std::vector<Column>& columns() const final { return m_columns; }
    QString text(int row, int column) const final { return field(column).text(at(row), row); }
    QVariant exportValue(int row, int column) const final
    {
        return field(column).value ? field(column).value(at(row), row) : QVariant(text(row, column));
    }
    QVariant sortValue(int row, int column) const final
    {
        return field(column).sortKey ? field(column).sortKey(at(row), row) : exportValue(row, column);
    }
    QString toolTip(int row, int column) const override
    {
        return field(column).toolTip ? field(column).toolTip(at(row), row) : QString();
    }
    QVariant other(int row, int column, int role) const override
    {
        return field(column).other ? field(column).other(at(row), role) : QVariant();
    }

private:
    const Field& field(int column) const { return m_fields[std::size_t(column)]; }

    std::vector<Column> m_columns;
    std::vector<Field> m_fields;
    std::vector<Row> m_rows;
};

struct TableCell {
    QString text;
    QVariant sort;   // of numbers; not valid = the text
    QString toolTip; // empty = the text
    bool isWarning = false;
    bool isMuted = false;
};

/// A small table of given cells, for reports that are made once.
class RowsModel : public ColumnTable<std::vector<TableCell>> {
    Q_OBJECT
public:
    using Cell = TableCell;

    /// Each row is as long as there are columns.
    explicit RowsModel(const std::vector<Column>& columns, QObject* parent = nullptr);
};

} // namespace nestloom::ui
