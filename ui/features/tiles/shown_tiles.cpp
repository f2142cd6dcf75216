// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/shown_tiles.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kStaleMs = 120;
}

ShownTiles::ShownTiles(TilesAsker* scheduler, QObject* parent)
    : QObject(parent), m_scheduler(scheduler, this, [this](const TilesNews& news) { hear(news); })
{
    m_stale.setSingleShot(true);
    m_stale.setInterval(kStaleMs);
    connect(&m_stale, &QTimer::timeout, this, &ShownTiles::dropDetail);
}

void ShownTiles::setNetwork(const workload::Network& network)
{
    if (*m_question.network == network)
        return;
    auto layersOnly = std::make_shared<workload::Network>();
    layersOnly->name = network.name;
    layersOnly->layers = network.layers;
    m_question.network = std::move(layersOnly);
    m_question.first = 0;
    forget();
    dropDetail();
    Q_EMIT questionChanged();
    ask();
}

void ShownTiles::setMachine(const QString& name, const Result<schedule::flexer::Machine>& machine)
{
    const bool isSame = m_hasMachine && machine && *machine == m_question.machine;
    const bool isRenamed = name != m_machineName;
    m_machineName = name;
    m_hasMachine = bool(machine);
    m_whyNoMachine = machine ? QString() : QString::fromStdString(machine.error().text());
    if (isSame) {
        if (isRenamed)
            Q_EMIT questionChanged();
        return;
    }
    if (machine)
        m_question.machine = *machine;
    forget();
    dropDetail();
    Q_EMIT questionChanged();
    ask();
}

void ShownTiles::setParams(const schedule::flexer::FlexerParams& params)
{
    if (params == m_question.params)
        return;
    m_question.params = params;
    forget();
    m_stale.start();
    Q_EMIT questionChanged();
    ask();
}

void ShownTiles::selectLayer(std::size_t layer)
{
    if (layer == m_question.first || layer >= layers().size())
        return;
    m_question.first = layer;
    m_tilings.clear();
    m_stale.start();
    Q_EMIT tilingsChanged();
    Q_EMIT questionChanged();
    ask();
}

void ShownTiles::show(schedule::flexer::Shown shown)
{
    if (shown == m_question.shown)
        return;
    m_question.shown = shown;
    m_stale.start();
    Q_EMIT questionChanged();
    ask();
}

void ShownTiles::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active && m_state != State::Scheduled) {
        ask();
    } else if (!active) {
        m_scheduler.stop();
    }
}

void ShownTiles::cancel()
{
    if (!isBusy())
        return;
    m_scheduler.stop();
    setState(State::Cancelled);
}

void ShownTiles::ask()
{
    if (layers().empty())
        return setState(State::NoNetwork);
    if (!m_hasMachine)
        return setState(State::NoMachine, m_whyNoMachine);
    if (!m_active || !m_scheduler.isPossible())
        return setState(State::Scheduling);
    m_scheduler.ask(m_question);
    setState(State::Scheduling);
}

void ShownTiles::forget()
{
    m_scheduler.stop();
    m_answers.assign(layers().size(), std::nullopt);
    m_tilings.clear();
    Q_EMIT answersChanged();
    Q_EMIT tilingsChanged();
}

void ShownTiles::dropDetail()
{
    m_stale.stop();
    if (!m_detail)
        return;
    m_detail.reset();
    Q_EMIT detailChanged();
}

void ShownTiles::setState(State state, const QString& reason)
{
    m_state = state;
    m_reason = reason;
    Q_EMIT stateChanged();
}

const workload::Layer* ShownTiles::selectedLayer() const
{
    return layer() < layers().size() ? &layers()[layer()] : nullptr;
}

const ShownTiles::LayerAnswer* ShownTiles::answer(std::size_t layer) const
{
    return layer < m_answers.size() && m_answers[layer] ? &*m_answers[layer] : nullptr;
}

schedule::flexer::NetworkTotals ShownTiles::totals() const
{
    schedule::flexer::NetworkTotals totals;
    for (const auto& answer : m_answers)
        if (answer && answer->summary)
            totals.add(*answer->summary);
    return totals;
}

void ShownTiles::hear(const TilesNews& news)
{
    if (!news.problem.isEmpty())
        return setState(State::Failed, news.problem);
    if (news.answer)
        takeAnswer(*news.answer);
    if (news.detail) {
        m_stale.stop();
        m_detail = *news.detail;
        Q_EMIT detailChanged();
    }
    if (news.tilings) {
        m_tilings = *news.tilings;
        Q_EMIT tilingsChanged();
    }
    if (news.isScheduled)
        setState(State::Scheduled);
}

void ShownTiles::takeAnswer(const LayerAnswer& answer)
{
    for (const std::size_t layer : answer.layers)
        if (layer < m_answers.size())
            m_answers[layer] = answer;
    Q_EMIT answersChanged();
    if (answer.ended && !answer.summary && layer() < m_answers.size() && m_answers[layer()]
        && !m_answers[layer()]->summary)
        dropDetail();
}

namespace flexer = schedule::flexer;

TilesFocus::TilesFocus(ShownTiles& tiles, QObject* parent) : QObject(parent), m_tiles(tiles)
{
    connect(&m_time, &TimeFocus::selectionChanged, this, &TilesFocus::follow);
    connect(&m_tiles, &ShownTiles::detailChanged, this, [this] {
        clear();
        if (!m_tiles.detail())
            return;
        m_time.setEnd(std::max<std::int64_t>(1, m_tiles.detail()->schedule.latency.count));
        if (m_tiles.question().network == m_network && m_tiles.layer() == m_layer && m_tiles.machineName() == m_machine)
            return;
        m_network = m_tiles.question().network;
        m_layer = m_tiles.layer();
        m_machine = m_tiles.machineName();
        m_time.setRange(std::nullopt);
        m_time.fit();
    });
}

void TilesFocus::set(int decision, std::optional<flexer::TileId> tile)
{
    if (decision == m_decision && tile == m_tile)
        return;
    m_decision = decision;
    m_tile = tile;
    Q_EMIT changed();
}

/// Another event was selected in a chart.
void TilesFocus::follow()
{
    if (m_setting || !m_tiles.detail())
        return;
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    const auto event = m_time.selected();
    if (!event)
        return set(-1, std::nullopt);
    if (*event < schedule.operations.size())
        set(schedule.operations[*event].set, std::nullopt);
    else if (*event - schedule.operations.size() < schedule.transfers.size())
        set(-1, schedule.transfers[*event - schedule.operations.size()].tile);
}

void TilesFocus::selectTile(flexer::TileId tile)
{
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    set(-1, tile);
}

void TilesFocus::selectDecision(int decision)
{
    if (!m_tiles.detail() || m_tiles.detail()->sharing.empty())
        return;
    const auto& sets = m_tiles.detail()->sharing;
    decision = std::clamp(decision, 0, int(sets.size()) - 1);
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    const flexer::SetSharing& chosen = sets[std::size_t(decision)];
    if (chosen.end.count <= m_time.low() || chosen.start.count >= m_time.high())
        m_time.show({chosen.start.count, chosen.end.count});
    m_time.setCursor(chosen.start.count);
    set(decision, std::nullopt);
}

void TilesFocus::clear()
{
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    set(-1, std::nullopt);
}

std::vector<std::uint32_t> TilesFocus::related() const
{
    std::vector<std::uint32_t> events;
    if (!m_tiles.detail())
        return events;
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    for (std::size_t i = 0; i < schedule.operations.size(); ++i) {
        const flexer::TileOperation& op = schedule.operations[i];
        const bool usesTile = m_tile && std::ranges::find(op.tiles.values, *m_tile) != op.tiles.values.end();
        if (usesTile || (m_decision >= 0 && op.set == m_decision))
            events.push_back(std::uint32_t(i));
    }
    for (std::size_t i = 0; m_tile && i < schedule.transfers.size(); ++i)
        if (schedule.transfers[i].tile == *m_tile)
            events.push_back(std::uint32_t(schedule.operations.size() + i));
    return events;
}

} // namespace nestloom::ui
