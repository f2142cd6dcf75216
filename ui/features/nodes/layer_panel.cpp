// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/layer_panel.h"

#include "engine/schedule/kapla/mapping_directives.h"
#include "ui/features/nodes/nodes_words.h"

namespace nestloom::ui {

namespace {

/// The loops, then the same mapping as directives in the notation of KAPLA's paper.
QString mappingText(const kapla::NodeRun& run, const SegmentChain::Layer& placed, std::int64_t batch)
{
    return LayerPanel::tr("%1\n\nas directives\n%2")
        .arg(loopsText(run, placed, batch),
             QString::fromStdString(kapla::print(
                 kapla::directivesOf(run.machine, run.graph.network, placed.layer, batch, *placed.schedule))));
}

} // namespace

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
        setPlainText(placed != nullptr ? mappingText(*m_nodes.run(), *placed, m_nodes.question().options.batch)
                                       : QString());
    });
}

} // namespace nestloom::ui
