// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that MemoryPage is put together from.
#include "ui/memory/memory_page.h"

#include "ui/elided_label.h"
#include "ui/memory/budget_chart.h"
#include "ui/memory/explain_memory.h"
#include "ui/memory/kept_plans_panel.h"
#include "ui/memory/memory_map.h"
#include "ui/memory/occupancy_chart.h"
#include "ui/memory/schedule_model.h"
#include "ui/memory/step_range_filter.h"
#include "ui/memory/traffic_bars.h"
#include "ui/page_parts.h"
#include "ui/pages/copyable_table.h"
#include "ui/pages/empty_table_text.h"
#include "ui/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

namespace {

/// On top of the context menu; F2 where the widget has the focus.
template <typename Explain>
void addExplanation(QWidget* widget, const QString& text, Explain explain)
{
    auto* action = new QAction(text, widget);
    action->setShortcut(Qt::Key_F2);
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, widget, explain);
    const QList<QAction*> others = widget->actions();
    widget->insertAction(others.isEmpty() ? nullptr : others.front(), action);
}

} // namespace

QWidget* MemoryPage::makeHead()
{
    auto* head = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("memoryTitle"));
    m_title->setFont(strongFont(font()));
    m_badge = new QLabel;
    m_badge->setObjectName(QStringLiteral("memoryBadge"));
    m_cancel = new QToolButton;
    m_cancel->setText(tr("Cancel"));
    QSizePolicy kept = m_cancel->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_cancel->setSizePolicy(kept);
    m_cancel->setToolTip(tr("Stop planning and the budget curve, and keep what was found"));
    m_keep = new QToolButton;
    m_keep->setObjectName(QStringLiteral("keepPlan"));
    m_keep->setText(tr("Keep"));
    m_keep->setToolTip(tr("Store this plan, with every address, in the list of kept plans"));
    m_keep->setVisible(m_kept != nullptr);
    connect(m_keep, &QToolButton::clicked, this, &MemoryPage::keep);
    m_sentence = new ElidedLabel;
    m_sentence->setRole(QPalette::WindowText);
    m_sentence->setObjectName(QStringLiteral("memorySentence"));
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    line->addWidget(m_title);
    line->addWidget(m_sentence, 1);
    auto* explained = new QToolButton;
    explained->setObjectName(QStringLiteral("explainPlan"));
    explained->setText(tr("Explain"));
    explained->setToolTip(tr("How traffic, its bound, the saving and the sizes come about, tensor by tensor"));
    connect(explained, &QToolButton::clicked, this, [this] { explainPlan(window(), m_plan); });
    line->addWidget(m_cancel);
    line->addWidget(explained);
    line->addWidget(m_keep);
    line->addWidget(m_badge);
    connect(m_cancel, &QToolButton::clicked, &m_plan, &ShownPlan::cancel);
    return head;
}

QWidget* MemoryPage::makeCharts()
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_map, 3);
    layout->addWidget(m_occupancy, 1);
    for (QWidget* chart : std::initializer_list<QWidget*>{m_map, m_occupancy})
        addExplanation(chart, tr("Explain the bytes at this step"),
                       [this] { explainStep(window(), m_plan, m_focus.step()); });
    return cardAround(content);
}

void MemoryPage::linkFocus()
{
    connect(&m_focus, &PlanFocus::selectionChanged, this, &MemoryPage::takeSelection);
    connect(&m_focus, &PlanFocus::stepChanged, this, [this](int step) {
        if (!m_following)
            m_table->setCurrentRow(step);
        refreshStatus();
    });
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] {
        restorePlace(); // the table has other rows
        m_table->scrollTo(m_table->currentIndex());
        refreshStatus();
    });
}

QWidget* MemoryPage::makeFoot()
{
    m_table = new CopyableTable(new StepRangeFilter(new ScheduleModel(m_plan, this), m_focus, this));
    m_table->setObjectName(QStringLiteral("scheduleTable"));
    m_table->setAccessibleName(tr("Schedule"));
    m_table->setWidestColumn(240);
    showEmptyText(*m_table, tr("The steps of the plan appear here."));
    connect(m_table->model(), &QAbstractItemModel::modelReset, m_table, &CopyableTable::fitColumns);
    connect(m_table, &CopyableTable::rowChosen, this, &MemoryPage::followTable);
    QAction* cell = m_table->addRowAction(tr("Explain this number"));
    cell->setObjectName(QStringLiteral("explainStep"));
    cell->setShortcut(Qt::Key_F2);
    cell->setShortcutContext(Qt::WidgetShortcut);
    connect(cell, &QAction::triggered, this, &MemoryPage::explainCell);
    auto* curve = new BudgetChart(m_plan);
    addExplanation(curve, tr("Explain traffic, bound and sizes"),
                   [this] { explainPlan(window(), m_plan, PlanFigure::Gap); });
    connect(curve, &BudgetChart::sizeChosen, this, &MemoryPage::chooseSize);
    connect(curve, &BudgetChart::movingChanged, &m_plan, &ShownPlan::setMoving);
    auto* charts = new QTabWidget;
    charts->setObjectName(QStringLiteral("memoryCharts"));
    charts->setDocumentMode(true);
    charts->addTab(cardAround(curve), tr("Budget curve"));
    auto* bars = new TrafficBars(m_plan, m_focus);
    addExplanation(bars, tr("Explain the saving"), [this] { explainPlan(window(), m_plan, PlanFigure::Reduction); });
    charts->addTab(cardAround(bars), tr("Against baselines"));
    if (m_kept != nullptr)
        charts->addTab(cardAround(m_keptPanel = new KeptPlansPanel(*m_kept)), tr("Kept plans"));
    QSplitter* foot = pageSplitter(Qt::Horizontal, QStringLiteral("memoryFoot"));
    foot->addWidget(m_table);
    foot->addWidget(charts);
    foot->setSizes({530, 310}); // the table has more columns than fit at 1366 pixels
    return foot;
}

} // namespace nestloom::ui
