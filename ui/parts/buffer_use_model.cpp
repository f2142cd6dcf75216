// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/buffer_use_model.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

const std::vector<TableModel::Column>& BufferUseModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Level"), Kind::Text, tr("Buffer level, outermost first")},
        {tr("Tensor"), Kind::Text, {}},
        {tr("Tile"), Kind::Number, tr("Bytes that one instance holds"), tr("B")},
        {tr("Reads"), Kind::Number,
         tr("Bytes read towards the inner side, all used instances together; "
            "for outputs: partial sums read back"),
         tr("B")},
        {tr("Fills"), Kind::Number, tr("Bytes that arrive from the outer side, all used instances together"), tr("B")},
        {tr("Updates"), Kind::Number,
         tr("Bytes of outputs that arrive from the inner side, all used instances together"), tr("B")},
        {tr("Energy"), Kind::Number, tr("All used instances together"), tr("pJ")},
        {tr("Share"), Kind::Number, tr("Share of the energy of the layer, MACs included")},
    };
    return table;
}

void BufferUseModel::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const schedule::LayerResult& result)
{
    beginResetModel();
    m_rows.clear();
    if (result.mapping && result.cost) {
        const std::vector<LevelUse> uses = bufferUse(accelerator, layer, *result.mapping);
        for (std::size_t i = 0; i < uses.size() && i < result.cost->levels.size(); ++i) {
            for (const TensorUse& tile : uses[i].tensors) {
                const auto& accesses = result.cost->levels[i].tensors[tile.role];
                if (!accesses)
                    continue;
                const double whole = result.cost->energy.count;
                m_rows.push_back({i, QString::fromStdString(uses[i].level), tile, *accesses,
                                  accelerator.levels[i].elementBits[tile.role],
                                  whole > 0 ? accesses->energy.count / whole : 0});
            }
        }
    }
    endResetModel();
}

void BufferUseModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

double BufferUseModel::elements(const Row& row, int column) const
{
    switch (column) {
    case Reads: return row.accesses.reads;
    case Fills: return row.accesses.fills;
    default: return row.accesses.updates;
    }
}

double BufferUseModel::bytes(const Row& row, int column) const
{
    return elements(row, column) * double(row.accesses.instances) * double(row.elementBits.count) / 8;
}

QString BufferUseModel::text(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Level: return r.level;
    case Tensor: return tensorName(r.tile.role);
    case Tile: return format::bytes(bytesFor(r.tile.bits));
    case Reads:
    case Fills:
    case Updates: return format::bytes(bytes(r, column));
    case Energy: return format::energy(r.accesses.energy);
    case EnergyShare: return format::percent(r.energyShare);
    default: return {};
    }
}

QVariant BufferUseModel::sortValue(int row, int column) const
{
    return column == Level ? QVariant(row) : exportValue(row, column);
}

QVariant BufferUseModel::exportValue(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Tile: return qlonglong(bytesFor(r.tile.bits).count);
    case Reads:
    case Fills:
    case Updates: return bytes(r, column);
    case Energy: return r.accesses.energy.count;
    case EnergyShare: return r.energyShare;
    default: return text(row, column);
    }
}

QString BufferUseModel::toolTip(int row, int column) const
{
    const Row& r = m_rows[std::size_t(row)];
    switch (column) {
    case Tile:
        return tr("%1\n= %2 elements x %3 (%4)")
            .arg(format::exactBytes(bytesFor(r.tile.bits)), format::integer(r.tile.elements),
                 format::exactBits(r.elementBits), r.tile.shape);
    case Reads:
    case Fills:
    case Updates:
        return tr("%1 B\n= %2 elements x %3 instances x %4")
            .arg(format::exactNumber(bytes(r, column), 0), format::exactNumber(elements(r, column), 0),
                 format::integer(r.accesses.instances), format::exactBits(r.elementBits));
    case Energy: return format::exactEnergy(r.accesses.energy);
    case EnergyShare: return tr("%1 of the energy of the layer, MACs included").arg(format::percent(r.energyShare, 2));
    default: return {};
    }
}

} // namespace nestloom::ui
