// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/network_layer_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

using workload::Layer;

NetworkLayerModel::NetworkLayerModel(QObject* parent) : ColumnTable(parent)
{
    std::vector<Field> fields{
        {{tr("Layer"), Kind::Text, tr("Layer, in network order")}, &Layer::name, {}, workload::describeShape, inOrder},
        {{tr("Kind"), Kind::Text, {}}, [](const Layer& layer) { return workload::name(layer.kind); }}};
    const QStringList meanings{tr("R: filter height, goes with P"),
                               tr("S: filter width, goes with Q"),
                               tr("P: output height"),
                               tr("Q: output width"),
                               tr("C: input channels of one group"),
                               tr("K: output channels of one group"),
                               tr("N: batch"),
                               tr("G: groups")};
    for (int i = 0; i < meanings.size(); ++i) {
        const auto bound = [i](const Layer& layer) { return layer.bounds[workload::kLoopDimensions[std::size_t(i)]]; };
        fields.push_back({{meanings[i].left(1), Kind::Number, meanings[i]},
                          [=](const Layer& layer) { return format::integer(bound(layer)); },
                          bound,
                          [=](const Layer&) { return meanings[i]; }});
    }
    fields.push_back({{tr("Stride"), Kind::Number, tr("Stride along P x Q")}, [](const Layer& layer) {
                          return layer.strideP == layer.strideQ
                                     ? format::integer(layer.strideP)
                                     : QStringLiteral("%1 x %2").arg(layer.strideP).arg(layer.strideQ);
                      }});
    fields.push_back(figure(
        {tr("MACs"), Kind::Number, tr("Multiply-accumulate operations: the product of all bounds")},
        [](const Layer& layer) { return workload::macs(layer); },
        [](auto macs) { return format::si(double(macs), QStringLiteral("MAC")); },
        [](auto macs) { return tr("%1 MACs").arg(format::integer(macs)); }));
    fields.push_back(figure(
        {tr("Weights"), Kind::Number, tr("Weights of the layer; their bytes follow from the words of an accelerator")},
        [](const Layer& layer) { return workload::elements(layer, TensorRole::Weights); },
        [](auto weights) { return format::si(double(weights), QString()).trimmed(); },
        [](auto weights) { return tr("%1 weights").arg(format::integer(weights)); }));
    setFields(std::move(fields));
}

} // namespace nestloom::ui
