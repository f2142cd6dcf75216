// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QFrame>

#include <array>

class QLabel;

namespace nestloom::ui {

/// What follows from the fields: peak rates, bytes on chip, bandwidths.
class DerivedValues : public QFrame {
    Q_OBJECT
public:
    explicit DerivedValues(QWidget* parent = nullptr);
    void show(const hardware::Accelerator& accelerator);

private:
    std::array<QLabel*, 6> m_values{};
};

} // namespace nestloom::ui
