// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"

#include <QPlainTextEdit>

namespace nestloom::ui {

/// The mapping of the selected layer as text: nodes, divisions, loops, words moved, and as directives.
class LayerPanel : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LayerPanel(ShownNodes& nodes, QWidget* parent = nullptr);

private:
    ShownNodes& m_nodes;
};

} // namespace nestloom::ui
