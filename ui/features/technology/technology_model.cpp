// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_model.h"

#include "ui/features/technology/technology_library.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestloom::ui {

using hardware::MacEnergy;
using hardware::SizedEnergy;
using hardware::StatedArea;
using hardware::StatedEnergy;
using hardware::Technology;

namespace {

QString say(const char* text) { return QCoreApplication::translate("TechnologyNumbers", text); }

std::optional<StatedEnergy>& stated(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::Dram ? technology.dram : technology.hop;
}

std::optional<StatedArea>& area(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::MacArea    ? technology.areas.mac
           : kind == NumberKind::SramArea ? technology.areas.sramPerKib
                                          : technology.areas.registersPerKib;
}

std::vector<SizedEnergy>& sizes(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::Registers ? technology.registers : technology.sram;
}

bool isArea(NumberKind kind) { return valueQuantity(kind) == QuantityKind::Area; }

/// The source of a number, to read or to change; null when the number is not there.
std::string* sourceAt(Technology& technology, NumberPlace place)
{
    const auto at = [&place](auto& list) -> std::string* {
        return place.index < list.size() ? &list[place.index].source : nullptr;
    };
    if (place.kind == NumberKind::Mac)
        return at(technology.macs);
    if (hasSeveral(place.kind))
        return at(sizes(technology, place.kind));
    if (isArea(place.kind))
        return area(technology, place.kind) ? &area(technology, place.kind)->source : nullptr;
    return stated(technology, place.kind) ? &stated(technology, place.kind)->source : nullptr;
}

void sort(Technology& technology)
{
    std::ranges::stable_sort(technology.macs, [](const auto& a, const auto& b) { return a.width < b.width; });
    for (auto* list : {&technology.sram, &technology.registers})
        std::ranges::stable_sort(*list, [](const auto& a, const auto& b) { return a.capacity < b.capacity; });
}

void addSizes(std::vector<TechnologyNumber>& numbers, NumberKind kind, const std::vector<SizedEnergy>& list)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        numbers.push_back({{kind, i}, double(list[i].capacity.count), list[i].energy.count, qt(list[i].source)});
}

} // namespace

std::vector<TechnologyNumber> numbersOf(const Technology& technology)
{
    std::vector<TechnologyNumber> numbers;
    for (std::size_t i = 0; i < technology.macs.size(); ++i) {
        const MacEnergy& mac = technology.macs[i];
        numbers.push_back({{NumberKind::Mac, i}, double(mac.width.count), mac.energy.count, qt(mac.source)});
    }
    const bool hasFormula = technology.formula != hardware::EnergySource::Explicit;
    const auto addMemories = [&](NumberKind kind, const std::vector<SizedEnergy>& list) {
        if (hasFormula)
            numbers.push_back({{kind, 0}, {}, {}, {}});
        else
            addSizes(numbers, kind, list);
    };
    const auto addStated = [&](NumberKind kind, const std::optional<StatedEnergy>& one) {
        numbers.push_back(
            {{kind, 0}, {}, one ? std::optional(one->energy.count) : std::nullopt, one ? qt(one->source) : QString()});
    };
    const auto addArea = [&](NumberKind kind, const std::optional<StatedArea>& one) {
        numbers.push_back(
            {{kind, 0}, {}, one ? std::optional(one->area.count) : std::nullopt, one ? qt(one->source) : QString()});
    };
    addMemories(NumberKind::Registers, technology.registers);
    addMemories(NumberKind::Sram, technology.sram);
    addStated(NumberKind::Dram, hasFormula ? std::nullopt : technology.dram);
    addStated(NumberKind::Hop, technology.hop);
    addArea(NumberKind::RegistersArea, technology.areas.registersPerKib);
    addArea(NumberKind::SramArea, technology.areas.sramPerKib);
    addArea(NumberKind::MacArea, technology.areas.mac);
    return numbers;
}

bool hasSeveral(NumberKind kind)
{
    return kind == NumberKind::Mac || kind == NumberKind::Registers || kind == NumberKind::Sram;
}
bool hasSize(NumberKind kind) { return hasSeveral(kind); }
bool isMemory(NumberKind kind)
{
    return kind == NumberKind::Registers || kind == NumberKind::Sram || kind == NumberKind::Dram;
}
bool isPerWord(NumberKind kind) { return isMemory(kind) || kind == NumberKind::Hop; }
QuantityKind sizeQuantity(NumberKind kind)
{
    return kind == NumberKind::Mac ? QuantityKind::Bits : QuantityKind::Bytes;
}
QuantityKind valueQuantity(NumberKind kind)
{
    return kind >= NumberKind::RegistersArea ? QuantityKind::Area : QuantityKind::Energy;
}

QString numberName(NumberKind kind)
{
    switch (kind) {
    case NumberKind::Mac: return say("Multiply-accumulate");
    case NumberKind::Registers: return say("Register file, one word");
    case NumberKind::Sram: return say("SRAM, one word");
    case NumberKind::Dram: return say("DRAM, one word");
    case NumberKind::Hop: return say("Hop between nodes, one word");
    case NumberKind::RegistersArea: return say("Area of register files, 1 KiB");
    case NumberKind::SramArea: return say("Area of SRAM, 1 KiB");
    case NumberKind::MacArea: return say("Area of a MAC unit");
    }
    return {};
}

Technology withValue(Technology technology, NumberPlace place, std::optional<double> value, const QString& source)
{
    if (!value)
        return without(std::move(technology), place);
    const std::string from = source.toStdString();
    if (place.kind == NumberKind::Mac) {
        if (place.index < technology.macs.size())
            technology.macs[place.index].energy = {*value};
    } else if (hasSeveral(place.kind)) {
        if (auto& list = sizes(technology, place.kind); place.index < list.size())
            list[place.index].energy = {*value};
    } else if (isArea(place.kind)) {
        area(technology, place.kind) = StatedArea{{*value}, {}};
    } else {
        stated(technology, place.kind) = StatedEnergy{{*value}, {}};
    }
    if (std::string* at = sourceAt(technology, place))
        *at = from;
    return technology;
}

Technology withSize(Technology technology, NumberPlace place, double size)
{
    const auto count = std::int64_t(size);
    if (place.kind == NumberKind::Mac && place.index < technology.macs.size())
        technology.macs[place.index].width = Bits{count};
    else if (place.kind != NumberKind::Mac && hasSeveral(place.kind)
             && place.index < sizes(technology, place.kind).size())
        sizes(technology, place.kind)[place.index].capacity = Bytes{count};
    sort(technology);
    return technology;
}

Technology withSource(Technology technology, NumberPlace place, const QString& source)
{
    if (std::string* at = sourceAt(technology, place))
        *at = source.trimmed().toStdString();
    return technology;
}

Technology withAnother(Technology technology, NumberKind kind)
{
    const std::string source = kOwnValue.toStdString();
    if (kind == NumberKind::Mac) {
        const Bits width = technology.macs.empty() ? Bits{8} : Bits{technology.macs.back().width.count * 2};
        const Picojoules energy = technology.macs.empty() ? Picojoules{1} : energyAt(technology.macs, width);
        technology.macs.push_back({width, energy, source});
    } else if (hasSeveral(kind)) {
        auto& list = sizes(technology, kind);
        const Bytes capacity = list.empty() ? Bytes{1024} : Bytes{list.back().capacity.count * 2};
        const Picojoules energy = list.empty() ? Picojoules{1} : energyAt(list, capacity);
        list.push_back({capacity, energy, source});
    }
    return technology;
}

Technology without(Technology technology, NumberPlace place)
{
    const auto erase = [&place](auto& list) {
        if (place.index < list.size())
            list.erase(list.begin() + std::ptrdiff_t(place.index));
    };
    if (place.kind == NumberKind::Mac)
        erase(technology.macs);
    else if (hasSeveral(place.kind))
        erase(sizes(technology, place.kind));
    else if (isArea(place.kind))
        area(technology, place.kind).reset();
    else
        stated(technology, place.kind).reset();
    return technology;
}

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
        return shown.source.isEmpty() ? qt(m_table.source) : shown.source;
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
    TRY(const auto parsed,
        m_session.parseQuantity(column == Size ? sizeQuantity(place.kind) : valueQuantity(place.kind),
                                isByBit ? typed.chopped(4).trimmed() : typed));
    if (column == Size)
        return withSize(m_table, place, parsed);
    const double value = isByBit ? parsed * double(m_table.word.count) : parsed;
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
        reject(row, column, typed, qt(name.error().message));
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
