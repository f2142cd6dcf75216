// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that SummaryPage is put together from.
#include "ui/pages/summary_page.h"

#include "ui/link_label.h"
#include "ui/models/layer_table_model.h"
#include "ui/page_parts.h"
#include "ui/pages/headlines.h"
#include "ui/pages/narrowing_table.h"
#include "ui/pages/suggestions_card.h"
#include "ui/theme.h"
#include "ui/views/cycles_chart.h"
#include "ui/workbench.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>

namespace nestloom::ui {

namespace {

QLabel* label(QWidget* parent, const QFont& font)
{
    auto* made = new LinkLabel(parent);
    made->setFont(font);
    return made;
}

} // namespace

QWidget* SummaryPage::makeContent()
{
    auto* page = new QWidget;
    m_headlines = new Headlines(page);
    QFrame* words = cardOfLines(page, 3);
    m_bottleneck = label(words, strongFont(font()));
    m_bottleneck->setObjectName(QStringLiteral("bottleneck"));
    m_further = label(words, font());
    m_further->setProperty("muted", true);
    words->layout()->addWidget(m_bottleneck);
    words->layout()->addWidget(m_further);
    m_failureCard = cardOfLines(page, 3);
    m_failures = label(m_failureCard, font());
    m_failures->setObjectName(QStringLiteral("failures"));
    m_failures->setProperty("warning", true);
    m_failures->setWordWrap(true);
    m_failureCard->layout()->addWidget(m_failures);
    m_chart = new CyclesChart(page);
    m_chart->setObjectName(QStringLiteral("cyclesChart"));
    QFrame* chartCard = cardOfLines(page, 3);
    chartCard->layout()->setContentsMargins(4, 4, 4, 2);
    chartCard->layout()->addWidget(m_chart);
    m_table = new NarrowingTable(m_model, {LayerTableModel::LowerBound}, page); // the gap says as much
    m_table->setObjectName(QStringLiteral("layerTable"));
    m_table->setAccessibleName(tr("Layers"));
    m_splitter = new QSplitter(Qt::Vertical, page);
    m_splitter->setObjectName(QStringLiteral("summarySplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(10);
    m_splitter->addWidget(chartCard);
    m_splitter->addWidget(m_table);
    m_splitter->setSizes({195, 205}); // grows in this proportion
    m_chart->setMinimumHeight(84);    // with suggestions above, 768 lines must still do
    m_table->setMinimumHeight(64);
    connect(m_chart, &CyclesChart::layerSelected, this, &SummaryPage::chooseRow);
    connect(m_table, &CopyableTable::rowChosen, this, &SummaryPage::chooseRow);

    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(makeHeader());
    layout->addWidget(m_headlines);
    layout->addWidget(words);
    layout->addWidget(m_failureCard);
    layout->addWidget(new SuggestionsCard(m_workbench, page));
    layout->addWidget(m_splitter, 1);

    addExplanations();
    connect(m_table->addRowAction(tr("Copy diagnostics")), &QAction::triggered, this, &SummaryPage::copyDiagnostics);
    m_failures->setTextFormat(Qt::RichText);
    connect(m_failures, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String("diagnostics"))
            copyDiagnostics();
        else
            Q_EMIT fieldRequested(link);
    });
    m_further->setTextFormat(Qt::RichText);
    connect(m_further, &QLabel::linkActivated, this, [this](const QString& link) {
        auto* proof =
            link == QLatin1String("proof") ? window()->findChild<QAction*>(QStringLiteral("proveObjective")) : nullptr;
        proof != nullptr ? proof->trigger() : showNotes();
    });
    return page;
}

QWidget* SummaryPage::makeHeader()
{
    auto* header = new QWidget;
    QFont titleFont = headlineFont(font());
    titleFont.setPointSizeF(titleFont.pointSizeF() * 0.8);
    titleFont.setWeight(QFont::DemiBold);
    m_title = label(header, titleFont);
    m_title->setObjectName(QStringLiteral("runTitle"));
    m_subtitle = label(header, font());
    m_subtitle->setProperty("muted", true);
    m_badge = label(header, strongFont(font()));
    m_badge->setObjectName(QStringLiteral("badge"));
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(14);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle, 1);
    layout->addWidget(m_badge);
    return header;
}

} // namespace nestloom::ui
