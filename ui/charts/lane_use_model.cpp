// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lane_use_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

LaneUseModel::LaneUseModel(TimeFocus& focus, QObject* parent) : ColumnTable(parent), m_focus(focus)
{
    connect(&m_focus, &TimeFocus::rangeChanged, this, &LaneUseModel::refresh);
    connect(&m_focus, &TimeFocus::windowChanged, this, &LaneUseModel::refresh);
    setTrace(nullptr);
}

void LaneUseModel::setTrace(std::shared_ptr<const trace::TraceIndex> index)
{
    m_index = std::move(index);
    m_range = m_focus.rangeOrWindow();
    setTable(fields(), uses());
}

void LaneUseModel::refresh()
{
    m_range = m_focus.rangeOrWindow();
    if (!all().empty())
        replaceRows(uses());
}

std::vector<trace::Use> LaneUseModel::uses() const
{
    std::vector<trace::Use> uses;
    for (std::size_t lane = 0; m_index && lane < m_index->laneCount(); ++lane)
        uses.push_back(m_index->use(lane, m_range.from, m_range.to));
    return uses;
}

std::vector<LaneUseModel::Field> LaneUseModel::fields() const
{
    using trace::Use;
    const auto length = [this] { return std::max<double>(1, double(m_range.length())); };
    const auto orDash = [](auto shown) {
        return [shown](double value) { return value > 0 ? shown(value) : format::kNoValue; };
    };
    const auto number = [](Column column, auto value, auto shown) {
        column.kind = Kind::Number;
        return Field{column, [=](const Use& use) { return shown(value(use)); }, value};
    };
    const auto whole = [](double value) { return format::integer(std::int64_t(value)); };
    const auto percent = [](double value) { return format::percent(value); };
    std::vector<Field> fields{{{tr("Lane"), Kind::Text, {}},
                               [this](const Use&, int row) { return m_index->trace().lanes[std::size_t(row)].name; },
                               {},
                               {},
                               inOrder},
                              number(
                                  {tr("Busy"), {}, tr("Share of the cycles in which the lane does something")},
                                  [=](const Use& use) { return double(use.busy) / length(); }, percent),
                              number(
                                  {tr("Idle"), {}, tr("Cycles in which the lane does nothing"), tr("cycles")},
                                  [=](const Use& use) { return length() - double(use.busy); }, whole),
                              number(
                                  {tr("Events"), {}, tr("Events that are at least partly in the range")},
                                  [](const Use& use) { return double(use.events); }, whole),
                              number(
                                  {tr("Moved"), {}, tr("Of events that are partly in the range their share"), tr("B")},
                                  [](const Use& use) { return double(use.bytes); },
                                  orDash([](double value) { return format::bytes(value); })),
                              number(
                                  {tr("B/cycle"), {}, tr("Bytes moved for each cycle of the range")},
                                  [=](const Use& use) { return double(use.bytes) / length(); },
                                  orDash([](double value) { return format::exactNumber(value, 1); }))};
    for (std::size_t kind = 0; m_index && kind < m_index->trace().kinds.size(); ++kind)
        fields.push_back(number(
            {qt(m_index->trace().kinds[kind]), {}, tr("Share of the cycles in which the lane does this")},
            [=](const Use& use) { return double(use.cycles[kind]) / length(); }, orDash(percent)));
    return fields;
}

QString LaneUseModel::rangeText() const
{
    const QString cycles = tr("cycles %1 to %2").arg(format::integer(m_range.from), format::integer(m_range.to));
    return m_focus.range() ? tr("%1, marked").arg(cycles) : tr("%1, in sight").arg(cycles);
}

} // namespace nestloom::ui
