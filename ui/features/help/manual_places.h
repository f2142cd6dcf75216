// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

class QWidget;

namespace nestloom::ui {

/// What the manual says about a view.
struct ManualPlace {
    const char* feature; // folder of ui/features
    const char* view;    // object name of a page, panel, dialog or chart
    const char* place;   // page, and the section of it
};

/// A line for every view, and at least one for every feature.
std::span<const ManualPlace> manualPlaces();

/// The place of the innermost view around a widget, else of one that stands beside it; the first page when there is
/// none.
QString manualPlaceOf(const QWidget* widget);

} // namespace nestloom::ui
