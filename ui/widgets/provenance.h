// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace nestloom::ui {

/// Where the numbers of an exported chart come from. What is empty is left out.
struct Provenance {
    QString run; // "12"
    QString accelerator;
    QString network;
    QString engine; // and its objective: "CoSA, latency"
    QString seed;
    QString version; // of the program that made the numbers

    /// "run: 12", "accelerator: simba", ...; the first says which program wrote the file.
    QStringList lines() const;
};

} // namespace nestloom::ui
