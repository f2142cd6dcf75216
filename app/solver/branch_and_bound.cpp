// SPDX-License-Identifier: Apache-2.0
#include "app/solver/branch_and_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <CbcEventHandler.hpp>
#include <CbcHeuristic.hpp>
#include <CbcHeuristicDiveCoefficient.hpp>
#include <CbcHeuristicFPump.hpp>
#include <CbcModel.hpp>
#include <CglGomory.hpp>
#include <CglKnapsackCover.hpp>
#include <CglMixedIntegerRounding2.hpp>
#include <CglPreProcess.hpp>
#include <CglProbing.hpp>

namespace nestloom::solver {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// CBC's preprocessing of a model, and the way back from its solutions.
class Preprocessing {
public:
    /// The smaller model, owned by this object; null when preprocessing proved the model infeasible.
    OsiSolverInterface* reduce(OsiClpSolverInterface& original)
    {
        m_process.messageHandler()->setLogLevel(0);
        m_probing.setUsingObjective(1);
        m_probing.setMaxPass(1);
        m_probing.setMaxProbeRoot(60);
        m_probing.setMaxLook(10);
        m_probing.setRowCuts(3);
        m_process.addCutGenerator(&m_probing);
        constexpr int kMakeEqualityNo = 0;
        constexpr int kPasses = 5;
        m_reduced = m_process.preProcessNonDefault(original, kMakeEqualityNo, kPasses);
        if (m_reduced)
            m_reduced->resolve();
        return m_reduced;
    }

    /// Puts a solution of the reduced model into the original one; may be called again with another solution.
    void expand(const double* reducedSolution)
    {
        const std::unique_ptr<OsiSolverInterface> fixed(m_reduced->clone());
        fixed->setColSolution(reducedSolution);
        for (int i = 0; i < fixed->getNumCols(); ++i) {
            if (fixed->isInteger(i)) {
                const double value = std::round(reducedSolution[i]);
                fixed->setColBounds(i, value, value);
            }
        }
        fixed->resolve();
        constexpr int kKeepEverything = 0;
        m_process.postProcess(*fixed, kKeepEverything);
    }

private:
    CglPreProcess m_process;
    CglProbing m_probing;
    OsiSolverInterface* m_reduced = nullptr;
};

/// Our own copy of the incumbent, in the terms of the original model: after a stop CBC may have lost its own.
class IncumbentKeeper {
public:
    IncumbentKeeper(const milp::Model& model, OsiClpSolverInterface& original, Preprocessing* preprocessing,
                    StopSignal& stop, SolveObserver& observer)
        : m_model(model), m_original(original), m_preprocessing(preprocessing), m_stop(stop), m_observer(observer)
    {
    }

    /// solution: of the model that CBC works on.
    void offer(const double* solution)
    {
        const StopSignal::Mute finishThis(m_stop);
        if (m_preprocessing) {
            m_preprocessing->expand(solution);
            solution = m_original.getColSolution();
        }
        auto assignment = checkedAssignment(m_model, solution);
        m_mappingFailed = !assignment;
        if (!assignment)
            return;
        const double objective = objectiveValue(m_model, *assignment);
        if (m_best && objective >= m_objective)
            return;
        m_objective = objective;
        m_best = std::move(assignment);
        m_observer.onIncumbent(m_objective, *m_best);
    }

    const std::optional<milp::Assignment>& best() const { return m_best; }
    double objective() const { return m_best ? m_objective : kUnknown; }
    bool mappingFailed() const { return m_mappingFailed; } // of the last offer

private:
    const milp::Model& m_model;
    OsiClpSolverInterface& m_original;
    Preprocessing* m_preprocessing; // null: CBC works on the original model
    StopSignal& m_stop;
    SolveObserver& m_observer;
    std::optional<milp::Assignment> m_best;
    double m_objective = 0;
    bool m_mappingFailed = false;
};

/// What the event handlers share. CBC clones handlers, so that each holds only a pointer to this.
struct Search {
    const milp::protocol::Solve& request;
    StopSignal& stop;
    SolveObserver& observer;
    IncumbentKeeper keeper;
    double bound;
    bool gapReached = false;
    double lastSeenByCbc = kUnknown; // objective of the last incumbent that was offered
    std::chrono::steady_clock::time_point lastReport{};

    void takeIncumbent(const CbcModel& model)
    {
        if (model.bestSolution() && model.getObjValue() != lastSeenByCbc) {
            lastSeenByCbc = model.getObjValue();
            keeper.offer(model.bestSolution());
        }
    }

    /// CBC's relative gap ignores the constant of the objective, therefore it is looked at here.
    bool isWithinRelativeGap() const
    {
        const double gap = request.parameters.relativeGap;
        return gap > 0 && keeper.best() && keeper.objective() - bound <= gap * std::abs(keeper.objective());
    }

    void report(const CbcModel& model)
    {
        bound = std::max(bound, model.getBestPossibleObjValue() + request.model.objectiveConstant());
        if (keeper.best())
            bound = std::min(bound, keeper.objective());
        constexpr std::chrono::milliseconds kReportInterval{50};
        const auto now = std::chrono::steady_clock::now();
        if (now - lastReport < kReportInterval)
            return;
        lastReport = now;
        observer.onProgress(keeper.objective(), bound, model.getNodeCount());
    }
};

class NodeHandler final : public CbcEventHandler {
public:
    explicit NodeHandler(Search& search) : m_search(&search) {}
    CbcEventHandler* clone() const override { return new NodeHandler(*this); }

    CbcAction event(CbcEvent event) override
    {
        // Heuristics run small searches of their own, with a clone of this handler: those only stop.
        if (!model_->parentModel()) {
            if (event == solution || event == heuristicSolution || event == node)
                m_search->takeIncumbent(*model_);
            if (event == node || event == treeStatus)
                m_search->report(*model_);
            m_search->gapReached = m_search->gapReached || m_search->isWithinRelativeGap();
        }
        return m_search->gapReached || m_search->stop.shouldStop() ? stop : noAction;
    }

private:
    Search* m_search;
};

/// The settings that were fastest on the ResNet-50 models of the CoSA formulation, of those tried: cuts at the root
/// only, cheap heuristics, little strong branching.
void configure(CbcModel& model)
{
    constexpr int kRootOnly = -98;
    CglProbing probing;
    probing.setUsingObjective(1);
    probing.setMaxPass(1);
    probing.setMaxPassRoot(1);
    probing.setMaxProbe(10);
    probing.setMaxProbeRoot(50);
    probing.setMaxLook(10);
    probing.setMaxLookRoot(20);
    probing.setRowCuts(3);
    model.addCutGenerator(&probing, kRootOnly, "Probing");
    CglGomory gomory;
    gomory.setLimitAtRoot(100);
    gomory.setLimit(50);
    model.addCutGenerator(&gomory, kRootOnly, "Gomory");
    CglKnapsackCover knapsack;
    model.addCutGenerator(&knapsack, kRootOnly, "Knapsack");
    CglMixedIntegerRounding2 rounding;
    model.addCutGenerator(&rounding, kRootOnly, "MIR2");

    CbcRounding roundingHeuristic(model);
    model.addHeuristic(&roundingHeuristic);
    CbcHeuristicFPump pump(model);
    pump.setMaximumPasses(20);
    model.addHeuristic(&pump);
    CbcHeuristicDiveCoefficient dive(model);
    dive.setWhen(3);
    model.addHeuristic(&dive);

    model.setNumberStrong(5);
    model.setNumberBeforeTrust(5);
    model.setMaximumCutPassesAtRoot(-20);
    model.setMaximumCutPasses(2);
    model.setTypePresolve(0);
    model.setMinimumDrop(1e-3);
}

void silence(CbcModel& model)
{
    model.setLogLevel(0);
    model.messageHandler()->setLogLevel(0);
    model.solver()->messageHandler()->setLogLevel(0);
}

void setLimits(CbcModel& model, const milp::protocol::Solve& request)
{
    model.setAllowableGap(request.parameters.absoluteGap);
    model.setAllowableFractionGap(0);
    constexpr double kDefaultIncrement = 1e-5;
    model.setDblParam(CbcModel::CbcCutoffIncrement, std::min(kDefaultIncrement, request.parameters.absoluteGap));
    if (request.nodeLimit >= 0)
        model.setMaximumNodes(int(std::min<std::int64_t>(request.nodeLimit, INT32_MAX)));
}

SearchResult resultOf(const CbcModel& model, Search& search)
{
    SearchResult result;
    result.best = search.keeper.best();
    result.mappingFailed = search.keeper.mappingFailed();
    result.nodes = model.getNodeCount();
    result.nodeLimit = model.isNodeLimitReached();
    result.bound = search.bound;
    if (search.stop.cause())
        return result; // what CBC says about itself is not to be trusted now
    if (!result.best) {
        result.complete = model.isProvenInfeasible();
        return result;
    }
    result.complete = search.gapReached || model.isProvenOptimal();
    if (result.complete && !search.gapReached) {
        // Nodes within the gap were dropped: more than that is not proven.
        const double proven = search.keeper.objective() - search.request.parameters.absoluteGap;
        result.bound = std::max(result.bound, proven);
    }
    result.bound = std::min(result.bound, search.keeper.objective()); // the relaxation's value carries rounding noise
    return result;
}

} // namespace

SearchResult branchAndBound(const milp::protocol::Solve& request, OsiClpSolverInterface& root, double rootBound,
                            bool preprocess, StopSignal& stop, SolveObserver& observer)
{
    Preprocessing preprocessing;
    OsiSolverInterface* start = preprocess ? preprocessing.reduce(root) : &root;
    if (!start || stop.shouldStop()) {
        SearchResult result;
        result.bound = rootBound;
        result.complete = !start && !stop.cause();
        return result;
    }
    CbcModel model(*start);
    silence(model);
    configure(model);
    setLimits(model, request);
    Search search{request, stop, observer,
                  IncumbentKeeper(request.model, root, preprocess ? &preprocessing : nullptr, stop, observer),
                  rootBound};
    NodeHandler handler(search);
    model.passInEventHandler(&handler);
    model.initialSolve();
    model.branchAndBound();
    if (!stop.cause())
        search.takeIncumbent(model);
    return resultOf(model, search);
}

} // namespace nestloom::solver
