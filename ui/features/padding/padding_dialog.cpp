// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/padding/padding_dialog.h"

#include "ui/features/padding/network_edits.h"
#include "ui/ports/network_importer.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/message_line.h"
#include "ui/widgets/progress.h"
#include "ui/words/layer_words.h"
#include "ui/words/no_layers.h"
#include "ui/workbench/layer_link.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QBrush>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFont>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace nestloom::ui {

using explore::PaddingOutcome;
using schedule::LayerResult;

QString paddingWords(const workload::Padding& padding)
{
    QStringList parts;
    for (const workload::PaddedDimension& one : padding)
        parts << QStringLiteral("%1 %2 → %3").arg(QLatin1Char(letter(one.dimension))).arg(one.from).arg(one.to);
    return parts.join(QStringLiteral(", "));
}

void PaddingModel::show(const explore::PaddingInputs& inputs, const explore::PaddingAdvice& advice)
{
    beginResetModel();
    m_inputs = inputs;
    m_advice = advice;
    m_rows.clear();
    if (m_advice.unpadded)
        m_rows.push_back(std::nullopt);
    for (const std::size_t i : explore::ranked(m_advice, m_inputs.layer, m_inputs.options))
        m_rows.emplace_back(i);
    for (std::size_t i = 0; i < m_advice.tried.size(); ++i)
        if (!m_advice.tried[i].result.cost)
            m_rows.emplace_back(i);
    endResetModel();
}

void PaddingModel::clear() { show({}, {}); }

const PaddingOutcome* PaddingModel::outcome(int row) const
{
    if (row < 0 || row >= rows() || !m_rows[std::size_t(row)])
        return nullptr;
    return &m_advice.tried[*m_rows[std::size_t(row)]];
}

int PaddingModel::rowOf(const workload::Padding& padding) const
{
    for (int row = 0; row < rows(); ++row)
        if (const PaddingOutcome* one = outcome(row); one && one->padding == padding)
            return row;
    return -1;
}

const LayerResult& PaddingModel::result(int row) const
{
    const PaddingOutcome* padded = outcome(row);
    return padded ? padded->result : *m_advice.unpadded;
}

const std::vector<TableModel::Column>& PaddingModel::columns() const
{
    static const std::vector<TableModel::Column> table{
        {tr("Padding"), Kind::Text, tr("Dimensions made larger, from and to")},
        {tr("More MACs"), Kind::Number,
         tr("MACs that the padding adds; they compute nothing that is used, and every figure pays for them")},
        {tr("Cycles"), Kind::Number, tr("Of the padded layer; analytical cost model"), QStringLiteral("cycles")},
        {tr("Δ"), Kind::Number, tr("Change of the cycles against the layer as it is")},
        {tr("Energy"), Kind::Number, tr("Of the padded layer; analytical cost model"), QStringLiteral("pJ")},
        {tr("Δ"), Kind::Number, tr("Change of the energy against the layer as it is")},
        {tr("EDP"), Kind::Number, tr("Energy times latency at the accelerator's clock"), QStringLiteral("J\u00b7s")},
        {tr("Δ"), Kind::Number, tr("Change of the EDP against the layer as it is")},
        {tr("Useful utilisation"), Kind::Number,
         tr("MACs of the layer itself, without those of the padding, by what the MAC units could do in the cycles")},
        {tr("Bound by"), Kind::Text, tr("What sets the latency")},
    };
    return table;
}

std::optional<double> PaddingModel::number(int row, int column) const
{
    const LayerResult& shown = result(row);
    const PaddingOutcome* padded = outcome(row);
    if (column == ExtraMacs)
        return padded ? workload::extraMacs(m_inputs.layer, padded->padding) : 0;
    if (!shown.cost)
        return std::nullopt;
    const auto cycles = double(shown.cost->cycles.count);
    switch (column) {
    case CycleCount: return cycles;
    case Energy: return shown.cost->energy.count;
    case Edp: return shown.cost->energy.count * 1e-12 * cycles / m_inputs.accelerator.clock.count;
    case Utilization: return explore::usefulUtilization(m_inputs.layer, shown);
    default: return std::nullopt;
    }
}

Delta PaddingModel::deltaOf(int row, int column) const
{
    const int figure = column == CyclesDelta ? CycleCount : column == EnergyDelta ? Energy : Edp;
    if (!outcome(row) || !m_advice.unpadded)
        return {};
    return delta(number(row, figure), number(0, figure), Better::Smaller);
}

QString PaddingModel::reason(int row) const
{
    const LayerResult& shown = result(row);
    return shown.reason.empty() ? statusText(shown) : QString::fromStdString(shown.reason);
}

QString PaddingModel::text(int row, int column) const
{
    const PaddingOutcome* padded = outcome(row);
    if (column == Padding)
        return padded ? paddingWords(padded->padding) : tr("none, as it is");
    if (column == CyclesDelta || column == EnergyDelta || column == EdpDelta) {
        const Delta change = deltaOf(row, column);
        return change.verdict == Delta::Verdict::Same ? QStringLiteral("=") : change.text;
    }
    if (column == ExtraMacs)
        return padded ? format::signedPercent(*number(row, column)) : QString();
    if (!result(row).cost)
        return column == BoundBy ? reason(row) : format::kNoValue;
    switch (column) {
    case CycleCount: return format::cycles(*number(row, column));
    case Energy: return format::energy(result(row).cost->energy);
    case Edp: return format::si(*number(row, column), QStringLiteral("J\u00b7s"));
    case Utilization: return format::percent(*number(row, column));
    default: return QString::fromStdString(result(row).cost->bottleneck.text);
    }
}

QVariant PaddingModel::sortValue(int row, int column) const
{
    if (column == CyclesDelta || column == EnergyDelta || column == EdpDelta)
        column -= 1; // in the order of the figure itself
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant(text(row, column));
}

QVariant PaddingModel::exportValue(int row, int column) const
{
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant(text(row, column));
}

QString PaddingModel::toolTip(int row, int column) const
{
    const LayerResult& shown = result(row);
    if (!shown.cost)
        return reason(row);
    const auto exact = [&](int of, int at) {
        return at == CycleCount ? format::exactCycles(result(of).cost->cycles)
               : at == Energy   ? format::exactEnergy(result(of).cost->energy)
                                : tr("%1 pJ\u00b7s").arg(format::exactNumber(*number(of, Edp) * 1e12, 2));
    };
    switch (column) {
    case CyclesDelta:
    case EnergyDelta:
    case EdpDelta:
        return m_advice.unpadded && m_advice.unpadded->cost
                   ? deltaSentence(deltaOf(row, column), exact(0, column - 1), tr("the layer as it is"))
                   : QString();
    case CycleCount:
    case Energy:
    case Edp: return tr("%1\nmapped and verified; analytical cost model").arg(exact(row, column));
    case ExtraMacs: return tr("%1 MACs").arg(format::integer(shown.cost->macs));
    case Utilization:
        return tr("%1; with the MACs of the padding %2")
            .arg(format::percent(*number(row, column), 3), format::percent(shown.cost->utilization, 3));
    default: return text(row, column);
    }
}

QVariant PaddingModel::other(int row, int column, int role) const
{
    if (role == Qt::FontRole && !outcome(row))
        return strongFont(QApplication::font());
    if (!result(row).cost && column == BoundBy)
        return warningDecoration(role);
    const bool isDelta = column == CyclesDelta || column == EnergyDelta || column == EdpDelta;
    if (role == Qt::ForegroundRole && isDelta)
        return QBrush(deltaColour(deltaOf(row, column).verdict, themeFor(QApplication::palette())));
    return {};
}

using explore::PaddingOutcome;

namespace {

/// "weights 2.05 M → 2.1 M" for each tensor that grows.
QString tensorWords(const workload::Layer& layer, const workload::Layer& padded)
{
    QStringList parts;
    for (const TensorRole role : kTensorRoles) {
        const auto before = workload::elements(layer, role), after = workload::elements(padded, role);
        if (after != before)
            parts << PaddingDialog::tr("%1 %2 → %3 elements")
                         .arg(QString::fromUtf8(name(role).data(), qsizetype(name(role).size())),
                              format::integer(before), format::integer(after));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

PaddingDialog::PaddingDialog(Workbench& workbench, PaddingAsker& advisor, NetworkEdits& edits, QWidget* parent)
    : QDialog(parent), m_workbench(workbench),
      m_advisor(&advisor, this, [this](const PaddingNews& news) { take(news); }), m_edits(edits),
      m_model(new PaddingModel(this)), m_table(new CopyableTable(m_model, this)), m_layers(new QComboBox(this)),
      m_about(new QLabel(this)), m_details(new QLabel(this)), m_message(new MessageLine(this)),
      m_progress(new QProgressBar(this)), m_start(new QPushButton(this))
{
    setObjectName(QStringLiteral("paddingDialog"));
    setWindowTitle(tr("Padding advisor"));
    m_table->setObjectName(QStringLiteral("paddingTable"));
    m_table->setAccessibleName(tr("Paddings of the layer"));
    m_details->setWordWrap(true);
    m_details->setProperty("muted", true);
    m_details->setObjectName(QStringLiteral("paddingDetails"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeTop());
    layout->addWidget(m_message);
    layout->addWidget(m_progress);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_details);
    layout->addWidget(makeButtons());
    resize(1080, 520);
    connect(m_table, &CopyableTable::rowChosen, this, &PaddingDialog::showDetails);
    connect(m_table, &QTableView::doubleClicked, this, &PaddingDialog::apply);
    connect(m_layers, &QComboBox::currentIndexChanged, this, &PaddingDialog::forget);
    connect(&m_workbench, &Workbench::networkChanged, this, &PaddingDialog::listLayers);
    connect(&m_workbench, &Workbench::editsChanged, this, &PaddingDialog::forget);
    connect(&m_workbench, &Workbench::optionsChanged, this, &PaddingDialog::forget);
    followSelectedLayer(m_workbench, this, [this](const std::string& name) { chooseLayer(name); });
    if (NetworkImporter* importer = m_workbench.session().importer())
        connect(importer, &NetworkImporter::kept, this, &PaddingDialog::onKept);
    listLayers();
}

PaddingDialog::~PaddingDialog() { m_advisor.stop(); }

QWidget* PaddingDialog::makeTop()
{
    m_layers->setObjectName(QStringLiteral("paddingLayer"));
    m_layers->setMinimumContentsLength(28);
    m_layers->setMaxVisibleItems(24);
    m_layers->setAccessibleName(tr("Layer"));
    m_start->setObjectName(QStringLiteral("paddingStart"));
    m_about->setProperty("muted", true);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(QStringLiteral("paddingProgress"));
    m_progress->setRange(0, 1000);
    m_progress->setMaximumHeight(6);
    m_progress->setTextVisible(false);
    auto* top = new QWidget(this);
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("&Layer"), top);
    label->setBuddy(m_layers);
    line->addWidget(label);
    line->addWidget(m_layers);
    line->addWidget(m_start);
    line->addWidget(m_about, 1);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (isBusy())
            m_advisor.finish();
        else
            start();
    });
    return top;
}

QWidget* PaddingDialog::makeButtons()
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_apply = buttons->addButton(tr("&Apply to the network"), QDialogButtonBox::ActionRole);
    m_apply->setObjectName(QStringLiteral("paddingApply"));
    m_apply->setToolTip(tr("Puts the padded layer, named as such, into the open network; Ctrl+Z takes it back"));
    m_copy = buttons->addButton(tr("&Keep as a copy"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(QStringLiteral("paddingCopy"));
    m_copy->setToolTip(tr("Keeps the network with the padded layer as a file of its own, listed in the project"));
    connect(m_apply, &QPushButton::clicked, this, &PaddingDialog::apply);
    connect(m_copy, &QPushButton::clicked, this, &PaddingDialog::keepCopy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    return buttons;
}

void PaddingDialog::listLayers()
{
    const int chosen = m_layers->currentIndex();
    const QSignalBlocker quiet(m_layers);
    m_layers->clear();
    for (const workload::Layer& layer : m_workbench.network().layers)
        m_layers->addItem(QString::fromStdString(layer.name));
    m_layers->setCurrentIndex(chosen >= 0 && chosen < m_layers->count() ? chosen : m_layers->count() > 0 ? 0 : -1);
    forget();
}

void PaddingDialog::chooseLayer(const std::string& name)
{
    const auto& layers = m_workbench.network().layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].name == name)
            return m_layers->setCurrentIndex(int(i));
}

/// What was tried belongs to other inputs.
void PaddingDialog::forget()
{
    m_advisor.stop();
    m_news = {};
    m_model->clear();
    refresh();
}

std::string PaddingDialog::whyNotStart() const
{
    if (m_layers->currentIndex() < 0)
        return noLayersText(m_workbench.network()).first.toStdString();
    const AcceleratorDocument& document = m_workbench.document();
    if (document.isEmpty())
        return tr("Choose an accelerator in the project tree first.").toStdString();
    return document.problems().empty()
               ? std::string()
               : tr("The accelerator in the editor has problems; they are listed there.").toStdString();
}

void PaddingDialog::start()
{
    if (!whyNotStart().empty())
        return refresh();
    m_inputs = {m_workbench.document().value(), m_workbench.network().layers[std::size_t(m_layers->currentIndex())],
                m_workbench.options()};
    m_model->clear();
    m_news = {};
    m_advisor.ask(m_inputs);
    refresh();
}

void PaddingDialog::take(const PaddingNews& news)
{
    const PaddingOutcome* chosen = m_model->outcome(m_table->currentRow());
    const workload::Padding padding = chosen ? chosen->padding : workload::Padding{};
    m_news = news;
    m_model->show(m_inputs, news.advice);
    m_table->fitColumnsSoon();
    const PaddingOutcome* best = m_model->outcome(1);
    const bool gains = best && explore::relativeChange(news.advice, *best, m_inputs.options).value_or(0) < 0;
    m_table->setCurrentRow(!padding.empty() ? m_model->rowOf(padding) : news.ended && gains ? 1 : -1);
    refresh();
}

QString PaddingDialog::summary() const
{
    const explore::PaddingAdvice& advice = m_news.advice;
    if (isBusy())
        return tr("Padded layers are being mapped: %1").arg(format::percent(advice.fraction, 0));
    if (advice.unpadded && !advice.unpadded->cost)
        return tr("The layer has no mapping as it is: %1").arg(QString::fromStdString(advice.unpadded->reason));
    const auto order = explore::ranked(advice, m_inputs.layer, m_inputs.options);
    if (!advice.unpadded || order.empty())
        return advice.unpadded ? tr("No padding of this layer is worth a try.") : QString();
    const PaddingOutcome& best = advice.tried[order.front()];
    const double change = explore::relativeChange(advice, best, m_inputs.options).value_or(0);
    const QString end = advice.cancelled ? tr(" Not all were tried.") : QString();
    if (change >= 0)
        return tr("None of the %1 paddings that were mapped is better than the layer as it is.").arg(order.size())
               + end;
    return tr("%1 paddings were mapped and verified; the best for %2 is %3.")
               .arg(order.size())
               .arg(QString::fromUtf8(schedule::name(m_inputs.options.cosa.objective).data()),
                    paddingWords(best.padding))
           + end;
}

void PaddingDialog::refresh()
{
    const QString whyNot = QString::fromStdString(whyNotStart());
    m_start->setText(isBusy() ? tr("&Stop") : tr("&Try paddings"));
    m_start->setEnabled(isBusy() || whyNot.isEmpty());
    m_progress->setVisible(isBusy());
    setProgress(*m_progress, int(1000 * m_news.advice.fraction));
    const QString problem = whyNot.isEmpty() ? m_news.problem : whyNot;
    const bool idle = m_model->rowCount() == 0 && !isBusy();
    m_message->tell(!problem.isEmpty() ? problem
                    : idle ? tr("Maps the layer with larger dimensions, and says what that costs. Nothing is changed "
                                "until you apply one.")
                           : summary(),
                    !problem.isEmpty());
    const int at = m_layers->currentIndex();
    m_about->setText(at < 0 ? QString()
                            : tr("%1 on %2")
                                  .arg(QString::fromStdString(
                                           workload::describeShape(m_workbench.network().layers[std::size_t(at)])),
                                       QString::fromStdString(m_workbench.document().value().name)));
    showDetails();
}

int PaddingDialog::chosenRow() const { return m_table->currentRow(); }

void PaddingDialog::showDetails()
{
    const PaddingOutcome* chosen = m_model->outcome(chosenRow());
    const bool usable = chosen && chosen->result.cost;
    m_apply->setEnabled(usable);
    m_copy->setEnabled(usable && m_workbench.session().importer() && m_keeping == 0);
    m_details->setVisible(m_model->rowCount() > 0);
    if (!chosen)
        return m_details->setText(tr("Choose a padding to see what it makes larger, and to apply it."));
    const QString macs = tr("%1 of %2 MACs are padding")
                             .arg(format::integer(workload::macs(chosen->layer) - workload::macs(m_inputs.layer)),
                                  format::integer(workload::macs(chosen->layer)));
    const QString tensors = tensorWords(m_inputs.layer, chosen->layer);
    m_details->setText(
        tr("%1: %2").arg(paddingWords(chosen->padding), tensors.isEmpty() ? macs : tr("%1; %2").arg(macs, tensors)));
}

void PaddingDialog::apply()
{
    const PaddingOutcome* chosen = m_model->outcome(chosenRow());
    const int layer = m_layers->currentIndex();
    if (chosen && chosen->result.cost && layer >= 0)
        m_edits.pad(std::size_t(layer), workload::Padding(chosen->padding)); // the change clears the table
}

void PaddingDialog::keepCopy()
{
    const PaddingOutcome* chosen = m_model->outcome(chosenRow());
    NetworkImporter* importer = m_workbench.session().importer();
    const int layer = m_layers->currentIndex();
    if (!chosen || !chosen->result.cost || !importer || layer < 0)
        return;
    m_keeping = importer->keep(workload::withPaddedLayer(m_workbench.network(), std::size_t(layer), chosen->padding));
    refresh();
}

void PaddingDialog::onKept(quint64 id, const QString& path, const QString& problem)
{
    if (m_keeping == 0 || id != m_keeping)
        return;
    m_keeping = 0;
    refresh();
    if (problem.isEmpty()) {
        const auto opened = m_workbench.library().open(path);
        m_message->tell(
            opened
                ? tr("Kept, and listed in the project as %1.").arg(m_workbench.library().networks()[opened->index].name)
                : QString::fromStdString(opened.error().text()),
            !opened);
    } else {
        m_message->tell(problem, true);
    }
}

} // namespace nestloom::ui
