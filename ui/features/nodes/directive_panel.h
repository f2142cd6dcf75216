// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_directives.h"

#include <QSplitter>

namespace nestloom::ui {

class DirectiveList;
class DirectiveView;

/// The selected layer's directives: the text on the left, the pictures on the right.
class DirectivePanel : public QSplitter {
    Q_OBJECT
public:
    explicit DirectivePanel(ShownNodes& nodes, QWidget* parent = nullptr);
    ~DirectivePanel() override;

    ShownDirectives& directives() { return m_directives; }
    DirectiveList* list() const { return m_list; }
    DirectiveView* view() const { return m_view; }

private:
    ShownDirectives m_directives;
    DirectiveList* m_list;
    DirectiveView* m_view;
};

} // namespace nestloom::ui
