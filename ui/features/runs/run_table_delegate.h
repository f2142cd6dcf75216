// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/number_delegate.h"

namespace nestloom::ui {

/// The table of runs: draws the stars, and a line above the first run of a group.
class RunTableDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace nestloom::ui
