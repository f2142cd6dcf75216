// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/layer_page.h"

#include "engine/schedule/cosa/paper_model.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/layer_numbers.h"
#include "ui/parts/model_badge.h"
#include "ui/parts/paper_terms_bar.h"
#include "ui/style/theme.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace nestloom::ui {

LayerPage::LayerPage(Workbench& workbench, QWidget* view, Show show, Clear clear, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_show(std::move(show)), m_clear(std::move(clear)),
      m_choice(new QComboBox(this)), m_model(new ModelBadge(this)), m_numbers(new LinkLabel(this)),
      m_boundBy(named(new ElidedLabel(this), "layerBoundBy")), m_terms(new PaperTermsBar(this)), m_bar(new QHBoxLayout),
      m_buttons(new QHBoxLayout), m_layout(new QVBoxLayout(this))
{
    m_choice->setMinimumContentsLength(20);
    m_choice->setMaxVisibleItems(24);
    m_choice->setAccessibleName(tr("Layer"));
    auto* label = new QLabel(tr("Layer"), this);
    label->setProperty("muted", true);
    label->setBuddy(m_choice);
    m_bar->addWidget(label);
    m_bar->addWidget(m_choice);
    m_numbers->setObjectName(QStringLiteral("layerNumbers"));
    m_numbers->setTextFormat(Qt::RichText);
    m_numbers->setMinimumWidth(1); // what is clipped is in the tool tip
    m_boundBy->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->addSpacing(8);
    m_bar->addWidget(m_model);
    m_bar->addWidget(m_numbers);
    m_bar->addWidget(m_boundBy, 1);
    m_layout->setContentsMargins(12, 10, 12, 12);
    m_layout->setSpacing(10);
    m_layout->addWidget(new FoldingRow({{m_bar, 1}, m_buttons}, 8, this));
    m_layout->addWidget(m_terms);
    m_layout->addWidget(view, 1);
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        m_workbench.selection().selectLayer(index <= 0 ? std::nullopt : std::optional<std::size_t>(index - 1));
    });
    connect(&m_workbench.run(), &ShownRun::replaced, this, &LayerPage::listLayers);
    connect(&m_workbench.run(), &ShownRun::updated, this, &LayerPage::refresh);
    connect(&m_workbench.selection(), &Selection::changed, this, &LayerPage::refresh);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &LayerPage::refreshNumbers);
    connect(m_numbers, &QLabel::linkActivated, this, &LayerPage::explain);
    listLayers();
    hearEvents(this, QEvent::PaletteChange, [this] { refreshNumbers(); }); // they carry colours
}

void LayerPage::explain(const QString& figure)
{
    const auto layer = m_workbench.selection().layer();
    if (layer)
        explainLayer(window(), m_workbench.run(), *layer, figureNamed(figure));
}

QToolButton* LayerPage::addButton(const QString& text)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    m_buttons->addWidget(button);
    return button;
}

void LayerPage::addStrip(QWidget* strip) { m_layout->insertWidget(1, strip); }

void LayerPage::listLayers()
{
    m_choice->clear();
    m_choice->addItem(tr("choose a layer"));
    for (const workload::Layer& layer : m_workbench.run().network().layers)
        m_choice->addItem(QString::fromStdString(layer.name));
    m_choice->setEnabled(!m_workbench.run().isEmpty());
    m_shown.reset();
    m_shownMapping.reset();
    m_shownFor.reset();
    m_clear();
    refresh();
}

void LayerPage::chooseLongest()
{
    const ShownRun& run = m_workbench.run();
    if (!isVisible() || run.isRunning() || m_workbench.selection().layer())
        return;
    std::optional<std::size_t> longest;
    for (std::size_t i = 0; i < run.layers().size(); ++i) {
        const auto& cost = run.layers()[i].cost;
        if (cost && (!longest || cost->cycles > run.layers()[*longest].cost->cycles))
            longest = i;
    }
    if (longest)
        m_workbench.selection().selectLayer(longest);
}

void LayerPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    chooseLongest();
}

void LayerPage::refreshNumbers()
{
    const ShownRun& run = m_workbench.run();
    const auto layer = m_workbench.selection().layer();
    const bool solved = layer && *layer < run.layers().size() && run.layers()[*layer].cost;
    m_model->setVisible(solved);
    if (!solved) {
        m_numbers->clear();
        m_numbers->setToolTip({});
        m_boundBy->setText({});
        return;
    }
    m_model->show(records::modelOf(run.options().engine));
    const BaselineLayers baseline = m_workbench.baseline().layers();
    const LayerNumbers numbers =
        layerNumbers(*run.layers()[*layer].cost, baseline.layer(*layer), baseline.run, themeFor(palette()));
    m_numbers->setText(numbers.html);
    m_numbers->setToolTip(numbers.toolTip);
    m_boundBy->setText(numbers.boundBy);
}

/// The terms of what such a run minimises, computed from the loops of the mapping.
void LayerPage::refreshTerms()
{
    const ShownRun& run = m_workbench.run();
    const auto layer = m_workbench.selection().layer();
    const bool isPaper = !run.isEmpty() && run.options().cosa.objective == schedule::Objective::CosaPaper && layer
                         && *layer < run.layers().size() && run.layers()[*layer].mapping;
    m_terms->setVisible(isPaper);
    if (!isPaper)
        return;
    cost::Nest nest;
    cost::flatten(run.acceleratorOf(*layer), *run.layers()[*layer].mapping, nest);
    const schedule::cosa::PaperWeights& weights = run.options().cosa.paper;
    m_terms->setTerms(
        schedule::cosa::paperTerms(run.acceleratorOf(*layer), run.network().layers[*layer], nest, weights), weights);
}

void LayerPage::refresh()
{
    const ShownRun& run = m_workbench.run();
    if (std::exchange(m_wasRunning, run.isRunning()) && !run.isRunning())
        chooseLongest();
    refreshNumbers();
    refreshTerms();
    const auto layer = m_workbench.selection().layer();
    if (!layer || *layer >= run.layers().size()) {
        m_choice->setCurrentIndex(0);
        if (m_shown)
            m_clear();
        m_shown.reset();
        return;
    }
    m_choice->setCurrentIndex(int(*layer) + 1);
    const schedule::LayerResult& result = run.layers()[*layer];
    if (m_shown == layer && m_shownStatus == statusText(result) && m_shownMapping == result.mapping
        && m_shownFor == run.acceleratorOf(*layer))
        return; // another layer of the run got its result
    m_shown = layer;
    m_shownStatus = statusText(result);
    m_shownMapping = result.mapping;
    m_shownFor = run.acceleratorOf(*layer);
    m_show(*m_shownFor, run.network().layers[*layer], result);
}

} // namespace nestloom::ui
