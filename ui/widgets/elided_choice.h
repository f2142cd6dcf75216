// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace nestloom::ui {

/// A list to choose from that ends its text with dots where it has no room for all of it.
class ElidedChoice : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace nestloom::ui
