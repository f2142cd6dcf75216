// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/compare_maps.h"

#include "ui/features/compare/maps_chart.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/comparison.h"

#include <QComboBox>

#include <algorithm>

namespace nestloom::ui {

namespace {

QString kindText(records::RunMaps::What what)
{
    using What = records::RunMaps::What;
    switch (what) {
    case What::Scratchpad: return CompareMaps::tr("Scratchpad: addresses in use at each step");
    case What::Nodes: return CompareMaps::tr("Nodes at work");
    case What::Lanes: return CompareMaps::tr("Tiles of the layer: NPUs and DMA at work");
    case What::Mesh: break;
    }
    return CompareMaps::tr("Mesh of the layer: the busiest link out of each router");
}

} // namespace

CompareMaps::CompareMaps(const Comparison& comparison, MapsAsker* asker, QWidget* parent)
    : QWidget(parent), m_comparison(comparison), m_asking(asker, this, [this](const MapsNews& news) { take(news); }),
      m_kind(choiceBox(tr("Picture"), tr("What the pictures show"))), m_chart(named(new MapsChart, "mapsChart"))
{
    m_kind->setObjectName(QStringLiteral("mapsKind"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_kind->setMaximumWidth(QWIDGETSIZE_MAX); // one choice alone in its line
    setLayout(columnOf({rowOf({{m_kind, 0}, LinePart::room(1)}), {m_chart, 1}}, 4, {0, 6, 0, 0}));
    connect(m_kind, &QComboBox::activated, this, &CompareMaps::showKind);
    m_kind->hide();
}

void CompareMaps::showRow(std::optional<std::size_t> row)
{
    m_row = row;
    if (isVisible())
        ask();
}

void CompareMaps::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

void CompareMaps::ask()
{
    records::MapsQuestion question;
    for (std::size_t run = 0; run < m_comparison.runs().size() && m_comparison.isReady(); ++run) {
        const schedule::LayerResult* result = m_row ? m_comparison.rows()[*m_row].results[run] : nullptr;
        const auto& record = m_comparison.runs()[run].record;
        question.sides.push_back(
            {record, result ? std::optional(std::size_t(result - record->layers.data())) : std::nullopt});
    }
    if (question == m_question && !m_maps.empty())
        return;
    m_question = question;
    if (!question.sides.empty())
        m_asking.ask(std::move(question));
}

void CompareMaps::take(const MapsNews& news)
{
    const auto before =
        m_kind->currentIndex() >= 0 ? std::optional(m_maps[std::size_t(m_kind->currentIndex())].what) : std::nullopt;
    m_maps = news.maps;
    m_kind->clear();
    for (const records::RunMaps& maps : m_maps)
        m_kind->addItem(kindText(maps.what));
    m_kind->setVisible(!m_maps.empty());
    const auto same = std::ranges::find_if(m_maps, [&](const auto& maps) { return before && maps.what == *before; });
    showKind(same == m_maps.end() ? 0 : int(same - m_maps.begin()));
    if (m_maps.empty())
        m_chart->setEmpty(!news.problem.isEmpty() ? news.problem
                                                  : tr("Memory plans and schedules on nodes have pictures, and so do "
                                                       "layers with tiles or with a mesh: choose a layer above."));
}

void CompareMaps::showKind(int index)
{
    if (std::size_t(index) >= m_maps.size())
        return;
    m_kind->setCurrentIndex(index);
    QStringList runs;
    for (const ComparedRun& run : m_comparison.runs())
        runs << run.title();
    m_chart->setMaps(m_maps[std::size_t(index)], runs);
}

} // namespace nestloom::ui
