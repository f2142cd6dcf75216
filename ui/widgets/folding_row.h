// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/make_widgets.h"

#include <QWidget>

namespace nestloom::ui {

/// Parts beside each other, or below each other where there is too little room for that: with large fonts no page needs
/// to be scrolled sideways.
class FoldingRow : public QWidget {
    Q_OBJECT
public:
    FoldingRow(std::initializer_list<LinePart> parts, int spacing, QWidget* parent = nullptr);

    bool isFolded() const;
    QSize minimumSizeHint() const override; // of the widest part

protected:
    bool event(QEvent* event) override;

private:
    void fold();

    QBoxLayout* m_layout;
};

} // namespace nestloom::ui
