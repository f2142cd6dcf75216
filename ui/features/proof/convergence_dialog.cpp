// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_dialog.h"

#include "engine/mapping/constraints.h"
#include "ui/features/proof/convergence_chart.h"
#include "ui/features/proof/convergence_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>

#include <limits>

namespace nestloom::ui {

using schedule::ConvergenceCurve;

/// `get` gives a number, or nothing of what was never reached: that is last.
template <typename Get>
ConvergenceModel::Field ConvergenceModel::number(Column column, Ask<QString> text, Get get, Ask<QString> exact)
{
    column.kind = Kind::Number;
    return {std::move(column), text, get, exact,
            [get](const ConvergenceCurve& curve) { return get(curve).value_or(std::numeric_limits<double>::max()); }};
}

ConvergenceModel::Field ConvergenceModel::timeTo(int percent) const
{
    using Row = ConvergenceCurve;
    const auto moment = [this, percent](const Row& curve) {
        return m_bound ? schedule::reached(curve, *m_bound, percent / 100.0) : std::nullopt;
    };
    const auto text = [=, this](const Row& curve) {
        const auto at = moment(curve);
        return at ? format::milliseconds(at->cpuMs) : m_bound && !curve.points.empty() ? tr("never") : format::kNoValue;
    };
    return number(
        {tr("To %1 %").arg(percent), Kind::Number,
         tr("CPU time until the best was within %1 % of the proven bound").arg(percent), tr("ms")},
        text,
        [moment](const Row& curve) {
            const auto at = moment(curve);
            return at ? std::optional(at->cpuMs) : std::nullopt;
        },
        [=](const Row& curve) {
            const auto at = moment(curve);
            return at ? counted(at->evaluations, tr("after 1 evaluation"), tr("after %1 evaluations")) : text(curve);
        });
}

ConvergenceModel::ConvergenceModel(QObject* parent) : ColumnTable(parent)
{
    using Row = ConvergenceCurve;
    const auto engine = [](const Row& curve) { return engineName(curve.engine); };
    const auto seed = [](const Row& curve) { return QString::number(curve.seed); };
    const auto state = [this](const Row& curve) { return stateText(curve, m_ended); };
    const auto best = [this](const Row& curve) {
        return curve.best() ? figureText(m_goal, *curve.best(), m_clock) : format::kNoValue;
    };
    const auto ratio = [this](const Row& curve) {
        return curve.best() && m_bound ? std::optional(*curve.best() / *m_bound) : std::nullopt;
    };
    const auto ratioText = [=](const Row& curve) {
        return ratio(curve) ? format::exactNumber(*ratio(curve), 3) + QLatin1Char('x') : format::kNoValue;
    };
    const auto evaluations = [](const Row& curve) {
        return curve.points.empty() ? format::kNoValue : format::integer(curve.evaluations);
    };
    const auto cpu = [](const Row& curve) {
        return curve.points.empty() ? format::kNoValue : format::milliseconds(curve.cpuMs);
    };
    setFields({
        {{tr("Engine"), Kind::Text, tr("All engines judge mappings by the same cost model")}, engine, {}, engine},
        {{tr("Seed"), Kind::Number, tr("Equal seeds give equal searches")}, seed, &Row::seed, seed},
        number(
            {tr("Best"), Kind::Number, tr("Figure of the best mapping that was found and verified"),
             tr("cycle, pJ or J·s")},
            best,
            [this](const Row& curve) {
                const bool isEdp = m_goal.objective == schedule::Objective::Edp;
                return curve.best() ? std::optional(*curve.best() * (isEdp ? 1e-12 / m_clock.count : 1)) : std::nullopt;
            },
            [=, this](const Row& curve) {
                return curve.best() ? exactFigureText(m_goal, *curve.best(), m_clock) : best(curve);
            }),
        number({tr("Of bound"), Kind::Number, tr("Best over the proven bound, which no mapping is below"), tr("ratio")},
               ratioText, ratio,
               [=, this](const Row& curve) {
                   return m_bound ? tr("proven bound: %1").arg(exactFigureText(m_goal, *m_bound, m_clock))
                                  : ratioText(curve);
               }),
        {{tr("Evaluations"), Kind::Number, tr("Mappings that the cost model judged"), tr("mappings")},
         evaluations,
         &Row::evaluations,
         evaluations},
        {{tr("CPU"), Kind::Number, tr("CPU time of the whole search, proofs and solver included"), tr("ms")},
         cpu,
         &Row::cpuMs,
         cpu},
        timeTo(10),
        timeTo(5),
        timeTo(1),
        {{tr("State"), Kind::Text, tr("How the search ended")},
         state,
         {},
         state,
         {},
         [](const Row& curve, int role) {
             return curve.state == Row::State::Refused ? mutedDecoration(role) : QVariant();
         }},
    });
}

void ConvergenceModel::setConvergence(const schedule::Convergence& all, const schedule::Goal& goal, Hertz clock,
                                      bool ended)
{
    std::vector<ConvergenceCurve> curves;
    for (const ConvergenceCurve& curve : all.curves)
        if (curve.goal == goal)
            curves.push_back(curve);
    m_bound.reset();
    for (const schedule::ConvergenceBound& bound : all.bounds)
        if (bound.goal == goal)
            m_bound = bound.value;
    m_goal = goal;
    m_clock = clock;
    m_ended = ended;
    setRows(std::move(curves));
}

using schedule::Objective;

ConvergenceDialog::~ConvergenceDialog() { m_comparer.stop(); }

/// Layers of the shown run; of the open network while there is none.
const workload::Network& ConvergenceDialog::network() const
{
    return m_workbench.run().isEmpty() ? m_workbench.network() : m_workbench.run().network();
}

const hardware::Accelerator& ConvergenceDialog::accelerator() const
{
    return m_workbench.run().isEmpty() ? m_workbench.document().value() : m_workbench.run().accelerator();
}

void ConvergenceDialog::listLayers()
{
    m_layer->clear();
    for (const workload::Layer& layer : network().layers)
        m_layer->addItem(qt(layer.name));
    follow();
    refresh();
}

void ConvergenceDialog::follow()
{
    const auto selected = m_workbench.selection().layer();
    if (!isBusy() && selected && int(*selected) < m_layer->count())
        m_layer->setCurrentIndex(int(*selected));
}

schedule::ConvergenceInputs ConvergenceDialog::inputs() const
{
    schedule::ConvergenceInputs inputs;
    const auto& options = m_workbench.run().isEmpty() ? m_workbench.options() : m_workbench.run().options();
    inputs.accelerator = mapping::withConstraints(accelerator(), options.constraints);
    if (m_layer->currentIndex() >= 0 && std::size_t(m_layer->currentIndex()) < network().layers.size())
        inputs.layer = network().layers[std::size_t(m_layer->currentIndex())];
    inputs.cosa = options.cosa;
    inputs.cosa.proveWithMip = true;
    for (const schedule::EngineInfo& engine : schedule::engines()) // in their order
        if (const auto found = m_engines.find(engine.id); found != m_engines.end() && found->second->isChecked())
            inputs.engines.push_back(engine.id);
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp, Objective::Weighted})
        if (m_goals.at(objective)->isChecked())
            inputs.goals.push_back(
                {objective, objective == Objective::Weighted ? m_workbench.options().cosa.cyclePrice : 0});
    inputs.seeds.clear();
    for (int i = 0; i < m_seeds->value(); ++i)
        inputs.seeds.push_back(options.seed + std::uint64_t(i));
    inputs.evaluations = m_evaluations->value();
    return inputs;
}

void ConvergenceDialog::start()
{
    if (!m_comparer.isPossible() || m_layer->count() == 0)
        return;
    m_asked = inputs();
    m_news = {};
    m_comparer.ask(m_asked);
    listGoals();
    refresh();
}

void ConvergenceDialog::cancel()
{
    m_comparer.stop();
    m_news.all.isProving = false;
    refresh();
}

void ConvergenceDialog::take(const ConvergenceNews& news)
{
    m_news = news;
    refresh();
}

void ConvergenceDialog::listGoals()
{
    const int before = m_goal->currentIndex();
    m_goal->clear();
    for (const schedule::Goal& goal : m_asked.goals)
        m_goal->addItem(goalName(goal));
    m_goal->setCurrentIndex(std::clamp(before, 0, std::max(0, m_goal->count() - 1)));
}

schedule::Goal ConvergenceDialog::shownGoal() const
{
    const int index = m_goal->currentIndex();
    return index >= 0 && std::size_t(index) < m_asked.goals.size() ? m_asked.goals[std::size_t(index)]
                                                                   : schedule::Goal();
}

/// One sentence: what is being done, or what came of it.
QString ConvergenceDialog::summary() const
{
    if (!m_news.problem.isEmpty())
        return m_news.problem;
    if (!isBusy() && m_news.all.curves.empty())
        return tr(
            "Every engine searches the layer by itself, one after the other, by our own cost model, whatever model "
            "the run shown has; then the bound is proven.");
    if (isBusy()) {
        for (const schedule::ConvergenceCurve& curve : m_news.all.curves)
            if (curve.state == schedule::ConvergenceCurve::State::Running)
                return tr("%1 searches for the least %2, seed %3 ...")
                    .arg(engineName(curve.engine), goalName(curve.goal))
                    .arg(curve.seed);
        return m_news.all.isProving ? tr("Proving the bound ...") : tr("Beginning ...");
    }
    for (const schedule::ConvergenceBound& bound : m_news.all.bounds)
        if (bound.goal == shownGoal())
            return tr("Proven by our own model: no mapping of %1 on %2 has less %3 than %4; %5.")
                .arg(qt(m_asked.layer.name), qt(m_asked.accelerator.name), goalName(bound.goal),
                     figureText(bound.goal, bound.value, m_asked.accelerator.clock),
                     bound.isReached ? tr("the best one found is proven") : tr("none was found that is this good"));
    return tr("Cancelled; the values so far hold, no bound was proven.");
}

void ConvergenceDialog::refresh()
{
    const Hertz clock = m_asked.accelerator.clock;
    m_chart->setClock(clock);
    m_chart->setEmptyText(isBusy() ? tr("Searching ...") : tr("Nothing was compared yet"),
                          isBusy() ? tr("Values appear as they are found.") : tr("Choose engines and press Compare."));
    Provenance from;
    from.accelerator = qt(m_asked.accelerator.name);
    from.network = qt(network().name + ", layer " + m_asked.layer.name);
    from.engine = tr("several engines, %1").arg(goalName(shownGoal()));
    from.version = QStringLiteral(NESTLOOM_VERSION);
    m_chart->setProvenance(from);
    m_chart->setConvergence(m_news.all, shownGoal());
    m_model->setConvergence(m_news.all, shownGoal(), clock, !isBusy());
    m_summary->setText(summary());
    m_button->setText(isBusy() ? tr("Cancel") : tr("&Compare"));
    const bool complete = !inputs().engines.empty() && !inputs().goals.empty() && m_layer->count() > 0;
    m_button->setEnabled(m_comparer.isPossible() && (isBusy() || complete));
    m_button->setToolTip(complete || isBusy() ? tr("Run the chosen engines on this layer")
                                              : tr("Choose a layer, an engine and an objective"));
}

using schedule::Objective;

ConvergenceDialog::ConvergenceDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), m_workbench(workbench),
      m_comparer(workbench.session().askers().convergence, this, [this](const ConvergenceNews& news) { take(news); }),
      m_layer(new QComboBox(this)), m_goal(new QComboBox(this)), m_against(new QComboBox(this)),
      m_seeds(new QSpinBox(this)), m_evaluations(new QSpinBox(this)), m_button(new QPushButton(this)),
      m_summary(new QLabel(this)), m_chart(new ConvergenceChart(this)), m_model(new ConvergenceModel(this))
{
    setObjectName(QStringLiteral("convergenceDialog"));
    setWindowTitle(tr("Compare engines on a layer"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1100, 640);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    makeControls(first, second);
    auto* view = new QHBoxLayout;
    makeView(view);
    m_summary->setObjectName(QStringLiteral("convergenceSummary"));
    m_summary->setWordWrap(true);
    auto* table = named(new CopyableTable(m_model), "convergenceTable", tr("Searches"));
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m_chart);
    parts->addWidget(table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    setLayout(columnOf({first, second, m_summary, view, {parts, 1}, buttons}, -1, {11, 11, 11, 11}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_button, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(&m_workbench.selection(), &Selection::changed, this, &ConvergenceDialog::follow);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &ConvergenceDialog::listLayers);
    connect(&m_workbench, &Workbench::networkChanged, this, &ConvergenceDialog::listLayers);
    listLayers();
}

void ConvergenceDialog::makeControls(QHBoxLayout* first, QHBoxLayout* second)
{
    const auto labelled = [&](QHBoxLayout* line, const QString& text, QWidget* widget) {
        auto* label = new QLabel(text, this);
        label->setBuddy(widget);
        line->addWidget(label);
        line->addWidget(widget);
    };
    m_layer->setObjectName(QStringLiteral("convergenceLayer"));
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seeds->setRange(1, 10);
    m_seeds->setToolTip(tr("Searches of each engine, with the run's seed and those after it"));
    m_evaluations->setRange(1'000, 100'000'000);
    m_evaluations->setValue(100'000);
    m_evaluations->setSingleStep(50'000);
    m_evaluations->setGroupSeparatorShown(true);
    m_evaluations->setToolTip(tr("Mappings that random, hybrid and annealing judge, for 20 s at most. CoSA has the "
                                 "budget of a run and ends when "
                                 "it has proven its best."));
    m_button->setObjectName(QStringLiteral("compareEngines"));
    m_button->setProperty("primary", true);
    labelled(first, tr("&Layer"), m_layer);
    first->addSpacing(12);
    labelled(first, tr("&Seeds"), m_seeds);
    first->addSpacing(12);
    labelled(first, tr("E&valuations"), m_evaluations);
    first->addStretch(1);
    first->addWidget(m_button);
    addChecks(second);
}

void ConvergenceDialog::addChecks(QHBoxLayout* line)
{
    line->addWidget(new QLabel(tr("Engines"), this));
    for (const char* engine : {"cosa", "random", "hybrid", "annealing", "exhaustive"}) {
        auto* box = new QCheckBox(engineName(engine), this);
        box->setChecked(std::string_view(engine) != "exhaustive"); // few layers are small enough for it
        box->setObjectName(QStringLiteral("engine_%1").arg(QLatin1String(engine)));
        m_engines[engine] = box;
        line->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ConvergenceDialog::refresh);
    }
    line->addSpacing(18);
    line->addWidget(new QLabel(tr("Objectives"), this));
    const schedule::Goal priced(Objective::Weighted, m_workbench.options().cosa.cyclePrice);
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp, Objective::Weighted}) {
        const bool isWeighted = objective == Objective::Weighted;
        auto* box = new QCheckBox(isWeighted && priced.cyclePrice > 0 ? goalName(priced)
                                  : isWeighted                        ? tr("energy + price \u00d7 cycles")
                                                                      : goalName(objective),
                                  this);
        box->setEnabled(!isWeighted || priced.cyclePrice > 0);
        if (isWeighted)
            box->setToolTip(tr("With the price of a cycle that is set in the run's options"));
        box->setChecked(objective
                        == (m_workbench.options().cosa.objective == Objective::CosaPaper
                                ? Objective::Latency
                                : m_workbench.options().cosa.objective));
        box->setObjectName(QStringLiteral("goal_%1").arg(int(objective)));
        m_goals[objective] = box;
        line->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ConvergenceDialog::refresh);
    }
    line->addStretch(1);
}

void ConvergenceDialog::makeView(QHBoxLayout* line)
{
    named(m_goal, "convergenceGoal", tr("Objective that is shown"));
    m_goal->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    named(m_against, "convergenceAgainst", tr("Horizontal axis"));
    m_against->addItem(tr("CPU time"), int(ConvergenceChart::Against::CpuTime));
    m_against->addItem(tr("evaluations"), int(ConvergenceChart::Against::Evaluations));
    line->addWidget(new QLabel(tr("Best"), this));
    m_goal->setPlaceholderText(tr("figure")); // until something was compared
    line->addWidget(m_goal);
    line->addWidget(new QLabel(tr("against"), this));
    line->addWidget(m_against);
    line->addStretch(1);
    connect(m_goal, &QComboBox::activated, this, &ConvergenceDialog::refresh);
    connect(m_against, &QComboBox::currentIndexChanged, this,
            [this] { m_chart->setAgainst(static_cast<ConvergenceChart::Against>(m_against->currentData().toInt())); });
}

} // namespace nestloom::ui
