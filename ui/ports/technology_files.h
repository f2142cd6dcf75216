// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/technology.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// The tables of energies and areas: those that are shipped, and the user's own, which are kept as YAML files.
/// app/gui/local_technology_files implements it; tests use a fake. Lives on the GUI thread; no call blocks.
class TechnologyFiles : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Cheap, from memory.
    virtual std::vector<hardware::Technology> shipped() const = 0;
    virtual std::vector<hardware::Technology> own() const = 0; // as kept last
    virtual QString folder() const = 0;                        // of the own ones

    /// Makes the user's files say this: writes what differs, and removes the files of tables that are not among them.
    virtual void keep(const std::vector<hardware::Technology>& own) = 0;

    // The YAML of a table, both ways (errors carry file:line: key).
    virtual Result<hardware::Technology> parse(const QString& yaml, const QString& fileName) const = 0;
    virtual QString text(const hardware::Technology& technology) const = 0;

Q_SIGNALS:
    void failed(const QString& sentence); // a file could not be read or written
};

} // namespace nestloom::ui
