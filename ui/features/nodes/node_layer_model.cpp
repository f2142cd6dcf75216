// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_layer_model.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <QApplication>
#include <QPixmap>

namespace nestloom::ui {

NodeLayerModel::NodeLayerModel(ShownNodes& nodes, QObject* parent) : TableModel(parent), m_nodes(nodes)
{
    const auto take = [this] {
        beginResetModel();
        m_rows = int(m_nodes.chain().layers.size());
        endResetModel();
    };
    connect(&m_nodes, &ShownNodes::runChanged, this, take);
    take();
}

const std::vector<TableModel::Column>& NodeLayerModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Layer"), Kind::Text, tr("The colour is that of the charts")},
        {tr("Segment"), Kind::Number,
         tr("Layers of one segment are on the machine at the same time; the letter tells them apart")},
        {tr("Nodes"), Kind::Text, tr("Nodes that the layer runs on, rows by columns")},
        {tr("Cycles"), Kind::Number, tr("Time of the layer for the whole batch, if it does not wait for others"),
         tr("cycles")},
        {tr("Energy"), Kind::Number, tr("Without static energy, which is counted for the time of the whole schedule"),
         tr("pJ")},
        {tr("DRAM [words]"), Kind::Number, tr("Words read from and written to memory, whole batch")},
        {tr("Partition"), Kind::Text,
         tr("What is divided among the nodes, outermost first: K output channels, C input channels, PQ pixels, N "
            "batch")},
        {tr("Loops"), Kind::Text,
         tr("Loops that bring data from memory into the buffer | from the buffer into registers | over registers; "
            "outermost first")},
        {tr("Computes"), Kind::Text, tr("What the layer computes: forward, or a step of training")},
    };
    return table;
}

double NodeLayerModel::number(int row, int column) const
{
    const kapla::LayerSchedule& of = *layer(row).schedule;
    switch (column) {
    case CycleCount: return double(of.cost.cycles());
    case Energy: return of.cost.total() - of.cost.idleCost;
    case Dram: return dramWords(of);
    default: return 0;
    }
}

QString NodeLayerModel::text(int row, int column) const
{
    const SegmentChain::Layer& at = layer(row);
    const kapla::NodeRun& run = *m_nodes.run();
    switch (column) {
    case Name: return QString::fromStdString(run.graph.network.layers[at.layer].name);
    case Segment: {
        const SegmentChain::Span& segment = m_nodes.chain().segments[at.segment];
        return QString::number(at.segment + 1)
               + (segment.count > 1 ? layerLetter(std::size_t(row) - segment.first) : QString());
    }
    case Nodes: return extentText(at.schedule->partition.extent());
    case Partition: return partitionText(at.schedule->partition);
    case Blocking: return blockingText(at.schedule->blocking);
    case CycleCount: return format::cycles(number(row, column));
    case Energy: return format::energy(Picojoules{number(row, column)});
    case Dram: return format::si(number(row, column), QString()).trimmed();
    case What: return passText(run.graph.passes[at.layer]);
    default: return {};
    }
}

QVariant NodeLayerModel::sortValue(int row, int column) const
{
    switch (column) {
    case Name: return qulonglong(layer(row).layer); // the order of the network
    case Segment: return row;
    case Nodes: return qlonglong(layer(row).schedule->partition.extent().size());
    case CycleCount:
    case Energy:
    case Dram: return number(row, column);
    default: return text(row, column);
    }
}

QVariant NodeLayerModel::exportValue(int row, int column) const
{
    return column == CycleCount || column == Energy || column == Dram ? QVariant(number(row, column))
                                                                      : QVariant(text(row, column));
}

QString NodeLayerModel::toolTip(int row, int column) const
{
    const SegmentChain::Layer& at = layer(row);
    switch (column) {
    case CycleCount:
        return tr("%1; runs from cycle %2 to %3")
            .arg(format::exactCycles(Cycles{at.schedule->cost.cycles()}), format::integer(std::int64_t(at.begin)),
                 format::integer(std::int64_t(at.end)));
    case Energy: {
        const NodeEnergy parts = nodeEnergy(m_nodes.run()->machine.costs, *at.schedule);
        QStringList lines;
        for (const NodePart part : kNodeParts)
            lines << QStringLiteral("%1: %2").arg(partText(part), format::exactEnergy(Picojoules{parts[part]}));
        return lines.join(QLatin1Char('\n'));
    }
    case Dram: return counted(std::int64_t(number(row, column)), tr("1 word"), tr("%1 words"));
    default: return loopsText(*m_nodes.run(), at, m_nodes.question().options.batch);
    }
}

QVariant NodeLayerModel::other(int row, int column, int role) const
{
    if (column != Name || role != Qt::DecorationRole)
        return {};
    QPixmap chip(10, 10);
    chip.fill(nodeLayerColour(themeFor(QApplication::palette()), layer(row).layer));
    return chip;
}

} // namespace nestloom::ui
