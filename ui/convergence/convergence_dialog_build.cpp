// SPDX-License-Identifier: GPL-3.0-or-later
// How ConvergenceDialog is put together.
#include "ui/convergence/convergence_dialog.h"

#include "ui/convergence/convergence_chart.h"
#include "ui/convergence/convergence_model.h"
#include "ui/convergence/convergence_words.h"
#include "ui/pages/copyable_table.h"
#include "ui/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace nestloom::ui {

using schedule::Objective;

ConvergenceDialog::ConvergenceDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_comparer(workbench.session().engineComparer()),
      m_layer(new QComboBox(this)), m_goal(new QComboBox(this)), m_against(new QComboBox(this)),
      m_seeds(new QSpinBox(this)), m_evaluations(new QSpinBox(this)), m_button(new QPushButton(this)),
      m_summary(new QLabel(this)), m_chart(new ConvergenceChart(this)), m_model(new ConvergenceModel(this))
{
    setObjectName(QStringLiteral("convergenceDialog"));
    setWindowTitle(tr("Compare engines on a layer"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1100, 640);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    makeControls(first, second);
    auto* view = new QHBoxLayout;
    makeView(view);
    m_summary->setObjectName(QStringLiteral("convergenceSummary"));
    m_summary->setWordWrap(true);
    auto* table = new CopyableTable(m_model);
    table->setObjectName(QStringLiteral("convergenceTable"));
    table->setAccessibleName(tr("Searches"));
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m_chart);
    parts->addWidget(table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addWidget(m_summary);
    layout->addLayout(view);
    layout->addWidget(parts, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_button, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(&m_workbench.selection(), &Selection::changed, this, &ConvergenceDialog::follow);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &ConvergenceDialog::listLayers);
    connect(&m_workbench, &Workbench::networkChanged, this, &ConvergenceDialog::listLayers);
    if (m_comparer != nullptr)
        connect(m_comparer, &EngineComparer::changed, this, &ConvergenceDialog::take);
    listLayers();
}

void ConvergenceDialog::makeControls(QHBoxLayout* first, QHBoxLayout* second)
{
    const auto labelled = [&](QHBoxLayout* line, const QString& text, QWidget* widget) {
        auto* label = new QLabel(text, this);
        label->setBuddy(widget);
        line->addWidget(label);
        line->addWidget(widget);
    };
    m_layer->setObjectName(QStringLiteral("convergenceLayer"));
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seeds->setRange(1, 10);
    m_seeds->setToolTip(tr("Searches of each engine, with the run's seed and those after it"));
    m_evaluations->setRange(1'000, 100'000'000);
    m_evaluations->setValue(100'000);
    m_evaluations->setSingleStep(50'000);
    m_evaluations->setGroupSeparatorShown(true);
    m_evaluations->setToolTip(tr("Mappings that random, hybrid and annealing judge, for 20 s at most. CoSA has the "
                                 "budget of a run and ends when "
                                 "it has proven its best."));
    m_button->setObjectName(QStringLiteral("compareEngines"));
    m_button->setProperty("primary", true);
    labelled(first, tr("&Layer"), m_layer);
    first->addSpacing(12);
    labelled(first, tr("&Seeds"), m_seeds);
    first->addSpacing(12);
    labelled(first, tr("E&valuations"), m_evaluations);
    first->addStretch(1);
    first->addWidget(m_button);
    addChecks(second);
}

void ConvergenceDialog::addChecks(QHBoxLayout* line)
{
    line->addWidget(new QLabel(tr("Engines"), this));
    for (const char* engine : {"cosa", "random", "hybrid", "annealing", "exhaustive"}) {
        auto* box = new QCheckBox(engineName(engine), this);
        box->setChecked(std::string_view(engine) != "exhaustive"); // few layers are small enough for it
        box->setObjectName(QStringLiteral("engine_%1").arg(QLatin1String(engine)));
        m_engines[engine] = box;
        line->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ConvergenceDialog::refresh);
    }
    line->addSpacing(18);
    line->addWidget(new QLabel(tr("Objectives"), this));
    const schedule::Goal priced(Objective::Weighted, m_workbench.options().cosa.cyclePrice);
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp, Objective::Weighted}) {
        const bool isWeighted = objective == Objective::Weighted;
        auto* box = new QCheckBox(isWeighted && priced.cyclePrice > 0 ? goalName(priced)
                                  : isWeighted                        ? tr("energy + price \u00d7 cycles")
                                                                      : goalName(objective),
                                  this);
        box->setEnabled(!isWeighted || priced.cyclePrice > 0);
        if (isWeighted)
            box->setToolTip(tr("With the price of a cycle that is set in the run's options"));
        box->setChecked(objective
                        == (m_workbench.options().cosa.objective == Objective::CosaPaper
                                ? Objective::Latency
                                : m_workbench.options().cosa.objective));
        box->setObjectName(QStringLiteral("goal_%1").arg(int(objective)));
        m_goals[objective] = box;
        line->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ConvergenceDialog::refresh);
    }
    line->addStretch(1);
}

void ConvergenceDialog::makeView(QHBoxLayout* line)
{
    m_goal->setObjectName(QStringLiteral("convergenceGoal"));
    m_goal->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_goal->setAccessibleName(tr("Objective that is shown"));
    m_against->setObjectName(QStringLiteral("convergenceAgainst"));
    m_against->setAccessibleName(tr("Horizontal axis"));
    m_against->addItem(tr("CPU time"), int(ConvergenceChart::Against::CpuTime));
    m_against->addItem(tr("evaluations"), int(ConvergenceChart::Against::Evaluations));
    line->addWidget(new QLabel(tr("Best"), this));
    m_goal->setPlaceholderText(tr("figure")); // until something was compared
    line->addWidget(m_goal);
    line->addWidget(new QLabel(tr("against"), this));
    line->addWidget(m_against);
    line->addStretch(1);
    connect(m_goal, &QComboBox::activated, this, &ConvergenceDialog::refresh);
    connect(m_against, &QComboBox::currentIndexChanged, this,
            [this] { m_chart->setAgainst(static_cast<ConvergenceChart::Against>(m_against->currentData().toInt())); });
}

} // namespace nestloom::ui
