// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/explain_run.h"

#include "engine/cost/explain.h"
#include "ui/parts/explain_dialog.h"
#include "ui/workbench/shown_run.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace nestloom::ui {

using schedule::Figure;

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Explain)
};

constexpr std::array kFigures{Figure::Cycles,      Figure::Energy, Figure::Edp,
                              Figure::Utilization, Figure::Gap,    Figure::DramBytes};

QString place(const QString& what, const hardware::Accelerator& accelerator)
{
    return Words::tr("%1 on %2").arg(what, QString::fromStdString(accelerator.name));
}

} // namespace

ExplainDialog* explainLayer(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, Figure figure)
{
    std::vector<cost::Formula> formulas;
    int current = -1;
    for (const Figure one : kFigures) {
        auto formula = schedule::explain(accelerator, layer, result, one);
        if (!formula)
            continue;
        if (one == figure)
            current = int(formulas.size());
        formulas.push_back(*std::move(formula));
    }
    if (current < 0)
        return nullptr;
    return explainFigures(parent, place(QString::fromStdString(result.name), accelerator), std::move(formulas),
                          current);
}

ExplainDialog* explainLayer(QWidget* parent, const ShownRun& run, std::size_t layer, Figure figure)
{
    if (layer >= run.layers().size())
        return nullptr;
    return explainLayer(parent, run.acceleratorOf(layer), run.network().layers[layer], run.layers()[layer], figure);
}

ExplainDialog* explainTotal(QWidget* parent, const ShownRun& run, Figure figure)
{
    auto formula = schedule::explainTotal(run.accelerator(), run.network(), run.layers(), figure);
    if (!formula)
        return nullptr;
    std::vector<cost::Formula> formulas; // a list in braces would copy the tree of the whole network
    formulas.push_back(*std::move(formula));
    return explainFigures(parent, place(QString::fromStdString(run.network().name), run.accelerator()),
                          std::move(formulas));
}

ExplainDialog* explainLevel(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, std::size_t level, LevelFigure figure)
{
    if (!result.mapping || level >= result.mapping->levels.size()
        || result.mapping->levels.size() != accelerator.levels.size())
        return nullptr;
    std::vector<cost::Formula> formulas{cost::explainTiles(accelerator, layer, *result.mapping, level)};
    if (result.cost) {
        const cost::CostedMapping costed{accelerator, layer, *result.mapping, *result.cost};
        formulas.push_back(cost::explainLevelBytes(costed, level));
        formulas.push_back(cost::explainLevelEnergy(costed, level));
        formulas.push_back(cost::explainReadPort(costed, level));
        formulas.push_back(cost::explainWritePort(costed, level));
    }
    const QString about =
        Words::tr("%1 of %2")
            .arg(QString::fromStdString(accelerator.levels[level].name), QString::fromStdString(result.name));
    const int current = std::min(int(figure), int(formulas.size()) - 1);
    return explainFigures(parent, place(about, accelerator), std::move(formulas), current);
}

ExplainDialog* explainLevel(QWidget* parent, const ShownRun& run, std::size_t layer, std::size_t level,
                            LevelFigure figure)
{
    if (layer >= run.layers().size())
        return nullptr;
    return explainLevel(parent, run.acceleratorOf(layer), run.network().layers[layer], run.layers()[layer], level,
                        figure);
}

Figure figureNamed(const QString& link)
{
    for (const auto& [name, figure] : {std::pair{"energy", Figure::Energy}, std::pair{"edp", Figure::Edp},
                                       std::pair{"utilisation", Figure::Utilization}, std::pair{"gap", Figure::Gap}})
        if (link == QLatin1String(name))
            return figure;
    return Figure::Cycles;
}

QString explainWords(Figure figure)
{
    switch (figure) {
    case Figure::Cycles: return Words::tr("Explain cycles");
    case Figure::Energy: return Words::tr("Explain energy");
    case Figure::Edp: return Words::tr("Explain EDP");
    case Figure::Utilization: return Words::tr("Explain utilisation");
    case Figure::Gap: return Words::tr("Explain gap");
    case Figure::DramBytes: return Words::tr("Explain DRAM bytes");
    }
    return {};
}

} // namespace nestloom::ui
