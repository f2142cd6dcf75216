// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/design_dialog.h"

#include "ui/features/import/design_tables.h"
#include "ui/features/import/dimension_form.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

using mapping::ImportRemark;

namespace {

QString titleOf(const QStringList& paths)
{
    return paths.size() == 1 ? DesignDialog::tr("Import %1").arg(QFileInfo(paths.front()).fileName())
                             : DesignDialog::tr("Import %1 files").arg(paths.size());
}

} // namespace

DesignDialog::DesignDialog(Importer& importer, const QStringList& paths, QWidget* parent)
    : QDialog(parent), m_importer(importer), m_paths(paths), m_message(new MessageLine(this)),
      m_busy(new QProgressBar(this)), m_summary(new QLabel(this)), m_questions(new QuestionForm(this)),
      m_tabs(new QTabWidget(this)), m_counts(new LinkLabel(this)), m_filter(new QLineEdit(this)),
      m_remarks(makeTable(new RowsModel(remarkColumns(), this), "designRemarks", tr("What was assumed and ignored"))),
      m_levels(makeTable(new RowsModel(levelColumns(), this), "designLevels", tr("Levels of the accelerator"))),
      m_layers(makeTable(new RowsModel(layerColumns(), this), "designLayers", tr("Layers"))),
      m_mapping(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("designDialog"));
    setWindowTitle(titleOf(paths));
    m_message->setObjectName(QStringLiteral("designMessage"));
    m_summary->setObjectName(QStringLiteral("designSummary"));
    named(m_mapping, "designMapping", tr("Loop nest of the mapping"));
    m_mapping->setReadOnly(true);
    m_mapping->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_mapping->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::RichText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_busy->setRange(0, 0);
    m_busy->setMaximumHeight(6);
    m_busy->setTextVisible(false);
    m_mapping->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_accept = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("designAccept"));
    m_accept->setDefault(true);
    m_accept->setToolTip(tr("Keeps accelerator and layers as YAML and adds them to the project"));
    auto* folder = buttons->addButton(tr("&Folder of included files..."), QDialogButtonBox::ActionRole);
    folder->setVisible(std::ranges::none_of(paths, [](const QString& path) {
        return path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive); // includes nothing
    }));
    m_leaveOut = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_leaveOut->setObjectName(QStringLiteral("designLeaveOut"));
    m_leaveOut->setToolTip(tr("Reads the other files without the one that cannot be read"));
    m_leaveOut->hide();
    folder->setToolTip(tr("Files may include others from this folder; without one, from their own"));
    setLayout(columnOf({m_message, m_busy, m_summary, m_questions, {m_tabs, 1}, buttons}, -1, {11, 11, 11, 11}));
    m_tabs->addTab(makeReport(), tr("Report"));
    resize(1000, 620);
    connect(m_questions, &QuestionForm::changed, this, &DesignDialog::read);
    connect(folder, &QPushButton::clicked, this, &DesignDialog::chooseFolder);
    connect(m_leaveOut, &QPushButton::clicked, this, &DesignDialog::leaveOut);
    connect(buttons, &QDialogButtonBox::accepted, this, &DesignDialog::keep);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_importer, &Importer::answered, this, &DesignDialog::onAnswer);
    connect(&m_importer, &Importer::kept, this, &DesignDialog::onKept);
    read();
}

DesignDialog::Table DesignDialog::makeTable(RowsModel* model, const char* name, const QString& accessibleName)
{
    auto* view = new CopyableTable(model, this);
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(accessibleName);
    view->setWidestColumn(520);
    view->hide();
    return {model, view};
}

QWidget* DesignDialog::makeReport()
{
    m_counts->setObjectName(QStringLiteral("designCounts"));
    m_filter->setObjectName(QStringLiteral("designFilter"));
    m_filter->setPlaceholderText(tr("Filter the report"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    auto* report = new QWidget(this);
    auto* line = rowOf({{m_counts, 1}, m_filter});
    report->setLayout(columnOf({line, {m_remarks.view, 1}}, -1, {9, 9, 9, 9}));
    m_remarks.view->show();
    connect(m_filter, &QLineEdit::textChanged, m_remarks.view, &CopyableTable::setFilter);
    m_counts->setTextFormat(Qt::RichText);
    connect(m_counts, &QLabel::linkActivated, m_filter,
            [this](const QString& link) { m_filter->setText(link == QLatin1String("#all") ? QString() : link); });
    return report;
}

void DesignDialog::read()
{
    m_awaited = m_importer.read(m_paths, {m_questions->answers(), m_folder, {}});
    const bool hasParts = m_answer && m_answer->import && (m_answer->import->accelerator || m_answer->import->network);
    m_accept->setEnabled(hasParts); // the click that ends an edit is not lost
    m_isReading = true;
    m_isWanted = false;
    m_busy->show();
    if (!m_answer)
        m_message->tell(tr("Reading the files."), false);
}

void DesignDialog::chooseFolder()
{
    askForFolder(this, tr("Folder of included files"), QFileInfo(m_paths.front()).absolutePath(),
                 [this](const QString& folder) {
                     m_folder = folder.toStdString();
                     read();
                 });
}

void DesignDialog::offerToLeaveOut(const QString& problem)
{
    m_culprit.clear();
    for (const QString& path : m_paths)
        if (m_paths.size() > 1
            && (problem.startsWith(path) || problem.startsWith(QFileInfo(path).fileName() + QLatin1Char(':'))))
            m_culprit = path;
    m_leaveOut->setVisible(!m_culprit.isEmpty());
    m_leaveOut->setText(tr("&Without %1").arg(QFileInfo(m_culprit).fileName()));
}

void DesignDialog::leaveOut()
{
    m_paths.removeAll(m_culprit);
    setWindowTitle(titleOf(m_paths));
    read();
}

void DesignDialog::onAnswer(const DesignAnswer& answer)
{
    if (answer.id != m_awaited)
        return;
    m_busy->hide();
    m_isReading = false;
    const bool isWanted = std::exchange(m_isWanted, false);
    offerToLeaveOut(answer.problem);
    if (!answer.import) {
        m_answer.reset();
        m_accept->setEnabled(false);
        m_message->tell(answer.problem, true);
        show(answer);
        return;
    }
    m_answer = answer;
    m_questions->ask(answer.import->questions);
    show(answer);
    m_message->tell(hasProblem(answer) ? tr("Not everything can be taken over: see the summary and the report.")
                                       : QString(),
                    hasProblem(answer));
    m_accept->setEnabled(answer.import->accelerator || answer.import->network);
    if (isWanted && m_accept->isEnabled() && !hasProblem(answer))
        keep();
}

void DesignDialog::show(const DesignAnswer& answer)
{
    m_summary->setText(answer.import ? designSummary(answer) : QString());
    m_summary->setVisible(answer.import.has_value());
    const mapping::DesignImport import = answer.import.value_or(mapping::DesignImport{});
    m_remarks.model->setRows(remarkRows(import));
    m_levels.model->setRows(import.accelerator ? levelRows(*import.accelerator)
                                               : std::vector<std::vector<RowsModel::Cell>>{});
    m_layers.model->setRows(import.network ? layerRows(*import.network) : std::vector<std::vector<RowsModel::Cell>>{});
    m_mapping->setPlainText(answer.mappingText);
    showTabs(answer);
    if (answer.import)
        showCounts(import);
    else
        m_counts->clear(); // nothing was taken over
    for (const Table& table : {m_remarks, m_levels, m_layers})
        table.view->fitColumnsSoon();
}

/// Parts that the files do not hold have no tab.
void DesignDialog::showTabs(const DesignAnswer& answer)
{
    const auto& import = answer.import;
    for (const auto& [page, title, isThere] :
         {std::tuple{static_cast<QWidget*>(m_levels.view), tr("Levels"), import && import->accelerator},
          std::tuple{static_cast<QWidget*>(m_layers.view), tr("Layers"), import && import->network},
          std::tuple{static_cast<QWidget*>(m_mapping), tr("Mapping"), import && import->mapping}}) {
        const int at = m_tabs->indexOf(page);
        if (isThere && at < 0)
            m_tabs->addTab(page, title);
        else if (!isThere && at >= 0)
            m_tabs->removeTab(at);
    }
}

void DesignDialog::showCounts(const mapping::DesignImport& import)
{
    QStringList parts;
    for (const auto kind : {ImportRemark::Kind::Refused, ImportRemark::Kind::Assumed, ImportRemark::Kind::Ignored}) {
        const auto number =
            std::ranges::count_if(import.remarks, [&](const ImportRemark& remark) { return remark.kind == kind; });
        const QString words = tr("%1 %2").arg(number).arg(remarkKindName(kind));
        parts << (number == 0 ? words : QStringLiteral("<a href=\"%1\">%2</a>").arg(remarkKindName(kind), words));
    }
    parts << QStringLiteral("<a href=\"#all\">%1</a>").arg(tr("all"));
    m_counts->setText(import.remarks.empty() ? tr("Everything in the files was taken over as it is written.")
                                             : parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
}

void DesignDialog::keep()
{
    if (!m_answer || !m_answer->import || (m_isReading && m_questions->isAncestorOf(focusWidget())))
        return; // Enter ended an edit: what it makes is to be seen first
    m_accept->setEnabled(false);
    m_isWanted = m_isReading;
    if (m_isWanted)
        return; // once they are read with what was just edited
    m_busy->show();
    m_awaited = m_importer.keep(*m_answer->import);
}

void DesignDialog::onKept(quint64 id, const QStringList& paths, const QString& problem)
{
    if (id != m_awaited)
        return;
    m_busy->hide();
    if (!problem.isEmpty()) {
        m_message->tell(problem, true);
        m_accept->setEnabled(true);
        return;
    }
    Q_EMIT imported(paths, m_summary->text());
    accept();
}

} // namespace nestloom::ui
