// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/proof_dialog.h"

#include "engine/schedule/explain_proof.h"
#include "ui/features/proof/convergence_words.h"
#include "ui/features/proof/proof_model.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/workbench/shown_run.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace nestloom::ui {

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
    m_table->setObjectName(QStringLiteral("proofTable"));
    m_table->setAccessibleName(tr("Layers with what was proven of them"));
    QAction* explained = m_table->addRowAction(tr("Explain this number"));
    explained->setObjectName(QStringLiteral("explainProof"));
    explained->setShortcut(Qt::Key_F2);
    explained->setShortcutContext(Qt::WidgetShortcut);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_button, QDialogButtonBox::ActionRole);
    m_button->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_about);
    layout->addWidget(m_verdict);
    auto* progress = new QHBoxLayout;
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_count);
    layout->addLayout(progress);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_button, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(explained, &QAction::triggered, this, &ProofDialog::explainRow);
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
                               .arg(QString::fromStdString(asked.network.name),
                                    QString::fromStdString(asked.accelerator.name),
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
    explainFigures(
        window(),
        tr("%1 on %2").arg(QString::fromStdString(result.name), QString::fromStdString(asked.accelerator.name)),
        schedule::explainProof(asked.accelerator, asked.network.layers[result.index], result,
                               asked.options.cosa.objective, *report),
        ofEnergy ? 1 : 0);
}

} // namespace nestloom::ui
