// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/comparison_panel.h"

#include "ui/style/format.h"
#include "ui/widgets/make_widgets.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

RatioPanel::RatioPanel(const QString& name, QWidget* parent)
    : QWidget(parent), m_columns(new RatioColumns(name)), m_baseline(new QComboBox), m_line(new QHBoxLayout),
      m_note(new QLabel)
{
    m_baseline->addItem(tr("over best static"), int(StaticBaseline::Best));
    m_baseline->addItem(tr("over plain static"), int(StaticBaseline::Plain));
    named(m_baseline, "", tr("Static schedule to compare with"),
          tr("Best: transfers ahead of the operations, regions in LRU order, any loop side by side. Plain: "
             "double regions, the innermost loop side by side, no prefetch."));
    m_note->setProperty("muted", true);
    m_line->setContentsMargins(6, 2, 6, 0);
    m_line->setSpacing(8);
    m_line->addWidget(m_baseline);
    m_line->addWidget(m_note, 1);
    setLayout(columnOf({m_line, {m_columns, 1}}, 0));
    connect(m_baseline, &QComboBox::currentIndexChanged, this, &RatioPanel::refresh);
}

void RatioPanel::setCompared(std::vector<Compared> compared)
{
    m_compared = std::move(compared);
    refresh();
}

void RatioPanel::refresh()
{
    const bool isPlain = m_baseline->currentData().toInt() == int(StaticBaseline::Plain);
    std::vector<RatioColumns::Group> groups;
    for (const Compared& of : m_compared) {
        RatioColumns::Group group{of.name, std::nullopt, std::nullopt, {}};
        const auto& t = of.totals;
        if (t.layers > 0 && t.latency > 0 && t.bytes > 0) {
            group.speedUp = (isPlain ? t.plainLatency : t.staticLatency) / t.latency;
            group.reduction = (isPlain ? t.plainBytes : t.staticBytes) / t.bytes;
            group.detail =
                tr("ours %1, %2 off chip\nbest static %3, %4\nplain static %5, %6")
                    .arg(format::cycles(t.latency), format::bytes(t.bytes), format::cycles(t.staticLatency),
                         format::bytes(t.staticBytes), format::cycles(t.plainLatency), format::bytes(t.plainBytes));
            if (t.layers < t.scheduled)
                group.detail += tr("\n%1 of %2 layers have no static schedule and are left out: %3 of %4")
                                    .arg(t.scheduled - t.layers)
                                    .arg(t.scheduled)
                                    .arg(format::cycles(t.allLatency - t.latency), format::cycles(t.allLatency));
        }
        groups.push_back(group);
    }
    m_columns->setGroups(std::move(groups));
}

namespace flexer = schedule::flexer;

ComparisonPanel::ComparisonPanel(TotalsAsker* scheduler, ShownTiles& tiles, QWidget* parent)
    : QWidget(parent), m_scheduler(scheduler, this, [this](const TotalsNews& news) { take(news.totals); }),
      m_tiles(tiles), m_panel(new RatioPanel(tr("speed-up, compared"))), m_kind(new QComboBox),
      m_button(new QToolButton)
{
    setObjectName(QStringLiteral("comparisonPanel"));
    named(m_kind, "comparisonKind", tr("What is compared"),
          tr("Priorities and spill policies: this network on this machine, without the static seed, which would hide "
             "the differences"));
    m_kind->addItem(tr("machines, this network"), int(Kind::Machines));
    m_kind->addItem(tr("machines, all networks"), int(Kind::MachinesAllNetworks));
    m_kind->addItem(tr("networks, this machine"), int(Kind::Networks));
    m_kind->addItem(tr("priorities and spill policies"), int(Kind::Policies));
    m_kind->addItem(tr("metrics"), int(Kind::Metrics));
    m_button->setObjectName(QStringLiteral("compareTiles"));
    m_panel->line()->insertWidget(0, m_kind);
    m_panel->line()->addWidget(m_button);
    setLayout(columnOf({m_panel}));
    connect(m_button, &QToolButton::clicked, this, [this] { isBusy() ? stop() : start(); });
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ComparisonPanel::clear);
    connect(&m_tiles, &ShownTiles::questionChanged, this, &ComparisonPanel::forget);
    refresh();
}

void ComparisonPanel::setMachines(std::vector<NamedMachine> machines)
{
    m_machines = std::move(machines);
    clear();
}

void ComparisonPanel::setNetworks(std::vector<NamedNetwork> networks)
{
    m_networks = std::move(networks);
    clear();
}

void ComparisonPanel::setKind(Kind kind) { m_kind->setCurrentIndex(m_kind->findData(int(kind))); }

ComparisonPanel::Step ComparisonPanel::shown(const QString& group) const
{
    return {group, [network = m_tiles.question().network] { return network; }, m_tiles.question().machine,
            m_tiles.question().params};
}

void ComparisonPanel::addMachines(std::vector<Step>& steps, const NamedNetwork& network) const
{
    for (const NamedMachine& of : m_machines)
        steps.push_back({of.name, network.read, of.machine, m_tiles.question().params});
}

/// The priorities and memory policies of the paper's Table 2, one changed at a time.
void ComparisonPanel::addPolicies(std::vector<Step>& steps) const
{
    flexer::FlexerParams params = m_tiles.question().params;
    params.extensions.seed = false;
    params.priority = flexer::Priority::MemoryBenefit;
    params.spillPolicy = flexer::SpillPolicy::LeastFragmentation;
    const auto add = [&](const QString& group, const flexer::FlexerParams& with) {
        steps.push_back(shown(group));
        steps.back().params = with;
    };
    add(tr("default"), params); // memory benefit, least fragments
    flexer::FlexerParams other = params;
    other.priority = flexer::Priority::LeastTransfer;
    add(tr("least transfer"), other);
    other.priority = flexer::Priority::LeastSpill;
    add(tr("least spilling"), other);
    other = params;
    other.spillPolicy = flexer::SpillPolicy::FirstFit;
    add(tr("first fit"), other);
    other.spillPolicy = flexer::SpillPolicy::SmallestFirst;
    add(tr("smallest first"), other);
}

void ComparisonPanel::addMetrics(std::vector<Step>& steps) const
{
    const std::pair<QString, flexer::Metric> metrics[] = {
        {tr("latency-transfer"), flexer::Metric::LatencyTimesTransfer},
        {tr("latency"), flexer::Metric::Latency},
        {tr("transfer"), flexer::Metric::Transfer}};
    for (const auto& [name, metric] : metrics) {
        steps.push_back(shown(name));
        steps.back().params.metric = metric;
    }
}

std::vector<ComparisonPanel::Step> ComparisonPanel::steps() const
{
    std::vector<Step> steps;
    switch (static_cast<Kind>(m_kind->currentData().toInt())) {
    case Kind::Machines: addMachines(steps, {{}, shown({}).network}); break;
    case Kind::MachinesAllNetworks:
        for (const NamedNetwork& network : m_networks)
            addMachines(steps, network);
        break;
    case Kind::Networks:
        for (const NamedNetwork& network : m_networks)
            steps.push_back({network.name, network.read, m_tiles.question().machine, m_tiles.question().params});
        break;
    case Kind::Policies: addPolicies(steps); break;
    case Kind::Metrics: addMetrics(steps); break;
    }
    return steps;
}

void ComparisonPanel::start()
{
    if (!m_scheduler.isPossible() || m_tiles.layers().empty())
        return;
    clear();
    m_asked = m_tiles.question();
    m_steps = steps();
    next();
}

/// Asks for the next network that can be read.
void ComparisonPanel::next()
{
    for (; m_at < m_steps.size() && !isBusy(); ++m_at) {
        const Step& step = m_steps[m_at];
        if (auto network = step.network(); network && !network->layers.empty())
            m_scheduler.ask({std::move(network), step.machine, step.params, 0, flexer::Shown::Chosen});
    }
    refresh();
}

void ComparisonPanel::take(const flexer::NetworkTotals& totals)
{
    const QString& group = m_steps[m_at - 1].group;
    auto found = std::ranges::find_if(m_compared, [&](const auto& of) { return of.name == group; });
    if (found == m_compared.end())
        found = m_compared.insert(m_compared.end(), {group, {}});
    found->totals.add(totals);
    next();
}

void ComparisonPanel::stop()
{
    m_scheduler.stop();
    refresh();
}

void ComparisonPanel::forget()
{
    const auto& now = m_tiles.question();
    const auto kind = static_cast<Kind>(m_kind->currentData().toInt());
    const bool usesMachine = kind != Kind::Machines && kind != Kind::MachinesAllNetworks;
    const bool usesNetwork = kind != Kind::Networks && kind != Kind::MachinesAllNetworks;
    if ((!usesNetwork || now.network == m_asked.network) && now.params == m_asked.params
        && (!usesMachine || now.machine == m_asked.machine))
        return;
    clear();
}

void ComparisonPanel::clear()
{
    stop();
    m_steps.clear();
    m_at = 0;
    m_compared.clear();
    refresh();
}

void ComparisonPanel::refresh()
{
    m_button->setText(isBusy() ? tr("Cancel") : tr("Compare"));
    m_button->setEnabled(isBusy() || !m_tiles.layers().empty());
    m_button->setToolTip(tr("Schedule whole networks, one after the other, and compare them with static schedules"));
    const bool hasAll = static_cast<Kind>(m_kind->currentData().toInt()) == Kind::MachinesAllNetworks;
    m_panel->note()->setText(isBusy()             ? tr("%1 of %2 done").arg(m_at - 1).arg(m_steps.size())
                             : m_compared.empty() ? QString()
                             : hasAll             ? tr("cycles and bytes of all networks together")
                                                  : tr("whole networks"));
    m_panel->columns()->setEmptyText(
        isBusy() ? tr("Scheduling ...") : tr("Nothing is compared yet"),
        tr("The button Compare schedules whole networks one after the other, which takes a while."));
    m_panel->columns()->setProvenance(tilesProvenance(m_tiles));
    m_panel->setCompared(m_compared);
}

} // namespace nestloom::ui
