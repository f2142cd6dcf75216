// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/problems/problems_panel.h"

#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace nestloom::ui {

ProblemModel::ProblemModel(QObject* parent) : ColumnTable(parent)
{
    setFields({
        {{tr("In"), Kind::Text, tr("What has the problem")},
         [](const Problem& problem) { return sourceName(problem.source); },
         {},
         &Problem::text, // may be cut off
         {},
         [](const Problem&, int role) { return warningDecoration(role); }},
        {{tr("Where"), Kind::Text, tr("Field, line or layer; a click goes there")},
         &Problem::where,
         {},
         &Problem::text},
        {{tr("Problem"), Kind::Text, {}}, &Problem::text, {}, &Problem::text},
    });
}

void ProblemModel::setProblems(std::vector<Problem> problems)
{
    if (problems != all()) // keeps the selection while something else changes
        setRows(std::move(problems));
}

namespace {
constexpr int kRefreshMs = 120;
constexpr std::size_t kKeptMessages = 50;
} // namespace

ProblemsPanel::ProblemsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_model(new ProblemModel(this)),
      m_table(new CopyableTable(m_model, this)), m_stack(new QStackedWidget(this)), m_summary(new QLabel(this)),
      m_copy(new QPushButton(tr("Copy diagnostics"), this))
{
    setObjectName(QStringLiteral("problemsPanel"));
    named(m_table, "problemTable", tr("Problems"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_summary->setProperty("muted", true);
    named(m_copy, "copyDiagnostics", {}, tr("Copy all problems with version, inputs and options as text"));
    auto* none = new QLabel(tr("No problems: the accelerator can be run, and nothing in view was refused."), this);
    none->setProperty("muted", true);
    none->setAlignment(Qt::AlignCenter);
    none->setWordWrap(true);
    m_stack->addWidget(none);
    m_stack->addWidget(m_table);
    auto* side = columnOf({m_summary, m_copy, LinePart::room()});
    setLayout(rowOf({{m_stack, 1}, side}, -1, {10, 4, 10, 6}));
    connect(m_copy, &QPushButton::clicked, this, &ProblemsPanel::copyDiagnostics);
    connect(m_table, &QTableView::clicked, this, &ProblemsPanel::choose);
    connect(m_table, &QTableView::activated, this, &ProblemsPanel::choose);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &ProblemsPanel::refresh);
    const auto later = [this] {
        if (!m_refresh.isActive())
            m_refresh.start();
    };
    connect(&workbench, &Workbench::documentChanged, this, later);
    connect(&workbench, &Workbench::editsChanged, this, later);
    connect(&workbench.run(), &ShownRun::replaced, this, later);
    connect(&workbench.run(), &ShownRun::updated, this, later);
    connect(&workbench, &Workbench::problem, this, &ProblemsPanel::takeMessage);
    connect(&workbench, &Workbench::runBegan, this, [this] {
        m_messages.clear();
        refresh();
    });
    refresh();
}

void ProblemsPanel::takeFiles(const std::vector<OpenedFile>& files)
{
    for (const OpenedFile& file : files) {
        std::erase_if(m_files, [&](const Problem& known) { return known.path == file.path; });
        if (file.whyNot.isEmpty())
            continue;
        std::erase_if(m_messages, [&](const Problem& message) { return message.text == file.whyNot; });
        Problem problem{Problem::Source::File, QFileInfo(file.path).fileName(), file.whyNot};
        problem.path = file.path;
        m_files.push_back(problem);
    }
    refresh();
}

void ProblemsPanel::takeMessage(const QString& sentence)
{
    std::erase_if(m_messages, [&](const Problem& message) { return message.text == sentence; });
    if (m_messages.size() == kKeptMessages)
        m_messages.erase(m_messages.begin());
    m_messages.push_back({Problem::Source::Message, {}, sentence});
    if (!m_refresh.isActive())
        m_refresh.start();
}

void ProblemsPanel::dismiss()
{
    m_files.clear();
    m_messages.clear();
    refresh();
}

void ProblemsPanel::refresh()
{
    m_refresh.stop();
    std::vector<Problem> all = acceleratorProblems(m_workbench);
    for (const auto& part : {runProblems(m_workbench), m_files, m_messages})
        all.insert(all.end(), part.begin(), part.end());
    m_model->setProblems(std::move(all));
    const int count = m_model->rowCount();
    m_stack->setCurrentIndex(count == 0 ? 0 : 1);
    m_copy->setEnabled(count > 0);
    if (std::exchange(m_count, count) == count)
        return;
    m_summary->setText(count == 1 ? tr("1 problem") : tr("%1 problems").arg(count));
    m_table->fitColumns();
    Q_EMIT countChanged(count);
}

void ProblemsPanel::choose()
{
    const int row = m_table->currentRow();
    if (row >= 0 && row < m_model->rowCount())
        Q_EMIT chosen(problems()[std::size_t(row)]);
}

void ProblemsPanel::copyDiagnostics()
{
    refresh();
    QApplication::clipboard()->setText(diagnosticsText(m_workbench, problems()));
}

} // namespace nestloom::ui
