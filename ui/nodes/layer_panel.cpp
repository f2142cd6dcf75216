// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/layer_panel.h"

#include "ui/nodes/nodes_words.h"

namespace nestloom::ui {

LayerPanel::LayerPanel(ShownNodes& nodes, QWidget* parent) : QPlainTextEdit(parent), m_nodes(nodes)
{
    setObjectName(QStringLiteral("nodeLayerText"));
    setAccessibleName(tr("Loops of the selected layer"));
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setFont(codeFont(font()));
    setPlaceholderText(tr("Select a layer of the schedule."));
    connect(&m_nodes, &ShownNodes::layerChanged, this, [this] {
        const auto* placed = m_nodes.placed();
        setPlainText(placed != nullptr ? loopsText(*m_nodes.run(), *placed, m_nodes.question().options.batch) : QString());
    });
}

} // namespace nestloom::ui
