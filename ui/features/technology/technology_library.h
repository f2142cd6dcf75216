// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/technology.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>
#include <vector>

namespace nestloom::ui {

class TechnologyFiles;

/// The tables of energies and areas that one can choose from: the shipped ones, which never change, and one's own, with
/// one undo history. Every table in it can be used (hardware::check), and names are unique. Each step is kept at once.
class TechnologyLibrary : public QObject {
    Q_OBJECT
public:
    using Tables = std::vector<hardware::Technology>;

    explicit TechnologyLibrary(TechnologyFiles& files, QObject* parent = nullptr);

    const Tables& shipped() const { return m_shipped; }
    const Tables& own() const { return m_own; }
    const hardware::Technology* find(const QString& name) const; // null = there is none
    bool isShipped(const QString& name) const;
    TechnologyFiles& files() { return m_files; }
    QUndoStack& history() { return m_history; }

    /// Puts `table` in the place of the one called `name`, as one undo step called `what`. A shipped one stays as it
    /// is: a copy of one's own is made, called "my NAME" unless `table` has a name of its own.
    /// Returns  the name under which it is found now. Fails   the first broken input rule, or a name that is taken
    Result<QString> change(const QString& name, hardware::Technology table, const QString& what);
    QString copy(const QString& name);                                    // the name of the copy
    Result<QString> add(hardware::Technology table, const QString& what); // under its name, or one like it that is free
    void remove(const QString& name);                                     // of one's own

Q_SIGNALS:
    void changed();                    // any table, or the list of them
    void shownRequested(QString name); // the last step was about this table
    /// What took its energies from the first should take them from the second.
    void replaced(const nestloom::hardware::Technology& before, const nestloom::hardware::Technology& after);

private:
    friend class TechnologyStep;
    QString freeName(const QString& wanted) const;
    void push(const QString& what, Tables after, std::optional<hardware::Technology> from,
              std::optional<hardware::Technology> to);
    void become(const Tables& own, const std::optional<hardware::Technology>& from,
                const std::optional<hardware::Technology>& to);

    TechnologyFiles& m_files;
    const Tables m_shipped;
    Tables m_own; // by name
    QUndoStack m_history;
};

/// The accelerator takes its energies from this table of the library: it has just these, and tells of no other table.
bool takesEnergiesFrom(const hardware::Accelerator& accelerator, const hardware::Technology& technology,
                       const TechnologyLibrary& library);

} // namespace nestloom::ui
