// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/buffer_use.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QStringList>

namespace nestloom::ui {

namespace {

QString describe(const LevelUse& use, QString (*size)(Bits), QString (*capacity)(Bytes))
{
    if (use.tensors.empty())
        return Words::tr("keeps nothing");
    QStringList parts;
    for (const TensorUse& tensor : use.tensors)
        parts << Words::tr("%1 %2").arg(size(tensor.bits), tensorName(tensor.role));
    const QString sum = parts.join(QStringLiteral(" + "));
    if (!use.capacity)
        return Words::tr("%1, unbounded").arg(sum);
    return Words::tr("%1 of %2 (%3)").arg(sum, capacity(*use.capacity), format::percent(use.share(), 0));
}

} // namespace

QString shortSize(Bits bits)
{
    constexpr std::int64_t kFew = 8 * 1024; // more are told to three digits
    return bits.count % 8 == 0 || bits.count >= kFew ? format::bytes(bytesFor(bits)) : format::exactBits(bits);
}

QString exactSize(Bits bits)
{
    return bits.count % 8 == 0 ? format::exactBytes(bytesFor(bits))
                               : Words::tr("%1 (%2)").arg(format::exactBytes(bytesFor(bits)), format::exactBits(bits));
}

double LevelUse::share() const
{
    return capacity && capacity->count > 0 ? double(total.count) / (8.0 * double(capacity->count)) : 0.0;
}

std::vector<LevelUse> bufferUse(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                const mapping::LayerMapping& mapping)
{
    std::vector<LevelUse> uses;
    std::int64_t used = 1;
    for (std::size_t i = 0; i < accelerator.levels.size() && i < mapping.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        LevelUse use{level.name, level.capacity, {}, {}, accelerator.instances(i), used};
        for (const TensorRole role : kTensorRoles) {
            if (!mapping.levels[i].keeps.contains(role))
                continue;
            const Bits bits = mapping::tileBits(accelerator, layer, mapping, i, role);
            use.tensors.push_back({role, tileShape(layer, role, mapping::tileExtents(mapping, i)),
                                   mapping::tileElements(layer, mapping, i, role), bits});
            use.total += bits;
        }
        used *= mapping::spatialProduct(mapping.levels[i]);
        uses.push_back(std::move(use));
    }
    return uses;
}

QString useText(const LevelUse& use) { return describe(use, shortSize, format::bytes); }
QString exactUseText(const LevelUse& use) { return describe(use, exactSize, format::exactBytes); }

QString tileShape(const workload::Layer& layer, TensorRole role, const workload::Extents& tile)
{
    using enum workload::LoopDimension;
    QStringList parts;
    const auto add = [&parts](char16_t letter, std::int64_t size) {
        if (size > 1)
            parts << QStringLiteral("%1 %2").arg(QChar(letter)).arg(format::integer(size));
    };
    const auto addDimension = [&](workload::LoopDimension d) { add(char16_t(workload::letter(d)), tile[d]); };
    switch (role) {
    case TensorRole::Weights:
        for (const workload::LoopDimension d : {G, K, C, R, S})
            addDimension(d);
        break;
    case TensorRole::Outputs:
        for (const workload::LoopDimension d : {N, G, K, P, Q})
            addDimension(d);
        break;
    case TensorRole::Inputs:
        for (const workload::LoopDimension d : {N, G, C})
            addDimension(d);
        add(u'H', (tile[P] - 1) * layer.strideP + (tile[R] - 1) * layer.dilationR + 1);
        add(u'W', (tile[Q] - 1) * layer.strideQ + (tile[S] - 1) * layer.dilationS + 1);
        break;
    }
    return parts.isEmpty() ? Words::tr("1 element") : parts.join(QStringLiteral(" \u00d7 "));
}

} // namespace nestloom::ui
