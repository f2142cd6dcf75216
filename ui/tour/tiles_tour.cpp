// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/charts/gantt_chart.h"
#include "ui/features/tiles/comparison_panel.h"
#include "ui/features/tiles/tiles_page.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/tour/context_keeper.h"
#include "ui/window/main_window.h"

#include <QComboBox>

namespace nestloom::ui {

namespace {

class TilesTour {
public:
    explicit TilesTour(MainWindow& window)
        : m_window(window), m_page(window.findChild<TilesPage*>(QStringLiteral("tilesPage")))
    {
    }

    /// With the accelerator of the tour, which Flexer cannot serve.
    void open()
    {
        m_window.showTab(MainWindow::Tab::Tiles);
        m_page->gantt()->setFocus();
    }
    void chooseMachine()
    {
        chooseInLibrary(m_window.workbench(), QStringLiteral("flexer-arch1"), {});
        m_page->gantt()->setFocus();
    }
    const char* settled() const
    {
        using State = ShownTiles::State;
        return m_page->tiles().state() == State::Scheduling ? "the schedules" : nullptr;
    }
    void choose(QComboBox* box, int row)
    {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    /// The layer that wins most, out of order, and its first decisions.
    void showBest()
    {
        std::size_t best = 0;
        double most = 0;
        for (std::size_t i = 0; i < m_page->tiles().layers().size(); ++i)
            if (const auto* answer = m_page->tiles().answer(i); answer != nullptr && answer->summary)
                if (const auto faster = speedUp(*answer->summary, StaticBaseline::Plain);
                    faster && !answer->summary->seedKept() && *faster > most) {
                    most = *faster;
                    best = i;
                }
        m_page->tiles().selectLayer(best);
    }
    void showDecision()
    {
        m_page->showFigure(TilesPage::Figure::Decisions);
        m_page->tilesFocus().time().zoom(0, 6);
        int most = 0; // the one with most sets to compare
        if (m_page->tiles().hasDecisions()) {
            const auto& all = m_page->tiles().detail()->schedule.decisions;
            for (int i = 0; i < int(all.size()); ++i)
                if (all[std::size_t(i)].candidates.size() > all[std::size_t(most)].candidates.size())
                    most = i;
        }
        m_page->tilesFocus().selectDecision(most);
    }
    void showTile()
    {
        m_page->showFigure(TilesPage::Figure::Movement);
        if (m_page->tiles().detail() && !m_page->tiles().detail()->schedule.transfers.empty())
            m_page->tilesFocus().selectTile(m_page->tiles().detail()->schedule.transfers.front().tile);
    }
    void showRange()
    {
        TimeFocus& time = m_page->tilesFocus().time();
        time.fit();
        time.setRange(TimeRange{time.end() / 4, time.end() / 2});
        m_page->showFigure(TilesPage::Figure::Range);
    }
    void show(TilesPage::Figure figure)
    {
        m_page->tilesFocus().time().setRange(std::nullopt);
        m_page->showFigure(figure);
    }
    void compare(ComparisonPanel::Kind kind)
    {
        show(TilesPage::Figure::Comparison);
        m_page->comparison()->setKind(kind);
        m_page->comparison()->start();
    }
    const char* surveyed() const { return m_page->tiles().tilings().empty() ? "the tilings" : nullptr; }
    const char* compared() const { return m_page->comparison()->isBusy() ? "the comparison" : nullptr; }
    void enlarge(TilesPage::Figure figure)
    {
        show(figure);
        m_page->setFigureEnlarged(true);
    }
    void leave()
    {
        m_page->setFigureEnlarged(false);
        m_page->showFigure(TilesPage::Figure::Decisions);
        m_window.showTab(MainWindow::Tab::Summary);
    }
    TilesPage* page() const { return m_page; }

private:
    MainWindow& m_window;
    TilesPage* m_page;
};

} // namespace

std::vector<TourStep> tilesTour(MainWindow& window)
{
    const auto tour = std::make_shared<TilesTour>(window);
    using Figure = TilesPage::Figure;
    const auto settled = [tour] { return tour->settled(); };
    const auto figure = [tour](Figure shown) { return [tour, shown] { return tour->show(shown); }; };
    return {
        {"tiles-none", [tour] { return tour->open(); }},
        {"tiles", [tour] { return tour->chooseMachine(); }, settled},
        {"tiles-out-of-order", [tour] { return tour->choose(tour->page()->controls()->search(), 1); }, settled},
        {"", [tour] { return tour->showBest(); }, settled},
        {"tiles-decision", [tour] { return tour->showDecision(); }, settled},
        {"tiles-movement", [tour] { return tour->showTile(); }, settled},
        {"tiles-range", [tour] { return tour->showRange(); }, settled},
        {"tiles-reuse", figure(Figure::Sharing), settled},
        {"tiles-tilings", figure(Figure::Tilings), [tour] { return tour->surveyed(); }},
        {"tiles-speed-ups", figure(Figure::Ratios), settled},
        {"tiles-machines", [tour] { return tour->compare(ComparisonPanel::Kind::Machines); },
         [tour] { return tour->compared(); }},
        {"tiles-policies", [tour] { return tour->compare(ComparisonPanel::Kind::Policies); },
         [tour] { return tour->compared(); }},
        {"tiles-tilings-enlarged", [tour] { return tour->enlarge(TilesPage::Figure::Tilings); }, settled},
        {"", [tour] { return tour->leave(); }},
    };
}

} // namespace nestloom::ui
