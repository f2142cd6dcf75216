// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/chain_tradeoff.h"

#include <QWidget>

class QCheckBox;
class QPushButton;

namespace nestloom::ui {

class ElidedLabel;
class TradeoffChart;

/// The k_S trade-off with what starts and stops its measurement.
class TradeoffPanel : public QWidget {
    Q_OBJECT
public:
    /// `scheduler` as of ChainTradeoff.
    TradeoffPanel(ShownNodes& nodes, NodesAsker* scheduler, QWidget* parent = nullptr);

    ChainTradeoff& tradeoff() { return *m_tradeoff; }
    TradeoffChart* chart() const { return m_chart; }
    QPushButton* button() const { return m_button; } // starts or cancels
    QCheckBox* published() const { return m_published; }
    QString sentence() const;

private:
    void refresh();

    ChainTradeoff* m_tradeoff;
    TradeoffChart* m_chart;
    QPushButton* m_button;
    QCheckBox* m_published;
    ElidedLabel* m_sentence;
};

} // namespace nestloom::ui
