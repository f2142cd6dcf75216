// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/accelerator_diff_dialog.h"

#include "ui/ports/run_reader.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kWidestLetters = 36;
}

AcceleratorDiffView::AcceleratorDiffView(QWidget* parent)
    : QWidget(parent), m_model(new AcceleratorDiffModel(this)), m_summary(new QLabel(this)),
      m_all(new QCheckBox(tr("All fields"), this)), m_table(new CopyableTable(m_model, this)),
      m_message(new MessagePanel(this)), m_stack(new QStackedWidget(this))
{
    m_summary->setFont(strongFont(font()));
    m_summary->setObjectName(QStringLiteral("diffSummary"));
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    named(m_all, "allFields", {}, tr("Show the fields that are equal as well"));
    named(m_table, "acceleratorDiff", tr("Differences of the accelerators"));
    m_table->setWidestColumn(kWidestLetters * fontMetrics().averageCharWidth()); // constraints may be paragraphs
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    auto* head = rowOf({{m_summary, 1}, m_all});
    setLayout(columnOf({head, {m_stack, 1}}, 4));
    connect(m_all, &QCheckBox::toggled, this, [this](bool all) {
        m_model->setAllShown(all);
        refresh();
    });
}

void AcceleratorDiffView::setAccelerators(const std::vector<NamedAccelerator>& accelerators, bool mayCome)
{
    m_mayCome = mayCome;
    m_titles.clear();
    for (const NamedAccelerator& named : accelerators)
        m_titles.push_back(named.title);
    m_model->setAccelerators(accelerators);
    refresh();
}

void AcceleratorDiffView::setBrief(bool brief)
{
    m_isBrief = brief;
    refresh();
}

void AcceleratorDiffView::refresh()
{
    QStringList counts;
    for (std::size_t i = 1; i < m_titles.size(); ++i) {
        const auto changes = qulonglong(m_model->changes(i));
        const QString words = changes == 0   ? tr("no difference")
                              : changes == 1 ? tr("1 difference")
                                             : tr("%1 differences").arg(changes);
        counts << (m_titles.size() > 2 ? tr("%1: %2").arg(m_titles[i], words) : words);
    }
    m_summary->setText(tr("Accelerators   %1").arg(counts.join(QStringLiteral(",  "))));
    m_summary->setToolTip(m_summary->text());
    if (m_titles.size() < 2)
        m_message->setMessage(m_mayCome ? tr("Nothing to compare yet") : tr("No accelerators to compare"),
                              m_mayCome ? tr("The accelerators are being read.")
                                        : tr("Memory plans may be made without one."));
    else
        m_message->setMessage(tr("The accelerators are equal"),
                              tr("No field that a schedule or its cost depends on differs."));
    const bool hasRows = m_model->rowCount() > 0;
    m_stack->setCurrentIndex(hasRows ? 0 : 1);
    m_stack->setVisible(hasRows || !m_isBrief);
    setMaximumHeight(m_stack->isHidden() ? sizeHint().height() : QWIDGETSIZE_MAX);
    m_table->fitColumns();
}

AcceleratorDiffDialog::AcceleratorDiffDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_choice(new QComboBox(this)), m_problem(new QLabel(this)),
      m_view(new AcceleratorDiffView(this))
{
    setObjectName(QStringLiteral("acceleratorDiffDialog"));
    setWindowTitle(tr("Compare accelerators"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 460);
    named(m_choice, "otherAccelerator", tr("Compare with"));
    m_choice->setMaxVisibleItems(24);
    m_problem->setProperty("warning", true);
    m_problem->setWordWrap(true);
    auto* label = new QLabel(tr("Compare the edited accelerator with"), this);
    label->setBuddy(m_choice);
    auto* head = rowOf({label, {m_choice, 1}});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    setLayout(columnOf({head, m_problem, {m_view, 1}, buttons}, -1, {11, 11, 11, 11}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_choice, &QComboBox::activated, this, &AcceleratorDiffDialog::choose);
    connect(&m_workbench, &Workbench::editsChanged, this, &AcceleratorDiffDialog::refresh);
    listChoices();
}

/// Begins with the accelerator as it was opened, when it is edited: what the edits changed. Else with the one that it
/// is named after, as a variant is.
void AcceleratorDiffDialog::listChoices()
{
    const AcceleratorDocument& document = m_workbench.document();
    for (const AcceleratorEntry& entry : m_workbench.library().accelerators())
        m_choices.push_back(
            {entry.path == document.path() ? tr("%1, as stored").arg(entry.name) : entry.name, entry.path, 0});
    for (const RunSummary& run : m_workbench.session().runs())
        m_choices.push_back(
            {tr("run %1: %2").arg(run.id).arg(QString::fromStdString(run.acceleratorName)), {}, run.id});
    for (const Choice& choice : m_choices)
        m_choice->addItem(choice.title);
    const QString name = qt(document.value().name);
    const auto nearness = [&](const Choice& choice) {
        if (!choice.path.isEmpty() && choice.path == document.path())
            return document.isDirty() ? 3 : 0;
        return !choice.path.isEmpty() && name.startsWith(choice.title) ? 2 : 1;
    };
    const auto nearest = std::ranges::max_element(m_choices, {}, nearness);
    const int first = std::max(0, int(nearest - m_choices.begin()));
    m_choice->setCurrentIndex(first);
    choose(first);
}

void AcceleratorDiffDialog::choose(int index)
{
    if (index < 0 || index >= int(m_choices.size()))
        return fail(tr("There is no other accelerator to compare with; open a YAML file (Ctrl+O)."));
    const Choice& choice = m_choices[std::size_t(index)];
    m_awaitedRun = choice.run;
    if (choice.run != 0) {
        m_workbench.session().runReader().read(choice.run, this, [this, choice](const Result<RunRecord>& record) {
            if (m_awaitedRun != choice.run)
                return;
            if (!record)
                return fail(QString::fromStdString(record.error().text()));
            m_other = {choice.title, record->inputs.accelerator};
            refresh();
        });
        return;
    }
    for (const AcceleratorEntry& entry : m_workbench.library().accelerators()) {
        if (entry.path != choice.path)
            continue;
        const auto parsed =
            m_workbench.session().parseAccelerator(entry.yaml, entry.path.section(QLatin1Char('/'), -1));
        if (!parsed)
            return fail(QString::fromStdString(parsed.error().text()));
        m_other = {choice.title, *parsed};
    }
    refresh();
}

void AcceleratorDiffDialog::refresh()
{
    m_problem->hide();
    m_view->setVisible(true);
    const AcceleratorDocument& document = m_workbench.document();
    const QString name = QString::fromStdString(document.value().name);
    m_view->setAccelerators({m_other, {document.isDirty() ? tr("%1, edited").arg(name) : name, document.value()}});
}

void AcceleratorDiffDialog::fail(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->show();
    m_view->setVisible(false);
}

void installAcceleratorDiff(MainWindow& window)
{
    QAction* compare =
        window.addAction(MainWindow::Menu::Accelerator, QStringLiteral("compareAccelerator"),
                         MainWindow::tr("Co&mpare with..."), Qt::CTRL | Qt::SHIFT | Qt::Key_K,
                         MainWindow::tr("Show field by field how the edited accelerator differs from another"));
    const auto refresh = [compare, &window] { compare->setEnabled(!window.workbench().document().isEmpty()); };
    QObject::connect(&window.workbench(), &Workbench::editsChanged, compare, refresh);
    QObject::connect(compare, &QAction::triggered, &window, [&window] {
        (new AcceleratorDiffDialog(window.workbench(), &window))->show();
    }); // not modal: the editor stays usable
    refresh();
}

} // namespace nestloom::ui
