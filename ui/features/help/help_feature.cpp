// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/help_feature.h"

#include "engine/records/method.h"
#include "ui/style/words.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QTextBrowser>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace nestloom::ui {

namespace {

HelpTopic topic(const char* view, const QString& title, const QString& text)
{
    return {QLatin1String(view), title, text};
}

/// The badges beside figures, each with its sentence.
QString legendOfModels()
{
    using enum records::CostModel;
    QString rows;
    for (const records::CostModel model : {Own, Mesh, Ideal, Timeloop, Tiles, Nodes, Memory, Simulated}) {
        const std::string_view name = records::name(model), words = records::describe(model);
        rows += QStringLiteral("<dt><b>%1</b></dt><dd>%2.</dd>").arg(qt(name), qt(words));
    }
    return Words::tr("<p>The badge beside figures names the model that they are of. Figures of different models say "
                     "different things about one accelerator: changes between them are grey.</p>")
           + QStringLiteral("<dl>%1</dl>").arg(rows);
}

HelpTopic general()
{
    return topic("", Words::tr("Nestloom"),
                 Words::tr("<p>Choose an accelerator and a network, and run (Ctrl+R): every layer is mapped onto the "
                           "accelerator, each mapping is checked by an independent verifier, and its cycles and energy "
                           "are counted.</p><p>Select a layer anywhere and every view follows; Alt+Left goes back. "
                           "Ctrl+K finds any command, layer, field or run by a few letters. Question mark lists all "
                           "shortcuts.</p><p>Every number has a unit; its tool tip tells the exact value and where it "
                           "comes from.</p>")
                     + legendOfModels());
}

std::vector<HelpTopic> resultTopics()
{
    return {
        topic(
            "summaryPage", Words::tr("Summary"),
            Words::tr("<p>The shown run in numbers: cycles and energy of all layers, their product (EDP), how much of "
                      "the MAC units' time is used, and how far the result is above the proven lower bound.</p>"
                      "<p>The sentence below says what sets the latency of most layers: that is what to change "
                      "first.</p>")),
        topic("cyclesChart", Words::tr("Cycles per layer"),
              Words::tr("<p>One bar per layer, in network order; colour and letter tell what bounds it: C compute, D "
                        "DRAM, B a buffer, N the network on chip. The dash on a bar is its proven lower bound. A "
                        "hatched bar has no mapping.</p><p>Left and Right step through the layers, a click selects "
                        "one.</p>")),
        topic(
            "layerTable", Words::tr("Layers"),
            Words::tr("<p>A row per layer: what its latency is, what no mapping can be below (bound), the gap between "
                      "both, its energy, and what bounds it.</p><p>A click on a header sorts; Ctrl+C copies the "
                      "selected rows; the context menu offers CSV, Markdown and LaTeX.</p>")),
        topic(
            "loopNestView", Words::tr("Loop nest"),
            Words::tr(
                "<p>The mapping of the selected layer as loops: one band per buffer level, the outermost on "
                "top. Temporal loops run one after the other, spatial loops side by side on the children of "
                "the level. At the right the tile of each tensor against the capacity.</p><p>Hover over a loop "
                "to see what it reuses and what it moves.</p><p>Edit (Ctrl+Shift+L) makes it yours: drag a loop, or "
                "one "
                "prime factor of it, to another place; Up and Down choose a loop, Left and Right a factor, Ctrl+Up and "
                "Ctrl+Down move it, S spreads it over children. Every edit is verified and costed at once, Ctrl+Z "
                "takes it "
                "back, and Improve from here searches on from what you made.</p><p>Ctrl+I, or a click on a figure, "
                "says "
                "how it comes about.</p>")),
        topic("bufferUseView", Words::tr("Buffers"),
              Words::tr("<p>How full each level is with the tiles of the selected layer, by tensor: W weights, I "
                        "inputs, O outputs. What a level does not keep bypasses it.</p>")),
        topic("networkPage", Words::tr("Network"),
              Words::tr("<p>The layers of the chosen network as loop bounds: R, S filter; P, Q output; C input "
                        "channels; K output channels; N batch; G groups. The filter (Ctrl+F) finds layers by any "
                        "column.</p>")),
        topic("importDialog", Words::tr("Import"),
              Words::tr("<p>What an ONNX file holds. Mapped nodes have layers; planned ones have none and are steps of "
                        "a memory plan, as are those that only move data; folded ones need nothing at run time. A "
                        "count shows its nodes only.</p><p>Sizes that the file leaves open are asked for; weights are "
                        "never read.</p>")),
    };
}

std::vector<HelpTopic> explorationTopics()
{
    return {
        topic(
            "acceleratorPage", Words::tr("Accelerator"),
            Words::tr("<p>The memory hierarchy and the PE mesh as blocks; a click on a block edits it in the form. The "
                      "table below holds, for each level, what it keeps, its energy per access and its area, with "
                      "their sources. Levels are added, removed and moved there.</p>")),
        topic("simulationView", Words::tr("Simulated NoC"),
              Words::tr(
                  "<p>The selected layer simulated cycle by cycle: PEs, mesh, buffer and DRAM at work at once. The bar "
                  "on top says where the time of the PE goes that is done last; the mark on it is what the cost "
                  "model says. Links are coloured by the share of cycles in which flits cross them, routers by "
                  "the flits they hold; a click on a link tells which tensors and loops load it.</p><p>The slider "
                  "and Play show one window of cycles after the other. Shift+drag in a chart marks a range: mesh, "
                  "tables and charts are then about these cycles. Best of 8 simulates other mappings of the "
                  "layer.</p>")),
        topic("nocView", Words::tr("NoC"),
              Words::tr("<p>The load of every link of the mesh while the selected layer runs: the mapping's unicasts, "
                        "multicasts and reductions on X-Y routes, in bytes. Two bars per pair of neighbours, one for "
                        "each direction.</p><p>A click on a link, or the arrow keys, shows which tensors and loops "
                        "load it. This is a static count, without contention.</p>")),
        topic(
            "graphPage", Words::tr("Graph"),
            Words::tr("<p>The operators of the network and the tensors between them, drawn downwards. Blocks open and "
                      "close with a double click or Enter; the wheel zooms, drag pans, F fits. Arrow keys walk along "
                      "the tensors.</p><p>The colour tells the kind of an operator, or its bytes or MACs. An operator "
                      "with layers selects its layer everywhere.</p>")),
        topic(
            "nodesPage", Words::tr("Nodes"),
            Words::tr(
                "<p>The whole network on an accelerator of many nodes (KAPLA). Layers of one segment are on the "
                "machine at "
                "the same time: on nodes of their own, passing data on part by part of the batch, or taking turns on "
                "the "
                "same nodes. In the chain a box is a layer on its nodes; its area is what it takes of the machine. The "
                "orange lane tells how long the memory is busy.</p><p>Arrow keys step through the layers, Enter shows "
                "a "
                "segment whole, F fits. All engines are judged by one detailed model; those that were run with equal "
                "batch and objective stand beside each other under Energy and Engines.</p><p>Directives shows what "
                "each node and "
                "each PE holds of the selected layer's tensors: equal numbers are equal data. k_S measures what fewer "
                "chains "
                "of segments would cost.</p>")),
        topic("comparePage", Words::tr("Compare"),
              Words::tr("<p>Two to four runs of any kind side by side; the first is what the others are compared with. "
                        "A dash says in its tool tip why a run has no such figure. Layers are sorted by how much they "
                        "matter for the difference, with the reason when what bounds them has changed. Drop runs here, "
                        "or choose them in the runs browser.</p><p>Pictures show what scratchpads, nodes, tiles and "
                        "meshes of the runs are busy with, on the same axes: each run's on the left, what it has more "
                        "or less than the first on the right. The wheel zooms all of them, a double click shows "
                        "everything.</p><p>Judge by Timeloop, or by ideal ports, counts the mappings of all runs that "
                        "have them by that model.</p>")
                  + legendOfModels()),
        topic("runsPage", Words::tr("Runs"),
              Words::tr("<p>All stored runs. The filter line takes words and conditions such as "
                        "<code>net:resnet50 cycles&lt;6M star</code>. Runs can be starred, "
                        "tagged, annotated and deleted; deleted ones stay in the bin for a week.</p>")),
        topic("sweepPage", Words::tr("Sweep"),
              Words::tr("<p>Up to three fields of the accelerator over lists (<code>16 KiB, 64 KiB</code>) or ranges "
                        "(<code>16 KiB..256 KiB:x2</code>). The number of points and the time are told before the "
                        "start. Every point is stored as it finishes; a sweep that was stopped goes on where it "
                        "was.</p>")),
        topic("paretoPage", Words::tr("Pareto"),
              Words::tr("<p>The points of the shown sweep in two figures chosen on the axes. Points that another one "
                        "beats in both are dimmed; the ring marks the knee of the front.</p><p>Wheel zooms, drag pans, "
                        "F fits, Shift+drag catches points for the table, arrow keys step along the front, Enter maps "
                        "the point as a run.</p>")),
    };
}

std::vector<HelpTopic> memoryTopics()
{
    return {
        topic("memoryPage", Words::tr("Memory map"),
              Words::tr("<p>COSMA decides the order of the network's operators, the address of every tensor at every "
                        "step, and what is spilled and retrieved, so that the off-chip traffic beyond the compulsory "
                        "(graph inputs, outputs and parameters, once each) is least. An independent verifier replays "
                        "every plan before it is shown.</p><p>M_R is the least scratchpad that runs the network, M_P "
                        "the least without any such traffic, M_H is halfway.</p>")),
        topic("memoryMap", Words::tr("Memory map"),
              Words::tr(
                  "<p>Steps along the bottom, addresses upwards, a box for every stay of a tensor in the "
                  "scratchpad. Hatched boxes are parameters. A tensor that leaves to come back has an orange "
                  "edge and an arrow up to the off-chip rail; a blue edge and an arrow down say that it comes "
                  "back.</p><p>Drag the orange capacity line (Ctrl+Up, Ctrl+Down) and the plan follows. Left, "
                  "Right, Page Up, Page Down, Home and End move the step cursor, along which holes are hatched; "
                  "Up and Down select what lies there. Shift+drag, or Shift and those keys, marks steps: schedule and "
                  "traffic are then about these, Z shows them whole, Escape clears. The wheel zooms steps, Ctrl and "
                  "the wheel addresses, a "
                  "drag pans, F fits.</p>")),
        topic("occupancyChart", Words::tr("Occupancy"),
              Words::tr("<p>Bytes in the scratchpad at every step. The thin line is the end of the highest address in "
                        "use: what lies between it and the area are holes. The dashed line is what would be alive if "
                        "nothing were spilled; where it is above the capacity, something must be.</p>")),
        topic("scheduleTable", Words::tr("Schedule"),
              Words::tr("<p>A row for every step: its operator, and what it uses, spills, retrieves, creates and "
                        "frees. The spilled and the retrieved bytes add up to the traffic of the head line.</p>")),
        topic("budgetChart", Words::tr("Budget curve"),
              Words::tr("<p>The least off-chip traffic for every scratchpad size from M_R to M_P. A solid stair is "
                        "proven; where the band is hatched only its two edges are known. A click plans for the "
                        "smallest size of a stair.</p>")),
        topic("trafficBars", Words::tr("Against baselines"),
              Words::tr("<p>The same scratchpad without look-ahead: the default order and the order of least peak, "
                        "each with Belady's rule (what is used last leaves) and greedily (what is cheapest to clear "
                        "leaves), in an arena as TensorFlow Lite's.</p>")),
    };
}

std::vector<HelpTopic> panelTopics()
{
    return {
        topic("acceleratorDock", Words::tr("Accelerator"),
              Words::tr("<p>The accelerator as a form and as YAML text; both edit the same value and share one undo "
                        "history (Ctrl+Z). Levels are listed from DRAM inwards; sizes are per instance.</p><p>Units "
                        "are written with the number: 64 KiB, 20 B/cycle, 1 GHz. A value that cannot be is marked as "
                        "you type, with the nearest one that can.</p>")),
        topic("yamlEdit", Words::tr("Accelerator as YAML"),
              Words::tr("<p>The text of the accelerator file. An error names its line and key, and the last value that "
                        "could be read stays in use until it is mended.</p>")),
        topic("projectDock", Words::tr("Project"),
              Words::tr("<p>Accelerators and networks to choose from, and the stored runs. One click chooses an "
                        "accelerator or network; double click or Enter opens a run. A star marks unsaved edits.</p>")),
        topic("runDock", Words::tr("Run"),
              Words::tr("<p>How the next run is made. Equal inputs, options and seed give equal results, whatever the "
                        "number of threads. A layer is done when it is within the gap of its proven bound.</p>")),
        topic("jobsDock", Words::tr("Jobs"),
              Words::tr("<p>What runs and what has ended: progress, the best so far, and the worst gap. Cancel answers "
                        "within a second and keeps what was found.</p><p>Waiting jobs begin from the top: Ctrl+Up and "
                        "Ctrl+Down, the arrows or the "
                        "context menu move them, and Hold waiting jobs in the menu Run lets none begin. R tries a job "
                        "again that failed or was cancelled.</p>")),
        topic("bookmarksDock", Words::tr("Bookmarks"),
              Words::tr(
                  "<p>Places under a name: run, page, layer, and where the cursor stood. Keep this place (Ctrl+Alt+B) "
                  "adds "
                  "one, Enter goes there, F2 renames, Del removes; the first nine have keys. They are kept in a file "
                  "next to the runs; a place whose run is gone stays in the list and says so.</p>")),
        topic("problemsDock", Words::tr("Problems"),
              Words::tr("<p>Everything that is wrong now: fields and lines of the accelerator, layers without a "
                        "mapping, files that could not be read. A click goes to the place.</p>")),
        topic("welcomePage", Words::tr("Welcome"),
              Words::tr("<p>Examples that run with one click, and the files and runs of lately. Files can be dropped "
                        "anywhere on the window.</p>")),
    };
}

const std::vector<HelpTopic>& topics()
{
    static const std::vector<HelpTopic> all = [] {
        std::vector<HelpTopic> list = resultTopics();
        for (const auto& more : {memoryTopics(), explorationTopics(), panelTopics()})
            list.insert(list.end(), more.begin(), more.end());
        return list;
    }();
    return all;
}

} // namespace

HelpTopic helpFor(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget()) {
        const auto it =
            std::ranges::find_if(topics(), [&](const HelpTopic& each) { return each.view == widget->objectName(); });
        if (it != topics().end())
            return *it;
    }
    return general();
}

void showTopic(QTextBrowser* text, const QWidget* widget)
{
    const HelpTopic topic = helpFor(widget);
    text->setHtml(QStringLiteral("<h3>%1</h3>%2").arg(topic.title.toHtmlEscaped(), topic.text));
}

void installHelp(MainWindow& window)
{
    auto* text = new QTextBrowser;
    text->setObjectName(QStringLiteral("helpText"));
    text->setFrameShape(QFrame::NoFrame);
    text->setFocusPolicy(Qt::ClickFocus); // Tab goes on through the views it explains
    QDockWidget* dock = window.addDock({.name = QStringLiteral("helpDock"),
                                        .title = MainWindow::tr("Help"),
                                        .area = Qt::RightDockWidgetArea,
                                        .size = {280, 220},
                                        .shown = false},
                                       text);
    QAction* help =
        window.addAction(MainWindow::Menu::Help, QStringLiteral("helpOnView"), MainWindow::tr("&Help on this view"),
                         Qt::Key_F1, MainWindow::tr("A few sentences about the view that has the focus"));
    QObject::connect(help, &QAction::triggered, dock, [dock, text] {
        showTopic(text, QApplication::focusWidget());
        dock->show();
        dock->raise();
    });
    QObject::connect(qApp, &QApplication::focusChanged, text, [&window, dock, text](QWidget*, const QWidget* now) {
        const bool elsewhere = now == nullptr || now->window() != &window || dock->isAncestorOf(now);
        if (dock->isVisible() && !elsewhere)
            showTopic(text, now);
    });
}

} // namespace nestloom::ui
