// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/kept_plans_panel.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

QString statusText(const PlanSummary& plan)
{
    return plan.isProven() ? KeptPlansModel::tr("proven least")
                           : KeptPlansModel::tr("at least %1").arg(trafficText(plan.bound));
}

QString whatText(const PlanSummary& plan)
{
    QStringList words{plan.fused ? KeptPlansModel::tr("fused") : KeptPlansModel::tr("unfused"),
                      plan.parameters ? KeptPlansModel::tr("with parameters") : KeptPlansModel::tr("activations"),
                      orderText(plan.order)};
    if (plan.method != "search")
        words << QString::fromStdString(plan.method);
    return words.join(QStringLiteral(", "));
}

} // namespace

KeptPlansModel::KeptPlansModel(const KeptPlans& plans, QObject* parent) : ColumnTable(parent)
{
    const auto title = [](const PlanSummary& plan) { return plan.marks.title; };
    const auto orDash = [](const std::string& text) {
        return text.empty() ? format::kNoValue : QString::fromStdString(text);
    };
    const auto kept = [](const PlanSummary& plan) {
        return dateOf(plan.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    };
    const auto words = [](const QString& header, const QString& toolTip, Ask<QString> text) {
        return Field{{header, Kind::Text, toolTip}, text, {}, text};
    };
    const auto number = [](const PlanSummary& plan) { return format::integer(plan.id); };
    setFields({
        {{tr("Plan"), Kind::Number, tr("Its number; nestloom-cli plans lists the same")},
         number,
         &PlanSummary::id,
         number},
        {{tr("Name"), Kind::Text, tr("Given with Rename")},
         [=](const PlanSummary& plan) { return orDash(title(plan)); },
         title,
         [=](const PlanSummary& plan) { return orDash(title(plan)); }},
        words(tr("Network"), {}, &PlanSummary::networkName),
        figure(
            {tr("Scratchpad"), Kind::Number, tr("Size that was planned for"), tr("B")}, &PlanSummary::scratchpad,
            [](Bytes size) { return sizeText(size); }, format::exactBytes),
        {{tr("Buffer of"), Kind::Text,
          tr("The accelerator whose shared buffer has this size; none where the size was chosen freely")},
         [=](const PlanSummary& plan) { return orDash(plan.acceleratorName); },
         &PlanSummary::acceleratorName,
         [=](const PlanSummary& plan) { return orDash(plan.acceleratorName); }},
        figure({tr("Traffic"), Kind::Number, tr("Off-chip traffic beyond the compulsory, as COSMA counts it"), tr("B")},
               &PlanSummary::traffic, trafficText, format::exactBytes),
        {{tr("Status"), Kind::Text, tr("Proven least, or the traffic below which no plan exists")},
         statusText,
         {},
         [](const PlanSummary& plan) {
             return plan.isProven() ? tr("No plan has less traffic.")
                                    : tr("Every plan has %1 or more.").arg(format::exactBytes(plan.bound));
         },
         [](const PlanSummary& plan) { return plan.traffic - plan.bound; }},
        figure({tr("Best baseline"), Kind::Number, tr("Traffic of the best scheme without planning"), tr("B")},
               &PlanSummary::bestBaseline, trafficText, format::exactBytes),
        words(tr("Of"), tr("What was planned, and in which order of the operators"), whatText),
        words(tr("Tags"), tr("Words to find the plan by"),
              [](const PlanSummary& plan) { return joined(plan.marks.tags); }),
        {{tr("Kept"), Kind::Text, tr("When, in local time")},
         kept,
         [](const PlanSummary& plan) { return dateOf(plan.keptAt).toString(Qt::ISODate); },
         kept},
        words(tr("Engine"), tr("Version of the engine that made the plan"), &PlanSummary::engineVersion),
    });
    const auto take = [this, &plans] { setRows(plans.rows()); };
    connect(&plans, &KeptPlans::changed, this, take);
    take();
}

int KeptPlansModel::rowOf(PlanId plan) const
{
    const auto row =
        std::find_if(all().begin(), all().end(), [plan](const PlanSummary& one) { return one.id == plan; });
    return row == all().end() ? -1 : int(row - all().begin());
}

KeptPlansPanel::KeptPlansPanel(KeptPlans& plans, QWidget* parent)
    : QWidget(parent), m_plans(plans), m_model(new KeptPlansModel(plans, this)), m_table(new CopyableTable(m_model)),
      m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("keptPlans"));
    m_table->setObjectName(QStringLiteral("keptPlansTable"));
    m_table->setAccessibleName(tr("Kept plans"));
    m_table->setWidestColumn(260);
    auto* empty = new QLabel(tr("No plan is kept yet. Keep stores the plan that is shown, with every address."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    setLayout(columnOf({{m_stack, 1}, makeButtons()}, 2));
    auto* remove = m_table->addRowAction(tr("Delete plans..."));
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &KeptPlansPanel::askToRemove);
    auto* rename = m_table->addRowAction(tr("Rename and tag..."));
    rename->setShortcut(Qt::Key_F2);
    rename->setShortcutContext(Qt::WidgetShortcut);
    connect(rename, &QAction::triggered, this, &KeptPlansPanel::askToRename);
    connect(m_table->addRowAction(tr("Export plan...")), &QAction::triggered, this, &KeptPlansPanel::askToWrite);
    connect(m_table->addRowAction(tr("Open plan")), &QAction::triggered, this, &KeptPlansPanel::openCurrent);
    connect(m_table, &QTableView::activated, this, &KeptPlansPanel::openCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &KeptPlansPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        const int row = m_table->currentRow();
        m_current = row >= 0 ? m_model->planAt(row) : 0;
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->setCurrentRow(m_model->rowOf(m_current));
        m_table->fitColumns();
        refresh();
    });
    connect(&m_plans, &KeptPlans::written, this, [this](PlanId, const QByteArray& json) {
        if (const Status saved = saveFile(m_path, json); !saved)
            Q_EMIT problem(QString::fromStdString(saved.error().text()));
    });
    connect(&m_plans, &KeptPlans::kept, this, &KeptPlansPanel::setCurrent);
    m_plans.refresh();
    refresh();
}

QToolButton* KeptPlansPanel::addButton(QHBoxLayout* row, const QString& text, const QString& tip,
                                       void (KeptPlansPanel::*act)())
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, act);
    return button;
}

QWidget* KeptPlansPanel::makeButtons()
{
    auto* bar = new QWidget;
    auto* row = rowOf({LinePart::room(0)}, -1, {4, 0, 4, 2});
    bar->setLayout(row);
    m_open = addButton(row, tr("Open"), tr("Verify the plan again and show it in the memory map (Return)"),
                       &KeptPlansPanel::openCurrent);
    m_rename = addButton(row, tr("Rename..."), tr("Give the plan a name and tags (F2)"), &KeptPlansPanel::askToRename);
    m_write = addButton(row, tr("Export..."), tr("Write the plan as JSON: order, residencies, addresses"),
                        &KeptPlansPanel::askToWrite);
    m_remove =
        addButton(row, tr("Delete..."), tr("Delete the selected plans for good (Del)"), &KeptPlansPanel::askToRemove);
    return bar;
}

void KeptPlansPanel::refresh()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    for (QToolButton* button : {m_open, m_rename, m_write})
        button->setEnabled(m_table->currentRow() >= 0);
    m_remove->setEnabled(!m_table->selectedRows().empty());
}

void KeptPlansPanel::setCurrent(PlanId plan)
{
    m_table->setCurrentRow(m_model->rowOf(plan));
    refresh();
}

void KeptPlansPanel::openCurrent()
{
    if (const int row = m_table->currentRow(); row >= 0)
        m_plans.open(m_model->planAt(row));
}

void KeptPlansPanel::renameCurrent(const QString& title, const QString& tags)
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    PlanMarks marks{title.simplified().toStdString(), {}};
    for (const QString& tag : tags.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        marks.tags.push_back(tag.toStdString());
    m_plans.setMarks(m_model->planAt(row), marks);
}

void KeptPlansPanel::askToRename()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const PlanSummary& plan = m_model->at(row);
    QDialog dialog(this);
    dialog.setObjectName(QStringLiteral("renamePlan"));
    dialog.setWindowTitle(tr("Plan %1").arg(plan.id));
    auto* title = new QLineEdit(QString::fromStdString(plan.marks.title));
    auto* tags = new QLineEdit(joined(plan.marks.tags));
    tags->setPlaceholderText(tr("words, separated by spaces"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* form = new QFormLayout(&dialog);
    form->addRow(tr("&Name"), title);
    form->addRow(tr("&Tags"), tags);
    form->addRow(buttons);
    dialog.setMinimumWidth(380);
    if (dialog.exec() == QDialog::Accepted)
        renameCurrent(title->text(), tags->text());
}

void KeptPlansPanel::writeCurrent(const QString& path)
{
    const int row = m_table->currentRow();
    if (row < 0 || path.isEmpty())
        return;
    m_path = path;
    m_plans.write(m_model->planAt(row));
}

void KeptPlansPanel::askToWrite()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const QString name = QStringLiteral("%1-plan-%2.json")
                             .arg(QString::fromStdString(m_model->at(row).networkName))
                             .arg(m_model->planAt(row));
    writeCurrent(QFileDialog::getSaveFileName(this, tr("Export the memory plan"), name, tr("JSON (*.json)")));
}

void KeptPlansPanel::askToRemove()
{
    const int count = int(m_table->selectedRows().size());
    if (count == 0)
        return;
    const QString question = count == 1 ? tr("Delete the selected memory plan? It cannot be brought back.")
                                        : tr("Delete %1 memory plans? They cannot be brought back.").arg(count);
    if (QMessageBox::question(this, tr("Delete memory plans"), question) == QMessageBox::Yes)
        removeSelected();
}

void KeptPlansPanel::removeSelected()
{
    std::vector<PlanId> plans;
    for (const int row : m_table->selectedRows())
        plans.push_back(m_model->planAt(row));
    m_plans.remove(plans);
}

} // namespace nestloom::ui
