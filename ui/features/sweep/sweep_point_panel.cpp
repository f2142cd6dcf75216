// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_point_panel.h"

#include "engine/explore/variant_name.h"
#include "ui/features/sweep/point_order.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/number_delegate.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {

using explore::PointStatus;

/// Nothing of a point that was refused.
std::optional<ScheduleRequest> runOf(const Sweeps& sweeps, const SweepPointModel& points, int row)
{
    const explore::PointResult& point = points.points()[std::size_t(row)];
    auto request = records::runInputs(points.inputs(), point.point, point.network);
    if (!request || point.status == PointStatus::Refused)
        return std::nullopt;
    request->accelerator.name =
        explore::variantName(points.inputs().space, point.point, [&](explore::FieldKind kind, double value) {
            return sweeps.valueText(kind, value).toStdString();
        });
    return *std::move(request);
}

} // namespace

SweepPointPanel::SweepPointPanel(Workbench& workbench, ShownSweep& sweep, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sweep(sweep), m_points(new PointOrder(&sweep.points(), this)),
      m_table(new CopyableTable(m_points, this))
{
    m_table->setAccessibleName(tr("Points of the sweep"));
    m_table->setItemDelegate(new NumberDelegate(m_table));
    m_table->setMinimumHeight(90);
    showEmptyText(*m_table, tr("Points appear here while a sweep runs, and when a stored one is chosen."));
    setLayout(columnOf({makeBar(), {m_table, 1}}, 6));
    connect(m_table, &CopyableTable::rowChosen, this, [this](int row) {
        if (!m_filtering) // a row that is filtered out was not given up by the user
            m_sweep.setCurrent(row);
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this] { openAsRun(m_sweep.points(), m_table->currentRow()); });
    connect(m_table->addRowAction(tr("Open as run")), &QAction::triggered, this,
            [this] { openAsRun(m_sweep.points(), m_table->currentRow()); });
    // A point has its sums alone; the run has what they are made of.
    connect(explainAction(m_table, "explainPoint", tr("Open as run to explain it")), &QAction::triggered, this,
            [this] { openAsRun(m_sweep.points(), m_table->currentRow()); });
    connect(m_table->addRowAction(tr("Edit this accelerator")), &QAction::triggered, this,
            [this] { editAccelerator(m_table->currentRow()); });
    connect(m_points, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_filtering = true; });
    connect(m_points, &QAbstractItemModel::modelReset, this, [this] { m_filtering = false; });
    connect(m_points, &PointOrder::kept, this, [this] {
        m_table->setCurrentRow(m_sweep.current());
        refreshCount();
    });
    connect(&m_sweep, &ShownSweep::currentChanged, this, [this](int row) {
        m_table->setCurrentRow(row);
        refreshButtons();
    });
    connect(&m_sweep, &ShownSweep::chosenChanged, this, &SweepPointPanel::refilter);
    connect(&m_sweep, &ShownSweep::replaced, this, [this] {
        m_fittedAt = 0;
        m_table->setColumnHidden(0, m_sweep.points().inputs().networks.size() < 2); // one network needs no telling
        refilter();
        m_table->fitColumns();
        refreshButtons();
    });
    connect(&m_sweep, &ShownSweep::pointsAdded, this, &SweepPointPanel::fitWhenGrown);
    refilter();
    refreshButtons();
    hearEvents(this, QEvent::Show, [this] { fitWhenGrown(); });
}

QWidget* SweepPointPanel::makeBar()
{
    auto* bar = new QWidget(this);
    m_status = named(new QComboBox(bar), "pointStatus", tr("Status"));
    m_status->addItem(tr("every status"), -1);
    for (const PointStatus status :
         {PointStatus::Finished, PointStatus::Infeasible, PointStatus::Refused, PointStatus::Failed})
        m_status->addItem(statusText(status), int(status));
    m_filter = new QLineEdit(bar);
    m_filter->setPlaceholderText(tr("Filter points"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(180);
    m_count = named(new QLabel(bar), "pointCount");
    m_count->setProperty("muted", true);
    m_lasso = named(new QToolButton(bar), "lassoChip", {},
                    tr("Those within lasso, limits and ranges of the page Pareto; click to show all points again"));
    m_lasso->setProperty("chip", true);
    m_open = named(new QPushButton(tr("Open as run"), bar), "openAsRun", {},
                   tr("Map the network onto the accelerator of the selected point and store it as a run; it "
                      "searches anew and finds the same"));
    m_edit = named(new QPushButton(tr("Edit this accelerator"), bar), "editPoint", {},
                   tr("Open the accelerator of the selected point in the editor, as a variant"));
    auto* which = rowOf({m_status, m_filter, m_count, m_lasso, LinePart::room()}, 8);
    bar->setLayout(rowOf({{new FoldingRow({{which, 1}, rowOf({m_edit, m_open}, 8)}, 8, bar), 1}}));
    connect(m_status, &QComboBox::activated, this, &SweepPointPanel::refilter);
    connect(m_filter, &QLineEdit::textChanged, this, &SweepPointPanel::refilter);
    connect(m_lasso, &QToolButton::clicked, this, [this] { m_sweep.setChosen(std::nullopt); });
    connect(m_open, &QPushButton::clicked, this, [this] { openAsRun(m_sweep.points(), m_sweep.current()); });
    connect(m_edit, &QPushButton::clicked, this, [this] { editAccelerator(m_sweep.current()); });
    return bar;
}

void SweepPointPanel::refilter()
{
    const int status = m_status->currentData().toInt(); // -1 = every
    const auto& chosen = m_sweep.chosen();
    m_points->setText(m_filter->text());
    m_points->keep(status < 0 ? std::nullopt : std::optional(PointStatus(status)), chosen);
    m_lasso->setVisible(chosen.has_value());
    m_count->setVisible(!chosen); // the chip says it
    m_lasso->setText(tr("%1 chosen  x").arg(chosen ? chosen->size() : 0));
}

void SweepPointPanel::fitWhenGrown()
{
    refreshCount();
    if (!isVisible())
        return;
    // Fitting looks at many cells: when twice as many points are there.
    const int count = int(m_sweep.points().points().size());
    if (count < 2 * m_fittedAt + 1 && !m_sweep.isComplete())
        return;
    m_fittedAt = count;
    m_table->fitColumns();
}

void SweepPointPanel::refreshCount()
{
    const std::size_t all = m_sweep.points().points().size();
    const int shown = m_points->rowCount();
    m_count->setText(m_sweep.isEmpty()           ? QString()
                     : std::size_t(shown) == all ? counted(qint64(all), tr("1 point"), tr("%1 points"))
                                                 : tr("%1 of %2 points").arg(shown).arg(all));
}

void SweepPointPanel::refreshButtons()
{
    const int row = m_sweep.current();
    const bool can = row >= 0 && m_sweep.points().points()[std::size_t(row)].status != PointStatus::Refused;
    m_open->setEnabled(can);
    m_edit->setEnabled(can);
}

void SweepPointPanel::openAsRun(const SweepPointModel& points, int row)
{
    if (row < 0)
        return;
    if (const auto request = runOf(m_sweep.sweeps(), points, row); request && m_workbench.startRun(*request) != 0)
        Q_EMIT runStarted();
}

void SweepPointPanel::editAccelerator(int row)
{
    if (row < 0)
        return;
    const auto request = runOf(m_sweep.sweeps(), m_sweep.points(), row);
    if (!request)
        return;
    const hardware::Accelerator& accelerator = request->accelerator;
    m_workbench.editAccelerator(QStringLiteral("sweep:%1").arg(qt(accelerator.name)), accelerator);
    Q_EMIT editorOpened();
}

} // namespace nestloom::ui
