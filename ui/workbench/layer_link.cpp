// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/layer_link.h"

namespace nestloom::ui {

void selectLayerNamed(Workbench& workbench, const QString& name)
{
    const auto& layers = workbench.run().network().layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (QString::fromStdString(layers[i].name) == name) {
            if (workbench.selection().layer() != i)
                workbench.selection().selectLayer(i);
            return;
        }
}

void followSelectedLayer(Workbench& workbench, QObject* page, std::function<void(const std::string&)> follow)
{
    QObject::connect(&workbench.selection(), &Selection::changed, page,
                     [&workbench, follow = std::move(follow)](const Place& place) {
                         const auto& layers = workbench.run().network().layers;
                         if (place.layer && *place.layer < layers.size())
                             follow(layers[*place.layer].name);
                     });
}

} // namespace nestloom::ui
