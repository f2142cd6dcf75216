// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page is made of.
#include "ui/compare/accelerator_diff_view.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/comparison.h"
#include "ui/compare/impact_model.h"
#include "ui/compare/layer_columns.h"
#include "ui/compare/totals_model.h"
#include "ui/pages/copyable_table.h"
#include "ui/theme.h"
#include "ui/views/buffer_use_view.h"
#include "ui/views/loop_nest_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

namespace {

/// A view that shows a layer of a run by setLayer() and nothing by clear().
template <typename View>
LayerColumns::View layerView(const Comparison& comparison)
{
    return {[] { return new View; },
            [&comparison](QWidget* widget, std::size_t run, std::optional<std::size_t> row) {
                auto* view = static_cast<View*>(widget);
                const ComparedRun& compared = comparison.runs()[run];
                const schedule::LayerResult* result = row ? comparison.result(*row, run) : nullptr;
                if (result == nullptr)
                    return view->clear();
                view->setLayer(compared.record->accelerator, compared.record->network.layers[result->index], *result);
            }};
}

} // namespace

QWidget* ComparePage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    m_title->setFont(strongFont(font()));
    m_title->setObjectName(QStringLiteral("compareTitle"));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_add = new QToolButton(header);
    m_add->setObjectName(QStringLiteral("addRun"));
    m_add->setText(tr("Add run"));
    m_add->setToolTip(tr("Put another stored run beside these"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    connect(m_add->menu(), &QMenu::aboutToShow, this, &ComparePage::fillRunMenu);
    m_choice = new QComboBox(header);
    m_choice->setObjectName(QStringLiteral("compareLayer"));
    m_choice->setMinimumContentsLength(24);
    m_choice->setMaxVisibleItems(24);
    m_choice->setAccessibleName(tr("Layer"));
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { chooseRow(index <= 0 ? std::nullopt : std::optional<std::size_t>(index - 1)); });
    m_choiceLabel = new QLabel(tr("Layer"), header);
    m_choiceLabel->setProperty("muted", true);
    m_choiceLabel->setBuddy(m_choice);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_choiceLabel);
    layout->addWidget(m_choice);
    layout->addSpacing(8);
    layout->addWidget(m_add);
    return header;
}

QWidget* ComparePage::makeEmpty()
{
    auto* page = new QWidget(this);
    m_emptyTitle = new QLabel(page);
    m_emptyTitle->setFont(headlineFont(font()));
    m_emptyTitle->setAlignment(Qt::AlignCenter);
    m_emptyText = new QLabel(page);
    m_emptyText->setObjectName(QStringLiteral("compareEmpty"));
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_withBaseline = new QPushButton(page);
    m_withBaseline->setObjectName(QStringLiteral("compareWithBaseline"));
    m_withBaseline->setProperty("primary", true);
    connect(m_withBaseline, &QPushButton::clicked, this, &ComparePage::compareWithBaseline);
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addWidget(m_emptyTitle);
    layout->addWidget(m_emptyText);
    layout->addWidget(m_withBaseline, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    return page;
}

QWidget* ComparePage::makeContent()
{
    m_nests = new LayerColumns(m_comparison, layerView<LoopNestView>(m_comparison));
    m_buffers = new LayerColumns(m_comparison, layerView<BufferUseView>(m_comparison));
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("compareTabs"));
    tabs->setDocumentMode(true);
    tabs->addTab(makeOverview(), tr("Overview"));
    tabs->addTab(m_nests, tr("Loop nests"));
    tabs->addTab(m_buffers, tr("Buffers"));
    connect(tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (tab > 0 && !m_row && m_comparison.isReady() && m_impact->rowCount() > 0)
            chooseRow(m_impact->comparedRow(0)); // both tabs are about one layer: the one that changed most
    });
    return tabs;
}

QWidget* ComparePage::makeOverview()
{
    m_diff = new AcceleratorDiffView;
    m_totals = new TotalsModel(m_comparison, this);
    m_totalsTable = new CopyableTable(m_totals);
    m_totalsTable->setObjectName(QStringLiteral("compareTotals"));
    m_totalsTable->setAccessibleName(tr("Totals of the runs"));
    m_totalsTable->setSortingEnabled(false);
    auto* top = new QSplitter(Qt::Horizontal);
    top->setChildrenCollapsible(false);
    top->setHandleWidth(10);
    top->addWidget(m_diff);
    top->addWidget(m_totalsTable);
    top->setSizes({500, 500});
    auto* columns = new QWidget;
    m_columnRow = new QHBoxLayout(columns);
    m_columnRow->setContentsMargins(0, 0, 0, 0);
    m_columnRow->setSpacing(10);
    m_impact = new ImpactModel(m_comparison, this);
    m_layers = new CopyableTable(m_impact);
    m_layers->setObjectName(QStringLiteral("impactTable"));
    m_layers->setAccessibleName(tr("Layers by difference"));
    connect(m_layers, &CopyableTable::rowChosen, this, [this](int row) {
        chooseRow(row < 0 ? std::nullopt : std::optional<std::size_t>(m_impact->comparedRow(row)));
    });
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(top);
    splitter->addWidget(columns);
    splitter->addWidget(m_layers);
    splitter->setSizes({190, 190, 210});
    splitter->setContentsMargins(0, 8, 0, 0);
    return splitter;
}

} // namespace nestloom::ui
