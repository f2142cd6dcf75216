// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/paper_ilp.h"

#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/peak_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::schedule::cosma {

namespace {

std::string at(const std::string& name, std::size_t step) { return name + "@" + std::to_string(step); }

constexpr std::int64_t kMaxRows = 200'000; // what a solver can be given at all; far fewer can be solved

bool isOne(const std::optional<VariableId>& variable, const milp::Assignment& assignment)
{
    return variable && assignment[variable->value] > 0.5;
}

std::vector<std::uint32_t> orderFor(const workload::OperatorGraph& graph, Order order, const RunControl& control)
{
    if (order == Order::Default)
        return defaultOrder(graph.operators.size());
    if (order != Order::LeastPeak)
        return {};
    RunControl search;
    search.stop = control.stop;
    return leastPeak(GraphIndex(graph), search).solution->order;
}

/// Proven is what the relaxation says, whose bound is checked; of the program itself there is the solver's word.
CosmaOutcome outcomeOf(const SolveOutcome<milp::Assignment>& answer, const SolveOutcome<milp::Assignment>& relaxed,
                       const PaperIlp& program)
{
    CosmaOutcome outcome;
    outcome.status = answer.status;
    outcome.cause = answer.cause;
    outcome.reason = answer.reason;
    outcome.stats = answer.stats;
    outcome.stats.bound =
        std::max(0.0, std::ceil(relaxed.stats.bound.value_or(0) - 1e-6) * double(program.unit())); // whole units
    if (answer.status == SolveStatus::Optimal) {
        outcome.status = SolveStatus::Feasible;
        outcome.reason = "the solver says that this is the least, which is not checked";
    } else if (answer.status == SolveStatus::Infeasible && relaxed.status != SolveStatus::Infeasible) {
        outcome.status = SolveStatus::NoSolutionFound;
    }
    if (answer.solution)
        outcome.solution = program.decode(*answer.solution);
    return outcome;
}

} // namespace

PaperIlp::PaperIlp(const workload::OperatorGraph& graph, bool inputsBacked, Bytes budget,
                   const std::vector<std::uint32_t>& order)
    : m_graph(graph), m_index(graph, inputsBacked), m_budgetBytes(budget), m_earliest(graph.operators.size()),
      m_latest(graph.operators.size())
{
    for (std::size_t o = 0; o < m_earliest.size(); ++o) {
        m_index.ancestors(o).forEachExcept(OpSet(m_earliest.size()), [&](std::size_t) { ++m_earliest[o]; });
        std::size_t after = 0;
        m_index.descendants(o).forEachExcept(OpSet(m_earliest.size()), [&](std::size_t) { ++after; });
        m_latest[o] = m_earliest.size() - 1 - after;
    }
    for (std::size_t step = 0; step < order.size(); ++step)
        m_earliest[order[step]] = m_latest[order[step]] = step;
    std::int64_t unit = 0;
    for (std::size_t t = 0; t < m_index.tensors(); ++t)
        unit = std::gcd(unit, m_index.size(t));
    for (std::size_t o = 0; o < m_index.operators(); ++o)
        unit = std::gcd(unit, m_index.parameterBytes(o));
    m_unit = std::max<std::int64_t>(1, unit);
    m_budget = budget.count / m_unit;
    addItems(graph);
}

void PaperIlp::addItems(const workload::OperatorGraph& graph)
{
    for (std::uint32_t t = 0; t < m_index.tensors(); ++t) {
        const std::uint32_t op = m_index.producer(t);
        std::size_t last = m_latest[op];
        for (const std::uint32_t c : m_index.consumers(t))
            last = std::max(last, m_latest[c]);
        m_items.push_back({graph.tensors[t].name,
                           m_index.size(t) / m_unit,
                           op,
                           m_earliest[op],
                           last,
                           false,
                           m_index.isBacked(t),
                           {},
                           {},
                           {},
                           {}});
    }
    for (std::uint32_t o = 0; o < m_index.operators(); ++o)
        if (m_index.parameterBytes(o) > 0)
            m_items.push_back({graph.operators[o].name + ".parameters",
                               m_index.parameterBytes(o) / m_unit,
                               o,
                               m_earliest[o],
                               m_latest[o],
                               true,
                               false,
                               {},
                               {},
                               {},
                               {}});
}

/// Not when the one is dead whenever the other is made: all its consumers come before the other's operator.
bool PaperIlp::mayMeet(const Item& a, const Item& b) const
{
    if (a.size == 0 || b.size == 0 || (a.isParameters && b.isParameters))
        return false;
    const auto diesBefore = [&](const Item& x, const Item& y) {
        if (x.isParameters)
            return m_index.ancestors(y.op).contains(x.op);
        const auto& consumers = m_index.consumers(std::size_t(&x - m_items.data()));
        if (consumers.empty())
            return x.op != y.op && m_index.ancestors(y.op).contains(x.op);
        return std::ranges::all_of(consumers, [&](std::uint32_t c) { return m_index.ancestors(y.op).contains(c); });
    };
    return !diesBefore(a, b) && !diesBefore(b, a);
}

std::int64_t PaperIlp::rows() const
{
    std::int64_t sum = 2 * std::int64_t(m_index.operators());
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        sum += 9 * std::int64_t(m_items[i].last - m_items[i].first + 1);
        for (std::size_t j = 0; j < i; ++j) {
            const std::size_t first = std::max(m_items[i].first, m_items[j].first);
            const std::size_t last = std::min(m_items[i].last, m_items[j].last);
            if (first <= last && mayMeet(m_items[i], m_items[j]))
                sum += 4 * std::int64_t(last - first + 1);
        }
    }
    return sum;
}

milp::Model PaperIlp::build()
{
    milp::Model model;
    addOperators(model);
    for (std::uint32_t t = 0; t < m_index.tensors(); ++t)
        addTensor(model, t);
    for (std::uint32_t t = 0; t < m_index.tensors(); ++t)
        addUses(model, t);
    for (Item& item : m_items)
        addAddresses(model, item);
    for (std::size_t i = 0; i < m_items.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (mayMeet(m_items[i], m_items[j]))
                addPair(model, m_items[i], m_items[j]);
    model.minimize(m_objective);
    return model;
}

/// Eq. 7, and one operator at each step.
void PaperIlp::addOperators(milp::Model& model)
{
    std::vector<milp::LinearExpression> running(m_index.operators());
    for (std::size_t o = 0; o < m_index.operators(); ++o) {
        milp::LinearExpression once;
        m_created.emplace_back();
        for (std::size_t step = m_earliest[o]; step <= m_latest[o]; ++step) {
            const VariableId c = model.addBinary(at("C_" + m_graph.operators[o].name, step));
            m_created.back().push_back(c);
            once.add(c, 1);
            running[step].add(c, 1);
        }
        model.addEqual(once, 1, "created_" + m_graph.operators[o].name);
    }
    for (std::size_t step = 0; step < running.size(); ++step)
        model.addEqual(running[step], 1, at("step", step));
}

PaperIlp::Optional PaperIlp::created(const Item& item, std::size_t step) const
{
    if (step < m_earliest[item.op] || step > m_latest[item.op])
        return std::nullopt;
    return m_created[item.op][step - m_earliest[item.op]];
}

milp::LinearExpression PaperIlp::resident(const Item& item, std::size_t step) const
{
    milp::LinearExpression sum;
    if (step < item.first || step > item.last)
        return sum;
    if (const Optional c = created(item, step))
        sum.add(*c, 1);
    if (!item.isParameters)
        for (const auto* list : {&item.preserved, &item.retrieved})
            if (const Optional v = (*list)[step - item.first])
                sum.add(*v, 1);
    return sum;
}

/// Eq. 1-4 and 8.
void PaperIlp::addTensor(milp::Model& model, std::uint32_t tensor)
{
    Item& item = m_items[tensor];
    for (auto* list : {&item.preserved, &item.spilled, &item.retrieved})
        list->assign(item.last - item.first + 1, std::nullopt);
    if (m_index.consumers(tensor).empty())
        return;                    // leaves with the step that makes it
    milp::LinearExpression spills; // up to the step before, or the creation where there is a copy
    for (std::size_t step = item.first + 1; step <= item.last; ++step) {
        const std::size_t i = step - item.first;
        const auto before = resident(item, step - 1);
        const VariableId p = model.addBinary(at("P_" + item.name, step));
        const VariableId r = model.addBinary(at("R_" + item.name, step));
        item.preserved[i] = p;
        item.retrieved[i] = r;
        m_objective.add(r, double(item.size));
        milp::LinearExpression once;
        once.add(p, 1).add(r, 1);
        if (const Optional c = created(item, step))
            once.add(*c, 1);
        if (item.hasCopy) {
            if (const Optional c = created(item, step - 1))
                spills.add(*c, 1);
        } else if (i >= 2) {
            spills.add(*item.spilled[i - 1], 1);
        }
        model.addLessEqual(milp::LinearExpression().add(r, 1).add(spills, -1), 0, at("eq4_" + item.name, step));
        model.addLessEqual(milp::LinearExpression().add(r, 1).add(before), 1, at("away_" + item.name, step));
        model.addLessEqual(milp::LinearExpression().add(p, 1).add(before, -1), 0, at("eq2_" + item.name, step));
        if (!item.hasCopy) {
            const VariableId s = model.addBinary(at("S_" + item.name, step));
            item.spilled[i] = s;
            m_objective.add(s, double(item.size));
            once.add(s, 1);
            milp::LinearExpression eq3 = milp::LinearExpression().add(s, 1).add(before, -1);
            if (const Optional retrieved = item.retrieved[i - 1])
                eq3.add(*retrieved, 1); // what was retrieved has its copy
            model.addLessEqual(eq3, 0, at("eq3_" + item.name, step));
        }
        model.addLessEqual(once, 1, at("eq1_" + item.name, step));
    }
    milp::LinearExpression allSpills;
    for (const Optional& s : item.spilled)
        if (s)
            allSpills.add(*s, 1);
    model.addLessEqual(allSpills, 1, "eq8_" + item.name);
}

/// Eq. 5.
void PaperIlp::addUses(milp::Model& model, std::uint32_t tensor)
{
    const Item& item = m_items[tensor];
    for (const std::uint32_t c : m_index.consumers(tensor))
        for (std::size_t step = m_earliest[c]; step <= m_latest[c]; ++step) {
            milp::LinearExpression lacking;
            lacking.add(*m_created[c][step - m_earliest[c]], 1);
            const std::size_t i = step - item.first;
            for (const auto* list : {&item.preserved, &item.retrieved})
                if (const Optional v = (*list)[i])
                    lacking.add(*v, -1);
            model.addLessEqual(lacking, 0, at("eq5_" + item.name + "_" + m_graph.operators[c].name, step));
        }
}

/// Eq. 9 as bounds, and 11.
void PaperIlp::addAddresses(milp::Model& model, Item& item)
{
    const double big = double(m_budget);
    for (std::size_t step = item.first; step <= item.last; ++step) {
        const VariableId l = model.addVariable(0, double(m_budget - item.size), true, at("L_" + item.name, step));
        item.address.push_back(l);
        if (item.isParameters || step == item.first || !item.preserved[step - item.first])
            continue;
        const VariableId before = *item.address[step - item.first - 1];
        const VariableId p = *item.preserved[step - item.first];
        const VariableId v = model.addBinary(at("V_" + item.name, step));
        const auto was = resident(item, step - 1);
        const auto expression = [] { return milp::LinearExpression(); };
        model.addLessEqual(expression().add(before, 1).add(l, -1).add(v, big), big, at("eq11a_" + item.name, step));
        model.addLessEqual(expression().add(l, 1).add(before, -1).add(v, big), big, at("eq11b_" + item.name, step));
        model.addGreaterEqual(expression().add(v, 1).add(was, -1).add(p, -1), -1, at("eq11c_" + item.name, step));
        model.addLessEqual(expression().add(v, 1).add(was, -1), 0, at("eq11d_" + item.name, step));
        model.addLessEqual(expression().add(v, 1).add(p, -1), 0, at("eq11e_" + item.name, step));
    }
}

/// Eq. 10.
void PaperIlp::addPair(milp::Model& model, const Item& a, const Item& b)
{
    const double big = double(m_budget);
    for (std::size_t step = std::max(a.first, b.first); step <= std::min(a.last, b.last); ++step) {
        const std::string name = at(a.name + "_" + b.name, step);
        const VariableId u = model.addBinary("u_" + name), d = model.addBinary("d_" + name);
        const VariableId la = *a.address[step - a.first], lb = *b.address[step - b.first];
        const auto both = milp::LinearExpression().add(u, 1).add(d, 1);
        model.addLessEqual(both, 1, "eq10a_" + name);
        model.addGreaterEqual(milp::LinearExpression().add(both).add(resident(a, step), -1).add(resident(b, step), -1),
                              -1, "eq10b_" + name);
        model.addLessEqual(milp::LinearExpression().add(la, 1).add(lb, -1).add(d, big), big - double(a.size),
                           "eq10c_" + name);
        model.addLessEqual(milp::LinearExpression().add(lb, 1).add(la, -1).add(u, big), big - double(b.size),
                           "eq10d_" + name);
    }
}

bool PaperIlp::isOnChip(const Item& item, std::size_t step, const milp::Assignment& assignment) const
{
    return isOne(created(item, step), assignment) || isOne(item.preserved[step - item.first], assignment)
           || isOne(item.retrieved[step - item.first], assignment);
}

/// Residencies from being made or retrieved to the last use before leaving. A retrieval without a use is left out.
void PaperIlp::decodeTensor(std::uint32_t tensor, const milp::Assignment& assignment, memory::MemoryPlan& plan) const
{
    const Item& item = m_items[tensor];
    std::optional<memory::Residency> open;
    bool isUsed = false;
    const auto close = [&] {
        if (open && isUsed)
            plan.residencies.push_back(*open);
        open.reset();
    };
    for (std::size_t step = item.first; step <= item.last; ++step) {
        const bool made = isOne(created(item, step), assignment);
        if (!isOnChip(item, step, assignment)) {
            close();
            continue;
        }
        if (made || isOne(item.retrieved[step - item.first], assignment)) {
            close();
            const double address = assignment[item.address[step - item.first]->value];
            open = memory::Residency{TensorId{tensor}, step, step, {std::llround(address) * m_unit}};
            isUsed = made;
        }
        if (open && m_index.consumes(plan.order[step].value, tensor)) {
            open->last = step;
            isUsed = true;
        }
    }
    close();
}

void PaperIlp::decodeParameters(const Item& item, const milp::Assignment& assignment, memory::MemoryPlan& plan) const
{
    for (std::size_t step = item.first; step <= item.last; ++step) {
        if (!isOne(created(item, step), assignment))
            continue;
        Bytes offset{std::llround(assignment[item.address[step - item.first]->value]) * m_unit};
        const std::vector<Bytes>& sizes = m_graph.operators[item.op].parameters;
        for (std::size_t p = 0; p < sizes.size(); ++p) {
            plan.parameters.push_back({OperatorId{item.op}, p, offset});
            offset += sizes[p];
        }
    }
}

memory::MemoryPlan PaperIlp::decode(const milp::Assignment& assignment) const
{
    memory::MemoryPlan plan;
    plan.budget = m_budgetBytes;
    plan.inputsBacked = m_index.inputsBacked();
    plan.order.resize(m_index.operators());
    for (std::uint32_t o = 0; o < m_index.operators(); ++o)
        for (std::size_t i = 0; i < m_created[o].size(); ++i)
            if (isOne(m_created[o][i], assignment))
                plan.order[m_earliest[o] + i] = {o};
    for (std::uint32_t t = 0; t < m_index.tensors(); ++t)
        decodeTensor(t, assignment, plan);
    for (std::size_t i = m_index.tensors(); i < m_items.size(); ++i)
        decodeParameters(m_items[i], assignment, plan);
    for (std::uint32_t o = 0; o < m_index.operators(); ++o) // empty ones take part in no program
        if (m_index.parameterBytes(o) == 0)
            for (std::size_t p = 0; p < m_graph.operators[o].parameters.size(); ++p)
                plan.parameters.push_back({OperatorId{o}, p, {}});
    std::vector<std::size_t> stepOf(plan.order.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = step;
    std::ranges::stable_sort(plan.parameters,
                             [&](const auto& a, const auto& b) { return stepOf[a.op.value] < stepOf[b.op.value]; });
    plan.traffic = memory::traffic(m_graph, plan.residencies, plan.inputsBacked);
    return plan;
}

Result<CosmaOutcome> solvePaperIlp(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params,
                                   milp::Solver& solver, const RunControl& control)
{
    TRY_DO(checkGraph(graph));
    if (std::string reason = lackOfRoom(graph, budget); !reason.empty()) {
        CosmaOutcome outcome;
        outcome.status = SolveStatus::Infeasible;
        outcome.reason = std::move(reason);
        return outcome;
    }
    PaperIlp program(graph, params.inputsBacked, budget, orderFor(graph, params.order, control));
    if (const std::int64_t rows = program.rows(); rows > kMaxRows)
        return Error{ErrorCode::Unsupported,
                     "the integer program would have " + std::to_string(rows) + " rows, " + std::to_string(kMaxRows)
                         + " are allowed; use the search",
                     "graph " + graph.name};
    const milp::Model model = program.build();
    TRY(const auto answer, solver.solve(model, {.absoluteGap = 0.5}, control));
    TRY(const auto relaxed, solver.solve(model, {.relaxationOnly = true}, control));
    CosmaOutcome outcome = outcomeOf(answer, relaxed, program);
    if (outcome.solution)
        if (const auto violations = memory::verify(graph, *outcome.solution); !violations.empty())
            return Error{ErrorCode::Internal, "the plan breaks a rule: " + violations.front().message,
                         "graph " + graph.name};
    if (outcome.solution && double(outcome.solution->traffic.count) <= *outcome.stats.bound) {
        outcome.status = SolveStatus::Optimal;
        outcome.reason.clear();
    }
    return outcome;
}

} // namespace nestloom::schedule::cosma
