// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/tradeoff_panel.h"

#include "ui/features/nodes/tradeoff_chart.h"
#include "ui/style/format.h"
#include "ui/widgets/elided_label.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace nestloom::ui {

using State = ChainTradeoff::State;

TradeoffPanel::TradeoffPanel(ShownNodes& nodes, NodesAsker* scheduler, QWidget* parent)
    : QWidget(parent), m_tradeoff(new ChainTradeoff(nodes, scheduler, this)),
      m_chart(new TradeoffChart(*m_tradeoff, nodes)), m_button(new QPushButton),
      m_published(new QCheckBox(tr("one round"))), m_sentence(new ElidedLabel)
{
    setObjectName(QStringLiteral("tradeoffPanel"));
    m_button->setObjectName(QStringLiteral("measureTradeoff"));
    m_published->setToolTip(tr("As published: chains are chosen by estimates once. Otherwise estimates of the chosen "
                               "chains are replaced by solved costs, "
                               "and chosen again, until nothing changes."));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 2, 6, 0);
    line->addWidget(m_button);
    line->addWidget(m_published);
    line->addWidget(m_sentence, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(m_chart, 1);
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_tradeoff->state() == State::Running ? m_tradeoff->cancel() : m_tradeoff->start(); });
    connect(m_published, &QCheckBox::toggled, m_tradeoff, &ChainTradeoff::setPublished);
    connect(m_tradeoff, &ChainTradeoff::changed, this, &TradeoffPanel::refresh);
    connect(m_tradeoff, &ChainTradeoff::progressChanged, this, &TradeoffPanel::refresh);
    connect(&nodes, &ShownNodes::questionChanged, this, &TradeoffPanel::refresh);
    refresh();
}

QString TradeoffPanel::sentence() const
{
    const std::size_t count = m_tradeoff->points().size(), all = ChainTradeoff::kChains.size();
    switch (m_tradeoff->state()) {
    case State::Idle:
        return m_tradeoff->obstacle().isEmpty() ? tr("%1 searches, one after the other, in the background").arg(all)
                                                : QString();
    case State::Finished: return tr("measured for this network, accelerator and batch");
    case State::Cancelled: return tr("cancelled, %1 of %2 measured").arg(count).arg(all);
    case State::Failed: return m_tradeoff->reason();
    case State::Running: break;
    }
    QString line = tr("k_S %1, %2 of %3 measured").arg(m_tradeoff->atWork()).arg(count).arg(all);
    const Progress& progress = m_tradeoff->progress();
    if (progress.fraction)
        line += QStringLiteral(", ") + format::percent(*progress.fraction, 0);
    if (progress.incumbent)
        line += tr(", best so far %1").arg(format::energy(Picojoules{*progress.incumbent}));
    return line;
}

void TradeoffPanel::refresh()
{
    const bool runs = m_tradeoff->state() == State::Running;
    m_button->setText(runs ? tr("Cancel") : m_tradeoff->points().empty() ? tr("Measure") : tr("Measure again"));
    m_button->setToolTip(runs ? tr("Stop; what was measured stays")
                              : tr("Schedule the network with KAPLA once for each k_S, to see what fewer chains cost"));
    m_button->setEnabled(runs || m_tradeoff->obstacle().isEmpty());
    m_sentence->setText(sentence());
    m_chart->update();
}

} // namespace nestloom::ui
