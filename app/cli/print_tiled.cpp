// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_tiled.h"

#include "app/cli/text_table.h"
#include "app/report/tiled_text.h"

namespace nestloom::cli {

std::string printTiled(const schedule::flexer::FlexerParams& params, const std::vector<schedule::LayerResult>& layers)
{
    const std::string baselines = report::tiledBaselines(layers);
    if (baselines.empty())
        return "";
    std::vector<TextTable::Column> columns;
    for (const report::Cell& column : report::tiledColumns())
        columns.push_back({column.text, column.isNumber ? TextTable::Align::Right : TextTable::Align::Left});
    TextTable table(columns);
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        std::vector<std::string> cells;
        for (const report::Cell& cell : report::tiledRow(params, layer))
            cells.push_back(cell.text);
        table.addRow(std::move(cells));
    }
    return "\n" + table.print() + "\n" + baselines + "\n" + report::kAboveBounds + "\n";
}

} // namespace nestloom::cli
