// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/padding/padding_feature.h"

#include "ui/features/padding/network_edits.h"
#include "ui/features/padding/padding_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/make_widgets.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace nestloom::ui {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Padding)
};

/// Opens the dialog, or shows the one that is open, for the selected layer.
PaddingDialog* showDialog(MainWindow& window, PaddingAsker& advisor, NetworkEdits& edits)
{
    auto* dialog = window.findChild<PaddingDialog*>();
    if (!dialog) {
        dialog = new PaddingDialog(window.workbench(), advisor, edits, &window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->addActions({window.actions().undo, window.actions().redo});
        const auto layer = window.workbench().selection().layer();
        const auto& layers = window.workbench().run().network().layers;
        if (layer && *layer < layers.size())
            dialog->chooseLayer(layers[*layer].name);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

/// What became of the network, below the pages: an edit is never silent.
void tell(MainWindow& window, const QString& words)
{
    if (auto* before = window.findChild<Banner*>(QStringLiteral("paddingBanner")))
        delete before;
    auto* banner = named(
        new Banner(Words::tr("Network %1: %2. Ctrl+Z and Ctrl+Shift+Z go back and forth; run it to see what it brings.")
                       .arg(QString::fromStdString(window.workbench().network().name), words)),
        "paddingBanner");
    window.addBanner(banner);
    banner->show();
}

} // namespace

void installPadding(MainWindow& window)
{
    PaddingAsker* advisor = window.workbench().session().askers().paddings;
    if (!advisor)
        return;
    auto* edits = new NetworkEdits(window.workbench(), &window);
    QObject::connect(edits, &NetworkEdits::changed, &window, [&window](const QString& words) { tell(window, words); });
    QAction* action = window.addAction(
        MainWindow::Menu::Network, QStringLiteral("paddingAdvisor"), Words::tr("&Padding advisor..."),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_P),
        Words::tr("What larger dimensions of the selected layer would gain: each padded layer is mapped"));
    QObject::connect(action, &QAction::triggered, &window, [&window, advisor, edits] {
        auto* dialog = showDialog(window, *advisor, *edits);
        if (!dialog->isBusy() && dialog->model()->rowCount() == 0)
            dialog->start();
    });
}

} // namespace nestloom::ui
