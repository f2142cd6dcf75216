// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/import_dialog.h"

#include "engine/base/ranges.h"
#include "ui/features/import/dimension_form.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

#include <utility>

namespace nestloom::ui {

using workload::NodeOutcome;

ImportReportModel::ImportReportModel(QObject* parent) : ColumnTable(parent)
{
    using Row = workload::ImportedNode;
    const auto words = [](const QString& title, const QString& toolTip, std::string Row::*text) {
        return Field{{title, Kind::Text, toolTip}, text, {}, text};
    };
    Field name =
        words(tr("Node"), tr("Name of the node as a path of blocks, in the order in which nodes run"), &Row::name);
    name.sortKey = inOrder;
    setFields({name,
               words(tr("Type"), tr("Operator, in the words of the file"), &Row::type),
               {{tr("Outcome"), Kind::Text, tr("What the node became")},
                [](const Row& node) { return outcomeName(node.outcome); },
                {},
                [](const Row& node) { return outcomeMeaning(node.outcome); },
                [](const Row& node) { return int(node.outcome); },
                [](const Row& node, int role) {
                    return node.outcome == NodeOutcome::Unsupported ? warningDecoration(role)
                           : node.outcome == NodeOutcome::Folded    ? mutedDecoration(role)
                                                                    : QVariant();
                }},
               words(tr("Reason"), tr("Why, or as what"), &Row::reason)});
}

QString outcomeName(NodeOutcome outcome)
{
    switch (outcome) {
    case NodeOutcome::Mapped: return ImportReportModel::tr("mapped");
    case NodeOutcome::Planned: return ImportReportModel::tr("planned");
    case NodeOutcome::DataMovement: return ImportReportModel::tr("data movement");
    case NodeOutcome::Folded: return ImportReportModel::tr("folded");
    case NodeOutcome::Unsupported: return ImportReportModel::tr("unsupported");
    }
    return {};
}

QString outcomeMeaning(NodeOutcome outcome)
{
    switch (outcome) {
    case NodeOutcome::Mapped: return ImportReportModel::tr("Has layers, which are mapped onto the accelerator.");
    case NodeOutcome::Planned:
        return ImportReportModel::tr("Has no layers: no multiply-accumulates to map. It is a step of a memory plan.");
    case NodeOutcome::DataMovement:
        return ImportReportModel::tr("Copies elements and computes nothing. It is a step of a memory plan.");
    case NodeOutcome::Folded: return ImportReportModel::tr("Nothing is left to do at run time.");
    case NodeOutcome::Unsupported: return ImportReportModel::tr("Not understood: see the reason.");
    }
    return {};
}

using workload::NetworkImport;

namespace {

constexpr NodeOutcome kOutcomes[]{NodeOutcome::Mapped, NodeOutcome::Planned, NodeOutcome::DataMovement,
                                  NodeOutcome::Folded, NodeOutcome::Unsupported};

constexpr std::int64_t kExactBelow = 1000; // "40", not "40.0"

QString totalsText(const NetworkImport& import)
{
    const workload::Network& network = import.network;
    const Bytes tensors = sumOf(network.graph.tensors, &workload::Tensor::size);
    return ImportDialog::tr("%1   %2, %3   %4   %5   %6 parameters")
        .arg(
            counted(qint64(network.graph.operators.size()), ImportDialog::tr("1 operator"),
                    ImportDialog::tr("%1 operators")),
            counted(qint64(network.graph.tensors.size()), ImportDialog::tr("1 tensor"), ImportDialog::tr("%1 tensors")),
            format::bytes(tensors),
            counted(qint64(network.layers.size()), ImportDialog::tr("1 layer"), ImportDialog::tr("%1 layers")),
            format::si(double(workload::macs(network)), QStringLiteral("MAC")),
            import.parameterElements < kExactBelow ? format::integer(import.parameterElements)
                                                   : format::si(double(import.parameterElements), QString()).trimmed());
}

} // namespace

ImportDialog::ImportDialog(Importer& importer, const QString& path, QWidget* parent)
    : QDialog(parent), m_importer(importer), m_path(path), m_form(new DimensionForm(this)),
      m_model(new ImportReportModel(this)), m_totals(new QLabel(this)), m_message(new MessageLine(this)),
      m_counts(new LinkLabel(this)), m_filter(new QLineEdit(this)), m_table(new CopyableTable(m_model, this)),
      m_busy(new QProgressBar(this))
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("Import %1").arg(QFileInfo(path).fileName()));
    m_message->setObjectName(QStringLiteral("importMessage"));
    m_busy->setRange(0, 0);
    m_busy->setMaximumHeight(6);
    m_busy->setTextVisible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_accept = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("importAccept"));
    m_accept->setDefault(true);
    m_accept->setToolTip(tr("Keeps the network as YAML and adds it to the project"));
    setLayout(columnOf({m_form, m_message, m_busy, {makeReport(), 1}, buttons}, -1, {11, 11, 11, 11}));
    resize(900, 560);
    connect(m_form, &DimensionForm::changed, this, &ImportDialog::read);
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::keep);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_importer, &Importer::networkAnswered, this, &ImportDialog::onAnswer);
    connect(&m_importer, &Importer::networkKept, this, &ImportDialog::onKept);
    read();
}

QWidget* ImportDialog::makeReport()
{
    m_totals->setObjectName(QStringLiteral("importTotals"));
    m_counts->setObjectName(QStringLiteral("importCounts"));
    m_filter->setObjectName(QStringLiteral("importFilter"));
    m_filter->setPlaceholderText(tr("Filter nodes"));
    m_filter->setAccessibleName(tr("Filter nodes"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    named(m_table, "importTable", tr("Nodes of the file"));
    m_table->setWidestColumn(460); // of 900 pixels; the tool tip has the rest
    auto* report = new QWidget(this);
    auto* line = rowOf({{m_counts, 1}, m_filter});
    report->setLayout(columnOf({m_totals, line, {m_table, 1}}));
    connect(m_filter, &QLineEdit::textChanged, m_table, &CopyableTable::setFilter);
    m_counts->setTextFormat(Qt::RichText);
    connect(m_counts, &QLabel::linkActivated, m_filter,
            [this](const QString& link) { m_filter->setText(link == QLatin1String("#all") ? QString() : link); });
    return report;
}

void ImportDialog::read()
{
    m_awaited = m_importer.readNetwork(m_path, m_form->options());
    m_accept->setEnabled(m_import.has_value()); // the click that ends an edit is not lost
    m_isReading = true;
    m_isWanted = false;
    m_busy->show();
    if (!m_import)
        m_message->tell(tr("Reading the structure of the network; weights are left out."), false);
}

void ImportDialog::onAnswer(const NetworkAnswer& answer)
{
    if (answer.id != m_awaited)
        return;
    m_busy->hide();
    m_isReading = false;
    const bool isWanted = std::exchange(m_isWanted, false);
    if (!answer.import) {
        m_import.reset();
        m_accept->setEnabled(false);
        m_message->tell(answer.problem, true);
        show({});
        return;
    }
    if (!answer.import->openDimensions.empty()) {
        m_form->ask(answer.import->openDimensions);
        read(); // with what the fields say at first
        return;
    }
    m_import = answer.import;
    show(*m_import);
    const std::size_t lost = count(*m_import, NodeOutcome::Unsupported);
    m_message->tell(lost == 0 ? QString()
                              : tr("%n node(s) are not supported: the network has no layers for them, or lacks them.",
                                   nullptr, int(lost)),
                    lost > 0);
    m_accept->setEnabled(true);
    if (isWanted && lost == 0)
        keep();
}

void ImportDialog::show(const NetworkImport& import)
{
    m_model->setRows(import.nodes);
    m_table->fitColumns();
    m_totals->setText(import.nodes.empty() ? QString() : totalsText(import));
    m_totals->setToolTip(
        tr("%1 MACs, %2 parameters")
            .arg(format::integer(workload::macs(import.network)), format::integer(import.parameterElements)));
    showCounts();
}

void ImportDialog::showCounts()
{
    if (!m_import) {
        m_counts->clear();
        return;
    }
    QStringList parts{QStringLiteral("<a href=\"#all\">%1</a>").arg(tr("Nodes: %1").arg(m_import->nodes.size()))};
    for (const NodeOutcome outcome : kOutcomes) {
        const std::size_t number = count(*m_import, outcome);
        const QString words = tr("%1 %2").arg(number).arg(outcomeName(outcome));
        parts << (number == 0 ? words : QStringLiteral("<a href=\"%1\">%2</a>").arg(outcomeName(outcome), words));
    }
    m_counts->setText(parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
    m_counts->setToolTip(tr("Choose one to see these nodes only"));
}

void ImportDialog::keep()
{
    if (!m_import || (m_isReading && m_form->isAncestorOf(focusWidget())))
        return; // Enter ended an edit: what it makes is to be seen first
    m_accept->setEnabled(false);
    m_isWanted = m_isReading;
    if (m_isWanted)
        return; // once it is read with what was just edited
    m_busy->show();
    m_awaited = m_importer.keepNetwork(m_import->network);
}

void ImportDialog::onKept(quint64 id, const QString& path, const QString& problem)
{
    if (id != m_awaited)
        return;
    m_busy->hide();
    if (!problem.isEmpty()) {
        m_message->tell(problem, true);
        m_accept->setEnabled(true);
        return;
    }
    Q_EMIT imported(path);
    accept();
}

} // namespace nestloom::ui
