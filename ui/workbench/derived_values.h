// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QFrame>

#include <array>

class QLabel;

namespace nestloom::ui {

/// What follows from the fields: peak rates, bytes and area on chip, bandwidths, and where the roofline has its ridge.
class DerivedValues : public QFrame {
    Q_OBJECT
public:
    explicit DerivedValues(QWidget* parent = nullptr);
    void show(const hardware::Accelerator& accelerator);

private:
    std::array<QLabel*, 8> m_values{};
};

} // namespace nestloom::ui
