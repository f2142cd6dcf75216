// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tiles_words.h"

#include "engine/schedule/flexer/tiled_summary.h"
#include "ui/style/format.h"
#include "ui/words/layer_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {

QString ratio(double value) { return format::times(value); }

/// A figure that decides, and how to say it.
struct Criterion {
    QString name;
    std::function<double(const flexer::CandidateSet&)> figure;
    bool moreIsBetter = true;
    QString unit; // "B", or nothing
    QString text(const flexer::CandidateSet& set) const
    {
        const double value = figure(set);
        return value < 0 ? QStringLiteral("-") + format::bytes(-value) : format::bytes(value);
    }
};

/// Section 4.3, and the alternatives of Table 2: what is compared first, second, third.
std::vector<Criterion> criteria(flexer::Priority priority)
{
    const Criterion benefit{Words::tr("memory benefit"), [](const auto& s) { return s.benefit; }, true, {}};
    const Criterion use{Words::tr("utilisation"), [](const auto& s) { return double(s.utilization.count); }, true, {}};
    const Criterion moved{Words::tr("data moved"), [](const auto& s) { return double(s.moved.count); }, false, {}};
    const Criterion spilled{
        Words::tr("data spilled"), [](const auto& s) { return double(s.spilled.count); }, false, {}};
    switch (priority) {
    case flexer::Priority::MemoryBenefit: return {benefit, use, moved};
    case flexer::Priority::LeastTransfer: return {moved, use};
    case flexer::Priority::LeastSpill: return {spilled, use};
    }
    return {};
}

} // namespace

QString typeText(flexer::DataType type)
{
    switch (type) {
    case flexer::DataType::Inputs: return Words::tr("inputs");
    case flexer::DataType::Weights: return Words::tr("weights");
    case flexer::DataType::PartialSums: return Words::tr("partial sums");
    case flexer::DataType::Outputs: return Words::tr("outputs");
    }
    return {};
}

QColor typeColour(const Theme& theme, flexer::DataType type)
{
    switch (type) {
    case flexer::DataType::Inputs: return theme.tensor[TensorRole::Inputs];
    case flexer::DataType::Weights: return theme.tensor[TensorRole::Weights];
    case flexer::DataType::PartialSums: return theme.partialSums;
    case flexer::DataType::Outputs: return theme.tensor[TensorRole::Outputs];
    }
    return {};
}

QString typeLetter(flexer::DataType type) { return typeText(type).left(1).toUpper(); }

std::vector<GanttStyle> tileStyles()
{
    const auto of = [](flexer::DataType type) {
        return [type](const Theme& theme) { return typeColour(theme, type); };
    };
    return {{[](const Theme& theme) { return theme.colour(BoundBy::Compute); }, false},
            {of(flexer::DataType::Inputs), false},
            {of(flexer::DataType::Weights), false},
            {of(flexer::DataType::PartialSums), false},
            {of(flexer::DataType::PartialSums), true},
            {of(flexer::DataType::Outputs), true}};
}

QString baselineText(StaticBaseline baseline)
{
    return baseline == StaticBaseline::Best ? Words::tr("best static") : Words::tr("plain static");
}

const std::optional<flexer::SchedulePoint>& baselineOf(const flexer::TiledSummary& summary, StaticBaseline baseline)
{
    return baseline == StaticBaseline::Best ? summary.bestStatic : summary.plain;
}

std::optional<double> speedUp(const flexer::TiledSummary& summary, StaticBaseline baseline)
{
    const auto& other = baselineOf(summary, baseline);
    if (!other || summary.chosen.latency.count <= 0)
        return std::nullopt;
    return double(other->latency.count) / double(summary.chosen.latency.count);
}

std::optional<double> transferReduction(const flexer::TiledSummary& summary, StaticBaseline baseline)
{
    const auto& other = baselineOf(summary, baseline);
    if (!other || summary.chosen.traffic.total().count <= 0)
        return std::nullopt;
    return double(other->traffic.total().count) / double(summary.chosen.traffic.total().count);
}

QString machineText(const flexer::Machine& machine)
{
    return Words::tr("%n NPU(s) of %1x%2, %3, %4", nullptr, machine.npus)
        .replace(QStringLiteral("NPU(s)"), machine.npus == 1 ? QStringLiteral("NPU") : QStringLiteral("NPUs"))
        .arg(machine.arrayRows)
        .arg(machine.arrayColumns)
        .arg(machine.scratchpad ? Words::tr("%1 scratchpad").arg(format::bytes(*machine.scratchpad))
                                : Words::tr("unlimited scratchpad"),
             format::bandwidth(machine.dma));
}

QString shownText(flexer::Shown shown)
{
    switch (shown) {
    case flexer::Shown::OutOfOrder: return Words::tr("out of order");
    case flexer::Shown::BestStatic: return Words::tr("best static");
    case flexer::Shown::PlainStatic: return Words::tr("plain static");
    case flexer::Shown::Chosen: break;
    }
    return Words::tr("chosen");
}

QString layerSentence(const ShownTiles& tiles)
{
    const ShownTiles::LayerAnswer* answer = tiles.answer(tiles.layer());
    if (tiles.state() == ShownTiles::State::Failed)
        return tiles.reason();
    if (answer == nullptr)
        return {};
    if (!answer->summary)
        return qt(answer->reason);
    const flexer::TiledSummary& summary = *answer->summary;
    const auto figures = [](const flexer::SchedulePoint& point) {
        return Words::tr("%1, %2 off chip").arg(format::cycles(point.latency), format::bytes(point.traffic.total()));
    };
    QString text = figures(summary.chosen);
    const flexer::Shown shown = tiles.question().shown;
    if (const auto* point = flexer::pointOf(summary, shown); point != nullptr && shown != flexer::Shown::Chosen)
        text = Words::tr("%1: %2; chosen: %3").arg(shownText(shown), figures(*point), text);
    for (const StaticBaseline baseline : {StaticBaseline::Best, StaticBaseline::Plain})
        if (const auto faster = speedUp(summary, baseline))
            text += Words::tr("; %1 %2 cycles, %3 bytes")
                        .arg(baselineText(baseline), ratio(*faster), ratio(*transferReduction(summary, baseline)));
    if (summary.metricBound > 0)
        text += Words::tr("; head-room %1")
                    .arg(format::percent(flexer::headroomOf(tiles.question().params, summary).metric));
    return text;
}

QString totalsSentence(const ShownTiles& tiles)
{
    const flexer::NetworkTotals totals = tiles.totals();
    if (totals.scheduled == 0)
        return {};
    QString all = Words::tr("%1 of %2 layers, %5 static: %3, %4")
                      .arg(totals.scheduled)
                      .arg(tiles.layers().size())
                      .arg(format::cycles(totals.allLatency), format::bytes(totals.allBytes))
                      .arg(totals.seedKept);
    if (totals.layers == 0)
        return all;
    const QString where = totals.layers == totals.scheduled
                              ? QString()
                              : Words::tr("of the %1 that both static ways can schedule, %2: ")
                                    .arg(totals.layers)
                                    .arg(format::cycles(totals.latency));
    return all
           + Words::tr("; %1best static %2 cycles, %3 bytes; plain static %4 cycles, %5 bytes")
                 .arg(where, ratio(totals.staticLatency / totals.latency), ratio(totals.staticBytes / totals.bytes),
                      ratio(totals.plainLatency / totals.latency), ratio(totals.plainBytes / totals.bytes));
}

std::pair<QString, QString> emptyText(const ShownTiles& tiles)
{
    using State = ShownTiles::State;
    if (const auto* answer = tiles.answer(tiles.layer()); answer != nullptr && answer->ended && !answer->summary)
        return {Words::tr("The layer does not run on %1").arg(tiles.machineName()), qt(answer->reason)};
    if (const auto* answer = tiles.answer(tiles.layer());
        answer != nullptr && answer->ended && answer->summary
        && flexer::pointOf(*answer->summary, tiles.question().shown) == nullptr)
        return {Words::tr("No such schedule is known"),
                Words::tr("Every one was cut short when it could no longer beat the static schedule. Search: unseeded "
                          "shows the best one out of order.")};
    switch (tiles.state()) {
    case State::NoNetwork: return noLayersText(*tiles.question().network);
    case State::NoMachine:
        return {Words::tr("%1 is not a machine of NPUs around one scratchpad").arg(tiles.machineName()),
                tiles.reason()};
    case State::Failed: return {Words::tr("The layer cannot be scheduled"), tiles.reason()};
    case State::Cancelled:
        return {Words::tr("Cancelled"), Words::tr("Choose a layer or change an option to schedule again.")};
    case State::Scheduling:
    case State::Scheduled: break;
    }
    return {Words::tr("Scheduling ..."), Words::tr("The first schedule appears within a moment and then improves.")};
}

Provenance tilesProvenance(const ShownTiles& tiles)
{
    const flexer::FlexerParams& params = tiles.question().params;
    const auto word = [](std::string_view text) { return qt(text); };
    Provenance from;
    from.accelerator = tiles.machineName();
    from.network = qt(tiles.question().network->name);
    from.engine = QStringLiteral("Flexer, %1, %2, %3%4, %5 schedule")
                      .arg(word(flexer::name(params.metric)), word(flexer::name(params.priority)),
                           word(flexer::name(params.spillPolicy)),
                           params.extensions == flexer::kPublished ? Words::tr(", as published")
                           : !params.extensions.seed               ? Words::tr(", unseeded")
                                                                   : QString(),
                           shownText(tiles.question().shown));
    from.version = QCoreApplication::applicationVersion();
    return from;
}

std::vector<int> ranking(const flexer::Decision& decision, flexer::Priority priority)
{
    std::vector<int> order(decision.candidates.size());
    std::iota(order.begin(), order.end(), 0);
    const std::vector<Criterion> by = criteria(priority);
    std::ranges::stable_sort(order, [&](int a, int b) {
        if ((a == decision.winner) != (b == decision.winner))
            return a == decision.winner;
        const flexer::CandidateSet &x = decision.candidates[std::size_t(a)], &y = decision.candidates[std::size_t(b)];
        if (x.fits != y.fits)
            return x.fits;
        for (const Criterion& criterion : by)
            if (criterion.figure(x) != criterion.figure(y))
                return (criterion.figure(x) > criterion.figure(y)) == criterion.moreIsBetter;
        return false;
    });
    return order;
}

QString whyItWon(const flexer::Decision& decision, flexer::Priority priority)
{
    const std::vector<int> order = ranking(decision, priority);
    if (order.empty() || decision.winner < 0)
        return Words::tr("No sets were compared.");
    if (order.size() == 1)
        return Words::tr("Only one class of sets was compared.");
    const flexer::CandidateSet& winner = decision.candidates[std::size_t(order[0])];
    const flexer::CandidateSet& next = decision.candidates[std::size_t(order[1])];
    if (!next.fits)
        return Words::tr("No other set finds room in the scratchpad.");
    QStringList equal;
    for (const Criterion& criterion : criteria(priority)) {
        const double a = criterion.figure(winner), b = criterion.figure(next);
        if (a == b) {
            equal << criterion.name;
            continue;
        }
        if ((a > b) != criterion.moreIsBetter)
            break; // the engine ranks by more than these figures
        const QString text = criterion.moreIsBetter ? Words::tr("Its %1 of %2 is the highest, the next one has %3")
                                                    : Words::tr("Its %1 of %2 is the lowest, the next one has %3");
        return text.arg(criterion.name, criterion.text(winner), criterion.text(next))
               + (equal.isEmpty() ? QStringLiteral(".")
                                  : Words::tr("; their %1 is equal.").arg(equal.join(Words::tr(" and "))));
    }
    return Words::tr("Equal to the next one in everything that is compared: the dataflow's order decides.");
}

QString operationsText(const flexer::Decision& decision, const std::vector<std::int32_t>& operations)
{
    QStringList names;
    for (const std::int32_t index : operations) {
        const flexer::ReadyOperation& op = decision.ready[std::size_t(index)];
        names << QStringLiteral("p%1 o%2 r%3").arg(op.pixels).arg(op.outputs).arg(op.reduction);
    }
    return names.join(QStringLiteral(", "));
}

} // namespace nestloom::ui
