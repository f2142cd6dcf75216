// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/level_table_model.h"

#include "engine/hardware/accelerator.h"
#include "engine/hardware/energy_table.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/number_delegate.h"
#include "ui/words/layer_words.h"

namespace nestloom::ui {

using hardware::BufferLevel;
using hardware::LevelKind;

namespace {

constexpr std::array kKinds{LevelKind::Dram, LevelKind::Sram, LevelKind::Registers};

QString kindName(LevelKind kind)
{
    switch (kind) {
    case LevelKind::Dram: return LevelTableModel::tr("DRAM");
    case LevelKind::Sram: return LevelTableModel::tr("SRAM");
    case LevelKind::Registers: return LevelTableModel::tr("registers");
    }
    return {};
}

QString levelKey(int row, const QString& field) { return QStringLiteral("levels[%1].%2").arg(row).arg(field); }

} // namespace

LevelTableModel::LevelTableModel(const Session& session, QObject* parent) : TableModel(parent), m_session(session) {}

void LevelTableModel::setDocument(AcceleratorDocument* document)
{
    beginResetModel();
    m_document = document;
    m_shape = {};
    m_specs.clear();
    m_problems.clear();
    endResetModel();
    refresh();
}

void LevelTableModel::refresh()
{
    if (!m_document)
        return;
    const bool sameRows = m_shape.levels.size() == accelerator().levels.size();
    if (!sameRows)
        beginResetModel();
    if (!sameRows || !haveSameForm(m_shape, accelerator())) {
        m_specs.clear();
        for (FieldGroup& group : describeFields(accelerator(), m_session))
            for (FieldSpec& field : group.fields)
                m_specs.insert_or_assign(field.key, std::move(field));
    }
    m_shape = accelerator();
    m_problems = m_document->problems();
    if (!sameRows)
        endResetModel();
    else if (rows() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, columnCount() - 1));
}

int LevelTableModel::rows() const { return m_document && !m_shape.levels.empty() ? int(m_shape.levels.size()) + 1 : 0; }

const std::vector<TableModel::Column>& LevelTableModel::columns() const
{
    const QString keeps = tr("Checked: the level keeps the %1, in words of this width. Unchecked: they bypass it.");
    static const std::vector<Column> all{
        {tr("Level"), TableModel::Kind::Text, tr("Outermost first")},
        {tr("Kind"), TableModel::Kind::Text, tr("DRAM, SRAM or registers")},
        {tr("Weights"), TableModel::Kind::Text, keeps.arg(tr("weights"))},
        {tr("Inputs"), TableModel::Kind::Text, keeps.arg(tr("inputs"))},
        {tr("Outputs"), TableModel::Kind::Text, keeps.arg(tr("outputs"))},
        {tr("Energy"), TableModel::Kind::Number, tr("Of one access of one instance; of one multiply-accumulate"),
         QStringLiteral("pJ")},
        {tr("Source"), TableModel::Kind::Text, tr("Where the energy comes from")},
        {tr("Area"), TableModel::Kind::Number, tr("Of all instances together, from the area table"),
         QStringLiteral("\u00b5m\u00b2")},
    };
    return all;
}

std::optional<TensorRole> LevelTableModel::tensor(int column) const
{
    switch (column) {
    case Weights: return TensorRole::Weights;
    case Inputs: return TensorRole::Inputs;
    case Outputs: return TensorRole::Outputs;
    default: return std::nullopt;
    }
}

QString LevelTableModel::keyOf(int row, int column) const
{
    if (!isLevel(row))
        return column == Energy ? QStringLiteral("mac.energy") : QString();
    if (const auto role = tensor(column)) {
        const auto name = nestloom::name(*role);
        return levelKey(row, QStringLiteral("element.") + QString::fromLatin1(name.data(), qsizetype(name.size())));
    }
    switch (column) {
    case Level: return levelKey(row, QStringLiteral("name"));
    case Kind: return levelKey(row, QStringLiteral("kind"));
    case Energy: return levelKey(row, QStringLiteral("access.energy"));
    default: return {};
    }
}

const FieldSpec* LevelTableModel::spec(int row, int column) const
{
    const auto it = m_specs.find(keyOf(row, column));
    return it == m_specs.end() ? nullptr : &it->second;
}

/// What is wrong with a cell: a rejected text, a broken rule of its field, or of what the level keeps.
QString LevelTableModel::problem(int row, int column) const
{
    const QString key = keyOf(row, column);
    for (const FieldProblem& problem : m_problems)
        if ((!key.isEmpty() && belongsTo(problem.key, key))
            || (tensor(column) && problem.key == levelKey(row, QStringLiteral("keeps"))))
            return asSentence(problem.message);
    return {};
}

std::optional<double> LevelTableModel::area(int row) const
{
    const auto area = isLevel(row) ? hardware::levelArea(accelerator(), BufferLevelId{std::uint32_t(row)})
                                   : hardware::macArea(accelerator());
    return area ? std::optional(area->count) : std::nullopt;
}

QString LevelTableModel::text(int row, int column) const
{
    const auto& rejected = m_document->state().rejected;
    const auto wrong = rejected.find(keyOf(row, column));
    return wrong != rejected.end() ? wrong->second.text : valueText(row, column);
}

QString LevelTableModel::valueText(int row, int column) const
{
    const bool onChip = !isLevel(row) || accelerator().levels[std::size_t(row)].kind != LevelKind::Dram;
    if (column == Area)
        return !onChip ? tr("off chip") : area(row) ? format::area({*area(row)}) : format::kNoValue;
    if (!isLevel(row)) {
        switch (column) {
        case Level: return tr("MAC units");
        case Weights:
        case Inputs: return m_session.quantityText(QuantityKind::Bits, double(accelerator().macBits.count));
        case Energy: return m_session.quantityText(QuantityKind::Energy, accelerator().macEnergy.count);
        case Origin: return tr("stated");
        default: return {};
        }
    }
    const BufferLevel& level = accelerator().levels[std::size_t(row)];
    if (const auto role = tensor(column))
        return level.keeps.contains(*role)
                   ? m_session.quantityText(QuantityKind::Bits, double(level.elementBits[*role].count))
                   : tr("bypass");
    switch (column) {
    case Level: return qt(level.name);
    case Kind: return kindName(level.kind);
    case Energy: {
        const auto energy = hardware::accessEnergy(accelerator(), BufferLevelId{std::uint32_t(row)});
        return energy ? format::energy(*energy) : format::kNoValue;
    }
    default: return energyOrigin(accelerator(), std::size_t(row));
    }
}

QString LevelTableModel::toolTip(int row, int column) const
{
    if (const QString wrong = problem(row, column); !wrong.isEmpty())
        return wrong;
    if (column == Area)
        return accelerator().area.source.empty() ? tr("No area table: state areas and their source in the form.")
                                                 : qt(accelerator().area.source);
    if (!isLevel(row))
        return column == Energy ? format::exactEnergy(accelerator().macEnergy) : QString();
    if (tensor(column))
        return row == 0 ? tr("The outermost level keeps every tensor.") : columns()[std::size_t(column)].toolTip;
    if (column != Energy && column != Origin)
        return {};
    const auto energy = hardware::accessEnergy(accelerator(), BufferLevelId{std::uint32_t(row)});
    const QString origin = energyOriginSentence(accelerator(), std::size_t(row));
    const std::int64_t elements = accelerator().levels[std::size_t(row)].accessElements;
    return energy ? tr("%1 for %2 elements. %3").arg(format::exactEnergy(*energy), format::integer(elements), origin)
                  : origin;
}

QVariant LevelTableModel::exportValue(int row, int column) const
{
    if (column == Area)
        return area(row) ? QVariant(*area(row)) : QVariant();
    if (column != Energy)
        return text(row, column);
    if (!isLevel(row))
        return accelerator().macEnergy.count;
    const auto energy = hardware::accessEnergy(accelerator(), BufferLevelId{std::uint32_t(row)});
    return energy ? QVariant(energy->count) : QVariant();
}

QVariant LevelTableModel::other(int row, int column, int role) const
{
    const auto kept = tensor(column);
    if (role == Qt::CheckStateRole && kept && isLevel(row))
        return accelerator().levels[std::size_t(row)].keeps.contains(*kept) ? Qt::Checked : Qt::Unchecked;
    if (role == ChoiceDelegate::ChoicesRole && column == Kind && isLevel(row))
        return QStringList{kindName(kKinds[0]), kindName(kKinds[1]), kindName(kKinds[2])};
    if (role == Qt::EditRole) {
        if (column == Kind && isLevel(row))
            return int(accelerator().levels[std::size_t(row)].kind);
        const FieldSpec* field = spec(row, column);
        const bool isRejected = m_document->state().rejected.count(keyOf(row, column)) > 0;
        return isRejected || field == nullptr ? text(row, column) : field->text(accelerator());
    }
    if ((role == Qt::ForegroundRole || (role == Qt::DecorationRole && column == Level))
        && !problem(row, column).isEmpty())
        return warningDecoration(role);
    const bool bypassed = kept && isLevel(row) && !accelerator().levels[std::size_t(row)].keeps.contains(*kept);
    if (bypassed || column == Origin || text(row, column) == format::kNoValue)
        return mutedDecoration(role);
    return {};
}

Qt::ItemFlags LevelTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = TableModel::flags(index);
    if (!index.isValid() || !m_document)
        return flags;
    if (tensor(index.column()) && isLevel(index.row()) && index.row() > 0)
        flags |= Qt::ItemIsUserCheckable;
    if ((index.column() == Kind && isLevel(index.row())) || spec(index.row(), index.column()) != nullptr)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool LevelTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_document)
        return false;
    const int row = index.row();
    const auto kept = tensor(index.column());
    if (role == Qt::CheckStateRole && kept && flags(index).testFlag(Qt::ItemIsUserCheckable))
        return keep(std::size_t(row), *kept, value.toInt() == Qt::Checked);
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    return index.column() == Kind ? setKind(std::size_t(row), value.toInt())
                                  : setText(row, index.column(), value.toString());
}

bool LevelTableModel::setText(int row, int column, const QString& text)
{
    const FieldSpec field = *spec(row, column); // a copy: the document's answer may rebuild the specs
    if (text == other(row, column, Qt::EditRole).toString())
        return true;
    const auto changed = field.apply(accelerator(), text);
    if (changed)
        return change(field.key, *changed);
    m_document->endStep();
    m_document->reject(field.key, {text, qt(changed.error().message), field.nearest(accelerator(), text)});
    m_document->endStep();
    return true;
}

bool LevelTableModel::change(const QString& key, const hardware::Accelerator& value)
{
    m_document->endStep(); // each click is a step of its own
    m_document->setValue(key, value);
    m_document->endStep();
    return true;
}

bool LevelTableModel::keep(std::size_t level, TensorRole role, bool kept)
{
    hardware::Accelerator changed = accelerator();
    TensorSet& keeps = changed.levels[level].keeps;
    keeps = kept ? keeps.with(role) : keeps.without(role);
    return change(levelKey(int(level), QStringLiteral("keeps")), changed);
}

bool LevelTableModel::setKind(std::size_t level, int kind)
{
    if (kind < 0 || kind >= int(kKinds.size()))
        return false;
    hardware::Accelerator changed = accelerator();
    changed.levels[level].kind = kKinds[std::size_t(kind)];
    return change(levelKey(int(level), QStringLiteral("kind")), changed);
}

} // namespace nestloom::ui
