// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/provenance.h"

namespace nestloom::ui {

class ShownPlan;

/// Of a chart of a memory plan: the network, and COSMA with all that was asked.
Provenance planProvenance(const ShownPlan& plan);

} // namespace nestloom::ui
