// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/network_layer_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

using workload::Layer;

namespace {

/// "R 3 x S 3 x C 64 x K 64": the bounds of these dimensions that are not 1.
QString factors(const Layer& layer, std::string_view letters)
{
    QStringList words;
    for (const workload::LoopDimension dimension : workload::kLoopDimensions)
        if (letters.find(workload::letter(dimension)) != std::string_view::npos && layer.bounds[dimension] > 1)
            words << QStringLiteral("%1 %2").arg(QLatin1Char(workload::letter(dimension))).arg(layer.bounds[dimension]);
    return words.isEmpty() ? QStringLiteral("1") : words.join(QStringLiteral(" x "));
}

} // namespace

NetworkLayerModel::NetworkLayerModel(QObject* parent) : ColumnTable(parent)
{
    std::vector<Field> fields{
        {{tr("Layer"), Kind::Text, tr("Layer, in network order")}, &Layer::name, {}, workload::describeShape, inOrder},
        {{tr("Kind"), Kind::Text, {}}, [](const Layer& layer) { return workload::kindName(layer); }}};
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
    fields.push_back(
        {{tr("MACs"), Kind::Number, tr("Multiply-accumulate operations: the product of all bounds")},
         [](const Layer& layer) { return format::si(double(workload::macs(layer)), QStringLiteral("MAC")); },
         [](const Layer& layer) { return workload::macs(layer); },
         [](const Layer& layer) {
             return tr("%1 MACs\n= %2").arg(format::integer(workload::macs(layer)), factors(layer, "RSPQCKNG"));
         }});
    fields.push_back(
        {{tr("Weights"), Kind::Number,
          tr("Weights of the layer, or the second factor where both are activations; their bytes follow from the words "
             "of an "
             "accelerator")},
         [](const Layer& layer) {
             return format::si(double(workload::elements(layer, TensorRole::Weights)), QString()).trimmed();
         },
         [](const Layer& layer) { return workload::elements(layer, TensorRole::Weights); },
         [](const Layer& layer) {
             const std::int64_t weights = workload::elements(layer, TensorRole::Weights);
             return tr("%1 weights\n= %2").arg(format::integer(weights), factors(layer, "RSCKG"));
         }});
    setFields(std::move(fields));
}

} // namespace nestloom::ui
