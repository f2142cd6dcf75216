// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/ratio_panel.h"

#include "ui/style/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace nestloom::ui {

RatioPanel::RatioPanel(const QString& name, QWidget* parent)
    : QWidget(parent), m_columns(new RatioColumns(name)), m_baseline(new QComboBox), m_line(new QHBoxLayout),
      m_note(new QLabel)
{
    m_baseline->addItem(tr("over best static"), int(StaticBaseline::Best));
    m_baseline->addItem(tr("over plain static"), int(StaticBaseline::Plain));
    m_baseline->setAccessibleName(tr("Static schedule to compare with"));
    m_baseline->setToolTip(
        tr("Best: transfers ahead of the operations, regions in LRU order, any loop side by side. Plain: "
           "double regions, the innermost loop side by side, no prefetch."));
    m_note->setProperty("muted", true);
    m_line->setContentsMargins(6, 2, 6, 0);
    m_line->setSpacing(8);
    m_line->addWidget(m_baseline);
    m_line->addWidget(m_note, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_line);
    layout->addWidget(m_columns, 1);
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

} // namespace nestloom::ui
