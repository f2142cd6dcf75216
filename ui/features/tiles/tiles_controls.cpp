// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tiles_controls.h"

#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/make_widgets.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QResizeEvent>

#include <algorithm>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {
enum class Search { Extended, Unseeded, Published };
constexpr int kSpacing = 6, kBoxFrame = 36; // pixels; of a box: what is not text
} // namespace

TilesControls::TilesControls(ShownTiles& tiles, QWidget* parent) : QWidget(parent), m_tiles(tiles)
{
    m_shown = choiceBox(tr("Shown schedule"), tr("Which schedule of the layer the charts show"));
    m_search =
        choiceBox(tr("Search"), tr("Extended: ready window, soft pin, alternating loops, blocks, prefetch, "
                                   "and the best static schedule where it is better. Unseeded: without the latter. As "
                                   "published: none of these."));
    m_metric =
        choiceBox(tr("Metric"), tr("What schedules are ranked by; latency-transfer is cycles times bytes off chip"));
    m_priority = choiceBox(tr("Priority"), tr("Which set of ready operations goes first"));
    m_spill = choiceBox(tr("Spill policy"), tr("Which tiles leave the scratchpad when nothing is free"));
    m_shown->addItem(tr("chosen"), int(flexer::Shown::Chosen));
    m_shown->addItem(tr("out of order"), int(flexer::Shown::OutOfOrder));
    m_shown->addItem(tr("best static"), int(flexer::Shown::BestStatic));
    m_shown->addItem(tr("plain static"), int(flexer::Shown::PlainStatic));
    fillSearch();
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(kSpacing);
    m_grid->setVerticalSpacing(4);
    const std::pair<QString, QComboBox*> labelled[]{{tr("Show"), m_shown},
                                                    {tr("Search"), m_search},
                                                    {tr("Rank"), m_metric},
                                                    {tr("First"), m_priority},
                                                    {tr("Spill"), m_spill}};
    for (const auto& [label, box] : labelled) {
        box->setObjectName(QStringLiteral("tiles") + box->accessibleName().section(QLatin1Char(' '), 0, 0));
        auto* title = new QLabel(label);
        title->setProperty("muted", true);
        title->setBuddy(box);
        int widest = title->sizeHint().width() + 3 * kSpacing;
        int text = 0;
        for (int item = 0; item < box->count(); ++item)
            text = std::max(text, box->fontMetrics().horizontalAdvance(box->itemText(item)));
        widest += text + kBoxFrame;
        m_cells.emplace_back(panelOf(rowOf({title, {box, kChoiceStretch}, LinePart::room()}, kSpacing)), widest);
        m_whole += widest;
    }
    arrange(int(m_cells.size()));
    connect(m_shown, &QComboBox::activated, this,
            [this] { m_tiles.show(static_cast<flexer::Shown>(m_shown->currentData().toInt())); });
    for (QComboBox* box : {m_search, m_metric, m_priority, m_spill})
        connect(box, &QComboBox::activated, this, &TilesControls::takeParams);
    connect(&m_tiles, &ShownTiles::questionChanged, this, &TilesControls::showParams);
    showParams();
}

void TilesControls::arrange(int perRow)
{
    m_perRow = perRow;
    for (int i = 0; i < int(m_cells.size()); ++i) {
        m_grid->addWidget(m_cells[std::size_t(i)].first, i / perRow, i % perRow);
        m_grid->setColumnStretch(i, i >= perRow ? 0 : perRow == 5 ? m_cells[std::size_t(i)].second : 1);
    }
}

void TilesControls::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const int perRow = event->size().width() >= m_whole ? 5 : 3; perRow != m_perRow)
        arrange(perRow);
}

void TilesControls::fillSearch()
{
    m_search->addItem(tr("extended"), int(Search::Extended));
    m_search->addItem(tr("unseeded"), int(Search::Unseeded));
    m_search->addItem(tr("as published"), int(Search::Published));
    m_metric->addItem(tr("latency-transfer"), int(flexer::Metric::LatencyTimesTransfer));
    m_metric->addItem(tr("latency"), int(flexer::Metric::Latency));
    m_metric->addItem(tr("transfer"), int(flexer::Metric::Transfer));
    m_priority->addItem(tr("memory benefit"), int(flexer::Priority::MemoryBenefit));
    m_priority->addItem(tr("least transfer"), int(flexer::Priority::LeastTransfer));
    m_priority->addItem(tr("least spilling"), int(flexer::Priority::LeastSpill));
    m_spill->addItem(tr("least fragments"), int(flexer::SpillPolicy::LeastFragmentation));
    m_spill->addItem(tr("first fit"), int(flexer::SpillPolicy::FirstFit));
    m_spill->addItem(tr("smallest first"), int(flexer::SpillPolicy::SmallestFirst));
}

void TilesControls::takeParams()
{
    flexer::FlexerParams params = m_tiles.question().params;
    params.metric = static_cast<flexer::Metric>(m_metric->currentData().toInt());
    params.priority = static_cast<flexer::Priority>(m_priority->currentData().toInt());
    params.spillPolicy = static_cast<flexer::SpillPolicy>(m_spill->currentData().toInt());
    const auto search = static_cast<Search>(m_search->currentData().toInt());
    params.extensions = search == Search::Published ? flexer::kPublished : flexer::Extensions{};
    if (search == Search::Unseeded)
        params.extensions.seed = false;
    m_tiles.setParams(params);
    Q_EMIT chosen(params);
}

void TilesControls::showParams()
{
    const flexer::FlexerParams& params = m_tiles.question().params;
    const Search search = params.extensions == flexer::kPublished ? Search::Published
                          : params.extensions.seed                ? Search::Extended
                                                                  : Search::Unseeded;
    const std::pair<QComboBox*, int> choices[]{{m_search, int(search)},
                                               {m_metric, int(params.metric)},
                                               {m_priority, int(params.priority)},
                                               {m_spill, int(params.spillPolicy)}};
    for (const auto& [box, choice] : choices)
        box->setCurrentIndex(box->findData(choice));
}

} // namespace nestloom::ui
