// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_model.h"

#include "ui/features/technology/technology_library.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"

#include <algorithm>

namespace nestloom::ui {

using hardware::Technology;

TechnologyModel::TechnologyModel(TechnologyLibrary& library, const Session& session, QObject* parent)
    : TableModel(parent), m_library(library), m_session(session)
{
    connect(&library, &TechnologyLibrary::changed, this, &TechnologyModel::refresh);
}

void TechnologyModel::setTable(const QString& name)
{
    if (name != m_name)
        m_rejected.clear();
    m_name = name;
    refresh();
}

void TechnologyModel::refresh()
{
    const Technology* table = m_library.find(m_name);
    std::vector<TechnologyNumber> numbers = table ? numbersOf(*table) : std::vector<TechnologyNumber>();
    const bool isSameForm = std::equal(numbers.begin(), numbers.end(), m_numbers.begin(), m_numbers.end(),
                                       [](const auto& a, const auto& b) { return a.place == b.place; });
    if (!isSameForm)
        beginResetModel();
    if (!isSameForm || (table && *table != m_table))
        m_rejected.clear();
    m_table = table ? *table : Technology();
    m_numbers = std::move(numbers);
    if (!isSameForm)
        endResetModel();
    else if (rows() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, columnCount() - 1));
}

const std::vector<TableModel::Column>& TechnologyModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Number of the table"), Kind::Text, tr("What the number is of")},
        {tr("Size"), Kind::Number,
         tr("Of the memory, or width of the operands. Between and beyond several sizes the energy follows the power of "
            "the size through the nearest two; one size stands for all. One width stands for all with its square.")},
        {tr("Energy or area"), Kind::Number,
         tr("Of one access, multiply-accumulate or hop; of the area of one part. Empty = not stated."),
         tr("pJ or um2")},
        {tr("Per bit"), Kind::Number, tr("The energy of one word by the bits of a word"), tr("pJ/bit")},
        {tr("Source"), Kind::Text, tr("Where the number comes from; muted = from where the whole table does")},
    };
    return all;
}

std::optional<NumberPlace> TechnologyModel::placeAt(int row) const
{
    return row >= 0 && row < rows() ? std::optional(number(row).place) : std::nullopt;
}

int TechnologyModel::rowOf(NumberPlace place) const
{
    for (int row = 0; row < rows(); ++row)
        if (number(row).place == place)
            return row;
    return -1;
}

bool TechnologyModel::isByFormula(int row) const
{
    return m_table.formula != hardware::EnergySource::Explicit && isMemory(number(row).place.kind);
}

const TechnologyModel::Rejected* TechnologyModel::rejectedAt(int row, int column) const
{
    for (const Rejected& rejected : m_rejected)
        if (rejected.column == column && rejected.place == number(row).place)
            return &rejected;
    return nullptr;
}

QString TechnologyModel::text(int row, int column) const
{
    const Rejected* rejected = rejectedAt(row, column);
    return rejected ? rejected->text.text : valueText(row, column);
}

QString TechnologyModel::valueText(int row, int column) const
{
    const TechnologyNumber& shown = number(row);
    switch (column) {
    case Number: return numberName(shown.place.kind);
    case Size:
        if (isByFormula(row) && hasSize(shown.place.kind))
            return tr("any");
        return shown.size ? m_session.quantityText(sizeQuantity(shown.place.kind), *shown.size) : QString();
    case Value:
        if (isByFormula(row))
            return tr("by formula");
        return shown.value ? m_session.quantityText(valueQuantity(shown.place.kind), *shown.value) : tr("not stated");
    case PerBit:
        if (!shown.value || !isPerWord(shown.place.kind) || m_table.word.count < 1)
            return {};
        return tr("%1/bit").arg(format::energy({*shown.value / double(m_table.word.count)}));
    default:
        if (!shown.value && !isByFormula(row))
            return {};
        return shown.source.isEmpty() ? QString::fromStdString(m_table.source) : shown.source;
    }
}

QString TechnologyModel::toolTip(int row, int column) const
{
    if (const Rejected* rejected = rejectedAt(row, column))
        return asSentence(rejected->text.message);
    if (isByFormula(row) && (column == Value || column == Size))
        return tr(
            "Timeloop's formula of size and width says what memories cost; \"State as numbers\" makes numbers of it.");
    const QString shown = valueText(row, column);
    return column == Source && !shown.isEmpty() ? shown : columns()[std::size_t(column)].toolTip;
}

QVariant TechnologyModel::exportValue(int row, int column) const
{
    const TechnologyNumber& shown = number(row);
    if (column == Size && shown.size)
        return m_session.quantityText(sizeQuantity(shown.place.kind), *shown.size);
    if (column == Value)
        return shown.value ? QVariant(*shown.value) : QVariant();
    if (column == PerBit)
        return shown.value && isPerWord(shown.place.kind) ? QVariant(*shown.value / double(m_table.word.count))
                                                          : QVariant();
    return valueText(row, column);
}

QVariant TechnologyModel::other(int row, int column, int role) const
{
    const TechnologyNumber& shown = number(row);
    if (role == Qt::EditRole) {
        if (const Rejected* rejected = rejectedAt(row, column))
            return rejected->text.text;
        if (column == Value && !shown.value)
            return QString();
        return column == Source ? shown.source : valueText(row, column);
    }
    if (rejectedAt(row, column))
        return warningDecoration(role);
    const bool isUnstated = (column == Value || column == Size) && !shown.value;
    if (isUnstated || column == PerBit || (column == Source && shown.source.isEmpty()))
        return mutedDecoration(role);
    return {};
}

Qt::ItemFlags TechnologyModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = TableModel::flags(index);
    if (!index.isValid() || isByFormula(index.row()))
        return flags;
    const TechnologyNumber& shown = number(index.row());
    const int column = index.column();
    if (column == Value || (column == Size && hasSize(shown.place.kind)) || (column == Source && shown.value))
        flags |= Qt::ItemIsEditable;
    return flags;
}

Result<Technology> TechnologyModel::edited(int row, int column, const QString& text) const
{
    const TechnologyNumber& shown = number(row);
    const NumberPlace place = shown.place;
    if (column == Source)
        return withSource(m_table, place, text);
    const QString typed = text.trimmed();
    if (column == Value && typed.isEmpty())
        return without(m_table, place);
    const bool isByBit = column == Value && isPerWord(place.kind) && typed.endsWith(QLatin1String("/bit"));
    const auto parsed = m_session.parseQuantity(column == Size ? sizeQuantity(place.kind) : valueQuantity(place.kind),
                                                isByBit ? typed.chopped(4).trimmed() : typed);
    if (!parsed)
        return parsed.error();
    if (column == Size)
        return withSize(m_table, place, *parsed);
    const double value = isByBit ? *parsed * double(m_table.word.count) : *parsed;
    if (shown.value == value)
        return m_table; // as it was, with its source
    return withValue(m_table, place, value, m_keepsSources && shown.value ? shown.source : kOwnValue);
}

bool TechnologyModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)
        || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    const int row = index.row(), column = index.column();
    const QString typed = value.toString(), before = m_name;
    if (typed == data(index, Qt::EditRole).toString())
        return true;
    const NumberPlace place = number(row).place;
    const auto table = edited(row, column, typed);
    const QString what = tr("Change %1").arg(numberName(place.kind));
    const auto name =
        table ? m_library.change(m_name, *table, what) : Result<QString>(table.error()); // may show another table
    if (!name) {
        reject(row, column, typed, QString::fromStdString(name.error().message));
        return true;
    }
    forget(place, column);
    Q_EMIT changed();
    if (*name != before)
        Q_EMIT moved(*name);
    return true;
}

void TechnologyModel::forget(NumberPlace place, int column)
{
    const auto isIt = [&](const Rejected& one) { return one.column == column && one.place == place; };
    if (std::erase_if(m_rejected, isIt) > 0 && rowOf(place) >= 0)
        rowChanged(rowOf(place));
}

void TechnologyModel::reject(int row, int column, const QString& text, const QString& message)
{
    const NumberPlace place = number(row).place;
    forget(place, column);
    m_rejected.push_back({place, column, {text, message, {}}});
    rowChanged(row);
    Q_EMIT refused(asSentence(message));
}

} // namespace nestloom::ui
