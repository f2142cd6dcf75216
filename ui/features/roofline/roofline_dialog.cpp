// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/roofline/roofline_dialog.h"

#include "engine/cost/evaluate.h"
#include "ui/features/roofline/roofline_chart.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/widgets/make_widgets.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace nestloom::ui {

RooflineDialog::RooflineDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_chart(named(new RooflineChart(this), "rooflineChart")),
      m_ports(named(new QComboBox(this), "rooflinePort", tr("Port"))), m_about(new QLabel(this))
{
    setWindowTitle(tr("Roofline"));
    setObjectName(QStringLiteral("rooflineDialog"));
    m_about->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setLayout(columnOf({rowOf({{m_about, 1}, new QLabel(tr("Roof of"), this), m_ports}, 8), {m_chart, 1}, buttons}, 10,
                       {12, 12, 12, 12}));
    connect(m_ports, &QComboBox::activated, this, &RooflineDialog::refresh);
    connect(&workbench.run(), &ShownRun::replaced, this, &RooflineDialog::listPorts);
    connect(&workbench.run(), &ShownRun::updated, this, &RooflineDialog::refresh);
    connect(m_chart, &RooflineChart::layerSelected, this,
            [this](int layer) { m_workbench.selection().selectLayer(std::size_t(layer)); });
    connect(&workbench.selection(), &Selection::changed, this, [this] {
        const auto layer = m_workbench.selection().layer();
        m_chart->setSelectedLayer(layer ? int(*layer) : -1);
    });
    QAction* explain = explainAction(m_chart, "explainRoofline", tr("Explain the cycles of the layer"));
    explain->setShortcuts({QKeySequence(Qt::Key_F2), QKeySequence(Qt::CTRL | Qt::Key_I)});
    explain->setShortcutContext(Qt::WindowShortcut);
    connect(explain, &QAction::triggered, this, [this] {
        if (const auto layer = m_workbench.selection().layer())
            explainLayer(this, m_workbench.run(), *layer, schedule::Figure::Cycles);
    });
    listPorts();
    resize(820, 560);
}

namespace {

/// The ports as the run's model counts them.
hardware::Accelerator countedPorts(const ShownRun& run)
{
    const auto costs = schedule::costsOf(run.layers());
    return costs.empty() ? run.accelerator() : cost::withPortsOf(costs.front()->model, run.accelerator());
}

} // namespace

void RooflineDialog::listPorts()
{
    const ShownRun& run = m_workbench.run();
    const hardware::Accelerator accelerator = countedPorts(run);
    m_roofs = cost::roofs(accelerator);
    m_ports->clear();
    for (const cost::Roof& roof : m_roofs)
        m_ports->addItem(
            tr("%1, %2 B/cycle").arg(QString::fromStdString(roof.name), format::exactNumber(roof.bytesPerCycle, 1)));
    if (const auto busiest = cost::busiestRoof(accelerator, schedule::costsOf(run.layers())))
        m_ports->setCurrentIndex(int(std::ranges::find(m_roofs, *busiest) - m_roofs.begin()));
    refresh();
}

void RooflineDialog::refresh()
{
    const ShownRun& run = m_workbench.run();
    const auto chosen = std::size_t(std::max(0, m_ports->currentIndex()));
    std::vector<RooflineLayer> layers;
    for (const schedule::LayerResult& layer : run.layers()) {
        if (!layer.cost || chosen >= m_roofs.size())
            continue;
        const auto point = cost::rooflinePoint(run.accelerator(), *layer.cost, m_roofs[chosen]);
        if (!point)
            continue;
        RooflineLayer shown{
            int(layer.index), QString::fromStdString(layer.name), *point, boundBy(layer.cost->bottleneck), {}};
        if (layer.simulated)
            shown.simulated = double(layer.cost->macs) / double(layer.simulated->count);
        layers.push_back(std::move(shown));
    }
    m_about->setText(run.isEmpty() ? QString()
                                   : tr("%1 on %2: %3 of %4 layers; letters say what bounds them (C compute, D DRAM, N "
                                        "network, B buffer), rings what a simulation reaches.")
                                         .arg(QString::fromStdString(run.network().name),
                                              QString::fromStdString(run.accelerator().name))
                                         .arg(layers.size())
                                         .arg(run.layers().size()));
    m_chart->show(double(run.accelerator().macUnits()), m_roofs, chosen, std::move(layers));
}

} // namespace nestloom::ui
