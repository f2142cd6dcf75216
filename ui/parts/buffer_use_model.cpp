// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/buffer_use_model.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

BufferUseModel::BufferUseModel(QObject* parent) : ColumnTable(parent)
{
    const auto tileBytes = [](const BufferUse& use) { return use.isTensor ? bytesFor(use.tile.bits) : Bytes{}; };
    setFields({
        {{tr("Level"), Kind::Text, tr("Buffer level, outermost first")}, &BufferUse::level, {}, {}, inOrder},
        {{tr("Tensor"), Kind::Text, {}},
         [](const BufferUse& use) { return use.isTensor ? tensorName(use.tile.role) : tr("no tensor"); }},
        {{tr("Tile"), Kind::Number, tr("Bytes that one instance holds"), tr("B")},
         [=](const BufferUse& use) { return use.isTensor ? shortSize(use.tile.bits) : format::kNoValue; },
         tileBytes,
         [=](const BufferUse& use) {
             if (!use.isTensor)
                 return QString();
             return tr("%1\n= %2 elements x %3 (%4)")
                 .arg(exactSize(use.tile.bits), format::integer(use.tile.elements), format::exactBits(use.elementBits),
                      use.tile.shape);
         }},
        moved(tr("Reads"),
              tr("Bytes read towards the inner side, all used instances together; "
                 "for outputs: partial sums read back"),
              &cost::TensorAccesses::reads),
        moved(tr("Fills"), tr("Bytes that arrive from the outer side, all used instances together"),
              &cost::TensorAccesses::fills),
        moved(tr("Updates"), tr("Bytes of outputs that arrive from the inner side, all used instances together"),
              &cost::TensorAccesses::updates),
        energyField(tr("Energy"), tr("All used instances together"),
                    [](const BufferUse& use) { return use.accesses.energy; }),
        {{tr("Share"), Kind::Number, tr("Share of the energy of the layer, MACs included")},
         [](const BufferUse& use) { return format::percent(use.energyShare); },
         &BufferUse::energyShare,
         [](const BufferUse& use) {
             return tr("%1 of the energy of the layer, MACs included").arg(format::percent(use.energyShare, 2));
         }},
    });
}

BufferUseModel::Field BufferUseModel::moved(const QString& title, const QString& toolTip,
                                            double cost::TensorAccesses::*elements) const
{
    const auto bytes = [elements](const BufferUse& use) { // of all used instances
        return use.accesses.*elements * double(use.accesses.instances) * double(use.elementBits.count) / 8;
    };
    return {{title, Kind::Number, toolTip, tr("B")},
            [bytes](const BufferUse& use) { return use.isTensor ? format::bytes(bytes(use)) : format::kNoValue; },
            bytes,
            [bytes, elements](const BufferUse& use) {
                if (!use.isTensor)
                    return QString();
                return tr("%1 B\n= %2 elements x %3 instances x %4")
                    .arg(format::exactNumber(bytes(use), 0), format::exactNumber(use.accesses.*elements, 0),
                         format::integer(use.accesses.instances), format::exactBits(use.elementBits));
            }};
}

void BufferUseModel::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const schedule::LayerResult& result)
{
    std::vector<BufferUse> rows;
    if (result.mapping && result.cost) {
        const auto share = [whole = result.cost->energy.count](Picojoules energy) {
            return whole > 0 ? energy.count / whole : 0;
        };
        const auto withoutTensor = [&share](std::size_t at, const QString& name, Picojoules energy) {
            BufferUse use{at, false, name, {}, {}, {}, share(energy)};
            use.accesses.energy = energy;
            return use;
        };
        const std::vector<LevelUse> uses = bufferUse(accelerator, layer, *result.mapping);
        for (std::size_t i = 0; i < uses.size() && i < result.cost->levels.size(); ++i) {
            for (const TensorUse& tile : uses[i].tensors) {
                const auto& accesses = result.cost->levels[i].tensors[tile.role];
                if (!accesses)
                    continue;
                rows.push_back({i, true, qt(uses[i].level), tile, *accesses,
                                accelerator.levels[i].elementBits[tile.role], share(accesses->energy)});
            }
            if (const Picojoules leakage = result.cost->levels[i].leakage; leakage.count > 0)
                rows.push_back(withoutTensor(i, tr("%1, leakage").arg(qt(uses[i].level)), leakage));
            if (const Picojoules mesh = result.cost->levels[i].mesh; mesh.count > 0)
                rows.push_back(withoutTensor(i, tr("%1, mesh below").arg(qt(uses[i].level)), mesh));
        }
        rows.push_back(withoutTensor(accelerator.levels.size(), tr("MAC units"), result.cost->macEnergy));
    }
    setRows(std::move(rows));
}

} // namespace nestloom::ui
