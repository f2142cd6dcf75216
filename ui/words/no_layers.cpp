// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/no_layers.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

class NoLayersWords {
    Q_DECLARE_TR_FUNCTIONS(NoLayersWords)
};

} // namespace

std::pair<QString, QString> noLayersText(const workload::Network& network)
{
    if (network.name.empty())
        return {NoLayersWords::tr("No network is chosen"), NoLayersWords::tr("Choose a network in the project panel.")};
    return {NoLayersWords::tr("%1 has no layers to map").arg(QString::fromStdString(network.name)),
            NoLayersWords::tr(
                "None of its operators is a convolution or a matrix product. The page Memory plans its tensors.")};
}

} // namespace nestloom::ui
