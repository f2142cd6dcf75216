// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/directive_panel.h"

#include "ui/features/nodes/directive_list.h"
#include "ui/features/nodes/directive_view.h"

namespace nestloom::ui {

DirectivePanel::DirectivePanel(ShownNodes& nodes, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_directives(nodes), m_list(new DirectiveList(m_directives)),
      m_view(new DirectiveView(m_directives))
{
    setObjectName(QStringLiteral("directivePanel"));
    setChildrenCollapsible(false);
    addWidget(m_list);
    addWidget(m_view);
    setStretchFactor(0, 1);
    setStretchFactor(1, 4);
    setSizes({250, 570});
}

DirectivePanel::~DirectivePanel()
{
    delete m_list; // they look at the directives
    delete m_view;
}

} // namespace nestloom::ui
