// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/network/network_page.h"

#include "engine/cost/explain_inputs.h"
#include "ui/features/network/sizes_bar.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/network_layer_model.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>

namespace nestloom::ui {

NetworkPage::NetworkPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_model(new NetworkLayerModel(this)), m_title(new QLabel(this)),
      m_totals(new QLabel(this)), m_filter(new QLineEdit(this)), m_table(new CopyableTable(m_model, this))
{
    setObjectName(QStringLiteral("networkPage"));
    QFont titleFont = headlineFont(font());
    titleFont.setPointSizeF(titleFont.pointSizeF() * 0.8);
    titleFont.setWeight(QFont::DemiBold);
    m_title->setFont(titleFont);
    m_totals->setProperty("muted", true);
    m_filter->setPlaceholderText(tr("Filter layers"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    m_filter->setAccessibleName(tr("Filter layers"));
    named(m_table, "networkTable", tr("Layers of the network"));
    showEmptyText(*m_table, tr("No layers."));
    auto* header = rowOf({m_title, {m_totals, 1}, m_filter}, 14);
    setLayout(columnOf({header, new SizesBar(workbench, this), {m_table, 1}}, 10, {12, 10, 12, 12}));
    connect(m_filter, &QLineEdit::textChanged, m_table, &CopyableTable::setFilter);
    connect(m_table, &CopyableTable::rowChosen, this, [this](int row) {
        if (showsRun())
            m_workbench.selection().selectLayer(row < 0 ? std::nullopt : std::optional<std::size_t>(row));
    });
    connect(explainAction(m_table, "explainSizes"), &QAction::triggered, this, [this] {
        const auto& layers = m_workbench.network().layers;
        const auto row = std::size_t(m_table->currentRow());
        const bool ofWeights = m_table->currentIndex().column() == NetworkLayerModel::Weights;
        if (row < layers.size())
            explainFigures(window(), qt(layers[row].name), cost::explainSizes(layers[row]), ofWeights ? 1 : 0);
    });
    connect(&m_workbench, &Workbench::networkChanged, this, &NetworkPage::refresh);
    connect(&m_workbench.selection(), &Selection::changed, this, &NetworkPage::followSelection);
    refresh();
}

void NetworkPage::refresh()
{
    const workload::Network& network = m_workbench.network();
    m_model->setNetwork(network);
    m_table->fitColumns();
    if (network.layers.empty()) {
        const bool isOpen = !network.name.empty();
        const auto [title, text] = noLayersText(network);
        m_title->setText(isOpen ? title : tr("No network"));
        m_totals->setText(isOpen ? text : tr("Choose one in the project tree, or open a file."));
        return;
    }
    m_title->setText(qt(network.name));
    m_title->setToolTip(qt(network.description));
    m_totals->setText(tr("%1   %2   %3 parameters")
                          .arg(counted(qint64(network.layers.size()), tr("1 layer"), tr("%1 layers")),
                               format::si(double(workload::macs(network)), QStringLiteral("MAC")),
                               format::si(double(workload::parameterElements(network)), QString()).trimmed()));
    m_totals->setToolTip(
        tr("%1 MACs\n%2 parameters")
            .arg(format::integer(workload::macs(network)), format::integer(workload::parameterElements(network))));
    followSelection();
}

bool NetworkPage::showsRun() const
{
    return !m_workbench.run().isEmpty() && m_workbench.network() == m_workbench.run().network();
}

void NetworkPage::followSelection()
{
    const auto layer = m_workbench.selection().layer();
    if (showsRun())
        m_table->setCurrentRow(layer && *layer < m_workbench.network().layers.size() ? int(*layer) : -1);
}

} // namespace nestloom::ui
