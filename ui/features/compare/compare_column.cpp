// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/compare_column.h"

#include "ui/parts/cycles_chart.h"
#include "ui/parts/model_badge.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/words/run_words.h"
#include "ui/workbench/comparison.h"

#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

CompareColumn::CompareColumn(QWidget* parent)
    : QFrame(parent), m_title(new QLabel(this)), m_model(new ModelBadge(this)), m_about(new ElidedLabel(this)),
      m_bounds(new ElidedLabel(this)), m_first(new QLabel(tr("reference"), this)), m_makeFirst(new QToolButton(this)),
      m_chart(new CyclesChart(this))
{
    setProperty("card", true);
    m_title->setFont(strongFont(font()));
    m_chart->setMinimumSize(180, 110); // four of them fit beside the project tree
    m_first->setProperty("muted", true);
    m_first->setToolTip(tr("The other runs are compared with this one"));
    m_makeFirst->setText(tr("Make reference"));
    m_makeFirst->setToolTip(tr("Compare the other runs with this one"));
    m_makeFirst->setAutoRaise(true);
    auto* remove = new QToolButton(this);
    remove->setText(QStringLiteral("x"));
    remove->setAccessibleName(tr("Take out"));
    remove->setToolTip(tr("Take this run out of the comparison"));
    remove->setAutoRaise(true);
    auto* head = rowOf({m_title, m_model, LinePart::room(), m_first, m_makeFirst, remove}, 6);
    setLayout(columnOf({head, m_about, m_bounds}, 1, {10, 3, 4, 4}));
    connect(m_makeFirst, &QToolButton::clicked, this, &CompareColumn::putFirst);
    connect(remove, &QToolButton::clicked, this, &CompareColumn::removed);
}

namespace {

QString aboutOf(const RunRecord& record)
{
    QStringList parts{QString::fromStdString(records::titleOf(record.inputs.engine())), workText(record.summary)};
    const QString batch = CompareColumn::tr("batch %1").arg(record.summary.batch.value_or(1));
    if (record.summary.batch.value_or(1) != 1 && !parts.back().contains(batch)) // the network may be called by it
        parts << batch;
    if (const std::string objective = records::objectiveOf(record); !objective.empty())
        parts << QString::fromStdString(objective);
    if (record.summary.status != RunStatus::Finished)
        parts << statusText(record.summary);
    return parts.join(QStringLiteral(", "));
}

} // namespace

void CompareColumn::show(const ComparedRun& run, bool isFirst, const BaselineLayers& baseline)
{
    m_title->setText(run.title());
    m_first->setVisible(isFirst);
    m_makeFirst->setVisible(!isFirst);
    m_model->setVisible(run.record != nullptr);
    if (run.record == nullptr) {
        m_about->setText(run.problem.isEmpty() ? tr("being read") : run.problem);
        m_bounds->setText({});
        m_chart->clear();
        return;
    }
    const RunRecord& record = *run.record;
    m_model->show(run.model);
    m_about->setText(aboutOf(record));
    const std::vector<BoundShare> shares =
        boundShares(record.layers, record.summary.totals ? record.summary.totals->vector.cycles : Cycles{});
    m_bounds->setText((bottleneckSentence(shares) + QLatin1Char(' ') + furtherBounds(shares)).trimmed());
    m_chart->setNetwork(record.inputs.network);
    m_chart->setBaseline(baseline);
    m_chart->setLayers(record.layers);
    m_chart->setVisible(run.hasLayers());
}

} // namespace nestloom::ui
