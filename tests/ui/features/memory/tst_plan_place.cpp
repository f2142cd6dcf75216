// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/zoo/zoo.h"
#include "tests/ui/features/memory/page_fixture.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/widgets/copyable_table.h"

using namespace nestloom;
using namespace nestloom::ui;
using Page = MemoryPageFixture;

namespace {

/// A network that runs in another order in M_R than in M_P.
workload::Network networkOfTwoOrders()
{
    for (std::uint64_t seed = 1;; ++seed) {
        Rng rng(seed);
        const workload::OperatorGraph graph = tests::randomGraph(rng, 20, 8, false);
        const auto budgets = schedule::cosma::budgets(graph, {});
        const auto least = schedule::cosma::solve(graph, budgets->least, {}, {});
        const auto peak = schedule::cosma::solve(graph, budgets->peak, {}, {});
        if (least->solution->order != peak->solution->order)
            return workload::networkOf(graph, "for tests");
    }
}

} // namespace

class PlanPlaceTest : public QObject {
    Q_OBJECT
private slots:
    void anotherOrderKeepsTheOperatorAtTheCursor()
    {
        Page f;
        f.page.setNetwork(networkOfTwoOrders());
        f.answer();
        f.choose(f.page.plan().budgets()->least);
        const std::vector<memory::PlanStep> before = f.page.plan().steps();
        f.choose(f.page.plan().budgets()->peak);
        const std::vector<memory::PlanStep>& after = f.page.plan().steps();
        int moved = 0; // a step at which both plans run another operator
        while (moved < int(after.size()) && before[std::size_t(moved)].op == after[std::size_t(moved)].op)
            ++moved;
        QVERIFY(moved < int(after.size()));
        const OperatorId op = after[std::size_t(moved)].op;
        f.page.planFocus().setStep(moved);
        f.choose(f.page.plan().budgets()->least);
        QCOMPARE(f.page.planFocus().step(), stepOf(before, op).value());
        QVERIFY(f.page.planFocus().step() != moved);
        QCOMPARE(f.page.table()->currentRow(), f.page.planFocus().step());
        f.choose(f.page.plan().budgets()->least - Bytes{1}); // no plan in between
        f.choose(f.page.plan().budgets()->peak);
        QCOMPARE(f.page.planFocus().step(), moved);
    }

    void fusingKeepsTheSelectedOperatorOrTheOneItIsPartOf()
    {
        Page f;
        f.page.setNetwork(*zoo::build("squeezenet1_1"));
        f.answer();
        f.choose(f.page.plan().budgets()->least);
        const auto named = [&f](const std::string& name) {
            const auto& operators = f.page.plan().graph().operators;
            for (std::uint32_t i = 0; i < operators.size(); ++i)
                if (operators[i].name == name)
                    return std::optional(OperatorId{i});
            return std::optional<OperatorId>();
        };
        const workload::OperatorGraph unfused = f.page.plan().graph();
        std::uint32_t conv = 0; // with an activation behind it
        while (unfused.operators[conv].type != "relu")
            ++conv;
        const std::string activation = unfused.operators[conv].name;
        const std::string producer = unfused.operators[--conv].name;
        const auto fuse = [&f](bool fused) {
            f.page.plan().choose({.fused = fused});
            f.answer();
        };
        f.page.selectOperator(*named(producer));
        fuse(true);
        QVERIFY(f.page.planFocus().selection().op == named(producer));
        QVERIFY(f.page.plan().steps()[std::size_t(f.page.planFocus().step())].op == *named(producer));
        QVERIFY(!named(activation));
        fuse(false);
        QVERIFY(f.page.planFocus().selection().op == named(producer));
        f.page.selectOperator(*named(activation));
        fuse(true);
        QVERIFY(f.page.planFocus().selection().op == named(producer));
        f.page.planFocus().select({});
        fuse(false); // nothing was selected
        QVERIFY(f.page.planFocus().selection().isEmpty());
    }

    void anOperatorWithoutACounterpartHasNone()
    {
        const workload::OperatorGraph graph = spillingGraph();
        workload::OperatorGraph other = graph;
        other.operators[5].name = "renamed";
        QVERIFY(counterpart(graph, OperatorId{4}, other) == OperatorId{4});
        QVERIFY(!counterpart(graph, OperatorId{5}, other));
    }
};

QTEST_MAIN(PlanPlaceTest)
#include "tst_plan_place.moc"
