// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/charts/pareto_view.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/figures_view.h"
#include "ui/features/sweep/overlay_sweeps.h"
#include "ui/features/sweep/pareto_page.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_page.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr std::size_t kPointsSeenRunning = 8;

class SweepTour {
public:
    explicit SweepTour(MainWindow& window)
        : m_window(window), m_page(window.findChild<SweepPage*>()), m_pareto(window.findChild<ParetoPage*>()),
          m_shown(window.findChild<ShownSweep*>())
    {
    }

    bool build()
    {
        m_window.showTab(MainWindow::Tab::Sweep);
        SweepBuilder* builder = m_page->builder();
        while (builder->axes().size() < 2)
            builder->addAxis();
        const auto choose = [builder](std::size_t axis, const char* path, const QString& values) {
            builder->axes()[axis]->chooseField(path);
            builder->axes()[axis]->valuesEdit()->setText(values);
        };
        choose(0, "levels.WeightBuffer.capacity", QStringLiteral("4 KiB..32 KiB x2"));
        choose(1, "levels.GlobalBuffer.fanout.columns", QStringLiteral("1..8 x2"));
        builder->chooseNetworks({QStringLiteral("alexnet")});
        for (auto* evaluations : builder->findChildren<QSpinBox*>())
            evaluations->setValue(2'000); // the picture of a front, soon
        for (auto* prove : builder->findChildren<QCheckBox*>())
            prove->setChecked(false);
        return bool(builder->inputs());
    }

    const char* estimate() const { return m_page->hasEstimate() ? nullptr : "the estimate"; }

    bool start() { return m_page->start(); }

    const char* somePoints() const
    {
        const bool enough = m_shown->points().points().size() >= kPointsSeenRunning || m_shown->isComplete();
        return enough ? nullptr : "the first points";
    }

    void showFront() { m_window.showTab(MainWindow::Tab::Pareto); }

    const char* end() const { return m_shown->isComplete() ? nullptr : "the end of the sweep"; }

    /// Steps to the middle of the front by keyboard.
    bool selectOnFront()
    {
        ParetoView* view = m_pareto->view();
        view->setFocus();
        for (std::size_t i = 0; i < 1 + view->front().size() / 2; ++i)
            press(Qt::Key_Right);
        return m_shown->current() >= 0;
    }

    /// Draws a lasso around the left half, and drags a limit in.
    bool lassoAndLimit()
    {
        ParetoView* view = m_pareto->view();
        const QRectF plot = view->plot();
        drag(plot.topRight() - QPointF(0, 5), plot.topLeft() + QPointF(plot.width() * 0.75, 20), {});
        const QPointF a = plot.topLeft() + QPointF(8, 8), b(plot.left() + plot.width() * 0.55, plot.bottom() - 8);
        mouse(QEvent::MouseButtonPress, a, Qt::ShiftModifier);
        for (const QPointF& corner : {QPointF(b.x(), a.y()), b, QPointF(a.x(), b.y()), a})
            mouse(QEvent::MouseMove, corner, Qt::ShiftModifier);
        mouse(QEvent::MouseButtonRelease, a, Qt::ShiftModifier);
        return m_shown->chosen().has_value() && view->limit(ParetoView::X).has_value();
    }

    /// What makes the difference, beside the table.
    void showEffects() { m_pareto->findChild<QToolButton*>(QStringLiteral("paretoEffectsButton"))->setChecked(true); }

    void showFigures(FiguresView::Kind kind)
    {
        m_shown->setChosen(std::nullopt);
        m_window.showTab(MainWindow::Tab::Pareto);
        m_pareto->kinds()->button(kind)->click();
    }
    const char* matrix() const { return m_pareto->figures()->matrix()->isReady() ? nullptr : "the small fronts"; }
    /// Keeps the lower half of the second axis from the right.
    void keepRange()
    {
        ParallelView* view = m_pareto->figures()->parallel();
        const int axis = std::max(0, int(view->axes().size()) - 2);
        std::vector<double> values = view->axes()[std::size_t(axis)].values;
        std::ranges::sort(values);
        view->setRange(axis, ParallelView::Range{values.front(), values[values.size() / 2]});
    }
    const char* narrowed() const { return m_shown->chosen() ? nullptr : "the rows of the range"; }

    /// A second, smaller sweep, and the first one beside it.
    bool startAnother()
    {
        m_first = m_shown->id();
        m_pareto->kinds()->buttons().first()->click();
        m_page->builder()->axes()[0]->valuesEdit()->setText(QStringLiteral("8 KiB, 64 KiB"));
        return m_page->start();
    }
    void addFirst()
    {
        m_window.showTab(MainWindow::Tab::Pareto);
        m_pareto->findChild<OverlaySweeps*>()->add(m_first);
    }
    const char* beside() const
    {
        const auto& all = m_pareto->findChild<OverlaySweeps*>()->all();
        return !all.empty() && all.front().points ? nullptr : "the first sweep";
    }

    void leave()
    {
        m_pareto->findChild<QToolButton*>(QStringLiteral("paretoEffectsButton"))->setChecked(false);
        m_pareto->findChild<OverlaySweeps*>()->remove(m_first);
        m_shown->setChosen(std::nullopt);
        m_pareto->view()->setLimit(ParetoView::X, std::nullopt);
        m_window.showTab(MainWindow::Tab::Summary);
    }

private:
    void press(int key)
    {
        QKeyEvent down(QEvent::KeyPress, key, {});
        QApplication::sendEvent(m_pareto->view(), &down);
    }
    void mouse(QEvent::Type type, QPointF at, Qt::KeyboardModifiers modifiers)
    {
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, m_pareto->view()->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, modifiers);
        QApplication::sendEvent(m_pareto->view(), &event);
    }
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
    {
        mouse(QEvent::MouseButtonPress, from, modifiers);
        mouse(QEvent::MouseMove, (from + to) / 2, modifiers);
        mouse(QEvent::MouseMove, to, modifiers);
        mouse(QEvent::MouseButtonRelease, to, modifiers);
    }

    MainWindow& m_window;
    SweepPage* m_page;
    ParetoPage* m_pareto;
    ShownSweep* m_shown;
    SweepId m_first = 0;
};

} // namespace

std::vector<TourStep> sweepTour(MainWindow& window)
{
    const auto tour = std::make_shared<SweepTour>(window);
    return {
        {"sweep-builder", [tour] { return tour->build(); }, [tour] { return tour->estimate(); }},
        {"sweep-running", [tour] { return tour->start(); }, [tour] { return tour->somePoints(); }, true},
        {"pareto", [tour] { return tour->showFront(); }, [tour] { return tour->end(); }},
        {"pareto-selected", [tour] { return tour->selectOnFront(); }},
        {"pareto-lasso", [tour] { return tour->lassoAndLimit(); }},
        {"pareto-effects", [tour] { tour->showEffects(); }},
        {"pareto-matrix", [tour] { tour->showFigures(FiguresView::Matrix); }, [tour] { return tour->matrix(); }},
        {"pareto-parallel", [tour] { tour->showFigures(FiguresView::Parallel); }},
        {"pareto-range", [tour] { tour->keepRange(); }, [tour] { return tour->narrowed(); }},
        {"sweep-done", [tour, &window] { window.showTab(MainWindow::Tab::Sweep); }},
        {"sweep-another", [tour] { return tour->startAnother(); }, [tour] { return tour->end(); }},
        {"pareto-two-sweeps", [tour] { tour->addFirst(); }, [tour] { return tour->beside(); }},
        {"sweep-left", [tour] { return tour->leave(); }},
    };
}

} // namespace nestloom::ui
