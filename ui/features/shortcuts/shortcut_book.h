// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/window_actions.h"

#include <QKeySequence>
#include <QObject>

class QSettings;

namespace nestloom::ui {

/// The shortcuts of all menu actions: the built-in ones, and those that the user changed.
class ShortcutBook : public QObject {
    Q_OBJECT
public:
    struct Entry {
        QAction* action = nullptr;
        QStringList path; // of menus
        QList<QKeySequence> made;
    };

    using QObject::QObject;

    /// Takes the actions with the shortcuts they have now.
    void collect(const QMainWindow& window);
    const std::vector<Entry>& entries() const { return m_entries; }
    const Entry* find(const QAction* action) const;
    bool isChanged(const Entry& entry) const;

    /// What stands against this shortcut for this action, in words; empty = nothing.
    struct Objection {
        QString sentence;
        QAction* holder = nullptr; // the action that would lose it; null = the keys cannot be a shortcut at all
    };
    Objection objection(const QAction* action, const QKeySequence& keys) const;

    /// An empty sequence removes the shortcut. Other actions that have these keys lose them.
    void assign(QAction* action, const QKeySequence& keys);
    void reset(QAction* action); // to the built-in one; another action with one of its keys loses it
    void resetAll();

    void load(const QSettings& settings);
    void save(QSettings& settings) const; // only what was changed

Q_SIGNALS:
    void changed();

private:
    void takeFromOthers(const QAction* keeper, const QList<QKeySequence>& keys);

    std::vector<Entry> m_entries;
};

/// "Ctrl+K, Ctrl+Shift+P" as the platform writes it.
QString keysText(const QAction* action);
/// "View > Theme: Dark"
QString placeText(const ShortcutBook::Entry& entry);

} // namespace nestloom::ui
