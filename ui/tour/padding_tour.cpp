// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/padding/network_edits.h"
#include "ui/features/padding/padding_dialog.h"
#include "ui/features/padding/padding_feature.h"
#include "ui/features/padding/padding_model.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QCoreApplication>
#include <QPointer>
#include <QPushButton>
#include <QTableView>

namespace nestloom::ui {

std::vector<TourStep> paddingTour(MainWindow& window)
{
    const auto dialog = [&window]() -> QWidget* { return window.findChild<PaddingDialog*>(); };
    const auto padding = [&window] { return window.findChild<PaddingDialog*>(); };
    const auto isDone = [padding] {
        return padding() && !padding()->isBusy() && padding()->model()->rowCount() > 1 ? QString()
                                                                                       : QStringLiteral("the paddings");
    };
    return {
        {QStringLiteral("padding"),
         [&window, padding] {
             auto* action = window.findChild<QAction*>(QStringLiteral("paddingAdvisor"));
             if (!action)
                 return false;
             const auto& layers = window.workbench().run().network().layers;
             for (std::size_t i = 0; i < layers.size(); ++i)
                 if (layers[i].bounds[workload::LoopDimension::P] == 7
                     && layers[i].bounds[workload::LoopDimension::R] == 3)
                     window.workbench().selection().selectLayer(i);
             action->trigger();
             return padding() != nullptr;
         },
         isDone, false, dialog},
        {QStringLiteral("padded-network"),
         [&window, padding] {
             padding()->findChild<QTableView*>()->selectRow(1); // below the layer as it is
             padding()->apply();
             padding()->close();
             window.showTab(MainWindow::Tab::Network);
             return true;
         },
         [&window] {
             return window.workbench().network().name.ends_with("(padded)") ? QString()
                                                                            : QStringLiteral("the padded network");
         }},
        {QString(),
         [&window] {
             window.actions().undo->trigger();
             delete window.findChild<Banner*>(QStringLiteral("paddingBanner"));
             return true;
         },
         [&window] {
             return window.workbench().network().name.ends_with("(padded)") ? QStringLiteral("the network as it was")
                                                                            : QString();
         }},
    };
}

} // namespace nestloom::ui
