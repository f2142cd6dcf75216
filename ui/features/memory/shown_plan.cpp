// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/shown_plan.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kPatienceMs = 80;            // with a question that has no first answer yet
constexpr Bytes kUsualScratchpad{1 << 20}; // until an accelerator says more
} // namespace

using schedule::cosma::CurveAnswer;
using schedule::cosma::PlanAnswer;

ShownPlan::ShownPlan(PlanAsker* planner, QObject* parent)
    : QObject(parent), m_planner(planner, this, [this](const PlanNews& news) { hear(news); })
{
    m_question.scratchpad = kUsualScratchpad;
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &ShownPlan::send);
}

void ShownPlan::forget()
{
    m_answer = {};
    m_boxes = {};
    m_budgets.reset();
    m_curve.clear();
    m_isCurveComplete = false;
    m_storedAs = 0;
    m_reason.clear();
}

const std::vector<memory::PlanStep>& ShownPlan::steps() const
{
    static const std::vector<memory::PlanStep> none;
    return hasPlan() ? *m_answer.steps : none;
}

void ShownPlan::setNetwork(const workload::Network& network)
{
    const bool isSame = m_question.graph && m_networkGraph == network.graph && !m_own;
    m_networkName = QString::fromStdString(network.name);
    if (isSame)
        return;
    m_networkGraph = network.graph;
    m_isKeptGraph = false;
    m_planner.stop();
    m_isWaiting = m_isPending = false;
    forget();
    if (m_own) // what a stored plan was asked for leaves with it
        m_question = *std::exchange(m_own, std::nullopt);
    m_question.graph.reset();
    m_state = network.layers.empty() && !workload::hasGraph(network) ? State::NoNetwork : State::NoGraph;
    if (workload::hasGraph(network)) {
        takeGraph();
        m_state = State::Planning;
    }
    Q_EMIT networkChanged();
    Q_EMIT questionChanged();
    Q_EMIT planChanged();
    Q_EMIT curveChanged();
    ask();
}

bool ShownPlan::usesWords() const
{
    if (!m_words)
        return false;
    return m_isKeptGraph ? m_question.graph && mapping::withWords(*m_question.graph, *m_words) == *m_question.graph
                         : m_usesWords;
}

bool ShownPlan::takeGraph()
{
    auto graph = std::make_shared<const workload::OperatorGraph>(
        usesWords() ? mapping::withWords(m_networkGraph, *m_words) : m_networkGraph);
    const bool isNew = !m_question.graph || *m_question.graph != *graph;
    if (isNew)
        m_question.graph = std::move(graph);
    return isNew;
}

void ShownPlan::setWords(std::optional<mapping::WordWidths> words)
{
    if (words == m_words)
        return;
    m_words = words;
    if (!m_usesWords || m_isKeptGraph || !m_question.graph)
        return Q_EMIT questionChanged();
    if (!takeGraph())
        return Q_EMIT questionChanged(); // elements are as wide as before
    askAnew();
}

void ShownPlan::useWords(bool use)
{
    if (use == usesWords())
        return;
    m_usesWords = use;
    m_isKeptGraph = false;
    if (!m_question.graph)
        return Q_EMIT questionChanged();
    if (!takeGraph())
        return Q_EMIT questionChanged();
    askAnew();
}

namespace {

/// A stored plan as the planner would tell it.
schedule::cosma::PlanAnswer answerOf(const RunRecord& run)
{
    const records::MemoryOptions& options = *run.inputs.memory;
    const records::PlannedMemory& planned = *run.memory;
    schedule::cosma::PlanAnswer answer;
    answer.question = {std::make_shared<const workload::OperatorGraph>(run.inputs.network.graph), options.parameters,
                       options.fused, options.order, options.scratchpad};
    answer.graph = std::make_shared<const workload::OperatorGraph>(planned.graph);
    answer.budgets = planned.figures.budgets;
    answer.status = planned.figures.isProven() ? SolveStatus::Optimal : SolveStatus::Feasible;
    answer.plan = std::make_shared<const memory::MemoryPlan>(planned.plan);
    answer.steps =
        std::make_shared<const std::vector<memory::PlanStep>>(memory::planSteps(planned.graph, planned.plan));
    answer.bound = planned.figures.bound;
    answer.baselines = planned.baselines;
    answer.ended = true;
    return answer;
}

} // namespace

void ShownPlan::showRun(const RunRecord& run)
{
    m_planner.stop();
    m_patience.stop();
    m_isWaiting = m_isPending = m_cancelled = false;
    forget();
    m_networkName = QString::fromStdString(run.inputs.network.name);
    m_networkGraph = run.inputs.network.graph;
    m_isKeptGraph = true;
    if (!m_own)
        m_own = m_question;
    const PlanAnswer answer = answerOf(run);
    m_question = answer.question;
    m_storedAs = run.summary.id;
    Q_EMIT networkChanged();
    Q_EMIT questionChanged();
    show(answer);
    Q_EMIT curveChanged();
}

ScheduleRequest ShownPlan::request(const workload::Network& network) const
{
    ScheduleRequest request;
    request.network = network;
    request.network.graph = *m_question.graph; // with elements as wide as they were planned
    request.memory = records::MemoryOptions{.parameters = m_question.parameters,
                                            .fused = m_question.fused,
                                            .order = m_question.order,
                                            .scratchpad = m_question.scratchpad};
    return request;
}

records::PlannedMemory ShownPlan::planned() const
{
    records::PlannedMemory memory{graph(), plan(), {}, m_answer.baselines};
    memory.figures.scratchpad = m_question.scratchpad;
    memory.figures.traffic = plan().traffic;
    memory.figures.bound = m_answer.bound;
    memory.figures.peak = records::peakUse(graph(), plan());
    memory.figures.budgets = m_answer.budgets;
    memory.figures.cpuMs = std::chrono::duration<double, std::milli>(m_answer.cpu).count();
    if (m_answer.baselines)
        memory.figures.bestBaseline = schedule::cosma::bestOf(*m_answer.baselines).traffic;
    return memory;
}

void ShownPlan::setScratchpad(Bytes size)
{
    if (size == m_question.scratchpad)
        return;
    m_question.scratchpad = size;
    Q_EMIT questionChanged();
    ask();
}

void ShownPlan::choose(const Choices& choices)
{
    if (choices == this->choices())
        return;
    m_question.parameters = choices.parameters;
    m_question.fused = choices.fused;
    m_question.order = choices.order;
    askAnew();
}

void ShownPlan::followChoices(const Choices& choices)
{
    if (m_own) {
        m_own->parameters = choices.parameters;
        m_own->fused = choices.fused;
        m_own->order = choices.order;
    }
    if (!m_own || m_storedAs == 0)
        choose(choices);
}

void ShownPlan::askAnew()
{
    forget();
    Q_EMIT questionChanged();
    Q_EMIT planChanged();
    Q_EMIT curveChanged();
    m_isWaiting = false; // what is asked about is another graph: do not wait for the answer
    ask();
}

void ShownPlan::setMoving(bool moving)
{
    if (moving == m_moving)
        return;
    m_moving = moving;
    if (!moving)
        ask(); // now with the curve
}

void ShownPlan::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active) {
        if (m_storedAs == 0 || !(m_isKeptGraph || m_isCurveComplete))
            ask();
    } else {
        m_patience.stop();
        m_isWaiting = m_isPending = false;
        m_planner.stop();
    }
}

void ShownPlan::cancel()
{
    if (!m_planner.isBusy())
        return;
    m_patience.stop();
    m_planner.stop();
    m_isWaiting = m_isPending = false;
    m_cancelled = true;
    if (m_state == State::Planning) {
        setState(hasPlan() ? State::Planned : State::NoPlan);
        if (!hasPlan())
            m_reason = tr("Cancelled before a plan was found.");
    }
    Q_EMIT planChanged();
    Q_EMIT curveChanged();
}

void ShownPlan::ask()
{
    if (!m_active || !m_planner.isPossible() || !m_question.graph)
        return;
    if (m_isWaiting && m_asked.elapsed() < kPatienceMs) {
        m_isPending = true;
        m_patience.start(kPatienceMs - int(m_asked.elapsed()));
        return;
    }
    send();
}

void ShownPlan::send()
{
    m_patience.stop();
    m_isPending = false;
    m_cancelled = false;
    m_storedAs = 0;
    m_isWaiting = true;
    m_asked.start();
    m_planner.ask({m_question, !m_moving});
    setState(State::Planning);
    Q_EMIT planChanged();
}

void ShownPlan::hear(const PlanNews& news)
{
    const bool isFailure = !news.problem.isEmpty();
    if (news.curve)
        takeCurve(*news.curve);
    if (!news.answer && !isFailure)
        return;
    m_isWaiting = false;
    if (news.answer) {
        show(*news.answer);
    } else {
        m_reason = news.problem;
        setState(State::Failed);
        Q_EMIT planChanged();
    }
    if (m_isPending)
        send();
}

void ShownPlan::show(const PlanAnswer& answer)
{
    const bool isSamePlan = hasPlan() && answer.plan == m_answer.plan;
    m_answer = answer;
    m_budgets = answer.budgets;
    m_reason = QString::fromStdString(answer.reason);
    if (!answer.plan) {
        m_boxes = {};
    } else if (!isSamePlan) {
        m_boxes = PlanBoxes(*answer.graph, *answer.plan);
        const auto most =
            std::ranges::max_element(steps(), [](const auto& a, const auto& b) { return a.used < b.used; });
        m_peakStep = int(most - steps().begin());
    }
    if (!answer.ended)
        setState(State::Planning);
    else if (answer.plan)
        setState(State::Planned);
    else
        setState(answer.status == SolveStatus::Infeasible ? State::Infeasible : State::NoPlan);
    Q_EMIT planChanged();
}

void ShownPlan::takeCurve(const CurveAnswer& curve)
{
    m_budgets = curve.budgets;
    m_curve = curve.steps;
    m_isCurveComplete = curve.ended;
    Q_EMIT curveChanged();
}

} // namespace nestloom::ui
