// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/summary/whole_run_view.h"

#include "engine/records/run_figures.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/model_badge.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/column_table.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>

namespace nestloom::ui {

namespace {

/// Those that the run has, results first.
std::vector<std::vector<TableCell>> figureRows(const RunRecord& run)
{
    std::vector<std::vector<TableCell>> results, facts;
    const records::ComparedSide sides[]{records::asScheduled(run)};
    for (const records::RunFigure& figure : records::compareFigures(sides)) {
        const records::RunFigure::Value& value = figure.values.front();
        if (value.text.empty())
            continue;
        const QString unit = qt(figure.unit), exact = qt(value.exact.empty() ? value.text : value.exact);
        (figure.isResult ? results : facts)
            .push_back({{qt(figure.title), {}, unit.isEmpty() ? QString() : WholeRunView::tr("in %1").arg(unit)},
                        {qt(value.text), value.number ? QVariant(*value.number) : QVariant(), exact}});
    }
    results.insert(results.end(), facts.begin(), facts.end());
    return results;
}

QString notesText(const RunRecord& run)
{
    QStringList lines;
    for (const std::string& damage : run.damage)
        lines << WholeRunView::tr("Damaged: %1.").arg(qt(damage));
    if (run.nodes)
        for (const std::string& note : run.nodes->notes)
            lines << qt(note);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

WholeRunView::WholeRunView(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_model(new RowsModel({{tr("Figure"), TableModel::Kind::Text, tr("Of the whole run")},
                                              {tr("Value"), TableModel::Kind::Number, {}}},
                                             this)),
      m_title(new ElidedLabel(this)), m_subtitle(new ElidedLabel(this)), m_badge(new ModelBadge(this)),
      m_table(named(new CopyableTable(m_model), "wholeRunFigures", tr("Figures of the run"))),
      m_notes(new QLabel(this)), m_open(named(new QPushButton(this), "showWholeRun"))
{
    QFont font = headlineFont(this->font());
    font.setPointSizeF(font.pointSizeF() * 0.8);
    m_title->setFont(font);
    m_subtitle->setObjectName(QStringLiteral("wholeRunSubtitle"));
    m_title->setRole(QPalette::WindowText);
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (const int column : {0, 1})
        m_table->keepNarrow(column); // a value stands beside its name
    setLayout(columnOf({rowOf({m_title, m_badge, {m_subtitle, 1}, m_open}, 14), m_notes, {m_table, 1}}, 10,
                       {12, 10, 12, 12}));
    connect(explainAction(m_table, "explainWholeRun"), &QAction::triggered, this, [this, &workbench] {
        using schedule::Figure;
        const QString title = m_table->model()->index(m_table->currentRow(), 0).data().toString();
        const bool isExplained =
            m_run.memory || QStringList{tr("Cycles"), tr("Time"), tr("Energy"), tr("EDP")}.contains(title);
        if (!isExplained)
            return Q_EMIT workbench.problem(
                tr("\"%1\" has no formula of its own: cycles, energy and EDP have.").arg(title));
        const Figure figure = title == tr("Energy") ? Figure::Energy
                              : title == tr("EDP")  ? Figure::Edp
                                                    : Figure::Cycles;
        explainRun(window(), m_run, figure,
                   [&workbench](const QString& sentence) { Q_EMIT workbench.problem(sentence); });
    });
    connect(&workbench, &Workbench::wholeRunOpened, this, &WholeRunView::show);
    connect(m_open, &QPushButton::clicked, this, [&workbench] { workbench.openRun(workbench.shownRun()); });
}

void WholeRunView::show(const RunRecord& run)
{
    m_run = run;
    const QString network = qt(run.inputs.network.name), accelerator = qt(run.inputs.acceleratorTitle());
    m_title->setText(accelerator.isEmpty() ? network : tr("%1 on %2").arg(network, accelerator));
    QString engine = qt(records::titleOf(run.inputs.engine()));
    if (run.inputs.nodes && run.inputs.nodes->training)
        engine += tr(", one training step");
    m_subtitle->setText(tr("run %1   %2   engine %3").arg(run.summary.id).arg(engine, qt(run.summary.engineVersion)));
    m_badge->show(records::asScheduled(run).model);
    m_open->setText(run.nodes ? tr("Show its segments") : tr("Show its memory map"));
    m_model->setRows(figureRows(run));
    m_table->fitColumnsSoon();
    const QString notes = notesText(run);
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
}

} // namespace nestloom::ui
