// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/manual_places.h"

#include <QWidget>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr ManualPlace kPlaces[] = {
    {"accelerator", "acceleratorDock", "accelerator.md#the-form"},
    {"accelerator", "acceleratorPage", "accelerator.md#the-diagram"},
    {"accelerator", "yamlEdit", "accelerator.md#the-text"},
    {"bookmarks", "bookmarksDock", "runs.md#bookmarks"},
    {"compare", "acceleratorDiffDialog", "compare.md#two-accelerators"},
    {"compare", "comparePage", "compare.md#runs-side-by-side"},
    {"export", "chartDialog", "report.md#a-chart-as-a-file"},
    {"files", "projectDock", "network.md#open-a-file"},
    {"graph", "graphPage", "network.md#the-graph"},
    {"help", "manualWindow", "index.md"},
    {"history", "historyDock", "runs.md#history"},
    {"import", "designDialog", "network.md#files-of-timeloop-and-accelforge"},
    {"import", "importDialog", "network.md#onnx"},
    {"jobs", "jobsDock", "runs.md#jobs"},
    {"jobs", "logDock", "runs.md#log"},
    {"mapping", "loopNestView", "results.md#loop-nest"},
    {"mapping", "mappingEditor", "results.md#loop-nest"},
    {"memory", "budgetChart", "memory.md#budget-curve"},
    {"memory", "memoryMap", "memory.md#the-map"},
    {"memory", "memoryPage", "memory.md"},
    {"memory", "occupancyChart", "memory.md#occupancy-and-schedule"},
    {"memory", "scheduleTable", "memory.md#occupancy-and-schedule"},
    {"memory", "trafficBars", "memory.md#against-simpler-planners"},
    {"network", "networkEditor", "network.md#write-one"},
    {"network", "networkPage", "network.md#the-layers"},
    {"noc", "nocView", "noc.md#load-of-links"},
    {"noc", "simulationView", "noc.md#simulated"},
    {"nodes", "nodesPage", "nodes.md"},
    {"palette", "commandPalette", "keyboard.md#find-anything"},
    {"problems", "problemsDock", "runs.md#problems"},
    {"proof", "convergenceDialog", "results.md#compare-engines"},
    {"proof", "proofDialog", "results.md#proof"},
    {"recovery", "discardQuestion", "runs.md#coming-back"},
    {"roofline", "rooflineDialog", "results.md#roofline"},
    {"run", "runDock", "first-ten-minutes.md#4-run"},
    {"runs", "runsPage", "runs.md#the-runs-browser"},
    {"shortcuts", "shortcutEditor", "keyboard.md#change-shortcuts"},
    {"shortcuts", "shortcutSheet", "keyboard.md"},
    {"summary", "bufferUseView", "results.md#buffers"},
    {"summary", "cyclesChart", "results.md#cycles-per-layer"},
    {"summary", "explainDialog", "results.md#how-a-figure-comes-about"},
    {"summary", "layerTable", "results.md#layers"},
    {"summary", "summaryPage", "results.md#summary"},
    {"sweep", "paretoPage", "sweep.md#the-front"},
    {"sweep", "shardDialog", "sweep.md#on-other-computers"},
    {"sweep", "sweepPage", "sweep.md#put-a-sweep-together"},
    {"technology", "technologyDialog", "accelerator.md#energies-and-areas-from-a-table"},
    {"tiles", "tilesPage", "tiles.md"},
    {"welcome", "welcomePage", "first-ten-minutes.md"},
};

} // namespace

std::span<const ManualPlace> manualPlaces() { return kPlaces; }

namespace {

const ManualPlace* placeNamed(const QWidget& widget)
{
    const QString name = widget.objectName();
    const auto* it = std::ranges::find_if(kPlaces, [&](const auto& each) { return name == QLatin1String(each.view); });
    return it == std::end(kPlaces) ? nullptr : it;
}

/// Of a view that is shown within.
const ManualPlace* placeWithin(const QWidget& widget)
{
    for (const QWidget* inside : widget.findChildren<QWidget*>())
        if (const ManualPlace* place = placeNamed(*inside); place != nullptr && inside->isVisible())
            return place;
    return nullptr;
}

} // namespace

QString manualPlaceOf(const QWidget* widget)
{
    for (const QWidget* each = widget; each != nullptr; each = each->parentWidget())
        if (const ManualPlace* place = placeNamed(*each))
            return QLatin1String(place->place);
    // Something beside a view, as the choice of a layer above it.
    for (const QWidget* each = widget; each != nullptr && !each->isWindow(); each = each->parentWidget())
        if (const ManualPlace* place = placeWithin(*each))
            return QLatin1String(place->place);
    return QStringLiteral("index.md");
}

} // namespace nestloom::ui
