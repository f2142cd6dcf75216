// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <optional>
#include <vector>

namespace nestloom::ui {

class Sweeps;

/// What the form of a sweep says, as it was typed: for the next start, and to begin with that of a stored sweep.
struct SweepForm {
    struct Axis {
        QString path, values;
        friend bool operator==(const Axis&, const Axis&) = default;
    };
    std::vector<Axis> axes;
    QString links, conditions;    // several with ; between them
    std::optional<int> sampling;  // explore::Sampling; nothing = all points
    int drawn = 100;              // points, of a sampling
    int front = 0;                // 0 = all points are solved, else which front
    int extent = 0;               // of the front: percent, or its knee only (SpaceChoices)
    QStringList networks;         // nothing = the network of the window
    QString engine;               // by its id; empty = as it stands
    std::optional<int> objective; // schedule::Objective
    std::optional<int> evaluations;
    bool prove = true;
    friend bool operator==(const SweepForm&, const SweepForm&) = default;
};

QVariantMap toMap(const SweepForm& form);
SweepForm sweepForm(const QVariantMap& map); // what is missing stays as it is in an empty form
/// That makes the inputs, but for the accelerator. All of its points are solved: a front is no part of inputs.
SweepForm sweepForm(const explore::SweepInputs& inputs, const Sweeps& sweeps);

} // namespace nestloom::ui
