// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_directives.h"

#include <QListWidget>

namespace nestloom::ui {

/// The directives of the selected layer as text, in the notation of KAPLA's paper. A line that is pointed at or
/// selected is marked in the pictures, and the other way round.
class DirectiveList : public QListWidget {
    Q_OBJECT
public:
    explicit DirectiveList(ShownDirectives& directives, QWidget* parent = nullptr);

protected:
    void leaveEvent(QEvent* event) override;

private:
    void refill();
    void mark();

    ShownDirectives& m_directives;
    bool m_marking = false; // the selection follows; nothing was chosen
};

} // namespace nestloom::ui
