// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/nodes/chain_chart.h"
#include "ui/features/nodes/directive_panel.h"
#include "ui/features/nodes/nodes_page.h"
#include "ui/features/nodes/tradeoff_panel.h"
#include "ui/tour/context_keeper.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/page_area.h"
#include "ui/window/features.h"
#include "ui/window/main_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QSpinBox>

namespace nestloom::ui {

namespace {

class NodesTour {
public:
    explicit NodesTour(MainWindow& window)
        : m_window(window), m_page(window.findChild<NodesPage*>(QStringLiteral("nodesPage")))
    {
    }

    /// With the accelerator of the tour, which has no nodes.
    void open() { showNodes(m_window); }
    /// A small network, so that it stays quick.
    void chooseNodes()
    {
        m_page->controls()->batch()->setValue(16);
        chooseInLibrary(m_window.workbench(), QStringLiteral("kapla-4x4"), QStringLiteral("alexnet"));
        m_page->chain()->setFocus();
    }
    const char* settled() const
    {
        return m_page->nodes().state() == ShownNodes::State::Scheduling ? "the schedule on nodes" : nullptr;
    }
    static bool choose(QComboBox* box, int row)
    {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
        return true;
    }
    /// The first segment in which several layers share the machine.
    void showSegment()
    {
        const SegmentChain& chain = m_page->nodes().chain();
        for (const SegmentChain::Span& segment : chain.segments)
            if (segment.count > 1) {
                m_page->nodes().selectLayer(chain.layers[segment.first + 1].layer);
                m_page->time().show({std::int64_t(segment.begin), std::int64_t(segment.end)});
                break;
            }
        m_page->showFigure(NodesPage::Figure::Layer);
    }
    bool show(NodesPage::Figure figure)
    {
        m_page->showView(NodesPage::View::Segments);
        m_page->time().fit();
        m_page->showFigure(figure);
        return true;
    }
    /// One directive of the buffers of nodes, or of the registers of PEs.
    void showDirectives(ShownDirectives::Kind kind, bool ofNodes)
    {
        ShownDirectives& shown = m_page->directives()->directives();
        m_page->showView(NodesPage::View::Directives);
        for (std::size_t level = 0; level < shown.levels().size(); ++level)
            if (!shown.levels()[level].array.empty() && shown.levels()[level].isOfNodes == ofNodes)
                shown.choose(shown.lineOf({kind, level, 0}));
    }
    void measure()
    {
        m_page->showView(NodesPage::View::Tradeoff);
        m_page->tradeoff()->tradeoff().start();
    }
    const char* measured() const
    {
        return m_page->tradeoff()->tradeoff().state() == ChainTradeoff::State::Running ? "the k_S trade-off" : nullptr;
    }
    void keep() { m_page->keep(); }
    const char* kept() const { return m_page->nodes().storedAs() != 0 ? nullptr : "the kept schedule"; }
    void openKept() { m_window.workbench().openRun(m_page->nodes().storedAs()); }
    bool train()
    {
        choose(m_page->controls()->engine(), 0);
        m_page->controls()->training()->setChecked(true);
        return show(NodesPage::Figure::Energy);
    }
    void leave()
    {
        m_page->controls()->training()->setChecked(false);
        m_window.findChild<SwitchedPages*>(QStringLiteral("schedulePages"))->setCurrentIndex(0);
        m_window.showTab(MainWindow::Tab::Summary);
    }
    NodesPage* page() const { return m_page; }

private:
    MainWindow& m_window;
    NodesPage* m_page;
};

} // namespace

std::vector<TourStep> nodesTour(MainWindow& window)
{
    const auto tour = std::make_shared<NodesTour>(window);
    using Figure = NodesPage::Figure;
    const auto settled = [tour] { return tour->settled(); };
    NodeControls* controls = tour->page()->controls();
    return {
        {"nodes-none", [tour] { return tour->open(); }},
        {"nodes", [tour] { return tour->chooseNodes(); }, settled},
        {"nodes-segment", [tour] { return tour->showSegment(); }, settled},
        {"nodes-directives", [tour] { return tour->showDirectives(ShownDirectives::Kind::Stack, true); }, settled},
        {"nodes-registers", [tour] { return tour->showDirectives(ShownDirectives::Kind::Tensor, false); }, settled},
        {"nodes-tradeoff", [tour] { return tour->measure(); }, [tour] { return tour->measured(); }},
        {"nodes-pruning", [tour] { return tour->show(Figure::Pruning); }, settled},
        {"", [tour, controls] { return tour->choose(controls->engine(), 3); }, settled}, // random: quick
        {"nodes-energy", [tour] { return tour->show(Figure::Energy); }, settled},
        {"nodes-engines", [tour] { return tour->show(Figure::Engines); }, settled},
        {"nodes-kept", [tour] { return tour->keep(); }, [tour] { return tour->kept(); }},
        {"nodes-opened", [tour] { return tour->openKept(); }, [tour] { return tour->kept(); }},
        {"nodes-training", [tour] { return tour->train(); }, settled},
        {"", [tour] { return tour->leave(); }},
    };
}

} // namespace nestloom::ui
