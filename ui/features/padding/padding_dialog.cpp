// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/padding/padding_dialog.h"

#include "ui/features/padding/network_edits.h"
#include "ui/ports/network_importer.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/page_area.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/selection.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QBrush>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFont>
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

template <typename Get, typename Text, typename Exact>
void PaddingModel::addFigure(std::vector<Field>& fields, const Column& column, const QString& changeTip, Get get,
                             Text text, Exact exact) const
{
    using Row = std::optional<std::size_t>;
    const auto number = [=, this](const Row& row) {
        return result(row).cost ? std::optional<double>(get(row)) : std::nullopt;
    };
    const auto value = [=](const Row& row) {
        return number(row) ? QVariant(*number(row)) : QVariant(format::kNoValue);
    };
    const auto change = [=, this](const Row& row) {
        return row && m_advice.unpadded ? delta(number(row), number(at(0)), Better::Smaller) : Delta{};
    };
    fields.push_back(
        {column, [=](const Row& row) { return number(row) ? text(*number(row)) : format::kNoValue; }, value,
         [=](const Row& row) { return tr("%1\nmapped and verified; analytical cost model").arg(exact(row)); }});
    fields.push_back({{tr("Δ"), Kind::Number, changeTip},
                      [=](const Row& row) {
                          return change(row).verdict == Delta::Verdict::Same ? QStringLiteral("=") : change(row).text;
                      },
                      {},
                      [=, this](const Row& row) {
                          return m_advice.unpadded && m_advice.unpadded->cost
                                     ? deltaSentence(change(row), exact(at(0)), tr("the layer as it is"))
                                     : QString();
                      },
                      value, // in the order of the figure itself
                      [=](const Row& row, int role) {
                          const Theme& theme = themeFor(QApplication::palette());
                          return role == Qt::ForegroundRole ? QVariant(QBrush(deltaColour(change(row).verdict, theme)))
                                                            : QVariant();
                      }});
}

PaddingModel::PaddingModel(QObject* parent) : ColumnTable(parent)
{
    using Row = std::optional<std::size_t>;
    const auto extraMacs = [this](const Row& row) {
        return row ? workload::extraMacs(m_inputs.layer, m_advice.tried[*row].padding) : 0.0;
    };
    const auto padding = [this](const Row& row) {
        return row ? paddingWords(m_advice.tried[*row].padding) : tr("none, as it is");
    };
    const auto boundBy = [this](const Row& row) {
        const LayerResult& shown = result(row);
        return shown.cost ? QString::fromStdString(shown.cost->bottleneck.text) : reason(row);
    };
    const auto useful = [this](const Row& row) { return explore::usefulUtilization(m_inputs.layer, result(row)); };
    std::vector<Field> fields{
        {{tr("Padding"), Kind::Text, tr("Dimensions made larger, from and to")}, padding, {}, padding},
        {{tr("More MACs"), Kind::Number,
          tr("MACs that the padding adds; they compute nothing that is used, and every figure pays for them")},
         [=](const Row& row) { return row ? format::signedPercent(extraMacs(row)) : QString(); },
         extraMacs,
         [this](const Row& row) { return tr("%1 MACs").arg(format::integer(result(row).cost->macs)); }}};
    const QString costTip = tr("Of the padded layer; analytical cost model"), jouleSeconds = QStringLiteral("J\u00b7s");
    const auto edp = [this](const Row& row) {
        const auto& cost = *result(row).cost;
        return cost.energy.count * 1e-12 * double(cost.cycles.count) / m_inputs.accelerator.clock.count;
    };
    addFigure(
        fields, {tr("Cycles"), Kind::Number, costTip, QStringLiteral("cycles")},
        tr("Change of the cycles against the layer as it is"),
        [this](const Row& row) { return double(result(row).cost->cycles.count); },
        [](double cycles) { return format::cycles(cycles); },
        [this](const Row& row) { return format::exactCycles(result(row).cost->cycles); });
    addFigure(
        fields, {tr("Energy"), Kind::Number, costTip, QStringLiteral("pJ")},
        tr("Change of the energy against the layer as it is"),
        [this](const Row& row) { return result(row).cost->energy.count; },
        [](double pJ) { return format::energy(Picojoules{pJ}); },
        [this](const Row& row) { return format::exactEnergy(result(row).cost->energy); });
    addFigure(
        fields, {tr("EDP"), Kind::Number, tr("Energy times latency at the accelerator's clock"), jouleSeconds},
        tr("Change of the EDP against the layer as it is"), edp,
        [=](double value) { return format::si(value, jouleSeconds); },
        [edp](const Row& row) { return tr("%1 pJ\u00b7s").arg(format::exactNumber(edp(row) * 1e12, 2)); });
    fields.push_back(
        {{tr("Useful utilisation"), Kind::Number,
          tr("MACs of the layer itself, without those of the padding, by what the MAC units could do in the cycles")},
         [=, this](const Row& row) { return result(row).cost ? format::percent(useful(row)) : format::kNoValue; },
         [=, this](const Row& row) { return result(row).cost ? QVariant(useful(row)) : QVariant(format::kNoValue); },
         [=, this](const Row& row) {
             return tr("%1; with the MACs of the padding %2")
                 .arg(format::percent(useful(row), 3), format::percent(result(row).cost->utilization, 3));
         }});
    fields.push_back(
        {{tr("Bound by"), Kind::Text, tr("What sets the latency")},
         boundBy,
         {},
         boundBy,
         {},
         [this](const Row& row, int role) { return result(row).cost ? QVariant() : warningDecoration(role); }});
    setFields(std::move(fields));
}

void PaddingModel::show(const explore::PaddingInputs& inputs, const explore::PaddingAdvice& advice)
{
    m_inputs = inputs;
    m_advice = advice;
    std::vector<std::optional<std::size_t>> rows;
    if (m_advice.unpadded)
        rows.push_back(std::nullopt);
    for (const std::size_t i : explore::ranked(m_advice, m_inputs.layer, m_inputs.options))
        rows.emplace_back(i);
    for (std::size_t i = 0; i < m_advice.tried.size(); ++i)
        if (!m_advice.tried[i].result.cost)
            rows.emplace_back(i);
    setRows(std::move(rows));
}

const PaddingOutcome* PaddingModel::outcome(int row) const
{
    return row >= 0 && row < rows() && at(row) ? &m_advice.tried[*at(row)] : nullptr;
}

int PaddingModel::rowOf(const workload::Padding& padding) const
{
    for (int row = 0; row < rows(); ++row)
        if (const PaddingOutcome* one = outcome(row); one && one->padding == padding)
            return row;
    return -1;
}

const LayerResult& PaddingModel::result(const std::optional<std::size_t>& tried) const
{
    return tried ? m_advice.tried[*tried].result : *m_advice.unpadded;
}

QString PaddingModel::reason(const std::optional<std::size_t>& tried) const
{
    const LayerResult& shown = result(tried);
    return shown.reason.empty() ? statusText(shown) : QString::fromStdString(shown.reason);
}

QString PaddingModel::toolTip(int row, int column) const
{
    return result(at(row)).cost ? ColumnTable::toolTip(row, column) : reason(at(row));
}

QVariant PaddingModel::other(int row, int column, int role) const
{
    return role == Qt::FontRole && !outcome(row) ? QVariant(strongFont(QApplication::font()))
                                                 : ColumnTable::other(row, column, role);
}

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
    named(m_table, "paddingTable", tr("Paddings of the layer"));
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
    named(m_layers, "paddingLayer", tr("Layer"));
    m_layers->setMinimumContentsLength(28);
    m_layers->setMaxVisibleItems(24);
    m_start->setObjectName(QStringLiteral("paddingStart"));
    m_about->setProperty("muted", true);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(QStringLiteral("paddingProgress"));
    m_progress->setRange(0, 1000);
    m_progress->setMaximumHeight(6);
    m_progress->setTextVisible(false);
    auto* top = new QWidget(this);
    auto* label = new QLabel(tr("&Layer"), top);
    label->setBuddy(m_layers);
    top->setLayout(rowOf({label, m_layers, m_start, {m_about, 1}}));
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
    named(m_apply, "paddingApply", {},
          tr("Puts the padded layer, named as such, into the open network; Ctrl+Z takes it back"));
    m_copy = buttons->addButton(tr("&Keep as a copy"), QDialogButtonBox::ActionRole);
    named(m_copy, "paddingCopy", {},
          tr("Keeps the network with the padded layer as a file of its own, listed in the project"));
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
