// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/shown_nodes.h"

#include "engine/schedule/kapla/node_machine.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

bool isSame(const kapla::NodeRunOptions& a, const kapla::NodeRunOptions& b)
{
    return a.engine == b.engine && isComparable(a, b);
}

std::ptrdiff_t place(const kapla::NodeRunOptions& options)
{
    const auto& engines = kapla::nodeEngines();
    return std::ranges::find_if(engines, [&](const auto& engine) { return engine.id == options.engine; })
           - engines.begin();
}

} // namespace

bool isComparable(const kapla::NodeRunOptions& a, const kapla::NodeRunOptions& b)
{
    return a.batch == b.batch && a.training == b.training && a.goal == b.goal && a.alone == b.alone;
}

ShownNodes::ShownNodes(NodesAsker* scheduler, QObject* parent)
    : QObject(parent), m_scheduler(scheduler, this, [this](const NodesNews& news) { hear(news); })
{
    m_question.network = std::make_shared<const workload::Network>();
    m_question.accelerator = std::make_shared<const hardware::Accelerator>();
}

void ShownNodes::hear(const NodesNews& news)
{
    if (!news.problem.isEmpty())
        return setState(State::Failed, news.problem);
    if (news.run)
        return takeAnswer(news.run);
    if (!news.progress || m_state != State::Scheduling)
        return;
    m_progress = *news.progress;
    Q_EMIT progressChanged();
}

void ShownNodes::setNetwork(const workload::Network& network)
{
    if (*m_question.network == network)
        return;
    takeInputs(std::make_shared<const workload::Network>(network), m_question.accelerator);
    show({});
    Q_EMIT questionChanged();
    ask();
}

void ShownNodes::setAccelerator(const hardware::Accelerator& accelerator)
{
    if (*m_question.accelerator == accelerator)
        return;
    takeInputs(m_question.network, std::make_shared<const hardware::Accelerator>(accelerator));
    show({});
    Q_EMIT questionChanged();
    ask();
}

/// Answers to the same question are found by the objects of their inputs.
void ShownNodes::takeInputs(std::shared_ptr<const workload::Network> network,
                            std::shared_ptr<const hardware::Accelerator> accelerator)
{
    for (const Kept& kept : m_kept) {
        if (kept.network != network && *kept.network == *network)
            network = kept.network;
        if (kept.accelerator != accelerator && *kept.accelerator == *accelerator)
            accelerator = kept.accelerator;
    }
    m_question.network = std::move(network);
    m_question.accelerator = std::move(accelerator);
    const auto machine = kapla::machineOf(*m_question.accelerator);
    m_whyNoNodes = machine ? QString() : QString::fromStdString(machine.error().text());
}

void ShownNodes::remember(const Answer& run)
{
    std::erase_if(m_kept,
                  [this](const Kept& kept) { return isOfQuestion(kept) && isSame(kept.options, m_question.options); });
    if (m_kept.size() == kMostKept)
        m_kept.erase(m_kept.begin());
    m_kept.push_back({m_question.options, run, m_question.network, m_question.accelerator});
}

void ShownNodes::showRun(const RunRecord& run)
{
    m_scheduler.stop();
    takeInputs(std::make_shared<const workload::Network>(run.inputs.network),
               std::make_shared<const hardware::Accelerator>(run.inputs.accelerator));
    m_question.options = *run.inputs.nodes;
    remember(run.nodes);
    m_asked = true;
    Q_EMIT questionChanged();
    show(run.nodes);
    noteStored(run.summary.id);
    setState(State::Scheduled);
}

RunId ShownNodes::storedAs() const
{
    for (const Kept& kept : m_kept)
        if (m_run && kept.run == m_run)
            return kept.storedAs;
    return 0;
}

void ShownNodes::noteStored(RunId run)
{
    for (Kept& kept : m_kept)
        if (kept.run == m_run)
            kept.storedAs = run;
}

void ShownNodes::setOptions(const kapla::NodeRunOptions& options)
{
    if (isSame(options, m_question.options))
        return;
    m_question.options = options;
    show({});
    Q_EMIT questionChanged();
    ask();
}

void ShownNodes::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active && !m_asked) {
        ask();
    } else if (!active && isBusy()) {
        m_scheduler.stop();
        m_asked = false;
    }
}

void ShownNodes::cancel()
{
    if (!isBusy())
        return;
    m_scheduler.finish();
    setState(State::Cancelled); // its answer is the best schedule up to now
}

void ShownNodes::again()
{
    if (m_state == State::Cancelled || m_state == State::Failed)
        ask();
}

void ShownNodes::ask()
{
    m_asked = true;
    m_progress = {};
    const auto known = std::ranges::find_if(
        m_kept, [this](const Kept& kept) { return isOfQuestion(kept) && isSame(kept.options, m_question.options); });
    const bool needsSearch = !m_question.network->layers.empty() && m_whyNoNodes.isEmpty() && known == m_kept.end();
    if (!(needsSearch && m_active))
        m_scheduler.stop();
    if (m_question.network->layers.empty())
        return setState(State::NoNetwork);
    if (!m_whyNoNodes.isEmpty())
        return setState(State::NoNodes, m_whyNoNodes);
    if (known != m_kept.end()) {
        show(known->run);
        return setState(State::Scheduled);
    }
    m_asked = m_active && m_scheduler.isPossible();
    if (m_asked)
        m_scheduler.ask(m_question);
    setState(State::Scheduling);
}

void ShownNodes::show(const Answer& run)
{
    if (const auto* before = placed()) // the same layer in the next schedule
        m_wanted = m_run->graph.network.layers[before->layer].name;
    m_run = run && run->schedule ? run : nullptr;
    m_chain = m_run ? segmentChain(*m_run) : SegmentChain();
    m_layer.reset();
    if (m_run)
        for (std::size_t i = 0; i < m_run->graph.network.layers.size() && !m_layer; ++i)
            if (m_run->graph.network.layers[i].name == m_wanted)
                m_layer = i;
    if (m_run && !m_layer && !m_chain.empty())
        m_layer = m_chain.layers.front().layer;
    Q_EMIT runChanged();
    Q_EMIT layerChanged();
}

void ShownNodes::selectLayer(std::optional<std::size_t> layer)
{
    if (layer == m_layer || !m_run || (layer && *layer >= m_run->graph.network.layers.size()))
        return;
    m_layer = layer;
    Q_EMIT layerChanged();
}

void ShownNodes::selectLayer(const std::string& name)
{
    m_wanted = name;
    if (!m_run)
        return;
    const auto& layers = m_run->graph.network.layers;
    if (const auto* now = placed(); now != nullptr && layers[m_run->graph.origins[now->layer]].name == name)
        return; // one of its backward layers may be selected
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].name == name)
            return selectLayer(i);
}

const SegmentChain::Layer* ShownNodes::placed() const
{
    const auto at = m_layer ? m_chain.find(*m_layer) : std::nullopt;
    return at ? &m_chain.layers[*at] : nullptr;
}

std::vector<ShownNodes::Kept> ShownNodes::compared() const
{
    std::vector<Kept> runs;
    for (const Kept& kept : m_kept)
        if (isOfQuestion(kept) && isComparable(kept.options, m_question.options))
            runs.push_back(kept);
    std::ranges::stable_sort(runs, [](const Kept& a, const Kept& b) { return place(a.options) < place(b.options); });
    return runs;
}

void ShownNodes::setState(State state, const QString& reason)
{
    m_state = state;
    m_reason = reason;
    Q_EMIT stateChanged();
}

void ShownNodes::takeAnswer(const Answer& answer)
{
    if (!answer->stopped && answer->schedule)
        remember(answer);
    show(answer);
    if (answer->stopped)
        return setState(State::Cancelled, QString::fromStdString(answer->reason));
    if (!answer->schedule)
        return setState(State::Failed, QString::fromStdString(answer->reason));
    setState(State::Scheduled);
}

} // namespace nestloom::ui
