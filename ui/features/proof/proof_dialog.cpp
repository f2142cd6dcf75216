// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/proof_dialog.h"

#include "engine/schedule/explain_layer.h"
#include "ui/features/proof/convergence_words.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/shown_run.h"

#include <QAction>
#include <QApplication>
#include <QBrush>
#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

using schedule::Objective;
using schedule::ObjectiveReport;

namespace {

schedule::Goal goalOf(const schedule::ScheduleOptions& options)
{
    return {options.cosa.objective, options.cosa.cyclePrice};
}

QString gapText(double gap) { return isNoGap(gap) ? QStringLiteral("0 %") : format::percent(gap, gap < 0.001 ? 3 : 2); }

} // namespace

bool isNoGap(double gap) { return gap <= 1e-6; }

ProofModel::ProofModel(QObject* parent) : ColumnTable(parent)
{
    using Row = ProvenLayer;
    const auto report = [](auto ObjectiveReport::*member) {
        return [member](const Row& row) -> std::optional<double> { return row.report.*member; };
    };
    /// `exact` is the tool tip, where it is not that of the column.
    const auto number = [](const Column& column, auto get, auto words, QString (*exact)(double) = nullptr) {
        return Field{
            column,
            [=](const Row& row) { return get(row) ? words(*get(row)) : format::kNoValue; },
            get,
            [=](const Row& row) {
                return !get(row) ? tr("Nothing was proven of this yet.") : exact ? exact(*get(row)) : column.toolTip;
            },
            [=](const Row& row) { return get(row).value_or(-1); },
            [=](const Row& row, int role) { return get(row) ? QVariant() : mutedDecoration(role); }};
    };
    const auto gap = [=](const QString& title, const QString& toolTip, auto get) {
        Field field = number({title, Kind::Number, toolTip, tr("share")}, get, gapText);
        field.other = [get](const Row& row, int role) {
            if (!get(row) || role != Qt::ForegroundRole)
                return get(row) ? QVariant() : mutedDecoration(role);
            const Theme& theme = themeFor(QApplication::palette());
            return QVariant(QBrush(isNoGap(*get(row)) ? theme.better : theme.warning));
        };
        return field;
    };
    const auto ofGoal = [this](double value) {
        return figureText(goalOf(m_request.options), value, m_request.accelerator.clock);
    };
    const auto energy = [=](const QString& title, const QString& toolTip, auto get) {
        return number(
            {title, Kind::Number, toolTip, QStringLiteral("pJ")}, get, [](double pJ) { return format::energy({pJ}); },
            [](double pJ) { return format::exactEnergy({pJ}); });
    };
    setFields({
        {{tr("Layer"), Kind::Text, tr("In the order of the network")},
         [this](const Row&, int row) { return m_request.results[std::size_t(row)].name; },
         {},
         {},
         inOrder},
        number({tr("Objective"), Kind::Number,
                tr("What the run minimises, of the layer's mapping; analytical cost model")},
               report(&ObjectiveReport::figure), ofGoal),
        number({tr("Lower bound"), Kind::Number, tr("Proven: no mapping that keeps the constraints is below")},
               report(&ObjectiveReport::bound), ofGoal),
        gap(tr("Gap"), tr("The objective above its bound"), report(&ObjectiveReport::gap)),
        energy(tr("Energy"), tr("Of the layer's mapping"), [](const Row& row) { return row.energy; }),
        energy(tr("Least energy as fast"),
               tr("Proven: no mapping of the layer's own sizes with at most as many cycles needs less energy"),
               report(&ObjectiveReport::energyBound)),
        gap(tr("Energy gap"),
            tr("Energy above the least energy as fast; 0 % = the tie among fast mappings was broken in the best way"),
            report(&ObjectiveReport::energyGap)),
        number(
            {tr("Proof"), Kind::Number, tr("CPU time of the proof; equal shapes are proven once"),
             QStringLiteral("ms")},
            [](const Row& row) { return row.report.bound ? std::optional(row.report.cpuMs) : std::nullopt; },
            [](double ms) { return ms > 0 ? format::milliseconds(ms) : tr("known"); }),
    });
}

void ProofModel::setRequest(const ProofQuestion& request)
{
    m_request = request;
    std::vector<ProvenLayer> rows;
    for (const schedule::LayerResult& result : request.results)
        rows.push_back({result.cost ? std::optional(result.cost->energy.count) : std::nullopt, {}});
    setRows(std::move(rows));
}

void ProofModel::setReports(const std::vector<ObjectiveReport>& reports)
{
    if (reports.size() != all().size())
        return;
    std::vector<ProvenLayer> rows = all();
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].report = reports[i];
    replaceRows(std::move(rows));
}

const ObjectiveReport* ProofModel::report(int row) const
{
    return row >= 0 && row < rows() && at(row).report.bound ? &at(row).report : nullptr;
}

QString proofSentence(const schedule::ScheduleOptions& options, const std::vector<ObjectiveReport>& reports)
{
    const bool isTieBreak = options.cosa.objective == Objective::Latency;
    int least = 0, all = 0, fastest = 0, bounded = 0;
    double worst = 0;
    for (const ObjectiveReport& report : reports) {
        const auto& gap = isTieBreak ? report.energyGap : report.gap;
        bounded += report.gap ? 1 : 0;
        fastest += report.gap && isNoGap(*report.gap) ? 1 : 0;
        all += gap ? 1 : 0;
        least += gap && isNoGap(*gap) ? 1 : 0;
        worst = std::max(worst, gap.value_or(0));
    }
    if (all == 0)
        return {};
    QString text =
        isTieBreak
            ? Words::tr("Energy is proven least among mappings as fast on %1 of %2 layers").arg(least).arg(all)
            : Words::tr("%1 is proven least on %2 of %3 layers").arg(goalName(goalOf(options))).arg(least).arg(all);
    if (least < all)
        text += Words::tr("; of the others at most %1 above the bound").arg(gapText(worst));
    return isTieBreak
               ? Words::tr("%1. The latency itself is proven least on %2 of %3.").arg(text).arg(fastest).arg(bounded)
               : text + QLatin1Char('.');
}

ProofDialog::ProofDialog(const ShownRun& run, ProofAsker& proofs, QWidget* parent)
    : QDialog(parent), m_run(run), m_proofs(&proofs, this, [this](const ProofNews& news) { take(news); }),
      m_model(new ProofModel(this)), m_table(new CopyableTable(m_model)), m_about(new QLabel(this)),
      m_verdict(new QLabel(this)), m_progress(new QProgressBar(this)), m_count(new QLabel(this)),
      m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("proofDialog"));
    setWindowTitle(tr("Proof of the objective"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1000, 560);
    m_about->setWordWrap(true);
    m_about->setProperty("muted", true);
    m_verdict->setObjectName(QStringLiteral("proofVerdict"));
    m_verdict->setFont(strongFont(font()));
    m_verdict->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_count->setProperty("muted", true);
    named(m_table, "proofTable", tr("Layers with what was proven of them"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_button, QDialogButtonBox::ActionRole);
    m_button->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_about);
    layout->addWidget(m_verdict);
    auto* progress = rowOf({{m_progress, 1}, m_count});
    layout->addLayout(progress);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_button, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(explainAction(m_table, "explainProof"), &QAction::triggered, this, &ProofDialog::explainRow);
    refresh();
}

ProofDialog::~ProofDialog() { m_proofs.stop(); }

void ProofDialog::start()
{
    m_model->setRequest({m_run.accelerator(), m_run.network(), m_run.options(), m_run.layers()});
    for (const int column : {ProofModel::Energy, ProofModel::LeastEnergy, ProofModel::EnergyGap})
        m_table->setColumnHidden(column, !m_model->isTieBreak());
    m_news = {};
    m_isCancelled = false;
    m_proofs.ask(m_model->request());
    m_table->fitColumns();
    refresh();
}

void ProofDialog::take(const ProofNews& news)
{
    m_news = news;
    m_model->setReports(news.reports);
    m_table->fitColumnsSoon();
    refresh();
}

void ProofDialog::cancel()
{
    m_proofs.stop();
    m_isCancelled = true;
    refresh();
}

void ProofDialog::refresh()
{
    const ProofQuestion& asked = m_model->request();
    m_about->setText(asked.results.empty()
                         ? tr("Nothing was proven yet.")
                         : tr("%1 on %2, least %3. Every bound holds for all mappings that keep the constraints, "
                              "whatever engine found the mapping: by "
                              "exact search, or by linear programs where a space is too large.")
                               .arg(qt(asked.network.name), qt(asked.accelerator.name),
                                    goalName({asked.options.cosa.objective, asked.options.cosa.cyclePrice})));
    QString verdict = !m_news.problem.isEmpty() ? m_news.problem : proofSentence(asked.options, m_news.reports);
    if (m_isCancelled)
        verdict = tr("Cancelled; what is shown holds. %1").arg(verdict);
    m_verdict->setText(verdict.isEmpty() && isBusy() ? tr("Proving the first layer ...") : verdict);
    m_verdict->setVisible(!m_verdict->text().isEmpty());
    m_progress->setVisible(isBusy());
    m_progress->setRange(0, std::max(1, int(asked.results.size())));
    m_progress->setValue(int(m_news.done));
    m_count->setText(tr("%1 of %2 layers").arg(m_news.done).arg(asked.results.size()));
    m_count->setVisible(isBusy());
    m_button->setText(isBusy() ? tr("Ca&ncel") : tr("&Prove again"));
    m_button->setEnabled(isBusy() || !m_run.isEmpty());
    m_button->setToolTip(isBusy() ? tr("What was proven stays") : tr("With the run that the window shows now"));
}

void ProofDialog::explainRow()
{
    const int row = m_table->currentRow();
    const schedule::ObjectiveReport* report = m_model->report(row);
    const ProofQuestion& asked = m_model->request();
    if (!report || asked.results[std::size_t(row)].index >= asked.network.layers.size())
        return;
    const schedule::LayerResult& result = asked.results[std::size_t(row)];
    const bool ofEnergy = m_table->currentIndex().column() >= ProofModel::Energy && report->energyBound;
    explainFigures(window(), tr("%1 on %2").arg(qt(result.name), qt(asked.accelerator.name)),
                   schedule::explainProof(asked.accelerator, asked.network.layers[result.index], result,
                                          asked.options.cosa.objective, *report),
                   ofEnergy ? 1 : 0);
}

} // namespace nestloom::ui
