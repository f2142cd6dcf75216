// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/design_tables.h"

#include "engine/base/number_words.h"
#include "engine/hardware/energy_table.h"
#include "ui/ports/importer.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <QFileInfo>

namespace nestloom::ui {

using mapping::ImportRemark;
using Cell = RowsModel::Cell;
using Kind = TableModel::Kind;

namespace {

Cell number(std::int64_t value) { return {format::integer(value), qlonglong(value), {}}; }

QString keepsWords(TensorSet keeps)
{
    QStringList list;
    for (const TensorRole role : kTensorRoles)
        if (keeps.contains(role))
            list << qt(name(role));
    return list.isEmpty() ? Words::tr("nothing") : list.join(QStringLiteral(", "));
}

Cell bandwidth(const std::optional<Bandwidth>& stated, const std::optional<BytesPerCycle>& rate)
{
    return stated ? Cell{format::bandwidth(*stated), rate->count, {}}
                  : Cell{Words::tr("unlimited"), 1e300, {}, false, true};
}

std::vector<Cell> remarkRow(const ImportRemark& remark)
{
    const bool isRefused = remark.kind == ImportRemark::Kind::Refused;
    const QString place = QFileInfo(qt(remark.file)).fileName();
    return {{remarkKindName(remark.kind), int(remark.kind), {}, isRefused, remark.kind == ImportRemark::Kind::Ignored},
            {remark.line > 0 ? QStringLiteral("%1:%2").arg(place).arg(remark.line) : place, {}, qt(remark.file)},
            {qt(remark.key), {}, {}},
            {qt(remark.text), {}, {}}};
}

std::vector<Cell> levelRow(const hardware::Accelerator& accelerator, std::size_t i)
{
    const hardware::BufferLevel& level = accelerator.levels[i];
    const auto energy = hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)});
    const Bits word = level.elementBits[TensorRole::Weights];
    return {{qt(level.name), {}, {}},
            level.capacity ? Cell{format::bytes(*level.capacity), qlonglong(level.capacity->count),
                                  format::exactBytes(*level.capacity)}
                           : Cell{Words::tr("unbounded"), 1e300, {}, false, true},
            number(accelerator.instances(i)),
            {QStringLiteral("%1 × %2").arg(level.fanout.columns).arg(level.fanout.rows),
             qlonglong(level.fanout.count()),
             {}},
            {keepsWords(level.keeps), {}, {}},
            {qt(widthsText(level.elementBits)), qlonglong(word.count), {}},
            number(level.accessElements),
            energy ? Cell{format::energy(*energy), energy->count, format::exactEnergy(*energy)}
                   : Cell{format::kNoValue, {}, {}},
            bandwidth(level.readBandwidth, accelerator.readRate(i)),
            bandwidth(level.writeBandwidth, accelerator.writeRate(i))};
}

QString acceleratorWords(const hardware::Accelerator& accelerator)
{
    return Words::tr("<b>Accelerator %1</b>: %2, %3, %4 on chip, at %5")
        .arg(qt(accelerator.name).toHtmlEscaped(),
             counted(qint64(accelerator.levels.size()), Words::tr("1 level"), Words::tr("%1 levels")),
             counted(accelerator.macUnits(), Words::tr("1 MAC unit"), Words::tr("%1 MAC units")),
             format::bytes(accelerator.onChipBytes()), format::si(accelerator.clock.count, QStringLiteral("Hz")));
}

QString mappingWords(const DesignAnswer& answer)
{
    if (!answer.violations.empty())
        return Words::tr("<b>Mapping</b>: not valid: %1").arg(qt(answer.violations.front().message).toHtmlEscaped());
    if (!answer.cost)
        return Words::tr("<b>Mapping</b>: verified");
    return Words::tr("<b>Mapping</b>: verified; %1 and %2 in Timeloop compatibility mode, bound by %3")
        .arg(format::exactCycles(answer.cost->cycles), format::energy(answer.cost->energy),
             qt(answer.cost->bottleneck.text));
}

} // namespace

QString remarkKindName(ImportRemark::Kind kind)
{
    switch (kind) {
    case ImportRemark::Kind::Assumed: return Words::tr("assumed");
    case ImportRemark::Kind::Ignored: return Words::tr("ignored");
    case ImportRemark::Kind::Refused: return Words::tr("refused");
    }
    return {};
}

std::vector<TableModel::Column> remarkColumns()
{
    return {{Words::tr("What"), Kind::Text,
             Words::tr(
                 "Assumed: left open or in another unit. Ignored: not taken over. Refused: a part that could not be")},
            {Words::tr("Place"), Kind::Text, Words::tr("File and line")},
            {Words::tr("Key"), Kind::Text, Words::tr("Where in the file")},
            {Words::tr("Remark"), Kind::Text, Words::tr("What was taken instead, or why nothing was")}};
}

std::vector<std::vector<Cell>> remarkRows(const mapping::DesignImport& import)
{
    std::vector<std::vector<Cell>> rows;
    for (const auto kind : {ImportRemark::Kind::Refused, ImportRemark::Kind::Assumed, ImportRemark::Kind::Ignored})
        for (const ImportRemark& remark : import.remarks)
            if (remark.kind == kind)
                rows.push_back(remarkRow(remark));
    return rows;
}

std::vector<TableModel::Column> levelColumns()
{
    return {{Words::tr("Level"), Kind::Text, Words::tr("Outermost first")},
            {Words::tr("Capacity"), Kind::Number, Words::tr("Of one instance")},
            {Words::tr("Instances"), Kind::Number, {}},
            {Words::tr("Fan-out"), Kind::Number, Words::tr("Children of one instance: columns × rows")},
            {Words::tr("Keeps"), Kind::Text, Words::tr("Tensors that may stay here; the others bypass the level")},
            {Words::tr("Word"), Kind::Number,
             Words::tr("Width of one element; of weights/inputs/outputs where they differ")},
            {Words::tr("Words per access"), Kind::Number, {}},
            {Words::tr("Energy per access"), Kind::Number, {}, QStringLiteral("pJ")},
            {Words::tr("Read"), Kind::Number, Words::tr("Bandwidth of one instance"), QStringLiteral("B/cycle")},
            {Words::tr("Write"), Kind::Number, Words::tr("Bandwidth of one instance"), QStringLiteral("B/cycle")}};
}

std::vector<std::vector<Cell>> levelRows(const hardware::Accelerator& accelerator)
{
    std::vector<std::vector<Cell>> rows;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        rows.push_back(levelRow(accelerator, i));
    return rows;
}

std::vector<TableModel::Column> layerColumns()
{
    std::vector<TableModel::Column> columns{{Words::tr("Layer"), Kind::Text, {}}};
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        columns.push_back({QString(QLatin1Char(letter(d))), Kind::Number, {}});
    columns.push_back({Words::tr("Stride"), Kind::Text, Words::tr("Along P and along Q")});
    columns.push_back({Words::tr("Dilation"), Kind::Text, Words::tr("Along R and along S")});
    columns.push_back({Words::tr("MACs"), Kind::Number, Words::tr("Multiply-accumulates")});
    return columns;
}

std::vector<std::vector<Cell>> layerRows(const workload::Network& network)
{
    std::vector<std::vector<Cell>> rows;
    for (const workload::Layer& layer : network.layers) {
        std::vector<Cell> row{{qt(layer.name), {}, {}}};
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            row.push_back(number(layer.bounds[d]));
        row.push_back({QStringLiteral("%1 × %2").arg(layer.strideP).arg(layer.strideQ), {}, {}});
        row.push_back({QStringLiteral("%1 × %2").arg(layer.dilationR).arg(layer.dilationS), {}, {}});
        row.push_back(number(workload::macs(layer)));
        rows.push_back(std::move(row));
    }
    return rows;
}

QString designSummary(const DesignAnswer& answer)
{
    QStringList lines;
    const mapping::DesignImport& import = *answer.import;
    if (import.accelerator)
        lines << acceleratorWords(*import.accelerator);
    if (import.network)
        lines << Words::tr("<b>Network %1</b>: %2, %3")
                     .arg(qt(import.network->name).toHtmlEscaped(),
                          counted(qint64(import.network->layers.size()), Words::tr("1 layer"), Words::tr("%1 layers")),
                          format::si(double(workload::macs(*import.network)), QStringLiteral("MAC")));
    if (import.mapping)
        lines << mappingWords(answer);
    return lines.join(QStringLiteral("<br>"));
}

bool hasProblem(const DesignAnswer& answer)
{
    for (const ImportRemark& remark : answer.import->remarks)
        if (remark.kind == ImportRemark::Kind::Refused)
            return true;
    return !answer.violations.empty();
}

} // namespace nestloom::ui
