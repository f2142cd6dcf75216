// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/mapping_draft.h"

namespace nestloom::ui {

struct Theme;

/// "118 kcycle -4.8 %   3.12 mJ +0.2 %   EDP -4.6 %   util 71.0 %   bound by DRAM read", each change against the
/// origin's mapping in the colour of its verdict. Each figure is a link: "cycles", "energy", "edp", "utilisation".
/// Empty without a cost.
QString draftNumbers(const MappingDraft& draft, const Theme& theme);
/// Exact values of both, for a tool tip.
QString draftToolTip(const MappingDraft& draft);

/// "118 kcycle, -4.8 %; 3.12 mJ, +0.2 %" against the draft as it is; the first broken rule when it is not valid.
QString verdictWords(const MappingDraft& draft, const MappingDraft::Verdict& verdict);
/// "-4.8 %", "=" or "does not fit": the cycles only, for a menu.
QString verdictBrief(const MappingDraft& draft, const MappingDraft::Verdict& verdict);

} // namespace nestloom::ui
